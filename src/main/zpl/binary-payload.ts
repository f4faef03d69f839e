import type { FindingReason } from './command-lists.ts';
import { beginsCommand, capital, comma, isBlank, isDigit } from './label-bytes.ts';

/** Binary data that a printer reads by count, without interpreting it. */
export interface BinaryPayload {
  readonly start: number;
  readonly end: number;
  /** Why the end of the data is uncertain, so that data and commands cannot be distinguished; null where the count fits. */
  readonly fault: FindingReason | null;
}

/** Accepted values of `^GF`'s counts; "out-of-range values are set to the nearest limit" (programming guide, ^GF). */
const highestCount = 99_999;

/** Reads the data of `^GFB`, `^GFC` and binary `~DY`; null for every other command. `parameters`: the offset of the parameters. */
export function readBinaryPayload(bytes: Uint8Array, command: string, parameters: number): BinaryPayload | null {
  switch (command) {
    case '^GF':
      return graphicField(bytes, parameters);
    case '~DY':
      return downloadedObject(bytes, parameters);
    default:
      return null;
  }
}

/**
 * `^GFa,b,c,d,data`: a is B or C, b the bytes that follow, c the bytes of the picture, d the bytes of a row. "All control prefixes
 * are ignored until the total number of bytes needed for the graphic format is sent": where b and c of uncompressed data differ,
 * the guide does not say which of them ends it.
 */
function graphicField(bytes: Uint8Array, parameters: number): BinaryPayload | null {
  let at = parameters;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  const kind = String.fromCharCode(capital(bytes[at] ?? 0));
  if (kind !== 'B' && kind !== 'C') return null;
  const counts = at === parameters ? readCounts(bytes, at + 1, 3) : null;
  if (!counts) return emptyPayload(parameters, 'zpl.finding.unreadable-count');
  const [sent, drawn, row] = counts.values as [number, number, number];
  const start = counts.end;
  if ([sent, drawn, row].some((count) => count < 1 || count > highestCount)) {
    return emptyPayload(start, 'zpl.finding.count-out-of-range');
  }
  if (kind === 'B' && sent !== drawn) return emptyPayload(start, 'zpl.finding.two-sizes');
  return counted(bytes, start, sent);
}

function counted(bytes: Uint8Array, start: number, count: number): BinaryPayload {
  const end = start + count;
  if (end > bytes.length) {
    return {
      start,
      end: bytes.length,
      fault: 'zpl.finding.count-past-end',
    };
  }
  let at = end;
  while (at < bytes.length && isBlank(bytes[at] as number)) at += 1;
  const follows = bytes[at];
  const fits = follows === undefined || beginsCommand(follows);
  return { start, end, fault: fits ? null : 'zpl.finding.count-too-small' };
}

/** An empty payload: the following bytes are read as commands, as a printer may read them. */
const emptyPayload = (at: number, fault: FindingReason): BinaryPayload => ({ start: at, end: at, fault });

/** `~DYd:f,b,x,t,w,data`: binary unless b is A. The command is refused anyway; skipping its data avoids misleading findings. */
function downloadedObject(bytes: Uint8Array, parameters: number): BinaryPayload | null {
  const commas: number[] = [];
  for (let at = parameters; at < bytes.length && commas.length < 5; at += 1) {
    const byte = bytes[at] as number;
    if (beginsCommand(byte)) return null;
    if (byte === comma) commas.push(at);
  }
  const [format, , size, , data] = commas;
  if (format === undefined || size === undefined || data === undefined) return null;
  if (capital(bytes[format + 1] as number) === 0x41) return null;
  const counts = readCounts(bytes, size, 1);
  return counts
    ? { start: data + 1, end: Math.min(bytes.length, data + 1 + (counts.values[0] as number)), fault: null }
    : null;
}

/** Reads `,n,n,n,` with at most nine digits each; null for anything else. */
function readCounts(bytes: Uint8Array, from: number, howMany: number): { values: number[]; end: number } | null {
  if (bytes[from] !== comma) return null;
  const values: number[] = [];
  let at = from + 1;
  while (values.length < howMany) {
    const begin = at;
    let value = 0;
    for (; at < bytes.length && at - begin < 9 && isDigit(bytes[at] as number); at += 1) {
      value = value * 10 + (bytes[at] as number) - 0x30;
    }
    if (at === begin || bytes[at] !== comma) return null;
    values.push(value);
    at += 1;
  }
  return { values, end: at };
}
