import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { StartSidecar } from '../../../src/main/core/ports/desktop.ts';
import type { LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures } from '../../../src/main/labels/label-pictures.ts';
import { forkedProcess } from '../../helpers/forked-process.ts';

const entry = fileURLToPath(new URL('../../programs/picture-process.mjs', import.meta.url));

/** The real picture process as a child of plain Node. */
export const startForkedPictureProcess: StartSidecar = () => forkedProcess(entry);

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
  (how: string): StartSidecar =>
  () =>
    forkedProcess(faultyProcess, [how]);
