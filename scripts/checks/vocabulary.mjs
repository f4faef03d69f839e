// @ts-check
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Terms that a newcomer would have to be told, and the standard term for each. They are looked for in names, comments, tests and
 * sentences.
 * @type {readonly [RegExp, string][]}
 */
const privateTerms = [
  [/\bdoubt(s|ed|ful)?\b|[a-z]Doubt|\bDoubt/, 'uncertain'],
  [/lookout/i, 'printer monitor'],
  [/acquaint/i, 'printer identity'],
  [/\bhabits?\b|Habits?\b/, 'capabilities'],
  [/\blane\b|Lane\b|\bkick(s|ed)?\b/, 'serial queue, wake'],
  [/\bturns\b|Turns\b/, 'mutex'],
  [/\btell(s|ing)?\b|\btell[A-Z]|Telling\b/, 'notify, report'],
  [/\btold\b|\buntold\b|Told\b|Untold\b|\btold[A-Z]/, 'reported, unknown, not provided'],
  [/[a-z]Words\b|\bwords\b/, 'messages, labels, text'],
  [/\bbreathe/i, 'yield to the event loop'],
  [/likeness/i, 'fingerprint'],
  [/\balike\b|[a-z]Alike|\balike[A-Z]/, 'duplicate'],
  [/\bhurry/i, 'retry now'],
  [/set aside|setAside|SetAside/, 'quarantine'],
  [/\bput away|putAway|PutAway|put-away/, 'dismiss'],
  [/\bmend(s|ed|ing)?\b|\bmending[A-Z]/, 'recovery, resolve'],
  [/\bmirror(s|ed)?\b|Mirror\b/, 'query'],
  [/\bdesk\b|Desk\b|\bdesk[A-Z]/, 'controller, store'],
  [/handed over|handOver|handedOver|hands? over/i, 'sent'],
  [/\bproved\b|\bproof\b|provedBy/, 'confirmed, confirmation'],
  [/given up|givenUp|GivenUp|\bgiveUp\b/, 'abandoned'],
  [/\bsomebody\b|\bnobody\b/i, 'an operator, nothing'],
];

/** This list, what earlier versions stored, and the tests that read it as those versions wrote it. */
const exceptions = [
  /scripts\/checks\/vocabulary\.mjs$/,
  /storage\/migrations\//,
  /test\/fixtures\//,
  /test\/main\/(storage\/plain-names|station\/previous-data-folder)\.test\.ts$/,
  /CHANGELOG\.md$/,
];

/**
 * Terms of the service, the ZPL guide, SQLite and files that others read: in these files they do not count.
 * @type {readonly { terms: RegExp, files: readonly RegExp[] }[]}
 */
const foreignTerms = [
  {
    // A column filter of the full-text index: the test checks that it is searched for as text.
    terms: /'words:x'/g,
    files: [/^test\/suites\/records\/board\.ts$/],
  },
  {
    // A field of the delivery service's webhook events.
    terms: /proof_of_delivery|\/proof\/1\.jpg/g,
    files: [/^test\/suites\/records\/(events|webhook-fixtures)\.ts$/],
  },
  {
    // A heading of the batch result file, which scripts of other people may read.
    terms: /'words'|"words"/g,
    files: [/^src\/main\/text\/en\/files\.json$/, /^test\/main\/core\/batch\/batch-result-file\.test\.ts$/],
  },
  {
    // A chapter of the ZPL programming guide.
    terms: /Mirror, "Character/g,
    files: [/^src\/main\/zpl\/label-bytes\.ts$/],
  },
  {
    // The ZPL guide's name of the command ^PM.
    terms: /mirror image/g,
    files: [/^src\/main\/practice\/label-zpl\.ts$/],
  },
];

const roots = ['src', 'test', 'scripts', 'docs', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];

/**
 * Every line that uses a private term.
 * @param {string} root
 * @returns {{ file: string, line: number, term: string, text: string }[]}
 */
export function findPrivateTerms(root) {
  return roots
    .flatMap((name) => filesBelow(join(root, name)))
    .flatMap((path) => {
      const file = path.slice(root.length + 1);
      if (exceptions.some((exception) => exception.test(file))) return [];
      const foreign = foreignTerms.filter(({ files }) => files.some((name) => name.test(file)));
      return readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((text, index) => {
          const checked = foreign.reduce((line, { terms }) => line.replace(terms, ''), text);
          const hit = privateTerms.map(([term]) => term.exec(checked)?.[0]).find((term) => term !== undefined);
          return hit === undefined || text.includes('glossary-exception')
            ? []
            : [{ file, line: index + 1, term: hit, text }];
        });
    });
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return /\.(tsx?|mjs|json|md|css|html)$/.test(path) ? [path] : [];
  return readdirSync(path).flatMap((name) => filesBelow(join(path, name)));
}
