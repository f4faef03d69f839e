import { gzipSync } from 'node:zlib';
import { customCodeOf, envelope, orderObject } from '../core/imports/order-file-fixtures.ts';

/** A file that an operator imports, or that a program puts into the watched folder. */
export interface HostileImport {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  /** The message code with which it is rejected, or of its first fault. */
  readonly code: string;
}

const bytes = (content: string | Uint8Array): Uint8Array => Uint8Array.from(Buffer.from(content as string));
const json = (value: unknown): Uint8Array => bytes(JSON.stringify(value));
const csv = (...lines: string[]): Uint8Array => bytes(`custom code,tracking code,label url\n${lines.join('\n')}\n`);

/** An order whose first parcel is changed. */
const withParcel = (change: object): Uint8Array => {
  const order = orderObject(1) as { shipments: { parcels: object[] }[] };
  const [shipment] = order.shipments;
  if (shipment) shipment.parcels = shipment.parcels.map((parcel) => ({ ...parcel, ...change }));
  return json(envelope(order));
};
const withLabel = (url: string): Uint8Array =>
  withParcel({ label: url, pick_up_label_urls: [{ name: 'a', size: '4x6', format: 'zpl', url }] });

/** Files that are rejected as a whole. */
export const hostileImports: Readonly<Record<string, HostileImport>> = {
  nothing: { name: 'a.json', bytes: () => bytes(''), code: 'file.empty' },
  'only blanks': { name: 'a.csv', bytes: () => bytes(' \r\n\t\r\n'), code: 'file.empty' },
  'only a byte order mark': { name: 'a.json', bytes: () => bytes('\ufeff'), code: 'file.empty' },
  'a web page': { name: 'a.json', bytes: () => bytes('<html><body>Sign in</body></html>'), code: 'json.invalid' },
  'a spreadsheet by another name': {
    name: 'a.json',
    bytes: () => bytes('PK\u0003\u0004 and more'),
    code: 'file.is-spreadsheet',
  },
  'a gzip file': { name: 'a.json', bytes: () => gzipSync('{}'), code: 'file.not-utf8' },
  'an executable': { name: 'a.csv', bytes: () => bytes('\u007fELF\u0002\u0001\u0001\0\0\0'), code: 'file.not-text' },
  'a null in the middle': { name: 'a.csv', bytes: () => csv('CODE\0CODE,T1,'), code: 'file.not-text' },
  'half a character of UTF-16': { name: 'a.json', bytes: () => Uint8Array.of(0xff, 0xfe, 0x7b), code: 'file.not-text' },
  'bytes that are no UTF-8': {
    name: 'a.json',
    bytes: () => Uint8Array.of(0x7b, 0xc3, 0x28, 0x7d),
    code: 'file.not-utf8',
  },
  'a million opening brackets': { name: 'a.json', bytes: () => bytes('['.repeat(1_000_000)), code: 'json.too-deep' },
  'objects nested a hundred thousand times': {
    name: 'a.json',
    bytes: () => bytes(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
    code: 'json.too-deep',
  },
  'a text that never ends': {
    name: 'a.json',
    bytes: () => bytes(`{"status":"${'x'.repeat(5_000_000)}`),
    code: 'json.too-long',
  },
  'a number of a million digits': {
    name: 'a.json',
    bytes: () => bytes(`{"status":"success","object":{"unique_id":${'9'.repeat(1_000_000)}}}`),
    code: 'import.no-shipments',
  },
  'a prototype in place of an order': {
    name: 'a.json',
    bytes: () => bytes('{"status":"success","object":{"__proto__":{"unique_id":"X"},"constructor":{}}}'),
    code: 'import.no-shipments',
  },
  'sixty thousand empty orders': {
    name: 'a.json',
    bytes: () => bytes('{}\n'.repeat(60_000)),
    code: 'import.too-many-orders',
  },
  'an answer that is an error': {
    name: 'a.json',
    bytes: () => json({ status: 'error', message: 'no' }),
    code: 'import.no-order-created',
  },
  'a label on another host': {
    name: 'a.json',
    bytes: () => withLabel('https://evil.example/1.zpl'),
    code: 'import.label-elsewhere',
  },
  'a label that is a file': {
    name: 'a.json',
    bytes: () => withLabel('file:///etc/passwd'),
    code: 'import.label-elsewhere',
  },
  'a label that is a script': {
    name: 'a.json',
    bytes: () => withLabel('javascript:alert(1)'),
    code: 'import.label-elsewhere',
  },
  'a label address with a password': {
    name: 'a.json',
    bytes: () => withLabel('https://a:b@labels.example/1.zpl'),
    code: 'import.label-address-with-user',
  },
  'a label without encryption': {
    name: 'a.json',
    bytes: () => withLabel('http://labels.example/1.zpl'),
    code: 'import.label-elsewhere',
  },
  'a code of a hundred thousand characters': {
    name: 'a.json',
    bytes: () => withParcel({ custom_code: 'A'.repeat(100_000) }),
    code: 'import.code-invalid',
  },
  'a code with a line break': {
    name: 'a.json',
    bytes: () => withParcel({ custom_code: 'CODE\nCODE' }),
    code: 'import.code-invalid',
  },
  'a code with a mark that reverses the text': {
    name: 'a.json',
    bytes: () => withParcel({ custom_code: 'CODE\u202eEDOC' }),
    code: 'import.code-invalid',
  },
  'a code that is an object': {
    name: 'a.json',
    bytes: () => withParcel({ custom_code: { toString: 'X' } }),
    code: 'import.not-text',
  },
  'a table without a code': {
    name: 'a.csv',
    bytes: () => bytes('colour,size\nred,4\n'),
    code: 'import.no-code-column',
  },
  'a table with a formula as a code': {
    name: 'a.csv',
    bytes: () => csv('"=HYPERLINK(""https://evil.example"")",T1,'),
    code: 'import.custom-code-invalid',
  },
  'a table with a quoted cell that never ends': {
    name: 'a.csv',
    bytes: () => csv(`"${'x'.repeat(3_000_000)}`),
    code: 'csv.quote-not-closed',
  },
  'a table with a million columns': {
    name: 'a.csv',
    bytes: () => csv(','.repeat(1_000_000)),
    code: 'csv.row-too-long',
  },
  'a table with a label on another host': {
    name: 'a.csv',
    bytes: () => csv(`${customCodeOf(1)},T1,https://evil.example/1.zpl`),
    code: 'import.label-elsewhere',
  },
  'a table with two orders of one code': {
    name: 'a.csv',
    bytes: () => csv(`${customCodeOf(1)},T1,`, `${customCodeOf(1)},T2,`),
    code: 'import.code-in-two-orders',
  },
};
