import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkShippedFuses, readFuses, setShippedFuses, shippedFuses } from '../../scripts/packaging/fuses.mjs';

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
    await expect(checkShippedFuses(executable)).rejects.toThrow(
      /RunAsNode is on, not off;.*OnlyLoadAppFromAsar is off/,
    );
  });

  it('are set and read back on the real executable', async () => {
    await setShippedFuses(executable, 'linux');
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
    await expect(checkShippedFuses(executable, 'win32')).rejects.toThrow(
      'EnableEmbeddedAsarIntegrityValidation is off, not on',
    );
    await setShippedFuses(executable, 'win32');
    expect(await readFuses(executable)).toMatchObject({ EnableEmbeddedAsarIntegrityValidation: 'on' });
  });

  it('check the integrity of the package where the platform can', () => {
    const integrity = (['linux', 'win32', 'darwin'] as const).map(
      (platform) => shippedFuses(platform).EnableEmbeddedAsarIntegrityValidation,
    );
    expect(integrity).toEqual([false, true, true]);
  });
});
