import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { recorded, token } from './client-fixture.ts';
import { answerWith } from './raw-server.ts';

/** An answer that a broken or malicious service gives, and what it must come to. */
export interface HostileAnswer {
  name: string;
  /** The call that it answers. */
  to: 'create' | 'label';
  send(socket: Socket): void;
  /** What the answer contains at least. */
  comesTo: object;
}

const mebibyte = 1024 * 1024;
const spaces = Buffer.alloc(20 * mebibyte, ' ');

const raw =
  (...parts: readonly string[]) =>
  (socket: Socket): void =>
    void socket.end(parts.join(''));
const body =
  (status: number, content: string | Uint8Array, headers: Record<string, string> = {}) =>
  (socket: Socket): void =>
    answerWith(socket, status, content, headers);
const redirect = (location: string) => body(302, '', { Location: location });
const object = (content: string): string => `{"status":"success","message":"","object":${content}}`;
const refusal = (message: unknown): string => JSON.stringify({ status: 'error', message, object: {} });

/** Sends a piece again and again until the client closes. */
const endlessly =
  (head: string, piece: string, pauseMs: number) =>
  (socket: Socket): void => {
    socket.write(head);
    const send = (): void => {
      if (socket.destroyed) return;
      if (pauseMs > 0) socket.write(piece, () => setTimeout(send, pauseMs));
      else if (socket.write(piece)) setImmediate(send);
      else socket.once('drain', send);
    };
    send();
  };

const unanswered = { kind: 'unanswered', requestLeft: true };
const unreadable = { kind: 'unreadable', failure: { code: 'unreadable' } };
const tooLarge = { kind: 'unreadable', failure: { code: 'too-large' } };
const redirected = { kind: 'rejected', failure: { code: 'redirected' } };
const cutOff = { kind: 'unreadable', failure: { code: 'cut-off' } };
const answered = { kind: 'answered', httpStatus: 201 };

export const hostileAnswers: readonly HostileAnswer[] = [
  { name: 'nothing, and a closed connection', to: 'create', send: raw(''), comesTo: unanswered },
  { name: 'a reset', to: 'create', send: (socket) => void socket.resetAndDestroy(), comesTo: unanswered },
  { name: 'no HTTP', to: 'create', send: raw('SSH-2.0-OpenSSH_9.2\r\n'), comesTo: unanswered },
  {
    name: 'another protocol by upgrade',
    to: 'create',
    send: raw('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    comesTo: unanswered,
  },
  { name: 'status 99', to: 'create', send: raw('HTTP/1.1 99 No\r\nContent-Length: 0\r\n\r\n'), comesTo: unanswered },
  { name: 'status 999', to: 'create', send: body(999, ''), comesTo: { kind: 'rejected', httpStatus: 999 } },
  {
    name: 'a header of a megabyte',
    to: 'create',
    send: raw(`HTTP/1.1 201 Created\r\nX: ${'x'.repeat(mebibyte)}\r\n\r\n`),
    comesTo: unanswered,
  },
  {
    name: 'fifty thousand headers',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\n', 'X: y\r\n'.repeat(50_000), '\r\n'),
    comesTo: unanswered,
  },
  {
    name: 'two lengths',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'),
    comesTo: unanswered,
  },
  {
    name: 'length and chunks',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    comesTo: unanswered,
  },
  {
    name: 'a negative length',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\nContent-Length: -1\r\n\r\n{}'),
    comesTo: unanswered,
  },
  {
    name: 'a chunk of 2^64 bytes',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}'),
    comesTo: cutOff,
  },
  {
    name: 'a body shorter than announced',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\nContent-Length: 9000\r\n\r\n{"status":"success"'),
    comesTo: cutOff,
  },
  {
    name: 'a second answer behind the first',
    to: 'create',
    send: raw('HTTP/1.1 422 No\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}'),
    comesTo: { kind: 'rejected', httpStatus: 422 },
  },
  {
    name: 'headers that never end, slowly',
    to: 'create',
    send: endlessly('HTTP/1.1 201 Created\r\n', 'X: y\r\n', 20),
    comesTo: unanswered,
  },
  {
    name: 'a body that never ends, slowly',
    to: 'create',
    send: endlessly('HTTP/1.1 201 Created\r\n\r\n', ' ', 20),
    comesTo: { kind: 'unreadable', failure: { code: 'time-out' } },
  },
  {
    name: 'a body that never ends, fast',
    to: 'create',
    send: endlessly('HTTP/1.1 201 Created\r\n\r\n', 'x'.repeat(65_536), 0),
    comesTo: tooLarge,
  },
  {
    name: 'a thousand times "100 Continue"',
    to: 'create',
    send: raw('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000), 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}'),
    comesTo: unanswered,
  },
  {
    name: 'a gzip bomb',
    to: 'create',
    send: body(201, gzipSync(spaces), { 'Content-Encoding': 'gzip' }),
    comesTo: tooLarge,
  },
  {
    name: 'a brotli bomb',
    to: 'create',
    send: body(201, brotliCompressSync(spaces), { 'Content-Encoding': 'br' }),
    comesTo: tooLarge,
  },
  {
    name: 'gzip in gzip',
    to: 'create',
    send: body(201, gzipSync(gzipSync('{}')), { 'Content-Encoding': 'gzip, gzip' }),
    comesTo: unreadable,
  },
  {
    name: 'a cut gzip',
    to: 'create',
    send: body(201, gzipSync(recorded('create')).subarray(0, -9), { 'Content-Encoding': 'gzip' }),
    comesTo: unreadable,
  },
  {
    name: 'brackets nested a hundred thousand deep, unclosed',
    to: 'create',
    send: body(201, '['.repeat(100_000)),
    comesTo: unreadable,
  },
  {
    name: 'an order nested a hundred thousand deep',
    to: 'create',
    send: body(201, object(`${'[['.repeat(50_000)}${']]'.repeat(50_000)}`)),
    comesTo: answered,
  },
  {
    name: 'keys of the prototype',
    to: 'create',
    send: body(201, object('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')),
    comesTo: answered,
  },
  {
    name: 'numbers beyond all bounds',
    to: 'create',
    send: body(201, object('{"unique_id":1e999,"price":-1e999,"shipments":[{"parcels":[{"weight":1e400}]}]}')),
    comesTo: answered,
  },
  {
    name: 'bytes that are no UTF-8',
    to: 'create',
    send: body(201, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc0, 0x80, 0x7d])),
    comesTo: unreadable,
  },
  {
    name: 'two statuses, the last one an error',
    to: 'create',
    send: body(201, '{"status":"success","status":"error","message":"No"}'),
    comesTo: { kind: 'not success' },
  },
  {
    name: 'an HTML page with a script',
    to: 'create',
    send: body(201, '<html><title><script>alert(1)</script></title></html>'),
    comesTo: { kind: 'unreadable' },
  },
  {
    name: 'a refusal of a megabyte',
    to: 'create',
    send: body(422, refusal('x'.repeat(mebibyte))),
    comesTo: { kind: 'rejected', failure: { code: 'rejected' } },
  },
  {
    name: 'a refusal with terminal commands and right-to-left marks',
    to: 'create',
    send: body(422, refusal('\u001b[2J\u0000\u202egnp.exe\u2066')),
    comesTo: { kind: 'rejected', failure: { code: 'rejected' } },
  },
  {
    name: 'a refusal that repeats the token',
    to: 'create',
    send: body(422, refusal(`Bearer ${token}`)),
    comesTo: { kind: 'rejected', failure: { code: 'rejected' } },
  },
  {
    name: 'a refusal of a hundred thousand entries',
    to: 'create',
    send: body(422, refusal(Array.from({ length: 100_000 }, () => 'No'))),
    comesTo: { kind: 'rejected', failure: { code: 'rejected' } },
  },
  { name: 'a redirect to a file', to: 'create', send: redirect('file:///etc/passwd'), comesTo: redirected },
  { name: 'a redirect to a script', to: 'create', send: redirect('javascript:alert(1)'), comesTo: redirected },
  {
    name: 'a redirect to the address of cloud metadata',
    to: 'create',
    send: redirect('http://169.254.169.254/latest/meta-data/'),
    comesTo: redirected,
  },
  {
    name: 'a cookie',
    to: 'create',
    send: body(422, refusal('No'), { 'Set-Cookie': 'session=1; Path=/' }),
    comesTo: { kind: 'rejected' },
  },
  {
    name: 'a pause of a century',
    to: 'create',
    send: body(429, '', { 'Retry-After': '3155760000' }),
    comesTo: { kind: 'rejected', retryAfterMs: 600_000 },
  },
  {
    name: 'a pause below zero',
    to: 'create',
    send: body(429, '', { 'Retry-After': '-5' }),
    comesTo: { kind: 'rejected' },
  },
  {
    name: 'a pause until the year 9999',
    to: 'create',
    send: body(429, '', { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }),
    comesTo: { kind: 'rejected', retryAfterMs: 600_000 },
  },
  {
    name: 'a redirect that repeats the token',
    to: 'create',
    send: redirect(`https://elsewhere.example/?token=${token}`),
    comesTo: redirected,
  },
  { name: 'a status line of HTTP 0.9', to: 'create', send: raw('{"status":"success"}'), comesTo: unanswered },
  { name: 'a status line of HTTP 2', to: 'create', send: raw('HTTP/2.0 201\r\n\r\n'), comesTo: unreadable },
  {
    name: 'a line feed in a header',
    to: 'create',
    send: raw('HTTP/1.1 201 Created\r\nX: a\rb\r\nContent-Length: 2\r\n\r\n{}'),
    comesTo: unanswered,
  },
  {
    name: 'an encoding that is not known',
    to: 'create',
    send: body(201, object('{}'), { 'Content-Encoding': 'zstd' }),
    comesTo: unreadable,
  },
  {
    name: 'a refusal that repeats the token in base 64',
    to: 'create',
    send: body(422, refusal(Buffer.from(`Bearer ${token}`).toString('base64'))),
    comesTo: { kind: 'rejected', failure: { serviceText: expect.stringContaining('[token]') } },
  },
  {
    name: 'an order that is a text of markup',
    to: 'create',
    send: body(201, object('"<script>alert(1)</script>"')),
    comesTo: answered,
  },
  { name: 'a redirect to itself', to: 'label', send: redirect('/labels/1'), comesTo: redirected },
  { name: 'a redirect to a file', to: 'label', send: redirect('file:///etc/passwd'), comesTo: redirected },
  {
    name: 'a redirect to a data address',
    to: 'label',
    send: redirect('data:application/pdf;base64,JVBERi0='),
    comesTo: redirected,
  },
  {
    name: 'a redirect with a password',
    to: 'label',
    send: redirect('https://user:secret@elsewhere.example/'),
    comesTo: redirected,
  },
  {
    name: 'a redirect without encryption',
    to: 'label',
    send: redirect('http://elsewhere.example/label.zpl'),
    comesTo: redirected,
  },
  { name: 'a redirect to no address', to: 'label', send: redirect('http://['), comesTo: redirected },
  {
    name: 'a label larger than any',
    to: 'label',
    send: body(200, `^XA${'x'.repeat(9 * mebibyte)}^XZ`),
    comesTo: tooLarge,
  },
  {
    name: 'a label as a gzip bomb',
    to: 'label',
    send: body(200, gzipSync(spaces), { 'Content-Encoding': 'gzip' }),
    comesTo: tooLarge,
  },
  {
    name: 'a web page',
    to: 'label',
    send: body(200, '<html><script>alert(1)</script></html>', { 'Content-Type': 'application/pdf' }),
    comesTo: unreadable,
  },
  {
    name: 'a program',
    to: 'label',
    send: body(200, Buffer.from('MZ\x90\x00program'), { 'Content-Type': 'application/pdf' }),
    comesTo: { kind: 'answered', value: { format: 'unknown' } },
  },
  {
    name: 'a label that repeats the token in a picture',
    to: 'label',
    send: body(200, `^XA^FO20,20^GFA,31,31,31,${Buffer.from(token).toString('hex')}^FS^XZ`),
    comesTo: { kind: 'unreadable', failure: { message: { code: 'label.contains-token' } } },
  },
  {
    name: 'a label that repeats the token in a gzip file',
    to: 'label',
    send: body(200, gzipSync(`^XA^FD${token}^FS^XZ`)),
    comesTo: { kind: 'unreadable', failure: { message: { code: 'label.contains-token' } } },
  },
  {
    name: 'a label that repeats the token',
    to: 'label',
    send: body(200, `^XA^FO20,20^A0N,20,20^FD${token}^FS^XZ`),
    comesTo: { kind: 'unreadable' },
  },
];
