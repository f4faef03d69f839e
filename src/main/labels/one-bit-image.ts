import { type GrayImage, halfWhite } from './gray-image.ts';

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
