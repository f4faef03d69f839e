import { flagsReply, noErrors, readyHost } from './protocol/scripted-channel.ts';

/** What a printer, or a device in its place, sends to every query, and what it must come to. */
export interface HostileReply {
  name: string;
  reply: string;
  /** The reasons of its status; null where it counts as silent, and never as ready. */
  reasons: readonly string[] | null;
}

const paperOut = flagsReply('1 00000000 00000001');
const kilobytes = 1024;

export const hostileReplies: readonly HostileReply[] = [
  { name: 'nothing', reply: '', reasons: null },
  { name: 'one byte', reply: '\x02', reasons: null },
  { name: 'only ends of text', reply: '\x03'.repeat(4 * kilobytes), reasons: null },
  { name: 'only beginnings of text', reply: '\x02'.repeat(8 * kilobytes), reasons: null },
  {
    name: 'every byte there is',
    reply: Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join(''),
    reasons: null,
  },
  { name: 'a megabyte of a frame that never ends', reply: `\x02${'0,'.repeat(512 * kilobytes)}`, reasons: null },
  { name: 'a hundred thousand empty frames', reply: '\x02\x03'.repeat(100_000), reasons: null },
  {
    name: 'a frame of a hundred thousand fields',
    reply: `\x02${'0,'.repeat(100_000)}\x03\x02${'0,'.repeat(100_000)}\x03\x020\x03`,
    reasons: [],
  },
  { name: 'negative numbers', reply: readyHost.replace('030,0,0', '030,-1,-1'), reasons: null },
  {
    name: 'numbers of a thousand digits',
    reply: readyHost.replace('030,0,0', `030,${'9'.repeat(1_000)},0`),
    reasons: null,
  },
  { name: 'numbers in other notations', reply: readyHost.replace('030,0,0', '030,0x0,1e0'), reasons: null },
  { name: 'digits of another script', reply: readyHost.replace('030,0,0', '030,\u0660,0'), reasons: null },
  { name: 'a NUL between digits', reply: readyHost.replace('030,0,0', '030,0\x000,0'), reasons: null },
  { name: 'fields of prototypes', reply: readyHost.replace('030,0,0', '030,__proto__,constructor'), reasons: null },
  { name: 'a status cut inside its last frame', reply: readyHost.slice(0, -4), reasons: null },
  {
    name: 'error flags cut before the warnings',
    reply: paperOut.slice(0, paperOut.indexOf('WARNINGS')),
    reasons: null,
  },
  { name: 'error flags of nine digits', reply: flagsReply('1 000000000 000000001'), reasons: null },
  { name: 'error flags that are no digits', reply: flagsReply('1 GGGGGGGG GGGGGGGG'), reasons: null },
  { name: 'an error without a bit', reply: flagsReply('1 00000000 00000000'), reasons: ['printer error'] },
  {
    name: 'every error bit',
    reply: flagsReply('1 FFFFFFFF FFFFFFFF'),
    reasons: [
      'paper out',
      'ribbon out',
      'head open',
      'cutter fault',
      'too hot',
      'head fault',
      'printer error',
      'paused',
    ],
  },
  {
    name: 'no errors by its flag, and an error by its bits',
    reply: flagsReply('0 00000000 00000001'),
    reasons: ['paper out'],
  },
  { name: 'ready first, then out of paper', reply: noErrors + paperOut, reasons: ['paper out'] },
  {
    name: 'ready by one query, out of paper by the other',
    reply: noErrors + readyHost.replace('030,0,0', '030,1,0'),
    reasons: ['paper out'],
  },
  {
    name: 'a thousand old replies before the present one',
    reply: noErrors.repeat(1_000) + paperOut,
    reasons: ['paper out'],
  },
  {
    name: 'the beginning of a reply, ten thousand times',
    reply: 'ERRORS: 1 00000000 00000000 '.repeat(10_000),
    reasons: null,
  },
  { name: 'letters that look like digits', reply: readyHost.replace('030,0,0', '030,O,O'), reasons: null },
  { name: 'empty fields', reply: readyHost.replace('030,0,0', '030,,'), reasons: null },
  { name: 'one field too few', reply: readyHost.replace('030,0,0', '030,0'), reasons: null },
  { name: 'a status of two frames', reply: readyHost.slice(0, readyHost.lastIndexOf('\x02')), reasons: null },
  { name: 'frames without line breaks between', reply: readyHost.replaceAll('\r\n', ''), reasons: [] },
  { name: 'a frame in a frame', reply: `\x02${readyHost}\x03`, reasons: [] },
  { name: 'the frames in another order', reply: readyHost.split('\r\n').reverse().join('\r\n'), reasons: null },
  { name: 'error flags of seven digits', reply: flagsReply('1 0000000 0000001'), reasons: null },
  { name: 'error flags with a sign', reply: flagsReply('1 -0000001 00000000'), reasons: null },
  {
    name: 'error flags in small letters',
    reply: flagsReply('1 00000000 00000001').toLowerCase(),
    reasons: ['paper out'],
  },
  { name: 'an end of transmission before the reply', reply: `\x04\x18${paperOut}`, reasons: ['paper out'] },
  { name: 'the query itself', reply: '~HQES\r\n~HS\r\n! U1 getvar "zpl.system_status"\r\n', reasons: null },
  { name: 'a web server’s answer', reply: 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n', reasons: null },
  { name: 'a log-in prompt', reply: '\xff\xfd\x18\xff\xfd\x20login: ', reasons: null },
  { name: 'another printer language', reply: '@PJL INFO STATUS\r\nCODE=10001\r\nDISPLAY="Ready"\r\n\f', reasons: null },
  { name: 'commands of a terminal', reply: '\x1b[2J\x1b]0;owned\x07', reasons: null },
  { name: 'a label', reply: '^XA^FO20,20^FDprint me^FS^XZ', reasons: null },
  { name: 'a system status of digits without end', reply: `"${'0,'.repeat(50_000)}0"`, reasons: null },
];
