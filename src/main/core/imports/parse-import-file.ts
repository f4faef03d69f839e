import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { largestImportBytes } from '../../../shared/orders/import-state.ts';
import { fileSignature } from '../../../shared/values/file-signature.ts';
import { type CsvParcel, csvColumns, csvOrders, csvParcel, linePlace } from './csv-orders.ts';
import { csvRows, isSeparatorRow } from './csv-parser.ts';
import { collectFileOrders, type FileFault, type FileOrder, type FileOrders } from './file-orders.ts';
import { fileText } from './file-text.ts';
import { jsonOrder } from './json-order.ts';
import { jsonValues } from './json-values.ts';

/** A file to import. */
export interface ImportFile {
  /** Its name, without its folder. */
  name: string;
  bytes: Uint8Array;
}

export interface ReadFileParts {
  /** The only place labels of this environment come from. */
  labelOrigin: string;
  /** The text without the token, which a service may have repeated in it. */
  withoutToken: (text: string) => Promise<string>;
  /** Called often; yields when work has lasted too long. */
  yieldToEventLoop: () => Promise<void>;
  isStopping: () => boolean;
  /** Orders or rows read so far. */
  onRead: (count: number) => void;
}

/** Most orders of one file; 20 MB of order responses are about eight thousand. */
const maxOrders = 50_000;

/** Reads a whole file and changes nothing. Fails where the file has no orders or rows that could be checked one by one. */
export async function parseImportFile(file: ImportFile, parts: ReadFileParts): Promise<Result<FileOrders>> {
  if (file.bytes.byteLength === 0) return failed(empty);
  if (file.bytes.byteLength > largestImportBytes) return failed(tooLarge);
  const format = formatOf(file);
  if (format === 'spreadsheet') return failed(spreadsheet);
  const read = await fileText(file.bytes, format === 'csv', parts.yieldToEventLoop);
  if (!read.ok) return read;
  const text = await parts.withoutToken(read.value.text);
  if (text.trim() === '') return failed(empty);
  const orders = collectFileOrders();
  const failure = format === 'json' ? await readJson(text, orders, parts) : await readCsv(text, orders, parts);
  if (failure) return failed(failure);
  if (orders.orders.length + orders.faults.length === 0) return failed(empty);
  return success(orders);
}

async function readJson(text: string, orders: FileOrders, parts: ReadFileParts): Promise<Failure | null> {
  let count = 0;
  for (const value of jsonValues(text)) {
    if (parts.isStopping()) return null;
    if (value.kind === 'fault') orders.reject({ place: placeOf(count + 1, value.line), message: value.message });
    if (value.kind === 'value') {
      count += 1;
      if (count > maxOrders) return tooMany;
      addOrReject(orders, jsonOrder(value, placeOf(count, value.line), parts.labelOrigin));
      parts.onRead(count);
    }
    await parts.yieldToEventLoop();
  }
  return null;
}

async function readCsv(text: string, orders: FileOrders, parts: ReadFileParts): Promise<Failure | null> {
  const columns = csvColumns(text);
  if ('code' in columns) return unreadable(columns);
  const parcels: CsvParcel[] = [];
  let count = 0;
  for (const row of csvRows(text, columns.separator)) {
    if (parts.isStopping()) return null;
    if (row.kind === 'row' && (isSeparatorRow(row) || row.line === columns.header.line)) continue;
    count += 1;
    if (count > maxOrders) return tooMany;
    const parcel =
      row.kind === 'fault'
        ? { place: linePlace(row.line), message: row.message }
        : csvParcel(row, columns, parts.labelOrigin);
    if ('message' in parcel) orders.reject(parcel);
    else parcels.push(parcel);
    parts.onRead(count);
    await parts.yieldToEventLoop();
  }
  for (const order of csvOrders(parcels, columns)) {
    addOrReject(orders, order);
    await parts.yieldToEventLoop();
  }
  return null;
}

/** Many orders may be on one line, and one order on many. */
const placeOf = (order: number, line: number): Message => message('import.place.order', { order, line });

function addOrReject(orders: FileOrders, read: FileOrder | FileFault): void {
  if ('message' in read) orders.reject(read);
  else orders.add(read);
}

/** By its first bytes, else by its name. */
function formatOf({ name, bytes }: ImportFile): 'json' | 'csv' | 'spreadsheet' {
  if (fileSignature(bytes) !== null) return 'spreadsheet';
  if (/\.(?:json|jsonl|ndjson)$/i.test(name)) return 'json';
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  const first = bytes
    .subarray(0, 1024)
    .find((byte) => ![0, 9, 10, 13, 32, 0xef, 0xbb, 0xbf, 0xff, 0xfe].includes(byte));
  return first === 0x7b || first === 0x5b ? 'json' : 'csv';
}

const unreadable = (reason: Message): Failure => ({ code: 'unreadable', message: reason });
const empty = unreadable(message('file.empty'));
const spreadsheet = unreadable(message('file.is-spreadsheet'));

const tooLarge: Failure = {
  code: 'too-large',
  message: message('file.too-large', { megabytes: largestImportBytes / 1024 / 1024 }),
};
const tooMany: Failure = { code: 'too-large', message: message('import.too-many-orders', { limit: maxOrders }) };
