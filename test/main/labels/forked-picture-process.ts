import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { SidecarProcess, StartPictureProcess } from '../../../src/main/core/ports/desktop.ts';
import type { LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures } from '../../../src/main/labels/label-pictures.ts';

const entry = fileURLToPath(new URL('../../programs/picture-process.mjs', import.meta.url));

/** The real picture process as a child of plain Node. */
export const startForkedPictureProcess: StartPictureProcess = () => forked(entry, []);

/** Pictures drawn by the real process with long limits; closed after the tests of the file. */
export function forkedPictures(): LabelPictures {
  const pictures = createLabelPictures({
    startProcess: startForkedPictureProcess,
    limits: { startMs: 60_000, drawMs: 20_000 },
    onBug: (bug) => {
      throw bug;
    },
  });
  afterAll(() => pictures.close());
  return pictures;
}

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
