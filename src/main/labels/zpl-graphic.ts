import { deflateSync } from 'node:zlib';
import type { OneBitImage } from './raster-image.ts';

/** The encoding of a graphic: `z64` for current Zebra printers, `acs` for old ones and other makes (ZPL guide, ^GF). */
export type Packing = 'z64' | 'acs';

/** The graphic as the data of `^GFA`. */
function packed(image: OneBitImage, packing: Packing): string {
  return packing === 'z64' ? z64(image.bytes) : acs(image);
}

/** Encodes as `:Z64:`, base64 of the zlib stream, and its checksum (ZPL guide, "ZB64 encoding"). */
export function z64(bytes: Uint8Array): string {
  const base64 = deflateSync(bytes, { level: 9 }).toString('base64');
  return `:Z64:${base64}:${crc16(base64).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** CRC-16/XMODEM of the text's bytes: polynomial 0x1021, initial value 0. */
export function crc16(text: string): number {
  let crc = 0;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/**
 * Encodes rows as run-length compressed hex digits (ZPL guide, "Alternative Data Compression Scheme"): `,` fills the rest
 * of a row with white, `!` with black, `:` repeats the row above.
 */
export function acs({ rowBytes, height, bytes }: Omit<OneBitImage, 'width'>): string {
  const rows: string[] = [];
  let above = '';
  for (let y = 0; y < height; y += 1) {
    const row = Buffer.from(bytes.subarray(y * rowBytes, (y + 1) * rowBytes))
      .toString('hex')
      .toUpperCase();
    rows.push(row === above ? ':' : acsRow(row));
    above = row;
  }
  return rows.join('');
}

function acsRow(row: string): string {
  const ending = row.endsWith('0') ? ',' : row.endsWith('F') ? '!' : '';
  const kept = ending === '' ? row : row.replace(/(0+|F+)$/, '');
  return kept.replace(/(.)\1{2,}/g, (run, digit: string) => `${repetitions(run.length)}${digit}`) + ending;
}

/** `g` to `z` count 20 to 400 in twenties, `G` to `Y` 1 to 19. */
function repetitions(count: number): string {
  const most = 'z'.repeat(Math.floor(count / 400));
  const twenties = Math.floor((count % 400) / 20);
  const ones = count % 20;
  return most + letter('g', twenties) + letter('G', ones);
}

const letter = (first: string, number: number): string =>
  number === 0 ? '' : String.fromCharCode(first.charCodeAt(0) + number - 1);

/** The size of the paper, dots. */
export interface PaperDots {
  readonly width: number;
  readonly length: number;
}

/**
 * One format that draws only the image. It sets position and orientation, because a printer keeps the settings of the previous label.
 */
export function graphicFormat(image: OneBitImage, paper: PaperDots, packing: Packing): string {
  const { bytes, rowBytes } = image;
  const resetCommands = '^LH0,0^PON^PMN^LRN^MCY';
  const data = packed(image, packing);
  return `^XA^PW${paper.width}^LL${paper.length}${resetCommands}^FO0,0^GFA,${bytes.length},${bytes.length},${rowBytes},${data}^FS^XZ`;
}
