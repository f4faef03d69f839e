// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, npmCommand, ROOT } from './run.mjs';
import { log, step } from './step.mjs';

/**
 * @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> }} Lockfile
 */

/**
 * Whether what npm recorded when it last installed is what the lockfile asks for: nothing else, nothing missing but
 * optional packages made for other machines.
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile | null} installed node_modules/.package-lock.json, which npm writes last; null when there is none
 */
export function isInstalled(wanted, installed) {
  const [want, have] = [wanted.packages ?? {}, installed?.packages];
  if (have === undefined) return false;
  if (Object.keys(have).some((place) => want[place] === undefined)) return false;
  return Object.entries(want).every(([place, entry]) => {
    const found = have[place];
    if (place === '') return true;
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** Installs the dependencies by the lockfile, unless they are there already. */
export async function ensureDependencies() {
  const wanted = readLockfile('package-lock.json');
  if (wanted !== null && isInstalled(wanted, readLockfile('node_modules/.package-lock.json'))) return;
  if (Number.parseInt(process.versions.node, 10) < 22) {
    log(
      'On Node 20 npm warns that Electron asks for Node 22. That is expected and not shown: only its executable is used.',
    );
  }
  await step('now', 'Installing dependencies by package-lock.json', async () => {
    const npm = npmCommand();
    await mustRun('Installing dependencies', npm.command, [...npm.args, 'ci', '--loglevel=error', '--no-progress']);
  });
}

/**
 * @param {string} name
 * @returns {Lockfile | null}
 */
function readLockfile(name) {
  try {
    return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
  } catch {
    return null;
  }
}
