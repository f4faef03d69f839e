import { inflateSync } from 'node:zlib';

/** One `^GFA` with what the format around it says of the paper, in dots. */
export interface DecodedGraphic {
  readonly width: number;
  readonly length: number;
  readonly rowBytes: number;
  readonly bytes: Buffer;
}

/** The graphics of a label that holds nothing else, read as a printer reads them. */
export function graphicsOf(zpl: Uint8Array): DecodedGraphic[] {
  const format = /\^XA\^PW(\d+)\^LL(\d+)[\s\S]*?\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS\^XZ/y;
  const text = Buffer.from(zpl).toString('latin1');
  const graphics: DecodedGraphic[] = [];
  for (let at = 0; at < text.length; at = format.lastIndex) {
    format.lastIndex = at;
    const match = format.exec(text);
    if (!match) throw new Error(`No format at ${at}`);
    const [, width, length, total, size, rowBytes, data = ''] = match;
    const bytes = data.startsWith(':Z64:') ? decodeZ64(data) : decodeAcs(data, Number(rowBytes));
    if (bytes.length !== Number(size) || size !== total) throw new Error(`${bytes.length} bytes, not ${total}`);
    graphics.push({ width: Number(width), length: Number(length), rowBytes: Number(rowBytes), bytes });
  }
  return graphics;
}

/** ZPL guide, "ZB64 encoding": the checksum is that of the base64 text. */
export function decodeZ64(data: string): Buffer {
  const [, base64 = '', checksum = ''] = /^:Z64:([A-Za-z0-9+/=]*):([0-9A-F]{4})$/.exec(data) ?? [];
  let crc = 0;
  for (const byte of Buffer.from(base64)) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((crc >> 15) & 1) ^ ((byte >> bit) & 1);
      crc = ((crc << 1) & 0xffff) ^ (carry ? 0x1021 : 0);
    }
  }
  if (crc !== Number.parseInt(checksum, 16)) throw new Error(`Checksum ${checksum}, not ${crc.toString(16)}`);
  return inflateSync(Buffer.from(base64, 'base64'));
}

/** ZPL guide, "Alternative Data Compression Scheme for ~DG and ~DB Commands". */
export function decodeAcs(data: string, rowBytes: number): Buffer {
  const digits = rowBytes * 2;
  const rows: string[] = [];
  let [row, count] = ['', 0];
  for (const character of data) {
    if (/[G-Y]/.test(character)) count += character.charCodeAt(0) - 70;
    else if (/[g-z]/.test(character)) count += (character.charCodeAt(0) - 102) * 20;
    else if (character === ':') rows.push(rows.at(-1) ?? '');
    else {
      if (character === ',') row = row.padEnd(digits, '0');
      else if (character === '!') row = row.padEnd(digits, 'F');
      else row += character.repeat(count || 1);
      count = 0;
    }
    for (; row.length >= digits; row = row.slice(digits)) rows.push(row.slice(0, digits));
  }
  if (row !== '' || count !== 0) throw new Error('The last row is not whole');
  return Buffer.from(rows.join(''), 'hex');
}
