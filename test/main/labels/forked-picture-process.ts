import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SidecarProcess } from '../../../src/main/core/ports/desktop.ts';

const entry = fileURLToPath(new URL('../../../src/main/labels/picture-process.ts', import.meta.url));

/** The real picture process as a child of plain Node, straight from its source. */
export function startForkedPictureProcess(): SidecarProcess {
  const child = fork(entry, { execArgv: ['--import', 'tsx'], serialization: 'advanced' });
  return {
    post: (message) => child.send(message as object, () => {}), // a child that has just died: its exit tells
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.on('exit', listener),
    kill: () => child.kill('SIGKILL'),
  };
}
