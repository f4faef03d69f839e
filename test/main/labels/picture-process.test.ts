import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { LabelPictures } from '../../../src/main/core/ports/printing.ts';
import { createLabelPictures } from '../../../src/main/labels/label-pictures.ts';
import { testLabel } from '../../../src/main/printers/test-label.ts';
import type { Result } from '../../../src/shared/failure.ts';
import { binaryLabel } from '../../suites/printer-transport.ts';
import { startForkedPictureProcess } from './forked-picture-process.ts';

vi.setConfig({ testTimeout: 60_000 }); // a process start and real drawing, on a computer that does other things too

const hangs = `^XA${'^FO10,10^FR^GB800,1200,600^FS'.repeat(5_000)}^XZ`; // minutes of drawing
const realLabels = new URL('../../../../shared/labels/carriers/', import.meta.url);

let pictures: LabelPictures;
beforeAll(() => {
  pictures = createLabelPictures({
    startProcess: startForkedPictureProcess,
    limits: { startMs: 60_000, drawMs: 15_000 },
  });
});
afterAll(() => pictures.close());

const pictureOf = (label: string | Uint8Array, format: 'zpl' | 'pdf' = 'zpl'): Promise<Result<Uint8Array>> => {
  const bytes = Buffer.from(label);
  return pictures.picture({ sha256: createHash('sha256').update(bytes).digest('hex'), format, bytes });
};
const drawn = async (label: string | Uint8Array): Promise<Buffer> => {
  const picture = await pictureOf(label);
  if (!picture.ok) throw new Error(picture.failure.message);
  return Buffer.from(picture.value);
};
const codesIn = async (png: Buffer): Promise<string[]> => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } });
  return (await readBarcodes(new Uint8Array(png))).map((code) => code.text);
};

describe('the picture of a ZPL label', () => {
  it('is a PNG of 4x6 inches at 8 dots per millimetre, with its bar code readable', async () => {
    const png = await drawn(testLabel('Zebra A'));
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([813, 1220]);
    expect(await codesIn(png)).toEqual(['TEST']);
  });

  it('shows the first format that draws something, not the set-up before it nor the labels behind it', async () => {
    const first = '^XA^FO50,50^BY3^BCN,200,N^FDFIRST^FS^XZ';
    const png = await drawn(`^XA^MCY^XZ${first}${'^XA^FO50,50^BY3^BCN,200,N^FDLATER^FS^XZ'.repeat(50)}`);
    expect(png.equals(await drawn(first))).toBe(true);
  });

  it('shows binary graphics as they print, line ends and commands in them included', async () => {
    const rows = Buffer.from('^XZ~JA^XA\r\n\n\t\0\u00ff\u0001\u0002\u0003'.padEnd(64, '\n~^\r'), 'latin1');
    const at = '^XA^FO50,50^GF';
    const binary = Buffer.concat([
      Buffer.from(`${at}B,64,64,4,`),
      rows,
      Buffer.from('^FS^FO50,200^A0N,40^FDafter^FS^XZ'),
    ]);
    const hex = `${at}A,64,64,4,${rows.toString('hex').toUpperCase()}^FS^FO50,200^A0N,40^FDafter^FS^XZ`;
    expect((await drawn(binary)).equals(await drawn(hex))).toBe(true);
    await drawn(binaryLabel());
  });

  it('shows UTF-8 text as UTF-8, also beside binary graphics', async () => {
    const text = (data: string) => `^FO50,200^CI28^A0N,60^FH^FD${data}^FS^XZ`;
    const graphic = Buffer.concat([Buffer.from('^XA^FO0,0^GFB,2,2,1,'), Buffer.from([0xff, 0xc3]), Buffer.from('^FS')]);
    const plain = await drawn(Buffer.concat([graphic, Buffer.from(text('čšé'))]));
    const escaped = await drawn(Buffer.concat([graphic, Buffer.from(text('_c4_8d_c5_a1_c3_a9'))]));
    expect(plain.equals(escaped)).toBe(true);
  });

  it('fails in words, and leaves the process standing, where nothing can be drawn', async () => {
    for (const label of ['', '^XA^XZ', 'hello', '^XA^FO10,10^A0N,32000,32000^FDhuge^FS^XZ']) {
      expect(await pictureOf(label)).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    }
    await drawn('^XA^FO10,10^A0N,40^FDstill here^FS^XZ');
  });

  it('says that PDF labels have none yet', async () => {
    expect(await pictureOf('%PDF-1.7', 'pdf')).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('PDF'), code: 'picture-failed' },
    });
  });

  it('is refused at once for a label that would unfold without end', async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000)).toString('base64');
    const answer = await pictureOf(`^XA^FO0,0^GFA,50000000,50000000,1000,:Z64:${bomb}:0000^FS^XZ`);
    expect(answer).toMatchObject({ ok: false, failure: { message: expect.stringContaining('larger than any label') } });
  });
});

it('a label that would draw for minutes is given up, and the next one is drawn', async () => {
  const impatient = createLabelPictures({
    startProcess: startForkedPictureProcess,
    limits: { startMs: 60_000, drawMs: 3_000 },
  });
  const bytes = Buffer.from(hangs);
  const stuck = await impatient.picture({ sha256: 'hangs', format: 'zpl', bytes });
  expect(stuck).toMatchObject({ ok: false, failure: { message: expect.stringContaining('took too long') } });
  const next = Buffer.from('^XA^FO10,10^A0N,40^FDnext^FS^XZ');
  expect(await impatient.picture({ sha256: 'next', format: 'zpl', bytes: next })).toMatchObject({ ok: true });
  await impatient.close();
});

if (existsSync(realLabels)) {
  describe('real carrier labels', () => {
    it.each(readdirSync(realLabels))('%s has a picture', async (name) => {
      const png = await drawn(readFileSync(new URL(name, realLabels)));
      expect(png.length).toBeGreaterThan(5_000); // an empty 4x6 picture has 3,500
    });
  });
}
