import { crc32, inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** Largest total size of a workbook's unpacked parts, bytes: enough for 20,000 rows of 60 columns. */
const largestUnpackedBytes = 100 * 1024 * 1024;

/** Most entries of the ZIP file; a workbook of a hundred sheets with drawings has a thousand. */
const maxEntries = 4_096;

export type Unpacked = { kind: 'parts'; packed: ArrayBuffer } | { kind: 'too large' } | { kind: 'not a workbook' };

/**
 * Repacks the XML parts of a workbook (.xlsx is a ZIP file) without compression, so that the library unpacks nothing of unknown size.
 * Only a file that is exactly what its directory says is unpacked. Throws for a damaged file.
 */
export function unpackWorkbook(bytes: Uint8Array): Unpacked {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(file);
  if (directory.count > maxEntries) return { kind: 'too large' };
  const entries = readDirectory(file, directory);
  requireSeparate(entries, directory.start);
  const needed = entries.filter(({ name }) => isNeededPart(name));
  if (needed.reduce((sum, { size }) => sum + size, 0) > largestUnpackedBytes) return { kind: 'too large' };
  if (!needed.some(({ name }) => name === 'xl/workbook.xml')) return { kind: 'not a workbook' };
  const parts = Object.fromEntries(needed.map((entry) => [entry.name, contentOf(file, entry)]));
  const { buffer } = zipSync(parts, { level: 0 });
  return { kind: 'parts', packed: buffer as ArrayBuffer };
}

/** False for pictures, drawings and other embedded parts, which are left out. */
const isNeededPart = (name: string): boolean =>
  /\.(?:xml|rels)$/.test(name) && !/^xl\/(?:media|drawings|charts|embeddings|theme|printerSettings)\//.test(name);

/** The list of all entries at the end of a ZIP file. */
interface Directory {
  start: number;
  end: number;
  count: number;
}

/** Signatures and sizes of the records without their variable fields (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
const localHeader = { signature: 0x04034b50, size: 30 };
const directoryHeader = { signature: 0x02014b50, size: 46 };
const directoryEnd = { signature: 0x06054b50, size: 22 };

/** Finds the record at the very end of the file, behind which there is only its comment. */
function findDirectory(file: Buffer): Directory {
  const last = file.length - directoryEnd.size;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) {
    if (file.readUInt32LE(at) !== directoryEnd.signature || file.readUInt16LE(at + 20) !== last - at) continue;
    const [count, size, start] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 12), file.readUInt32LE(at + 16)];
    // The file is not split over several disks (offsets 4 to 8). ZIP64 records may stand behind the directory.
    const isWhole = file.readUInt32LE(at + 4) === 0 && file.readUInt16LE(at + 8) === count;
    if (!isWhole || start + size > at) throw damaged('directory');
    return { start, end: start + size, count };
  }
  throw damaged('directory');
}

interface Entry {
  name: string;
  isStored: boolean;
  checksum: number;
  /** Where its local header begins, its packed bytes, and the byte behind them. */
  start: number;
  dataStart: number;
  end: number;
  /** Unpacked, bytes. */
  size: number;
}

const stored = 0;
const deflated = 8;

/** Bits 0 and 6 of the flags: encrypted (APPNOTE 4.4.4); bit 11: the name is UTF-8. */
const encryptedFlags = 0x41;
const utf8Flag = 0x800;

/** Reads every entry. Throws unless the directory and the entries' own headers agree. */
function readDirectory(file: Buffer, { start, end, count }: Directory): Entry[] {
  const entries: Entry[] = [];
  const names = new Set<string>();
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + directoryHeader.size > end || file.readUInt32LE(at) !== directoryHeader.signature)
      throw damaged('directory');
    const nameEnd = at + directoryHeader.size + file.readUInt16LE(at + 28);
    const next = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    if (next > end) throw damaged('directory');
    const entry = readEntry(file, at, nameEnd);
    if (names.has(entry.name)) throw damaged('name');
    names.add(entry.name);
    entries.push(entry);
    at = next;
  }
  if (at !== end) throw damaged('directory');
  return entries;
}

/** @param at where the directory describes the entry @param nameEnd where its name ends there */
function readEntry(file: Buffer, at: number, nameEnd: number): Entry {
  const name = file.subarray(at + directoryHeader.size, nameEnd);
  const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
  const extra = file.subarray(nameEnd, nameEnd + file.readUInt16LE(at + 30));
  const [size = 0, packedSize = 0, start = 0] = wideNumbers(
    [file.readUInt32LE(at + 24), file.readUInt32LE(at + 20), file.readUInt32LE(at + 42)],
    extra,
  );
  if ((flags & encryptedFlags) !== 0 || (method !== stored && method !== deflated)) throw damaged('method');
  if (method === stored && size !== packedSize) throw damaged('size');
  if (start + localHeader.size > file.length || file.readUInt32LE(start) !== localHeader.signature)
    throw damaged('header');
  const nameStart = start + localHeader.size;
  const dataStart = nameStart + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  const ownName = file.subarray(nameStart, nameStart + file.readUInt16LE(start + 26));
  const isSame = file.readUInt16LE(start + 8) === method && ownName.equals(name);
  if (!isSame) throw damaged('header');
  return {
    ...{ name: name.toString((flags & utf8Flag) === 0 ? 'latin1' : 'utf8'), isStored: method === stored },
    ...{ checksum: file.readUInt32LE(at + 16), start, dataStart, end: dataStart + packedSize, size },
  };
}

/** Stands for a number that is in the ZIP64 field, which some programs write for small files too (APPNOTE 4.5.3). */
const inZip64Field = 0xffffffff;
const zip64Field = 1;

/** The numbers, those of the ZIP64 field among them; they stand there in the same order, as 64 bits each. */
function wideNumbers(numbers: readonly number[], extra: Buffer): number[] {
  let field = zip64FieldOf(extra);
  return numbers.map((number) => {
    if (number !== inZip64Field) return number;
    if (field.length < 8) throw damaged('size');
    const wide = Number(field.readBigUInt64LE(0));
    field = field.subarray(8);
    return wide;
  });
}

/** The content of the ZIP64 field among the extra fields, each of which has a kind and a length; empty where there is none. */
function zip64FieldOf(extra: Buffer): Buffer {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === zip64Field) return extra.subarray(at + 4, end);
  }
  return Buffer.alloc(0);
}

/** Throws where two entries hold the same bytes of the file, or one reaches into the directory. */
function requireSeparate(entries: readonly Entry[], directoryStart: number): void {
  let free = 0;
  for (const { start, end } of [...entries].sort((one, other) => one.start - other.start)) {
    if (start < free || end > directoryStart) throw damaged('overlap');
    free = end;
  }
}

/** Unpacks exactly as many bytes as declared, and no more. Throws where there are others. */
function contentOf(file: Buffer, { isStored, dataStart, end, size, checksum }: Entry): Buffer {
  const packed = file.subarray(dataStart, end);
  const content = isStored ? packed : inflated(packed, size);
  if (content.length !== size || crc32(content) !== checksum) throw damaged('content');
  return content;
}

function inflated(packed: Buffer, size: number): Buffer {
  // With `info` the answer also has the number of packed bytes that were read, which the types lack.
  const options = { maxOutputLength: Math.max(1, size), info: true };
  const { buffer, engine } = inflateRawSync(packed, options) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  if (engine.bytesWritten !== packed.length) throw damaged('content');
  return buffer;
}

const damaged = (what: 'directory' | 'name' | 'method' | 'size' | 'header' | 'overlap' | 'content'): Error =>
  new Error(`The ZIP file is damaged: ${what}`);
