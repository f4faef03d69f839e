import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures, type PictureLimits } from '../../../src/main/labels/label-pictures.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { startFaultyPictureProcess } from './forked-picture-process.ts';

vi.setConfig({ testTimeout: 60_000 }); // a process start, on a computer that does other things too

let pictures: LabelPictures;
const open = (how: string, limits: Partial<PictureLimits> = {}): LabelPictures => {
  pictures = createLabelPictures({
    startProcess: startFaultyPictureProcess(how),
    limits: { startMs: 30_000, drawMs: 30_000, ...limits },
    onBug: (bug) => {
      throw bug;
    },
  });
  return pictures;
};
afterEach(() => pictures.close());

const label = { sha256: 'a', format: 'zpl' as const, bytes: Buffer.from('^XA^FDa^FS^XZ') };

const tooSlow = {
  ok: false,
  failure: { message: message('label.no-preview', { reason: message('label.reason.too-slow') }) },
};

describe('picture process: protocol violations', () => {
  it.each([
    'ends before it is ready',
    'ends at the label, with exit code 0',
    'ends at the label, with exit code 3',
    'says nonsense',
    'answers another question',
    'answers a question that was not asked',
    'answers a picture of 9 MB',
    'answers text where bytes belong',
    'starts without end',
  ])('%s: the picture fails with a message, and printing continues', async (how) => {
    expect(await open(how).picture(label)).toEqual({
      ok: false,
      failure: {
        code: 'picture-failed',
        message: message('label.no-preview', { reason: message('label.reason.ended') }),
      },
    });
  });

  it.each(['answers more codes than a label holds', 'answers a code as long as a book'])(
    '%s: no code is accepted',
    async (how) => {
      expect(await open(how).barCodes(label)).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    },
  );

  it.each(['never gets ready', 'never answers'])('%s: it is killed', async (how) => {
    const answer = await open(how, { startMs: 500 }).picture(label);
    expect(answer).toMatchObject(tooSlow);
  });

  it('is busy for ever: it is killed', async () => {
    const answer = await open('is busy for ever', { drawMs: 300 }).picture(label);
    expect(answer).toMatchObject(tooSlow);
  });
});
