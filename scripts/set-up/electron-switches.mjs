// @ts-check
/** Switches that Electron needs on this machine, for Chromium's sandbox and shared memory. */
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from './run.mjs';
import { log, SetUpFailure } from './step.mjs';

/** Containers often have 64 MB, with which Chromium's pages crash. */
const SHARED_MEMORY_BYTES = 256 * 1024 * 1024;

/** Settings by which an administrator disables user namespaces, and the value that does so. */
const FORBIDDING_SETTINGS = [
  { file: '/proc/sys/kernel/unprivileged_userns_clone', name: 'kernel.unprivileged_userns_clone', value: '0' },
  { file: '/proc/sys/user/max_user_namespaces', name: 'user.max_user_namespaces', value: '0' },
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    name: 'kernel.apparmor_restrict_unprivileged_userns',
    value: '1',
  },
];

/**
 * @typedef {object} SandboxSituation
 * @property {boolean} root
 * @property {boolean} helperReady Chromium's setuid helper beside the executable belongs to root and is setuid
 * @property {boolean} namespaces an ordinary user can make user namespaces
 * @property {string | null} setting the setting that forbids them, written as `name = value`
 */

/**
 * Chromium's sandbox needs user namespaces or its setuid helper. If an administrator can enable one of them, the run ends
 * and says how; it continues without a sandbox only if neither is possible.
 * @param {SandboxSituation} situation
 * @returns {{ kind: 'on' } | { kind: 'off', why: string } | { kind: 'end', why: string }}
 */
export function decideOnSandbox({ root, helperReady, namespaces, setting }) {
  if (root) return { kind: 'off', why: 'Chromium has none for root' };
  if (helperReady || (namespaces && setting === null)) return { kind: 'on' };
  if (setting !== null) return { kind: 'end', why: `this machine forbids user namespaces (${setting})` };
  return { kind: 'off', why: 'this kernel or container gives an ordinary user no user namespaces' };
}

/**
 * @param {string} executable
 * @returns {Promise<string[]>}
 */
export async function electronSwitches(executable) {
  if (process.platform !== 'linux') return [];
  const memory = hasRoomInSharedMemory() ? [] : ['--disable-dev-shm-usage'];
  const helper = join(dirname(executable), 'chrome-sandbox');
  const root = process.getuid?.() === 0;
  const decision = decideOnSandbox({
    root,
    helperReady: isSetuidRoot(helper),
    namespaces: root || (await canMakeNamespaces()),
    setting: forbiddingSetting(),
  });
  switch (decision.kind) {
    case 'on':
      return memory;
    case 'off':
      log(`Electron runs without Chromium's sandbox: ${decision.why}.`);
      return ['--no-sandbox', ...memory];
    case 'end':
      throw new SetUpFailure(
        `Electron cannot start with Chromium's sandbox: ${decision.why}. Either allow them, or make its helper setuid once:\n` +
          `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
      );
  }
}

/** Tries to create a user namespace, as Chromium does. */
async function canMakeNamespaces() {
  const probe = await runQuietly('unshare', ['--user', '--map-root-user', '--pid', '--net', '--fork', 'true']);
  return probe.code === 0;
}

function forbiddingSetting() {
  for (const { file, name, value } of FORBIDDING_SETTINGS) {
    if (readIfThere(file) === value) return `${name} = ${value}`;
  }
  return null;
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

/** @param {string} helper */
function isSetuidRoot(helper) {
  const found = statSync(helper, { throwIfNoEntry: false });
  return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0;
}

function hasRoomInSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}
