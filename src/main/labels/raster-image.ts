import { crc32, deflateSync, inflateSync } from 'node:zlib';

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

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width, height, then: 8 bits a sample, grayscale, and the only compression, filtering and order we write (PNG, 11.2.1). */
const eightBitGray = [8, 0, 0, 0, 0];

/** A picture as PNG of 8-bit gray. Rows are not filtered: labels are flat black and white, which packs best so. */
export function encodeGrayPng({ width, height, pixels }: GrayImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(eightBitGray, 8);
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter, 0
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 4 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}

/** Reads a PNG of 8-bit gray, as the ZPL renderer makes them. Throws for any other. */
export function decodeGrayPng(png: Uint8Array): GrayImage {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  let size: { width: number; height: number } | null = null;
  const packed: Buffer[] = [];
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') size = sizeOf(data);
    if (type === 'IDAT') packed.push(data);
    at += length + 12;
  }
  if (!size) throw new Error('the picture has no size');
  const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: (size.width + 1) * size.height });
  return { ...size, pixels: unfiltered(rows, size.width, size.height) };
}

function sizeOf(header: Buffer): { width: number; height: number } {
  if (!header.subarray(8, 13).equals(Buffer.from(eightBitGray))) throw new Error('the picture is not 8-bit gray');
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
}

/** Undoes the row filters for one byte a pixel (PNG, 9.2): each byte was kept as a difference to its left and upper neighbours. */
function unfiltered(rows: Buffer, width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (width + 1)] ?? 0;
    const from = y * (width + 1) + 1;
    const to = y * width;
    for (let x = 0; x < width; x += 1) {
      const left = x > 0 ? (pixels[to + x - 1] ?? 0) : 0;
      const up = y > 0 ? (pixels[to + x - width] ?? 0) : 0;
      const upLeft = x > 0 && y > 0 ? (pixels[to + x - width - 1] ?? 0) : 0;
      pixels[to + x] = (rows[from + x] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    default:
      return paeth(left, up, upLeft);
  }
}

/** The neighbour nearest to left + up - upLeft (PNG, 9.4). */
function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const byLeft = Math.abs(estimate - left);
  const byUp = Math.abs(estimate - up);
  const byUpLeft = Math.abs(estimate - upLeft);
  if (byLeft <= byUp && byLeft <= byUpLeft) return left;
  return byUp <= byUpLeft ? up : upLeft;
}
