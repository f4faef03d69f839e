import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LabelFile, LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures } from '../../../src/main/labels/label-pictures.ts';
import { defaultPaper } from '../../../src/shared/printing/printer.ts';
import { inThisRun } from '../../helpers/test-length.ts';
import { startForkedPictureProcess } from './forked-picture-process.ts';
import { endlessPdfs, endlessZpl, greedyPdfs, greedyZpl, oddPdfs, refusedPdfs } from './hostile-drawings.ts';
import { pdfOf } from './pdf-fixture.ts';

vi.setConfig({ testTimeout: 90_000 }); // a process start and real drawing, on a computer that does other things too

let pictures: LabelPictures;
let shortLimit: LabelPictures;
beforeAll(() => {
  const open = (drawMs: number) =>
    createLabelPictures({
      startProcess: startForkedPictureProcess,
      limits: { startMs: 60_000, drawMs, printMs: drawMs },
      onBug: (bug) => {
        throw bug;
      },
    });
  pictures = open(30_000);
  shortLimit = open(1_000);
});
afterAll(async () => {
  await pictures.close();
  await shortLimit.close();
});

let lastLabel = 0;
const labelOf = (bytes: string | Uint8Array, format: 'zpl' | 'pdf'): LabelFile => {
  lastLabel += 1;
  return { sha256: `label ${lastLabel}`, format, bytes: Buffer.from(bytes) };
};
const usualPrinter = { name: 'Zebra A', dotsPerMillimetre: 8, packing: 'z64', paper: defaultPaper } as const;
const failsWith = (code: string) => ({
  ok: false,
  failure: { code: 'picture-failed', message: { params: { reason: { code } } } },
});

describe('hostile drawings: the next label is drawn', () => {
  afterEach(async () => {
    expect(await pictures.picture(labelOf('^XA^FO10,10^A0N,40^FDnext^FS^XZ', 'zpl'))).toMatchObject({ ok: true });
  });

  it.each(inThisRun(Object.entries(greedyZpl), 4))('after ZPL with %s', async (_what, zpl) => {
    const answer = await pictures.picture(labelOf(zpl, 'zpl'));
    expect(answer).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
  });

  it.each(inThisRun(Object.entries(oddPdfs), 4))('after a PDF that is drawn itself; %s', async (_what, pdf) => {
    expect(await pictures.picture(labelOf(pdf(), 'pdf'))).toMatchObject({ ok: true });
  });

  it.each(inThisRun(Object.entries(refusedPdfs), 4))('after a PDF; %s', async (_what, [pdf, code]) => {
    const label = labelOf(pdf(), 'pdf');
    expect(await pictures.picture(label)).toMatchObject(failsWith(code));
    expect(await pictures.barCodes(label)).toMatchObject(failsWith(code));
    expect(await pictures.zplOfPdf(label, usualPrinter)).toMatchObject(failsWith(code));
  });

  it.each(inThisRun(Object.entries(greedyPdfs), 4))('after a PDF with %s', async (_what, pdf) => {
    const label = labelOf(pdf(), 'pdf');
    expect(await pictures.picture(label)).toMatchObject(failsWith('label.reason.renderer-broken'));
  });

  it('after a PDF with a password', async () => {
    const locked = await pdfOf([[{ kind: 'block', x: 9, y: 9, width: 9, height: 9 }]], [288, 432], 'secret');
    expect(await pictures.picture(labelOf(locked, 'pdf'))).toMatchObject(failsWith('label.reason.locked'));
  });
});

describe('hostile drawings: a label that would be drawn without end', () => {
  const endless: [string, LabelFile][] = [
    ...Object.entries(endlessZpl).map(([what, zpl]): [string, LabelFile] => [what, labelOf(zpl, 'zpl')]),
    ...Object.entries(endlessPdfs).map(([what, pdf]): [string, LabelFile] => [what, labelOf(pdf(), 'pdf')]),
  ];

  it.each(inThisRun(endless, 4))('is abandoned, and the next label is drawn: %s', async (_what, label) => {
    expect(await shortLimit.picture(label)).toMatchObject(failsWith('label.reason.too-slow'));
    expect(await pictures.picture(labelOf('^XA^FO10,10^A0N,40^FDnext^FS^XZ', 'zpl'))).toMatchObject({ ok: true });
  });

  it('is also abandoned when it is made for a printer', async () => {
    const [pdf] = Object.values(endlessPdfs);
    if (!pdf) throw new Error('There is one');
    const { failure } = failsWith('label.reason.too-slow');
    expect(await shortLimit.zplOfPdf(labelOf(pdf(), 'pdf'), usualPrinter)).toMatchObject({
      ok: false,
      failure: { ...failure, code: 'picture-delayed' },
    });
  });

  it('does not delay a label for another printer, nor a picture', async () => {
    const patient = createLabelPictures({
      startProcess: startForkedPictureProcess,
      limits: { startMs: 60_000, drawMs: 60_000, printMs: 600_000 },
      onBug: (bug) => {
        throw bug;
      },
    });
    const [pdf] = Object.values(endlessPdfs);
    if (!pdf) throw new Error('There is one');
    const endless = patient.zplOfPdf(labelOf(pdf(), 'pdf'), usualPrinter);
    const usual = await pdfOf([[{ kind: 'block', x: 9, y: 9, width: 9, height: 9 }]]);
    const printed = await patient.zplOfPdf(labelOf(usual, 'pdf'), { ...usualPrinter, name: 'Zebra B' });
    expect(printed).toMatchObject({ ok: true });
    expect(await patient.picture(labelOf(usual, 'pdf'))).toMatchObject({ ok: true });
    // Still being drawn: only closing ends it.
    await patient.close();
    expect(await endless).toMatchObject({ ok: false, failure: { message: { code: 'label.station-closing' } } });
  });
});
