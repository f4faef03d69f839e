import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

let ready: Promise<unknown> | undefined;

/** Loads the reader from the package's own bytes; by default it would download them. */
async function prepare(): Promise<void> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

/** A grey picture, one byte a dot, 255 for white. */
export interface Picture {
  width: number;
  height: number;
  dots: Uint8Array;
}

/** Every bar code of a picture (PNG bytes, or dots), as "format text", sorted. */
export async function readCodes(picture: Uint8Array | Picture): Promise<string[]> {
  ready ??= prepare();
  await ready;
  const found = await readBarcodes(picture instanceof Uint8Array ? picture : imageData(picture), {
    formats: ['Code128', 'QRCode'],
    tryHarder: true,
    maxNumberOfSymbols: 32,
  });
  return found.map(({ format, text }) => `${format} ${text}`).sort();
}

function imageData({ width, height, dots }: Picture): ImageData {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const [at, dot] of dots.entries()) if (dot !== 255) data.fill(dot, at * 4, at * 4 + 3);
  return { width, height, data, colorSpace: 'srgb' } as ImageData;
}
