import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReaderOptions, ReadResult, readBarcodes } from 'zxing-wasm/reader';
import { withBoundedMemory } from './bounded-wasm.ts';
import type { GrayImage } from './raster-image.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A bar code and its corners in the picture, relative to its reading direction. */
export interface FoundCode {
  /** As the reader names it: "Code128", "EAN13", "QRCode". */
  readonly symbology: string;
  /** The symbology it is a variant of: "EANUPC" of "EAN13". */
  readonly family: string;
  readonly text: string;
  readonly topLeft: Point;
  readonly topRight: Point;
  readonly bottomRight: Point;
  readonly bottomLeft: Point;
}

/** Reads bar codes. Only the picture process may use this: WebAssembly must be killable. */
export interface BarCodeReader {
  /** Returns at most fifty codes; an empty result does not mean that there is none. */
  read(image: GrayImage, effort?: 'thorough' | 'fast'): Promise<FoundCode[]>;
}

/** Most codes of one label, and most characters of one code. */
const barCodeLimits = { codes: 50, characters: 4096 };

/** Twice as fast: without inverted codes and without a second pass on a smaller picture. */
const blackOnWhite: ReaderOptions = { tryInvert: false, tryDownscale: false };

/** Loads the reader with the WebAssembly file of the installed package; nothing is downloaded. */
export async function loadBarCodeReader(): Promise<BarCodeReader> {
  const reader = await import('zxing-wasm/reader');
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await reader.prepareZXingModule({ overrides: { wasmBinary: withBoundedMemory(wasm).buffer }, fireImmediately: true });
  return {
    async read(image, effort = 'thorough') {
      const options = effort === 'fast' ? blackOnWhite : {};
      const found = await reader.readBarcodes(asImageData(image), {
        ...options,
        maxNumberOfSymbols: barCodeLimits.codes,
      });
      return found.filter(({ isValid }) => isValid).map(foundCode);
    },
  };
}

const foundCode = ({ format, symbology, text, position }: ReadResult): FoundCode => ({
  symbology: format,
  family: symbology,
  text: text.slice(0, barCodeLimits.characters),
  topLeft: position.topLeft,
  topRight: position.topRight,
  bottomRight: position.bottomRight,
  bottomLeft: position.bottomLeft,
});

/** The picture as RGBA, as the reader needs it. */
function asImageData({ width, height, pixels }: GrayImage): Parameters<typeof readBarcodes>[0] {
  const data = new Uint8ClampedArray(width * height * 4);
  const colours = new Uint32Array(data.buffer);
  for (let index = 0; index < pixels.length; index += 1)
    colours[index] = 0xff000000 | ((pixels[index] ?? 255) * 0x010101);
  return { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
}
