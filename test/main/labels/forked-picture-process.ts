import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SidecarProcess, StartPictureProcess } from '../../../src/main/core/ports/desktop.ts';

const entry = fileURLToPath(new URL('../../programs/picture-process.mjs', import.meta.url));

/** The real picture process as a child of plain Node. */
export const startForkedPictureProcess: StartPictureProcess = () => forked(entry, []);

const faultyProcess = fileURLToPath(new URL('./faulty-picture-process.mjs', import.meta.url));

/** A child of plain Node that does something else than a picture process should. */
export const startFaultyPictureProcess =
  (how: string): StartPictureProcess =>
  () =>
    forked(faultyProcess, [how]);

function forked(file: string, args: string[]): SidecarProcess {
  const child = fork(file, args, { execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  return {
    post: (message) => child.send(message as object, () => {}), // a child that has just ended reports its exit
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill: () => child.kill('SIGKILL'),
  };
}
