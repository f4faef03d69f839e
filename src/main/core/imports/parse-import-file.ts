import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { largestImportBytes } from '../../../shared/orders/import-state.ts';
import { type CsvParcel, csvColumns, csvOrders, csvParcel } from './csv-orders.ts';
import { csvRows, isSeparatorRow } from './csv-parser.ts';
import type { FileFault, FileOrder } from './file-orders.ts';
import { collectFileOrders, type FileOrders } from './file-orders.ts';
import { fileText } from './file-text.ts';
import { jsonOrder } from './json-order.ts';
import { jsonValues } from './json-values.ts';

/** A file handed over, whole. */
export interface ImportFile {
  /** Its name, without its folder. */
  name: string;
  bytes: Uint8Array;
}

export interface ReadFileParts {
  /** The only place labels of this environment come from. */
  labelOrigin: string;
  /** Lets everything else go on, now and then. */
  yieldToEventLoop: () => Promise<void>;
  isStopping: () => boolean;
  /** Orders or rows read so far. */
  onRead: (count: number) => void;
}

/** Most orders of one file. Twenty megabytes of answers are some eight thousand. */
const maxOrders = 50_000;

/** Reads a file whole and changes nothing. A failure: there is nothing in it that could be looked at order by order. */
export async function parseImportFile(file: ImportFile, parts: ReadFileParts): Promise<Result<FileOrders>> {
  if (file.bytes.byteLength === 0) return failed(empty);
  if (file.bytes.byteLength > largestImportBytes) return failed(tooLarge);
  const format = formatOf(file);
  if (format === 'spreadsheet') return failed(spreadsheet);
  const read = await fileText(file.bytes, format === 'csv', parts.yieldToEventLoop);
  if (!read.ok) return read;
  const { text } = read.value;
  if (text.trim() === '') return failed(empty);
  const orders = collectFileOrders();
  const trouble = format === 'json' ? await readJson(text, orders, parts) : await readCsv(text, orders, parts);
  if (trouble) return failed(trouble);
  if (orders.orders.length + orders.faults.length === 0) return failed(empty);
  return success(orders);
}

async function readJson(text: string, orders: FileOrders, parts: ReadFileParts): Promise<Failure | null> {
  let count = 0;
  for (const value of jsonValues(text)) {
    if (parts.isStopping()) return null;
    if (value.kind === 'fault') orders.refuse({ place: placeOf(count + 1, value.line), words: value.words });
    if (value.kind === 'value') {
      count += 1;
      if (count > maxOrders) return tooMany;
      addOrRefuse(orders, jsonOrder(value, placeOf(count, value.line), parts.labelOrigin));
      parts.onRead(count);
    }
    await parts.yieldToEventLoop();
  }
  return null;
}

async function readCsv(text: string, orders: FileOrders, parts: ReadFileParts): Promise<Failure | null> {
  const columns = csvColumns(text);
  if (typeof columns === 'string') return { code: 'unreadable', message: columns, next: nameColumnsHint };
  const parcels: CsvParcel[] = [];
  let count = 0;
  for (const row of csvRows(text, columns.separator)) {
    if (parts.isStopping()) return null;
    if (row.kind === 'row' && (isSeparatorRow(row) || row.line === columns.header.line)) continue;
    count += 1;
    if (count > maxOrders) return tooMany;
    const parcel =
      row.kind === 'fault'
        ? { place: `Line ${row.line}`, words: row.words }
        : csvParcel(row, columns, parts.labelOrigin);
    if ('words' in parcel) orders.refuse(parcel);
    else parcels.push(parcel);
    parts.onRead(count);
    await parts.yieldToEventLoop();
  }
  for (const order of csvOrders(parcels, columns)) {
    addOrRefuse(orders, order);
    await parts.yieldToEventLoop();
  }
  return null;
}

/** Many orders may stand on one line, and one on many. */
const placeOf = (order: number, line: number): string => `Order ${order} (line ${line})`;

function addOrRefuse(orders: FileOrders, read: FileOrder | FileFault): void {
  if ('words' in read) orders.refuse(read);
  else orders.add(read);
}

/** By its name, else by how it begins. */
function formatOf({ name, bytes }: ImportFile): 'json' | 'csv' | 'spreadsheet' {
  // A ZIP archive, or the compound file of older spreadsheets.
  if (beginsWith(bytes, [0x50, 0x4b, 3, 4]) || beginsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return 'spreadsheet';
  if (/\.(?:json|jsonl|ndjson)$/i.test(name)) return 'json';
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  const first = bytes
    .subarray(0, 1024)
    .find((byte) => ![0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
  return first === 0x7b || first === 0x5b ? 'json' : 'csv';
}

const beginsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte);

const empty: Failure = { code: 'unreadable', message: 'There is nothing in this file.' };

const tooLarge: Failure = {
  code: 'too-large',
  message: `The file is larger than ${largestImportBytes / 1024 / 1024} MB.`,
  next: 'Split it into smaller files.',
};

const tooMany: Failure = {
  code: 'too-large',
  message: `The file has more than ${maxOrders} orders or rows.`,
  next: 'Split it into smaller files.',
};

const spreadsheet: Failure = {
  code: 'unreadable',
  message: 'This is a spreadsheet or an archive, not a text file.',
  next: 'Save the sheet as CSV.',
};

const nameColumnsHint = 'Give the columns names in the first row: custom code, tracking code, label URL.';
