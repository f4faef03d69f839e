// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageCommand, runQuietly } from '../set-up/run.mjs';

/** Most duplicated blocks of at least six lines in src, test and scripts. */
const limit = 65;

/**
 * Counts the duplicated blocks with jscpd.
 * @returns {Promise<{ pairs: number, problems: string[] }>}
 */
export async function findDuplicates() {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-duplicates-'));
  try {
    const options = ['--min-lines', '6', '--min-tokens', '30', '--reporters', 'json', '--silent', '--output', folder];
    const files = ['--pattern', '**/*.{ts,tsx,mjs}'];
    const args = [packageCommand('jscpd', 'jscpd'), ...options, ...files, 'src', 'test', 'scripts'];
    const ended = await runQuietly(process.execPath, args);
    if (ended.code !== 0) return { pairs: 0, problems: [`jscpd failed: ${ended.output}`] };
    /** @type {{ duplicates: { firstFile: Place, secondFile: Place }[] }} */
    const { duplicates } = JSON.parse(readFileSync(join(folder, 'jscpd-report.json'), 'utf8'));
    const pairs = duplicates.length;
    return {
      pairs,
      problems:
        pairs > limit
          ? duplicates.map(({ firstFile, secondFile }) => `${place(firstFile)} and ${place(secondFile)} are the same`)
          : [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @typedef {{ name: string, start: number, end: number }} Place */

/** @param {Place} found */
const place = ({ name, start, end }) => `${name}:${start}-${end}`;
