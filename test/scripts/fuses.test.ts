import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkRelease,
  readFuses,
  setFuses,
  shippedFuses,
  TEST_COPY_MARKER,
  testCopyFuses,
} from '../../scripts/packaging/fuses.mjs';
import { testCopyMarker } from '../../src/main/app/refused-switches.ts';
import { itInLongRun } from '../helpers/test-length.ts';

let folder = '';
let executable = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-fuses-'));
  executable = join(folder, 'packbench');
  const script = fileURLToPath(new URL('../../scripts/electron-path.mjs', import.meta.url));
  const electron =
    process.env.ELECTRON_EXEC_PATH || execFileSync(process.execPath, [script], { encoding: 'utf8' }).trim();
  copyFileSync(electron, executable);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('fuses of a package', () => {
  it('are refused, each by name, on an executable as it was downloaded', async () => {
    await expect(checkRelease(executable, folder)).rejects.toThrow(
      /RunAsNode is on, not off;.*OnlyLoadAppFromAsar is off/,
    );
  });

  itInLongRun('are set and read back on the real executable', async () => {
    await setFuses(executable, shippedFuses('linux'));
    expect(await readFuses(executable)).toEqual({
      RunAsNode: 'off',
      EnableCookieEncryption: 'off',
      EnableNodeOptionsEnvironmentVariable: 'off',
      EnableNodeCliInspectArguments: 'off',
      EnableEmbeddedAsarIntegrityValidation: 'off',
      OnlyLoadAppFromAsar: 'on',
      LoadBrowserProcessSpecificV8Snapshot: 'off',
      GrantFileProtocolExtraPrivileges: 'off',
    });
    await expect(checkRelease(executable, folder, 'linux')).resolves.toBeUndefined();
    await expect(checkRelease(executable, folder, 'win32')).rejects.toThrow(
      'EnableEmbeddedAsarIntegrityValidation is off, not on',
    );
  });

  itInLongRun('differ in one from those of a test copy, which is not released, even by its marker alone', async () => {
    await setFuses(executable, testCopyFuses('linux'));
    await expect(checkRelease(executable, folder, 'linux')).rejects.toThrow(
      'does not have the right fuses: EnableNodeCliInspectArguments is on, not off.',
    );
    await setFuses(executable, shippedFuses('linux'));
    expect(TEST_COPY_MARKER).toBe(testCopyMarker);
    writeFileSync(join(folder, testCopyMarker), '');
    await expect(checkRelease(executable, folder, 'linux')).rejects.toThrow('this is a copy for tests');
  });

  it('check the integrity of the package where the platform can', () => {
    const integrity = (['linux', 'win32', 'darwin'] as const).map(
      (platform) => shippedFuses(platform).EnableEmbeddedAsarIntegrityValidation,
    );
    expect(integrity).toEqual([false, true, true]);
  });
});
