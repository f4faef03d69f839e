import { decode, encode } from 'fast-png';

/** A picture of one byte per pixel, row by row from the top left; 0 is black. */
export interface GrayImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Pixels from this value on count as white. */
export const halfWhite = 128;

/** The first rows of a picture. */
export const topRows = ({ width, pixels }: GrayImage, height: number): GrayImage => ({
  width,
  height,
  pixels: pixels.subarray(0, width * height),
});

/** Number of rows down to the lowest with a dark pixel; 0 where there is none. */
export function inkedRows({ width, pixels }: GrayImage): number {
  for (let at = pixels.length - 1; at >= 0; at -= 1) {
    if ((pixels[at] ?? 255) < halfWhite) return Math.floor(at / width) + 1;
  }
  return 0;
}

/** A picture of one bit per dot as in `^GF`: rows of whole bytes, the first dot is the highest bit, 1 is black. */
export interface OneBitImage {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  readonly bytes: Uint8Array;
}

/** A white picture of that many dots. */
export function emptyImage(width: number, height: number): OneBitImage {
  const rowBytes = Math.ceil(width / 8);
  return { width, height, rowBytes, bytes: new Uint8Array(rowBytes * height) };
}

/** The picture in black and white, without dithering, which would damage bar codes. */
export function thresholded({ width, height, pixels }: GrayImage): OneBitImage {
  const image = emptyImage(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[y * width + x] ?? 255) < halfWhite) setDot(image, x, y, true);
    }
  }
  return image;
}

/** Sets a dot; dots outside the picture are ignored. */
export function setDot({ width, height, rowBytes, bytes }: OneBitImage, x: number, y: number, black: boolean): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * rowBytes + (x >> 3);
  const bit = 0x80 >> (x & 7);
  bytes[at] = black ? (bytes[at] ?? 0) | bit : (bytes[at] ?? 0) & ~bit;
}

/** True for a completely white picture. */
export const isBlank = ({ bytes }: OneBitImage): boolean => bytes.every((byte) => byte === 0);

/** Encodes an 8-bit gray PNG; the low compression level is fast, and sufficient for black and white. */
export const encodeGrayPng = ({ width, height, pixels }: GrayImage): Uint8Array =>
  encode({ width, height, data: pixels, channels: 1, depth: 8 }, { zlib: { level: 4 } });

/** Decodes an 8-bit gray PNG of the ZPL renderer. Throws for any other. */
export function decodeGrayPng(png: Uint8Array): GrayImage {
  const { width, height, depth, channels, data } = decode(png);
  if (depth !== 8 || channels !== 1 || !(data instanceof Uint8Array)) throw new Error('the picture is not 8-bit gray');
  return { width, height, pixels: data };
}
