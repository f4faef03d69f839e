// @ts-check
/** The installed commands: their options, the scripts that are the commands, and their manual pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, value?: string, text: string, details?: string }} Option */

/** @type {readonly Option[]} */
const BOTH = [
  { name: '--help', text: 'show the options and exit', details: 'Works as root and without a display.' },
  { name: '--version', text: 'show the version and exit', details: 'Works as root and without a display.' },
];

/**
 * The options of each command: one text for `--help` and the manual page, which adds the details.
 * @type {Readonly<Record<'packbench' | 'packbench-hub', readonly Option[]>>}
 */
const OPTIONS = {
  packbench: [
    {
      name: '--provision',
      value: 'FILE',
      text: 'apply this provisioning file at the start',
      details: `It is JSON and names the service, the printers and the settings of this bench.
A faulty file is rejected as a whole; standard error names every fault.`,
    },
    { name: '--user-data-dir', value: 'DIR', text: 'keep settings and records in this folder' },
    ...BOTH,
  ],
  'packbench-hub': [
    {
      name: '--provision',
      value: 'FILE',
      text: 'the provisioning file, with "fleet": { "role": "hub" }',
      details: `It is JSON and holds secrets: a file that others can read is refused, and so is a key file that it names.
It is read at every start.`,
    },
    { name: '--user-data-dir', value: 'DIR', text: 'keep records, backups and the log in this folder' },
    {
      name: '--health-port',
      value: 'PORT',
      text: 'answer /healthz and /metrics here (8788)',
      details: 'On this computer only.',
    },
    { name: '--monitoring-port', value: 'PORT', text: "the NATS server's monitoring port (8222)" },
    {
      name: '--erase-person',
      value: 'TEXT',
      text: 'show who is found with this text; needs no --provision',
      details: `It searches names, telephone numbers and addresses in the records, also while the hub runs, as the hub's user. Nothing is
changed without --yes.`,
    },
    {
      name: '--read-on',
      value: 'BENCH',
      text: 'read on a bench that sent too much; needs no --provision',
      details: `/healthz names the benches that are paused, and since when. The command works also while the hub runs, as the hub's user;
the hub reads on when it is started again.`,
    },
    { name: '--yes', text: 'erase everyone whom --erase-person finds' },
    ...BOTH,
  ],
};

/** @typedef {keyof typeof OPTIONS} Command */

export const COMMANDS = /** @type {readonly Command[]} */ (Object.keys(OPTIONS));

/**
 * The script that is an installed command; it answers `--help` and `--version` itself.
 * @param {string} root the repository
 * @param {string} version
 * @param {Command} command
 */
export function commandScript(root, version, command) {
  const titles = OPTIONS[command].map(({ name, value }) => (value === undefined ? name : `${name}=${value}`));
  const width = Math.max(...titles.map((title) => title.length)) + 1;
  const lines = OPTIONS[command].map(({ text }, index) => `  ${titles[index]?.padEnd(width)} ${text}`);
  return filled(root, `${command}.sh`, version, lines);
}

/**
 * The manual page of a command, section 1, in the language of man pages.
 * @param {string} root the repository
 * @param {string} version
 * @param {Command} command
 */
export function manualPage(root, version, command) {
  const entries = OPTIONS[command].map(({ name, value, text, details }) => {
    const option = name.replaceAll('-', '\\-');
    const title = value === undefined ? `\\fB${option}\\fR` : `\\fB${option}=\\fI${value}\\fR`;
    const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    return ['.TP', title, sentence, ...(details === undefined ? [] : [details])].join('\n');
  });
  return filled(root, `${command}.1`, version, entries);
}

/** @param {string} root @param {string} name @param {string} version @param {readonly string[]} options */
const filled = (root, name, version, options) =>
  readFileSync(join(root, 'scripts/packaging/debian', name), 'utf8')
    .replaceAll('@VERSION@', version)
    .replaceAll('@OPTIONS@', () => options.join('\n'));
