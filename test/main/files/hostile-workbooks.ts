import { crc32, deflateRawSync } from 'node:zlib';
import { workbookParts } from './workbook.ts';

const mebibyte = 1024 * 1024;

/** What the directory of a ZIP file says of one entry, where that differs from what the file holds. */
interface Declared {
  size?: number;
  packedSize?: number;
  flags?: number;
  checksum?: number;
  /** Where its local header stands. */
  offset?: number;
  /** The name in its local header. */
  localName?: string;
  /** Extra fields in the directory. */
  extra?: Uint8Array;
}

interface Entry extends Declared {
  name: string;
  content: Uint8Array;
  isStored?: boolean;
  /** Only the directory names it; with `offset`, its bytes are those of another entry. */
  isOnlyInDirectory?: boolean;
  /** The packed bytes, where they are not those of the content. */
  packed?: Uint8Array;
}

/** A ZIP file made byte by byte, so that it can lie (APPNOTE 4.3). */
export function zipBytes(entries: readonly Entry[], declaredCount = entries.length): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, content, isStored = false } = entry;
    const packed = entry.packed ?? (isStored ? content : deflateRawSync(content, { level: 9 }));
    const header = (headerName: string) => {
      const shared = Buffer.alloc(26);
      shared.writeUInt16LE(20, 0);
      shared.writeUInt16LE(entry.flags ?? 0, 2);
      shared.writeUInt16LE(isStored ? 0 : 8, 4);
      shared.writeUInt32LE(entry.checksum ?? crc32(content), 10);
      shared.writeUInt32LE(entry.packedSize ?? packed.length, 14);
      shared.writeUInt32LE(entry.size ?? content.length, 18);
      shared.writeUInt16LE(Buffer.byteLength(headerName), 22);
      return shared;
    };
    const localName = entry.localName ?? name;
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(entry.offset ?? offset, 10);
    const extra = entry.extra ?? new Uint8Array();
    const listed = header(name);
    listed.writeUInt16LE(extra.length, 24);
    directory.push(
      Buffer.from('PK\x01\x02'),
      Buffer.from([20, 3]),
      listed,
      rest,
      Buffer.from(name),
      Buffer.from(extra),
    );
    if (entry.isOnlyInDirectory) continue;
    const local = [Buffer.from('PK\x03\x04'), header(localName), Buffer.from(localName), Buffer.from(packed)];
    locals.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(declaredCount % 0x10000, 4);
  end.writeUInt16LE(declaredCount % 0x10000, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, listed, Buffer.from('PK\x05\x06'), end]);
}

/** An extra field of 64-bit numbers (APPNOTE 4.5.3). */
export function zip64Field(...numbers: readonly bigint[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) field.writeBigUInt64LE(number, 4 + 8 * index);
  return field;
}

const sheet = 'xl/worksheets/sheet1.xml';
const strings = 'xl/sharedStrings.xml';

/** The entries of a small workbook, some of them replaced. */
function entriesWith(replaced: Record<string, Partial<Entry>>): Entry[] {
  const parts = workbookParts([['one', { shared: 0 }]], ['text']);
  const entries = Object.entries(parts).map(([name, content]) => ({ name, content, ...replaced[name] }));
  const added = Object.entries(replaced).filter(([name]) => !(name in parts));
  return [...entries, ...added.map(([name, entry]) => ({ name, content: new Uint8Array(), ...entry }))];
}

const workbookWith = (replaced: Record<string, Partial<Entry>>): Buffer => zipBytes(entriesWith(replaced));

const sheetOf = (rows: string): Partial<Entry> => ({
  content: Buffer.from(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
});

/** Entries that all hold the stored bytes of one entry, with what the directory says of each. */
function overlapping(count: number, bytes: number, declared: (index: number) => Declared): Buffer {
  const content = Buffer.alloc(bytes, '<a/>');
  const first = { name: 'xl/worksheets/first.xml', content, isStored: true, checksum: crc32(content) };
  const others = Array.from({ length: count }, (_, index) => ({
    ...{ ...first, name: `xl/worksheets/other-${index}.xml`, isOnlyInDirectory: true, offset: 0 },
    ...declared(index),
  }));
  return zipBytes([first, ...others, ...entriesWith({})]);
}

interface HostileWorkbook {
  bytes: () => Buffer;
  /** The code of the failure it ends in. */
  fault: 'spreadsheet.damaged' | 'spreadsheet.too-large' | 'read';
  /** Its ZIP file is as it should be, and what it holds needs memory; the short run reads some of these. */
  isGreedy?: 'short' | 'long';
}

/** .xlsx files that lie about themselves or ask for more than any workbook: what is wrong, and what it ends in. */
export const hostileWorkbooks: Record<string, HostileWorkbook> = {
  'a thousand entries share 4 MB of stored bytes and declare size 0': {
    bytes: () => overlapping(1400, 4 * mebibyte, () => ({ size: 0, localName: 'xl/worksheets/first.xml' })),
    fault: 'spreadsheet.damaged',
  },
  'two entries share their bytes and declare their true sizes': {
    bytes: () => overlapping(1, 1000, () => ({ localName: 'xl/worksheets/first.xml' })),
    fault: 'spreadsheet.damaged',
  },
  'an entry begins inside the bytes of another': {
    bytes: () => {
      const inner = zipBytes([{ name: sheet, content: Buffer.from('<worksheet/>'), isStored: true }]).subarray(0, 100);
      const outer = { name: 'xl/a.xml', content: inner, isStored: true };
      const hidden = { ...sheetOf(''), isOnlyInDirectory: true, isStored: true, offset: 30 + outer.name.length };
      return zipBytes([outer, ...entriesWith({ [sheet]: hidden })]);
    },
    fault: 'spreadsheet.damaged',
  },
  'a stored entry declares size 0': {
    bytes: () => workbookWith({ [strings]: { isStored: true, size: 0 } }),
    fault: 'spreadsheet.damaged',
  },
  'a stored entry declares more than it holds': {
    bytes: () => workbookWith({ [strings]: { isStored: true, size: 5000 } }),
    fault: 'spreadsheet.damaged',
  },
  'a packed entry of 20 MB declares size 0': {
    bytes: () => workbookWith({ [strings]: { content: new Uint8Array(20 * mebibyte), size: 0 } }),
    fault: 'spreadsheet.damaged',
  },
  'a packed entry of 20 MB declares 1000 bytes': {
    bytes: () => workbookWith({ [strings]: { content: new Uint8Array(20 * mebibyte), size: 1000 } }),
    fault: 'spreadsheet.damaged',
  },
  'a packed entry declares more than it holds': {
    bytes: () => workbookWith({ [strings]: { size: 90 * mebibyte } }),
    fault: 'spreadsheet.damaged',
  },
  'a packed entry of 200 MB declares its size': {
    bytes: () => workbookWith({ [strings]: { content: new Uint8Array(200 * mebibyte) } }),
    fault: 'spreadsheet.too-large',
  },
  'thirty packed entries of 4 MB each': {
    bytes: () =>
      workbookWith(
        Object.fromEntries(
          Array.from({ length: 30 }, (_, index) => [
            `xl/worksheets/other-${index}.xml`,
            { content: new Uint8Array(4 * mebibyte) },
          ]),
        ),
      ),
    fault: 'spreadsheet.too-large',
  },
  'sixty thousand entries': {
    bytes: () => {
      const empty = { content: new Uint8Array(), isStored: true };
      return zipBytes([
        ...entriesWith({}),
        ...Array.from({ length: 60_000 }, (_, index) => ({ name: `xl/${index}.xml`, ...empty })),
      ]);
    },
    fault: 'spreadsheet.too-large',
  },
  'the directory lists more entries than it says': {
    bytes: () => zipBytes(entriesWith({}), 3),
    fault: 'spreadsheet.damaged',
  },
  'the directory lists fewer entries than it says': {
    bytes: () => zipBytes(entriesWith({}), 300),
    fault: 'spreadsheet.damaged',
  },
  'an entry leaves its size to a ZIP64 field that it does not have': {
    bytes: () => workbookWith({ [strings]: { size: 0xffffffff, packedSize: 0xffffffff } }),
    fault: 'spreadsheet.damaged',
  },
  'an entry declares 8 EB in its ZIP64 field': {
    bytes: () => workbookWith({ [strings]: { size: 0xffffffff, extra: zip64Field(2n ** 63n - 1n) } }),
    fault: 'spreadsheet.too-large',
  },
  'an entry begins 8 EB into the file': {
    bytes: () => workbookWith({ [strings]: { offset: 0xffffffff, extra: zip64Field(2n ** 63n - 1n) } }),
    fault: 'spreadsheet.damaged',
  },
  'an entry reaches beyond the file': {
    bytes: () => workbookWith({ [strings]: { packedSize: 500_000 } }),
    fault: 'spreadsheet.damaged',
  },
  'an entry begins beyond the file': {
    bytes: () => workbookWith({ [strings]: { offset: 0xfffffff0 } }),
    fault: 'spreadsheet.damaged',
  },
  'an entry has another name in its own header': {
    bytes: () => workbookWith({ [strings]: { localName: 'xl/sharedStrinks.xml' } }),
    fault: 'spreadsheet.damaged',
  },
  'two entries have one name': {
    bytes: () => zipBytes([...entriesWith({}), ...entriesWith({}).slice(-1)]),
    fault: 'spreadsheet.damaged',
  },
  'an entry is encrypted': { bytes: () => workbookWith({ [strings]: { flags: 1 } }), fault: 'spreadsheet.damaged' },
  'an entry has another checksum': {
    bytes: () => workbookWith({ [strings]: { checksum: 1 } }),
    fault: 'spreadsheet.damaged',
  },
  'an entry is not packed as it says': {
    bytes: () => workbookWith({ [strings]: { packed: Buffer.alloc(200, 0xff) } }),
    fault: 'spreadsheet.damaged',
  },
  'a cell stands in the last row and column': {
    bytes: () => workbookWith({ [sheet]: sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>') }),
    fault: 'spreadsheet.too-large',
    isGreedy: 'long',
  },
  'every row has a cell in the last column': {
    bytes: () => {
      const rows = Array.from(
        { length: 20_000 },
        (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>1</v></c></row>`,
      );
      return workbookWith({ [sheet]: sheetOf(rows.join('')) });
    },
    fault: 'spreadsheet.too-large',
    isGreedy: 'short',
  },
  'a row has a number of sixteen digits': {
    bytes: () =>
      workbookWith({ [sheet]: sheetOf('<row r="9007199254740991"><c r="A9007199254740991"><v>1</v></c></row>') }),
    fault: 'spreadsheet.too-large',
    isGreedy: 'long',
  },
  'a cell has a column of a thousand letters': {
    bytes: () => workbookWith({ [sheet]: sheetOf(`<row r="1"><c r="${'Z'.repeat(1000)}1"><v>1</v></c></row>`) }),
    fault: 'spreadsheet.too-large',
    isGreedy: 'long',
  },
  'elements are nested ten million times': {
    bytes: () => workbookWith({ [sheet]: sheetOf('<a>'.repeat(10_000_000)) }),
    fault: 'spreadsheet.damaged',
    isGreedy: 'long',
  },
  'five million shared texts': {
    bytes: () =>
      workbookWith({ [strings]: { content: Buffer.from(`<sst>${'<si><t>x</t></si>'.repeat(5_000_000)}</sst>`) } }),
    fault: 'read',
    isGreedy: 'long',
  },
  'one text of 30,000 characters in 20,000 cells': {
    bytes: () => {
      const cell = (at: string) => `<c r="${at}" t="s"><v>0</v></c>`;
      const rows = Array.from(
        { length: 10_000 },
        (_, row) => `<row>${cell(`A${row + 1}`)}${cell(`B${row + 1}`)}</row>`,
      );
      return workbookWith({
        [strings]: { content: Buffer.from(`<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`) },
        [sheet]: sheetOf(rows.join('')),
      });
    },
    fault: 'spreadsheet.too-large',
    isGreedy: 'short',
  },
  'the sheet is a file outside the workbook': {
    bytes: () => {
      const name = 'xl/_rels/workbook.xml.rels';
      const outside = Buffer.from(workbookParts([])[name] ?? [])
        .toString()
        .replace('worksheets/sheet1.xml', '/etc/passwd');
      return workbookWith({ [name]: { content: Buffer.from(outside) } });
    },
    fault: 'spreadsheet.damaged',
  },
};
