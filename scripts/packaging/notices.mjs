// @ts-check
/** The third-party notice: the licence text of every package that ships. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectLicences } from '../set-up/licences.mjs';

/** Who holds the copyright in packages under the MIT licence that contain no licence text, by what each says of itself. */
const COPYRIGHT_HOLDERS = {
  '@koromix/koffi-linux-x64': 'Niels Martignène <niels.martignene@protonmail.com>',
  'abstract-logging': 'James Sumners <james.sumners@gmail.com>',
  'base64-js': 'T. Jameson Little <t.jameson.little@gmail.com>',
  brotli: 'Devon Govett <devongovett@gmail.com>',
  'client-only': 'Meta Platforms, Inc. and affiliates',
  dfa: 'Devon Govett <devongovett@gmail.com>',
  fontkit: 'Devon Govett <devongovett@gmail.com>',
  'type-fest': 'Sindre Sorhus <sindresorhus@gmail.com> (https://sindresorhus.com)',
  'worker-f': 'catamphetamine <purecatamphetamine@gmail.com>',
  'zpl-renderer-js': 'Fabrizio (https://github.com/Fabrizz/zpl-renderer-js)',
};

/** @typedef {import('../set-up/licences.mjs').Licence} Licence */

/**
 * The licence texts of the packages that ship.
 * @param {string} root
 * @returns {(Licence & { text: string })[]}
 */
export function notices(root) {
  const [, terms = ''] = readFileSync(join(root, 'LICENSE'), 'utf8').split(/^Copyright.*$/m);
  return collectLicences(root).map((licence) => {
    const text = licence.text ?? writtenText(licence, terms.trim());
    if (text === null) {
      throw new Error(`${licence.name} ${licence.version} contains no licence text: add its copyright holder.`);
    }
    return { ...licence, text };
  });
}

/**
 * @param {Licence} licence
 * @param {string} terms those of the MIT licence
 * @returns {string | null}
 */
function writtenText({ name, licence }, terms) {
  const holder = Object.entries(COPYRIGHT_HOLDERS).find(([known]) => known === name)?.[1];
  if (holder === undefined || !/\bMIT\b/.test(licence)) return null;
  return `MIT License\n\nCopyright (c) ${holder}\n\n${terms}`;
}

/**
 * One text with all of them.
 * @param {string} root
 */
export function noticeText(root) {
  const parts = notices(root).map(
    ({ name, version, licence, text }) => `${'='.repeat(80)}\n${name} ${version}\n${licence}\n\n${text}\n`,
  );
  const start =
    'Packbench contains the packages below, each under its own licence.\n' +
    'Electron contains Chromium and Node.js; LICENSES.chromium.html beside the program names their parts.\n';
  return `${start}\n${parts.join('\n')}`;
}

/**
 * The licence of Packbench itself, in the form that Debian's tools read.
 * @param {string} root
 */
export function copyrightFile(root) {
  const file = join(root, 'LICENSE');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const holder = /^Copyright \(c\) (.*)$/m.exec(text)?.[1] ?? '';
  const indented = text
    .split('\n')
    .map((line) => (line === '' ? ' .' : ` ${line}`))
    .join('\n');
  return [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    'Upstream-Name: Packbench',
    'Comment: THIRD-PARTY-NOTICES.txt.gz beside this file has the licences of the packages inside.',
    '',
    'Files: *',
    `Copyright: ${holder}`,
    'License: Expat',
    indented,
    '',
  ].join('\n');
}
