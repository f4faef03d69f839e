import { gzipSync } from 'node:zlib';
import { header, path } from './listener-address.ts';
import { delivered, head } from './webhook-fixtures.ts';

/** What any program that reaches the listener may send, and the answer; nothing of it is stored unless `stored` says so. */
export interface HostileRequest {
  name: string;
  bytes: string | Uint8Array;
  /** The status of the first answer; null where the connection ends without one. */
  status: number | null;
  /** Events that are stored all the same, because the request is one. */
  stored?: number;
}

const close = 'Connection: close';
/** A whole request with the right header. */
const posted = (body: string | Uint8Array, lines: readonly string[] = []): Buffer =>
  Buffer.concat([
    Buffer.from(head([`Content-Length: ${Buffer.byteLength(body as string)}`, close, ...lines])),
    Buffer.from(body as string),
  ]);
const without = (key: string | null, to = path): string =>
  head([`Content-Length: ${delivered.length}`, close], key, to) + delivered;
const line = (request: string): string =>
  `${request}\r\nHost: station\r\n${header.name}: ${header.value}\r\n${close}\r\n\r\n`;
const event = (data: string): string => `{"event":"same.shipment.delivered","data":${data}}`;

export const hostileRequests: readonly HostileRequest[] = [
  { name: 'no key', bytes: without(null), status: 401 },
  { name: 'an empty key', bytes: without(''), status: 401 },
  { name: 'the beginning of the key', bytes: without(header.value.slice(0, -1)), status: 401 },
  { name: 'the key and one character more', bytes: without(`${header.value}x`), status: 401 },
  { name: 'the key in capitals', bytes: without(header.value.toUpperCase()), status: 401 },
  { name: 'the key twice, once wrong', bytes: without(`wrong\r\n${header.name}: ${header.value}`), status: 401 },
  { name: 'the key in the address', bytes: without(null, `${path}?${header.name}=${header.value}`), status: 401 },
  { name: 'another path', bytes: without(header.value, '/webhooks/production'), status: 404 },
  { name: 'a path with dots', bytes: without(header.value, '/webhooks/x/../sandbox'), status: 404 },
  { name: 'a path with encoded dots', bytes: without(header.value, '/webhooks/%2e%2e/webhooks/sandbox'), status: 404 },
  { name: 'a path that is wrongly encoded', bytes: without(header.value, '/webhooks/%zz'), status: 404 },
  { name: 'the address of another host', bytes: line('GET http://169.254.169.254/ HTTP/1.1'), status: 404 },
  { name: 'a tunnel', bytes: line('CONNECT 127.0.0.1:22 HTTP/1.1'), status: null },
  { name: 'TRACE, which would repeat the key', bytes: line(`TRACE ${path} HTTP/1.1`), status: 405 },
  { name: 'DELETE', bytes: line(`DELETE ${path} HTTP/1.1`), status: 405 },
  {
    name: 'an upgrade to a web socket',
    bytes: line(`GET ${path} HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x`),
    status: 200,
  },
  { name: 'no HTTP', bytes: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', status: 400 },
  { name: 'a line feed in a header name', bytes: head(['X\n-Y: z', close]), status: 400 },
  { name: 'a NUL in a header', bytes: head(['X-Y: a\0b', close]), status: 400 },
  { name: 'headers above 16 KB', bytes: head([`X-Long: ${'x'.repeat(20_000)}`]), status: 400 },
  { name: 'ten thousand headers', bytes: head(Array.from({ length: 10_000 }, () => 'X: y')), status: 400 },
  { name: 'two lengths', bytes: `${head(['Content-Length: 2', 'Content-Length: 3'])}{}`, status: 400 },
  {
    name: 'length and chunks',
    bytes: `${head(['Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
    status: 400,
  },
  { name: 'chunks written in two ways', bytes: `${head(['Transfer-Encoding: xchunked'])}0\r\n\r\n`, status: 400 },
  { name: 'a negative length', bytes: `${head(['Content-Length: -1'])}{}`, status: 400 },
  { name: 'a length of a gigabyte', bytes: head([`Content-Length: ${1024 ** 3}`]), status: 413 },
  { name: 'a body that is no JSON', bytes: posted('event=delivered'), status: 400 },
  { name: 'a body that is not UTF-8', bytes: posted(Buffer.from('{"event":"caf\xe9"}', 'latin1')), status: 400 },
  { name: 'a compressed body', bytes: posted(gzipSync(delivered), ['Content-Encoding: gzip']), status: 400 },
  { name: 'brackets nested fifty thousand deep', bytes: posted('['.repeat(50_000)), status: 400 },
  {
    name: 'an event nested fifty thousand deep',
    bytes: posted(event(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)),
    status: 400,
  },
  {
    name: 'keys of the prototype',
    bytes: posted(event('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')),
    status: 200,
    stored: 1,
  },
  {
    name: 'a name of a hundred thousand characters',
    bytes: posted(`{"event":"${'e'.repeat(100_000)}","data":{}}`),
    status: 200,
    stored: 1,
  },
  {
    name: 'numbers beyond all bounds',
    bytes: posted(event('{"tracking_code":1e999,"trigger_datetime":1e400}')),
    status: 200,
    stored: 1,
  },
  {
    name: 'codes that are statements of SQL',
    bytes: posted(event(`{"tracking_code":"'; DROP TABLE parcels; --"}`)),
    status: 200,
    stored: 1,
  },
  {
    name: 'codes that are paths and markup',
    bytes: posted(event('{"tracking_code":"../../vault.json","custom_code":"<img src=x onerror=alert(1)>"}')),
    status: 200,
    stored: 1,
  },
  {
    name: 'a time in the year 275760',
    bytes: posted(event('{"tracking_code":"D1","trigger_datetime":"+275760-09-13T00:00:00Z"}')),
    status: 200,
    stored: 1,
  },
  {
    name: 'ten thousand codes',
    bytes: posted(event(JSON.stringify({ custom_codes: Array.from({ length: 10_000 }, (_, index) => `C${index}`) }))),
    status: 200,
    stored: 1,
  },
  {
    name: 'the key in the name of another header',
    bytes: without(`x\r\nX-${header.name}: ${header.value}`),
    status: 401,
  },
  { name: 'the key in quotes', bytes: without(`"${header.value}"`), status: 401 },
  { name: 'the key in a list', bytes: without(`${header.value}, ${header.value}`), status: 401 },
  { name: 'the key on a folded line', bytes: without(`x\r\n ${header.value}`), status: 400 },
  { name: 'the key in a cookie', bytes: without(`x\r\nCookie: ${header.name}=${header.value}`), status: 401 },
  {
    name: 'the key in a trailer',
    bytes: `${head(['Transfer-Encoding: chunked', close], null)}0\r\n${header.name}: ${header.value}\r\n\r\n`,
    status: 401,
  },
  { name: 'a path in full', bytes: without('wrong', `http://station${path}`), status: 404 },
  { name: 'a path with a NUL', bytes: without(header.value, `${path}%00`), status: 404 },
  { name: 'a path in capitals', bytes: without(header.value, path.toUpperCase()), status: 404 },
  { name: 'a path with a backslash', bytes: without(header.value, '/\\webhooks\\sandbox'), status: 404 },
  { name: 'PROPFIND', bytes: line(`PROPFIND ${path} HTTP/1.1`), status: 405 },
  { name: 'the beginning of HTTP 2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', status: 400 },
  {
    name: 'a chunk with an extension of 20 KB',
    bytes: `${head(['Transfer-Encoding: chunked'])}2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    status: 400,
  },
  { name: 'an event twice in one body', bytes: posted(`${event('{}')}${event('{}')}`), status: 400 },
  {
    name: 'an event whose data is markup and right-to-left marks',
    bytes: posted(event('{"tracking_code":"D1","reason":"\\u202egnp.exe<script>alert(1)</script>\\u0000"}')),
    status: 200,
    stored: 1,
  },
  {
    name: 'two names of one event, the last one a deletion',
    bytes: posted('{"event":"same.shipment.delivered","event":"same.shipment.deleted","data":{"tracking_code":"D9"}}'),
    status: 200,
    stored: 1,
  },
  {
    name: 'a second request behind the first',
    bytes: head([`Content-Length: ${delivered.length}`]) + delivered + without('wrong'),
    status: 200,
    stored: 1,
  },
];
