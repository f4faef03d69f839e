import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chattr = (flag: '+i' | '-i', paths: readonly string[]): void => {
  execFileSync('chattr', [flag, ...paths], { stdio: 'ignore' });
};

/**
 * True where files can be made read-only for everybody, also where they are open already, as on a disk that failed: only for root, who
 * ignores permissions, and not on every file system.
 */
export const reachesOpenFiles: boolean = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-read-only-'));
  try {
    chattr('+i', [folder]);
    chattr('-i', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

/** False where this user may write everywhere. */
export const mayMakeReadOnly: boolean = reachesOpenFiles || process.getuid?.() !== 0;

/** Makes folders read-only, and files where `reachesOpenFiles`. */
export function makeReadOnly(...paths: string[]): void {
  if (reachesOpenFiles) chattr('+i', paths);
  else for (const path of paths) chmodSync(path, 0o500);
}

export function makeWritable(...paths: string[]): void {
  if (reachesOpenFiles) chattr('-i', paths);
  else for (const path of paths) chmodSync(path, 0o700);
}
