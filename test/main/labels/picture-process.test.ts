import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { decodeGrayPng } from '../../../src/main/labels/raster-image.ts';
import { forkedPictures } from './forked-picture-process.ts';

vi.setConfig({ testTimeout: 60_000 }); // a process start and real drawing, on a computer that does other things too

const realLabels = new URL('../../../../shared/labels/carriers/', import.meta.url);

const pictures = forkedPictures();

const zpl = (label: string | Uint8Array) => {
  const bytes = Buffer.from(label);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), format: 'zpl' as const, bytes };
};
const drawn = async (label: string | Uint8Array, dotsPerMillimetre?: number): Promise<Buffer> => {
  const picture = await pictures.picture(zpl(label), dotsPerMillimetre);
  if (!picture.ok) throw new Error(JSON.stringify(picture.failure));
  return Buffer.from(picture.value);
};
const sizeOf = ({ width, height }: { width: number; height: number }) => [width, height];
const codesOf = async (label: string | Uint8Array) => {
  const codes = await pictures.barCodes(zpl(label));
  if (!codes.ok) throw new Error(JSON.stringify(codes.failure));
  return codes.value;
};

describe('ZPL label: its picture', () => {
  const short = '^XA^FO50,50^BY3^BCN,200,N^FDSHORT^FS^XZ';

  it('is a PNG of 4x6 inches at 8 dots per millimetre', async () => {
    const png = await drawn(short);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(sizeOf(decodeGrayPng(png))).toEqual([813, 1220]);
  });

  it.each(['CT~~CD,~CC^~CT~\r\n', '\u0010CT~~CD,~CC^~CT~\r\n', '\ufeff', '\n'])(
    'is the same behind %j',
    async (start) => {
      expect((await drawn(start + short)).equals(await drawn(short))).toBe(true);
    },
  );

  it('at another resolution shows the label with the smaller dots of such a printer', async () => {
    const [coarse, fine] = [decodeGrayPng(await drawn(short)), decodeGrayPng(await drawn(short, 12))];
    expect(sizeOf(fine)).toEqual([1220, 1829]);
    const bar = (picture: typeof coarse) => picture.pixels.subarray(100 * picture.width, 100 * picture.width + 400);
    expect(Buffer.from(bar(fine)).equals(bar(coarse))).toBe(true);
  });

  it('is as long as the label: by ^LL, or by what is drawn, up to 8 inches', async () => {
    expect(sizeOf(decodeGrayPng(await drawn('^XA^LL1500^FO10,10^GB50,50,50^FS^XZ')))).toEqual([813, 1500]);
    const below = decodeGrayPng(await drawn('^XA^LL1218^FO10,1400^GB50,50,50^FS^XZ'));
    expect(sizeOf(below)).toEqual([813, 1626]);
    expect(below.pixels[1420 * 813 + 30]).toBe(0);
  });

  it('shows the first format that draws something, not the settings before it nor the labels after it', async () => {
    const first = '^XA^FO50,50^BY3^BCN,200,N^FDFIRST^FS^XZ';
    const png = await drawn(`^XA^MCY^XZ${first}${'^XA^FO50,50^BY3^BCN,200,N^FDLATER^FS^XZ'.repeat(50)}`);
    expect(png.equals(await drawn(first))).toBe(true);
  });

  it('shows binary graphics as they print, line ends and commands in them included', async () => {
    const rows = Buffer.from('^XZ~JA^XA\r\n\n\t\0\u00ff\u0001\u0002\u0003'.padEnd(64, '\n~^\r'), 'latin1');
    const at = '^XA^FO50,50^GF';
    const after = '^FS^FO50,200^A0N,40^FDafter^FS^XZ';
    const binary = Buffer.concat([Buffer.from(`${at}B,64,64,4,`), rows, Buffer.from(after)]);
    const hex = `${at}A,64,64,4,${rows.toString('hex').toUpperCase()}${after}`;
    expect((await drawn(binary)).equals(await drawn(hex))).toBe(true);
  });

  it('shows UTF-8 text as UTF-8, also beside binary graphics', async () => {
    const text = (data: string) => `^FO50,200^CI28^A0N,60^FH^FD${data}^FS^XZ`;
    const graphic = Buffer.concat([Buffer.from('^XA^FO0,0^GFB,2,2,1,'), Buffer.from([0xff, 0xc3]), Buffer.from('^FS')]);
    const plain = await drawn(Buffer.concat([graphic, Buffer.from(text('čšé'))]));
    const escaped = await drawn(Buffer.concat([graphic, Buffer.from(text('_c4_8d_c5_a1_c3_a9'))]));
    expect(plain.equals(escaped)).toBe(true);
  });

  it('fails with a message, and keeps the process running, where nothing can be drawn', async () => {
    for (const label of ['', '^XA^XZ', 'hello', '^XA^FO10,10^A0N,32000,32000^FDhuge^FS^XZ']) {
      expect(await pictures.picture(zpl(label))).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
    }
    await drawn('^XA^FO10,10^A0N,40^FDstill here^FS^XZ');
  });
});

describe('ZPL label: its bar codes', () => {
  it('are read back from its picture', async () => {
    const codes = await codesOf('^XA^FO50,50^BY3^BCN,200,N^FDTRK12345678^FS^FO50,400^BQN,2,8^FDQA,AB12CD34^FS^XZ');
    expect(codes).toContainEqual({ symbology: 'Code128', text: 'TRK12345678' });
    expect(codes).toContainEqual({ symbology: 'QRCode', text: 'AB12CD34' });
  });

  it('are none where the picture has none, and a failure where the label cannot be drawn', async () => {
    expect(await codesOf('^XA^FO10,10^A0N,40^FDno code^FS^XZ')).toEqual([]);
    expect(await pictures.barCodes(zpl('hello'))).toMatchObject({ ok: false, failure: { code: 'picture-failed' } });
  });

  it('are searched at a finer resolution where the usual one shows none: a label made for 300 dpi', async () => {
    const codes = await codesOf('^XA^FO900,1500^BY2^BCR,100,N^FDFINE1234^FS^XZ');
    expect(codes.map(({ text }) => text)).toEqual(['FINE1234']);
  });

  it('are fifty at most', async () => {
    const many = Array.from({ length: 60 }, (_, index) => {
      const [x, y] = [(index % 6) * 130 + 10, Math.floor(index / 6) * 120 + 10];
      return `^FO${x},${y}^BQN,2,4^FDQA,CODE${index}^FS`;
    });
    expect(await codesOf(`^XA${many.join('')}^XZ`)).toHaveLength(50);
  });
});

if (existsSync(realLabels)) {
  describe('ZPL label: real carrier labels', () => {
    it.each(readdirSync(realLabels))('%s has a picture, and its bar codes can be searched', async (name) => {
      const label = readFileSync(new URL(name, realLabels));
      const { pixels } = decodeGrayPng(await drawn(label));
      expect(pixels.filter((pixel) => pixel < 128).length).toBeGreaterThan(5_000);
      await codesOf(label);
    });
  });
}
