import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SidecarProcess } from '../../src/main/core/ports/desktop.ts';
import { programFile } from '../programs/program-file.ts';

/** A process of the station as a child of plain Node. @param onKill called with its id just before it is killed */
export function forkedProcess(file: string | URL, args: string[] = [], onKill?: (id: number) => void): SidecarProcess {
  const path = typeof file === 'string' ? file : fileURLToPath(file);
  const child = fork(path, args, { execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  return {
    post: (message) => child.send(message as object, () => {}), // a child that has just ended reports its exit
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) onKill?.(child.pid);
      child.kill('SIGKILL');
    },
  };
}

/** The process that makes or reads a backup. */
export const forkBackupProcess = (): SidecarProcess => forkedProcess(programFile('programs/storage-worker.mjs'));

/** The process that reads a spreadsheet. */
export const forkSpreadsheetProcess = (onKill?: (id: number) => void): SidecarProcess =>
  forkedProcess(programFile('programs/spreadsheet-process.mjs'), [], onKill);

/** Most memory that a running process ever held, bytes; Linux counts it (proc(5), VmHWM). Null elsewhere. */
export function peakMemory(id: number): number | null {
  if (process.platform !== 'linux') return null;
  const [, kilobytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
