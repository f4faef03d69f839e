import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignBarCodes } from '../../../src/main/labels/align-bar-codes.ts';
import type { FoundCode } from '../../../src/main/labels/bar-code-reader.ts';
import type { GrayImage } from '../../../src/main/labels/raster-image.ts';
import { emptyImage, type OneBitImage, thresholded } from '../../../src/main/labels/raster-image.ts';

const [width, height, factor] = [600, 40, 2];

/** Bars from `start`, `module` dots each, as gray as they cover their pixels. */
function drawn(widths: readonly number[], start: number, module: number, scale: number): GrayImage {
  const pixels = new Uint8Array(width * scale * height * scale).fill(255);
  let at = start * scale;
  widths.forEach((modules, index) => {
    const end = at + modules * module * scale;
    for (let x = Math.floor(at); index % 2 === 0 && x < end; x += 1) {
      const covered = Math.min(x + 1, end) - Math.max(x, at);
      for (let y = 10 * scale; y < 30 * scale; y += 1) pixels[y * width * scale + x] = 255 * (1 - covered);
    }
    at = end;
  });
  return { width: width * scale, height: height * scale, pixels };
}

const found = (from: number, to: number, family = 'Code128'): FoundCode => ({
  symbology: family,
  family,
  text: 'x',
  topLeft: { x: from, y: 30 },
  topRight: { x: to, y: 30 },
  bottomRight: { x: to, y: 50 },
  bottomLeft: { x: from, y: 50 },
});

const runsOf = ({ rowBytes, bytes }: OneBitImage, y: number): number[] => {
  const dots = Array.from(
    { length: width },
    (_, x) => ((bytes[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0,
  );
  const inside = dots.slice(dots.indexOf(true), dots.lastIndexOf(true) + 1);
  const edges = inside.flatMap((dot, index) => (index > 0 && inside[index - 1] !== dot ? [index] : []));
  return [...edges, inside.length].map((edge, index) => edge - (edges[index - 1] ?? 0));
};

const anyBars = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 13, maxLength: 31 })
  .filter((widths) => widths.length % 2 === 1 && widths.includes(1));

describe('bar code alignment: a bar code on whole dots', () => {
  it('has every module as wide as every other, wherever and however wide it was drawn', () => {
    fc.assert(
      fc.property(
        anyBars,
        fc.double({ min: 40, max: 60, noNaN: true }),
        fc.double({ min: 1.7, max: 5, noNaN: true }),
        fc.integer({ min: -2, max: 2 }),
        (widths, start, module, slip) => {
          const modules = widths.reduce((sum, one) => sum + one, 0);
          fc.pre(start + modules * module * 1.3 < width - 60);
          const image = thresholded(drawn(widths, start, module, 1));
          const fine = drawn(widths, start, module, factor);
          const code = found(
            Math.round(start * factor) + slip,
            Math.round((start + modules * module) * factor) - 1 + slip,
          );
          alignBarCodes(image, fine, factor, [code]);
          const dots = (runsOf(image, 20)[0] ?? 0) / (widths[0] ?? 1);
          expect([Number.isInteger(dots), Math.abs(dots - module) < 0.55]).toEqual([true, true]);
          for (const y of [10, 20, 29]) expect(runsOf(image, y)).toEqual(widths.map((one) => one * dots));
          expect([runsOf(image, 9), runsOf(image, 30)]).toEqual([[0], [0]]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is unchanged where it is another kind of code, or where nothing is drawn', () => {
    const corner = fc.record({ x: fc.integer({ min: -50, max: 1300 }), y: fc.integer({ min: -50, max: 130 }) });
    const families = fc.constantFrom('Code128', 'QRCode', 'PDF417', 'MaxiCode', 'DataMatrix');
    fc.assert(
      fc.property(corner, corner, corner, corner, families, (topLeft, topRight, bottomRight, bottomLeft, family) => {
        const image = emptyImage(width, height);
        const white = {
          width: width * factor,
          height: height * factor,
          pixels: new Uint8Array(4 * width * height).fill(255),
        };
        alignBarCodes(image, white, factor, [{ ...found(0, 0, family), topLeft, topRight, bottomRight, bottomLeft }]);
        expect(image.bytes.every((byte) => byte === 0)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  it('is unchanged where it is rotated', () => {
    const widths = [2, 1, 1, 2, 3, 1, 1, 1, 2, 2, 1, 3, 2];
    const [image, fine] = [thresholded(drawn(widths, 50, 2.5, 1)), drawn(widths, 50, 2.5, factor)];
    const before = Buffer.from(image.bytes);
    const code = found(100, 210);
    alignBarCodes(image, fine, factor, [{ ...code, topRight: { x: 210, y: 40 }, bottomRight: { x: 210, y: 60 } }]);
    expect(before.equals(image.bytes)).toBe(true);
  });
});
