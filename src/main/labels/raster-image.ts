import { decode, encode } from 'fast-png';

/** A picture of one byte a pixel, row by row from the top left; 0 is black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** From here up a pixel is white: half black, half white. */
export const halfWhite = 128;

/** The first rows of a picture. */
export const topRows = ({ width, pixels }: GrayImage, height: number): GrayImage => ({
  width,
  height,
  pixels: pixels.subarray(0, width * height),
});

/** Rows down to the lowest that holds anything dark; 0 where there is none. */
export function inkedRows({ width, pixels }: GrayImage): number {
  for (let at = pixels.length - 1; at >= 0; at -= 1) {
    if ((pixels[at] ?? 255) < halfWhite) return Math.floor(at / width) + 1;
  }
  return 0;
}

/** A picture of one bit a dot as `^GF` takes it: rows of whole bytes, the first dot the highest bit, 1 is black. */
export interface OneBitImage {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  readonly bytes: Uint8Array;
}

export function emptyImage(width: number, height: number): OneBitImage {
  const rowBytes = Math.ceil(width / 8);
  return { width, height, rowBytes, bytes: new Uint8Array(rowBytes * height) };
}

/** Black where a pixel is darker than half; no dithering, for bar codes do not survive it. */
export function thresholded({ width, height, pixels }: GrayImage): OneBitImage {
  const image = emptyImage(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) < halfWhite) setDot(image, x, y, true);
    }
  }
  return image;
}

/** Dots outside the picture are left alone. */
export function setDot({ width, height, rowBytes, bytes }: OneBitImage, x: number, y: number, black: boolean): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * rowBytes + (x >> 3);
  const bit = 0x80 >> (x & 7);
  bytes[at] = black ? (bytes[at] ?? 0) | bit : (bytes[at] ?? 0) & ~bit;
}

export const isBlank = ({ bytes }: OneBitImage): boolean => bytes.every((byte) => byte === 0);

/** A picture as PNG of 8-bit gray; the low level is fast, and packs flat black and white well. */
export const encodeGrayPng = ({ width, height, pixels }: GrayImage): Uint8Array =>
  encode({ width, height, data: pixels, channels: 1, depth: 8 }, { zlib: { level: 4 } });

/** Reads a PNG of 8-bit gray, as the ZPL renderer makes them. Throws for any other. */
export function decodeGrayPng(png: Uint8Array): GrayImage {
  const { width, height, depth, channels, data } = decode(png);
  if (depth !== 8 || channels !== 1 || !(data instanceof Uint8Array)) throw new Error('the picture is not 8-bit gray');
  return { width, height, pixels: data };
}
