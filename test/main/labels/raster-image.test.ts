import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeGrayPng, encodeGrayPng } from '../../../src/main/labels/raster-image.ts';

const anyPicture = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain(({ width, height }) =>
    fc
      .uint8Array({ minLength: width * height, maxLength: width * height })
      .map((pixels) => ({ width, height, pixels })),
  );

/** The picture's PNG with every row filtered in that way, as other programs write it (PNG, 9.2). */
function filtered({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }, filter: number) {
  const at = (x: number, y: number): number => (x < 0 || y < 0 ? 0 : (pixels[y * width + x] ?? 0));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = filter;
    for (let x = 0; x < width; x += 1) {
      const [left, up, corner] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const nearest = [left, up, corner].reduce((best, one) =>
        Math.abs(left + up - corner - one) < Math.abs(left + up - corner - best) ? one : best,
      );
      const guess = [0, left, up, (left + up) >> 1, nearest][filter] ?? 0;
      rows[y * (width + 1) + 1 + x] = at(x, y) - guess;
    }
  }
  const png = encodeGrayPng({ width, height, pixels });
  const packed = deflateSync(rows);
  const chunk = Buffer.alloc(packed.length + 12);
  chunk.writeUInt32BE(packed.length);
  chunk.write('IDAT', 4, 'latin1');
  chunk.set(packed, 8);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(-12)]);
}

describe('gray PNG', () => {
  it('is decoded pixel for pixel, whatever filter its rows have', () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        expect(decodeGrayPng(encodeGrayPng(picture)).pixels).toEqual(picture.pixels);
        for (const filter of [0, 1, 2, 3, 4])
          expect(decodeGrayPng(filtered(picture, filter)).pixels).toEqual(picture.pixels);
      }),
    );
  });

  it('is not read from other bytes', () => {
    const png = encodeGrayPng({ width: 1, height: 1, pixels: Uint8Array.of(7) });
    png[25] = 2; // colours
    expect(() => decodeGrayPng(png)).toThrow('not 8-bit gray');
    expect(() => decodeGrayPng(Buffer.alloc(100))).toThrow();
  });
});
