import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { code128Widths } from '../../../src/main/labels/code-128.ts';
import { decodeGrayPng, thresholded } from '../../../src/main/labels/raster-image.ts';
import { type Message, message } from '../../../src/shared/messages/message.ts';
import { defaultPaper } from '../../../src/shared/printing/printer.ts';
import { inThisRun, itInLongRun } from '../../helpers/test-length.ts';
import { forkedPictures } from './forked-picture-process.ts';
import { millimetre, type PageItem, pdfOf } from './pdf-fixture.ts';
import { type DecodedGraphic, graphicsOf } from './zpl-graphic-decoder.ts';

vi.setConfig({ testTimeout: 60_000 }); // a process start and real drawing, on a computer that does other things too

const pictures = forkedPictures();

const labelOf = (bytes: Uint8Array, format: 'zpl' | 'pdf') => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  format,
  bytes,
});
const given = async <T>(
  result: Promise<{ ok: true; value: T } | { ok: false; failure: { message: unknown } }>,
): Promise<T> => {
  const answer = await result;
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
};

interface Printer {
  dotsPerMillimetre: number;
  packing: 'z64' | 'acs';
  paper: { width: number; length: number };
}
const usual: Printer = { dotsPerMillimetre: 8, packing: 'z64', paper: defaultPaper };
const zplOf = (pdf: Buffer, printer: Partial<Printer> = {}) =>
  pictures.zplOfPdf(labelOf(pdf, 'pdf'), { name: 'Zebra A', ...usual, ...printer });
const graphicsOfPdf = async (pdf: Buffer, printer: Partial<Printer> = {}): Promise<DecodedGraphic[]> =>
  graphicsOf(await given(zplOf(pdf, printer)));
const graphicOfPdf = async (pdf: Buffer, printer: Partial<Printer> = {}): Promise<DecodedGraphic> => {
  const [graphic] = await graphicsOfPdf(pdf, printer);
  if (!graphic) throw new Error('No graphic');
  return graphic;
};
const codesIn = async (bytes: Uint8Array, format: 'zpl' | 'pdf'): Promise<string[]> =>
  (await given(pictures.barCodes(labelOf(bytes, format)))).map(({ text }) => text).sort();

const isBlack = ({ rowBytes, bytes }: DecodedGraphic, x: number, y: number): boolean =>
  ((bytes[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

/** Widths of black and white in turn along a row, or a column, from the first black dot to the last. */
function runsAlong(graphic: DecodedGraphic, at: number, along: 'row' | 'column'): number[] {
  const length = along === 'row' ? graphic.rowBytes * 8 : graphic.bytes.length / graphic.rowBytes;
  const dots = Array.from({ length }, (_, index) =>
    along === 'row' ? isBlack(graphic, index, at) : isBlack(graphic, at, index),
  );
  const inside = dots.slice(dots.indexOf(true), dots.lastIndexOf(true) + 1);
  const runs: number[] = [];
  inside.forEach((dot, index) => {
    if (index > 0 && inside[index - 1] === dot) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(1);
  });
  return runs;
}

const tracking = 'TRK12345678';
/** Bars of that many dots of 203 dpi a module, as PDFs are made for the printers of most people. */
const bars = (dots: number, more: Partial<PageItem & { kind: 'code 128' }> = {}): PageItem => ({
  kind: 'code 128',
  x: 40,
  y: 100,
  module: (dots * 72) / 203,
  text: tracking,
  ...more,
});

describe('PDF label: its picture', () => {
  it('is its first page at 8 dots per millimetre, and its bar codes can be read', async () => {
    const pdf = await pdfOf([[bars(3), { kind: 'text', x: 40, y: 200, size: 30, text: 'Jane' }], [bars(2)]]);
    const { width, height } = decodeGrayPng(await given(pictures.picture(labelOf(pdf, 'pdf'))));
    expect([width, height]).toEqual([813, 1220]);
    expect(await codesIn(pdf, 'pdf')).toEqual([tracking]);
  });

  itInLongRun('is drawn behind a line break or a byte order mark too', async () => {
    const pdf = await pdfOf([[bars(3)]]);
    for (const start of ['\n', '\u00ef\u00bb\u00bf\r\n']) {
      const shifted = Buffer.concat([Buffer.from(start, 'latin1'), pdf]);
      expect(await codesIn(shifted, 'pdf')).toEqual([tracking]);
      expect(await graphicsOfPdf(shifted)).toEqual(await graphicsOfPdf(pdf));
    }
  });

  itInLongRun('at another resolution shows the same page in more dots', async () => {
    const pdf = await pdfOf([[{ kind: 'block', x: 144, y: 216, width: 144, height: 216 }]]);
    const page = decodeGrayPng(await given(pictures.picture(labelOf(pdf, 'pdf'), 12)));
    expect([page.width, page.height]).toEqual([1220, 1829]);
    const at = (x: number, y: number) => page.pixels[y * page.width + x];
    expect([at(607, 912), at(612, 917), at(1217, 1826)]).toEqual([255, 0, 0]);
  });

  itInLongRun('is true to the millimetre where the page’s size is no whole number of points', async () => {
    const pdf = await pdfOf([[{ kind: 'block', x: 200, y: 300, width: 50, height: 50 }]], [283.9, 425.7]);
    const page = decodeGrayPng(await given(pictures.picture(labelOf(pdf, 'pdf'))));
    const inked = (x: number, y: number) => (page.pixels[y * page.width + x] ?? 255) < 128;
    const dot = (points: number) => Math.round((points / millimetre) * 8);
    expect([inked(dot(200) - 2, dot(325)), inked(dot(200) + 1, dot(325))]).toEqual([false, true]);
    expect([inked(dot(250) - 2, dot(325)), inked(dot(250) + 2, dot(325))]).toEqual([true, false]);
    expect([inked(dot(225), dot(300) - 2), inked(dot(225), dot(300) + 1)]).toEqual([false, true]);
  });
});

describe('PDF label: as ZPL', () => {
  it('is one format for each page, on the printer’s paper, with the same bits in either packing', async () => {
    const pages = ['FIRST123', 'SECOND123', 'THIRD123'].map((text) => [bars(2, { text })]);
    const pdf = await pdfOf(pages);
    const z64 = await graphicsOfPdf(pdf, { packing: 'z64' });
    const acs = await graphicsOfPdf(pdf, { packing: 'acs' });
    expect(z64).toHaveLength(3);
    expect(z64.map(({ width, length, rowBytes }) => [width, length, rowBytes])).toEqual(
      Array(3).fill([812, 1219, 102]),
    );
    expect(acs).toEqual(z64);
  });

  it('is drawn dot for dot by another renderer, and its bar codes can be read', async () => {
    const pdf = await pdfOf([
      [
        bars(3),
        bars(2, { y: 200, text: 'AB12CD34EF56GH78JK90' }),
        { kind: 'text', x: 40, y: 300, size: 12, text: 'Jane' },
      ],
    ]);
    for (const packing of ['z64', 'acs'] as const) {
      const zpl = await given(zplOf(pdf, { packing }));
      const picture = decodeGrayPng(await given(pictures.picture(labelOf(zpl, 'zpl'))));
      const [graphic] = graphicsOf(zpl);
      const redrawn = thresholded({ width: 813, height: 1219, pixels: picture.pixels.subarray(0, 813 * 1219) });
      expect(Buffer.from(redrawn.bytes).equals(graphic?.bytes ?? Buffer.alloc(0))).toBe(true);
      expect(await codesIn(zpl, 'zpl')).toEqual(['AB12CD34EF56GH78JK90', tracking]);
    }
  });

  it.each(
    inThisRun([
      ['203 dpi on a 203 dpi printer', 8, 3, 3],
      ['300 dpi on a 300 dpi printer', 12, (4 * 203) / 300, 4],
      ['203 dpi on a 300 dpi printer', 12, 2, 3],
      ['203 dpi on a 300 dpi printer, where a module would be 4.5 dots', 12, 3, 5],
      ['a third of a millimetre on a 203 dpi printer', 8, 2.667, 3],
      ['a module of 2.5 dots', 8, 2.5, 3],
      ['600 dpi', 24, 2, 6],
    ]),
  )('has every module of a Code 128 in whole dots: made for %s', async (_what, dotsPerMillimetre, made, dots) => {
    const pdf = await pdfOf([[bars(made)]]);
    const graphic = await graphicOfPdf(pdf, { dotsPerMillimetre });
    const middle = Math.round((125 / millimetre) * dotsPerMillimetre);
    expect(runsAlong(graphic, middle, 'row')).toEqual(code128Widths(tracking).map((width) => width * dots));
  });

  it('has whole modules in every row of the bars, and nothing left of the original bars', async () => {
    const graphic = await graphicOfPdf(await pdfOf([[bars(2.5, { x: 60 })]]));
    const expected = code128Widths(tracking).map((width) => width * 3);
    const rows = Array.from({ length: 1219 }, (_, y) => runsAlong(graphic, y, 'row')).filter((runs) => runs.length > 1);
    expect(rows).toEqual(Array(rows.length).fill(expected));
    expect(rows.length).toBeCloseTo((50 / millimetre) * 8, -1);
  });

  itInLongRun('makes a bar code a little smaller where there is no room for a larger one', async () => {
    const beside: PageItem = { kind: 'block', x: 30, y: 90, width: 4, height: 80 };
    const tight = await graphicOfPdf(await pdfOf([[bars(2.6, { x: 44 }), beside]]));
    const shrunk = runsAlong(tight, Math.round((125 / millimetre) * 8), 'row').slice(2);
    expect(shrunk).toEqual(code128Widths(tracking).map((width) => width * 2));
    const hair = await graphicOfPdf(await pdfOf([[bars(1.5)]]));
    const modules = code128Widths(tracking).reduce((sum, width) => sum + width, 0);
    const length = runsAlong(hair, Math.round((125 / millimetre) * 8), 'row').reduce((sum, run) => sum + run, 0);
    expect(length / modules).toBeCloseTo(1.5, 1);
  });

  itInLongRun('has whole modules where the bars are upright', async () => {
    const graphic = await graphicOfPdf(await pdfOf([[bars(2.5, { x: 100, y: 350, upwards: true })]]));
    const runs = runsAlong(graphic, Math.round((125 / millimetre) * 8), 'column');
    expect([...runs].reverse()).toEqual(code128Widths(tracking).map((width) => width * 3));
  });

  it.each(inThisRun(['qrcode', 'datamatrix', 'azteccode'] as const))(
    'has square modules of whole dots in a %s',
    async (symbology) => {
      const pdf = await pdfOf([
        [{ kind: 'matrix', symbology, x: 80, y: 80, module: (3.6 * 72) / 203, text: tracking }],
      ]);
      const graphic = await graphicOfPdf(pdf);
      const lines = Array.from({ length: 1219 }, (_, at) => runsAlong(graphic, at, 'row')).filter(
        (runs) => runs.length > 1,
      );
      const columns = Array.from({ length: 812 }, (_, at) => runsAlong(graphic, at, 'column')).filter(
        (runs) => runs.length > 1,
      );
      expect(lines.length).toBeGreaterThan(40);
      expect([...lines, ...columns].flat().every((run) => run % 4 === 0)).toBe(true);
      expect(await codesIn(await given(zplOf(pdf)), 'zpl')).toEqual([tracking]);
    },
  );

  it('keeps a PDF417 readable, its columns whole', async () => {
    const text = 'a longer text, as a stacked code carries it';
    const pdf = await pdfOf([[{ kind: 'matrix', symbology: 'pdf417', x: 30, y: 80, module: (2.6 * 72) / 203, text }]]);
    const graphic = await graphicOfPdf(pdf);
    const runs = runsAlong(graphic, Math.round((83 / millimetre) * 8), 'row');
    expect(runs.length).toBeGreaterThan(20);
    expect(runs.every((run) => run % 3 === 0)).toBe(true);
    expect(await codesIn(await given(zplOf(pdf)), 'zpl')).toEqual([text]);
  });

  itInLongRun('keeps its white margins and its own size', async () => {
    const graphic = await graphicOfPdf(await pdfOf([[{ kind: 'block', x: 72, y: 144, width: 72, height: 72 }]]));
    const [inch, middle] = [203.2, 500];
    expect(runsAlong(graphic, middle, 'row')).toEqual([expect.closeTo(inch, -0.5)]);
    expect(runsAlong(graphic, 300, 'column')).toEqual([expect.closeTo(inch, -0.5)]);
    expect([isBlack(graphic, 201, middle), isBlack(graphic, 205, middle)]).toEqual([false, true]);
    expect([isBlack(graphic, 300, 404), isBlack(graphic, 300, 408)]).toEqual([false, true]);
  });

  it('has a threshold at half for black or white, and no dithering', async () => {
    const shades = ['#707070', '#909090', '#dd0000', '#ffdd00'];
    const blocks = shades.map(
      (shade, index): PageItem => ({ kind: 'block', x: 20, y: 20 + 100 * index, width: 200, height: 50, shade }),
    );
    const graphic = await graphicOfPdf(await pdfOf([blocks]));
    const rows = shades.map((_, index) => runsAlong(graphic, Math.round(((45 + 100 * index) / millimetre) * 8), 'row'));
    expect(rows.map((runs) => runs.length)).toEqual([1, 0, 1, 0]);
  });

  itInLongRun('rotates a landscape page on portrait paper clockwise', async () => {
    const pdf = await pdfOf([[{ kind: 'block', x: 0, y: 0, width: 72, height: 36 }, bars(3, { x: 150 })]], [432, 288]);
    const graphic = await graphicOfPdf(pdf);
    expect([graphic.width, graphic.length]).toEqual([812, 1219]);
    expect([isBlack(graphic, 805, 5), isBlack(graphic, 720, 195), isBlack(graphic, 5, 5)]).toEqual([true, true, false]);
    expect(await codesIn(await given(zplOf(pdf)), 'zpl')).toEqual([tracking]);
  });

  itInLongRun('fits an A6 page on 4x6 paper', async () => {
    const [width, height] = [105 * millimetre, 148 * millimetre];
    const pdf = await pdfOf(
      [[{ kind: 'block', x: width - 20, y: 0, width: 20, height: 20 }, bars(2)]],
      [width, height],
    );
    const graphic = await graphicOfPdf(pdf);
    expect(isBlack(graphic, 810, 5)).toBe(true);
    expect(await codesIn(await given(zplOf(pdf)), 'zpl')).toEqual([tracking]);
  });

  it('is refused with a reason where it would print small, has too many pages, or draws nothing', async () => {
    const notPrintable = (reason: Message) => message('label.pdf-not-printable', { reason });
    const why = async (pdf: Buffer): Promise<unknown> => {
      const answer = await zplOf(pdf);
      return answer.ok ? 'made' : answer.failure;
    };
    expect(await why(await pdfOf([[bars(3)]], [595, 842]))).toMatchObject({
      code: 'picture-failed',
      message: notPrintable(
        message('label.reason.page-larger-than-paper', { width: 210, length: 297, paperWidth: 102, paperLength: 152 }),
      ),
    });
    expect(await why(await pdfOf(Array(11).fill([bars(3)])))).toMatchObject({
      message: notPrintable(message('label.reason.too-many-pages', { count: 11, limit: 10 })),
    });
    expect(await why(await pdfOf([[]]))).toMatchObject({ message: notPrintable(message('label.reason.empty')) });
    expect(await why(Buffer.from('no PDF at all'))).toMatchObject({
      message: notPrintable(message('label.reason.unreadable-pdf')),
    });
  });

  itInLongRun('can have ten pages', async () => {
    const pages = Array.from({ length: 10 }, (_, page) => [bars(2, { text: `PAGE${page}` })]);
    expect(await graphicsOfPdf(await pdfOf(pages))).toHaveLength(10);
  });
});
