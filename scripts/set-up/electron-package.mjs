// @ts-check
/**
 * The executable that belongs to the installed `electron` package. It is found by reading the package's files, never by
 * importing or resolving it: that starts a download.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, runQuietly } from './run.mjs';
import { say, step } from './step.mjs';

const TRY_MS = 10_000;

/**
 * @param {string} root the repository
 * @returns {string | null} the absolute path of the executable, when all of it is on disk
 */
export function packageElectron(root) {
  const folder = join(root, 'node_modules/electron');
  try {
    const executable = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    const unpacked = readFileSync(join(folder, 'dist/version'), 'utf8').trim().replace(/^v/, '');
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return unpacked === version && existsSync(executable) ? executable : null;
  } catch {
    return null;
  }
}

/** Where a failed try is remembered: as long as the installed packages live, since `npm ci` removes it with them. */
function failureNote() {
  return join(ROOT, 'node_modules/.cache/packbench/electron-fetch-failed');
}

/**
 * Lets the package fetch its executable, once per installation.
 * @param {{ patient: boolean }} options patient: nothing else can be used, so the try may take as long as it needs
 * @returns {Promise<string | null>}
 */
export async function fetchPackageElectron({ patient }) {
  const note = failureNote();
  if (!patient && existsSync(note)) return null;
  const limit = patient ? '' : ` (one try, ${TRY_MS / 1000} seconds)`;
  const ended = await step('now', `Fetching Electron's executable from its release host${limit}`, () =>
    runQuietly(process.execPath, [join(ROOT, 'node_modules/electron/install.js')], {
      ...(patient ? {} : { timeoutMs: TRY_MS }),
    }),
  );
  const found = packageElectron(ROOT);
  if (found !== null) return found;
  const why = ended.timedOut
    ? 'no answer in time'
    : (ended.output.split('\n').find((line) => line.trim() !== '') ?? '');
  say(`  not fetched: ${why}`);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, `${why}\n`);
  return null;
}
