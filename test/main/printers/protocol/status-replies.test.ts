import { describe, expect, it } from 'vitest';
import {
  readErrorFlags,
  readHostStatus,
  readSystemStatus,
} from '../../../../src/main/printers/protocol/status-replies.ts';
import { flagsReply, noErrors, readyHost } from './scripted-channel.ts';

const errors: [string, string[]][] = [
  ['00000001', ['paper out']],
  ['00000002', ['ribbon out']],
  ['00000004', ['head open']],
  ['00000008', ['cutter fault']],
  ['00000010', ['too hot']],
  ['00000020', ['too hot']],
  ['00000040', ['head fault']],
  ['00000080', ['head fault']],
  ['00000100', ['printer error']],
  ['00000200', ['head fault']],
  ['00000400', ['printer error']],
  ['00001000', ['printer error']],
  ['00010000', ['paused']],
  ['80000000', ['printer error']],
  ['00000005', ['paper out', 'head open']],
  ['00000801', ['paper out', 'printer error']],
];

describe('printer status: a ~HQES reply', () => {
  it('of a ready printer contains no reason and nothing about a pause', () => {
    expect(readErrorFlags(noErrors)).toMatchObject({ reasons: [], warnings: [], paused: null });
  });

  it.each(errors)('with the error bits %s gives %o', (bits, reasons) => {
    expect(readErrorFlags(flagsReply(`1 00000000 ${bits}`))?.reasons).toEqual(reasons);
  });

  it.each([
    ['of the other group', '1 00000001 00000000'],
    ['by its flag alone', '1 00000000 00000000'],
  ])('never drops an error reported %s', (_, reported) => {
    expect(readErrorFlags(flagsReply(reported))?.reasons).toEqual(['printer error']);
  });

  it('gives its warnings', () => {
    expect(readErrorFlags(flagsReply('0 00000000 00000000', '1 00000000 0000000F'))).toMatchObject({
      reasons: [],
      warnings: ['calibrate the media', 'clean the head', 'replace the head', 'paper near its end'],
    });
  });

  it.each([
    ['lower-case digits', flagsReply('1 00000000 0000000c')],
    ['other white space', '\x02ERRORS:1  00000000\t0000000C\nWARNINGS:\r\n0 00000000 00000000\x03'],
    ['an older one before it', noErrors + flagsReply('1 00000000 0000000C')],
  ])('is understood with %s', (_, reply) => {
    expect(readErrorFlags(reply)?.reasons).toEqual(['head open', 'cutter fault']);
  });

  it.each([
    ['half of it', noErrors.slice(0, 50)],
    ['a warning cut short', noErrors.slice(0, -6)],
    ['nothing', ''],
  ])('is not an answer where %s arrived', (_, reply) => {
    expect(readErrorFlags(reply)).toBeNull();
  });
});

describe('printer status: zpl.system_status', () => {
  it('gives a pause beside the errors (the guide’s example)', () => {
    expect(readSystemStatus('"1,1,00000000,00000004,0,00000000,00000000"')).toMatchObject({
      reasons: ['head open', 'paused'],
      paused: true,
    });
  });

  it('is understood with each part in quotes, as the guide shows it elsewhere', () => {
    expect(readSystemStatus('"0","0","00000000","00000000","1","00000000","00000008"\r\n')).toMatchObject({
      reasons: [],
      warnings: ['paper near its end'],
      paused: false,
    });
  });

  it.each(errors)('with the error bits %s gives %o', (bits, reasons) => {
    expect(readSystemStatus(`"0,1,00000000,${bits},0,00000000,00000000"`)?.reasons).toEqual(reasons);
  });

  it.each(['"?"', '', '"0,1,0000', '"ready"'])('is not an answer as %o', (reply) => {
    expect(readSystemStatus(reply)).toBeNull();
  });
});

const host = (first: string, second: string): string => `\x02${first}\x03\r\n\x02${second}\x03\r\n\x021234,0\x03\r\n`;
const first = '030,0,0,1218,000,0,0,0,000,0,0,0';
const second = '001,0,0,0,1,2,6,0,00000000,1,000';
const withField = (fields: string, place: number, value: string): string =>
  fields
    .split(',')
    .map((field, index) => (index === place ? value : field))
    .join(',');

describe('printer status: a ~HS reply', () => {
  it('of a ready printer has no reason, and no label in the printer', () => {
    expect(readHostStatus(readyHost)).toEqual({
      reasons: [],
      formatsInPrinter: 0,
      labelsInPrinter: 0,
      partialFormat: false,
      raw: '030,0,0,1218,000,0,0,0,000,0,0,0 001,0,0,0,1,2,6,0,00000000,1,000 ****',
    });
  });

  it.each([
    ['paper out', withField(first, 1, '1'), second],
    ['paused', withField(first, 2, '1'), second],
    ['buffer full', withField(first, 5, '1'), second],
    ['diagnostic mode', withField(first, 6, '1'), second],
    ['printer error', withField(first, 9, '1'), second],
    ['too hot', withField(first, 11, '1'), second],
    ['head open', first, withField(second, 2, '1')],
    ['ribbon out', first, withField(second, 3, '1')],
    ['label not taken', first, withField(second, 7, '1')],
  ])('reports "%s"', (reason, one, two) => {
    expect(readHostStatus(host(one, two))?.reasons).toEqual([reason]);
  });

  it('has every reason (a printer without paper and paused)', () => {
    expect(readHostStatus(host('030,1,1,1225,000,0,0,0,000,0,0,0', second))?.reasons).toEqual(['paper out', 'paused']);
  });

  it('counts what the printer still has, and reports a format without an end', () => {
    expect(readHostStatus(host('030,0,0,1218,012,0,0,1,000,0,0,0', '001,0,0,0,1,2,6,0,00000340,1,000'))).toMatchObject({
      reasons: [],
      formatsInPrinter: 12,
      labelsInPrinter: 340,
      partialFormat: true,
    });
  });

  it('does not hold a cold printer: it warms up by printing', () => {
    expect(readHostStatus(host(withField(first, 10, '1'), second))?.reasons).toEqual([]);
  });

  it.each([
    ['one digit where others send three or eight', host('0,0,0,0,2,0,0,0,0,0,0,0', '0,0,0,0,1,2,6,0,3,1,0')],
    ['a letter as its print mode', host('030,0,0,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,K,6,0,00000003,1,000')],
    ['an empty print mode', host('030,0,0,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,,6,0,00000003,1,000')],
    ['spaces around its fields', host('030, 0,0 ,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0, 00000003,1,000')],
    [
      'other fields after the known ones',
      host('030,0,0,1218,002,0,0,0,000,0,0,0,9', '001,0,0,0,1,2,6,0,00000003,1,000,7'),
    ],
    [
      'no line ends',
      host('030,0,0,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000003,1,000').replaceAll('\r\n', ''),
    ],
    [
      'something else before and after',
      `~HS"0"\x02\x03${host('030,0,0,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000003,1,000')}\x02half`,
    ],
    [
      'an older reply before it',
      readyHost + host('030,0,0,1218,002,0,0,0,000,0,0,0', '001,0,0,0,1,2,6,0,00000003,1,000'),
    ],
  ])('is understood with %s', (_, reply) => {
    expect(readHostStatus(reply)).toMatchObject({ reasons: [], formatsInPrinter: 2, labelsInPrinter: 3 });
  });

  it.each([
    ['nothing', ''],
    ['one string', readyHost.slice(0, 38)],
    ['two strings', readyHost.slice(0, readyHost.indexOf('\x021234'))],
    ['three strings whose last has no end', readyHost.slice(0, -4)],
    ['strings that are too short', host('030,0,0', '001,0,0')],
    ['a flag that is not a number', host(withField(first, 1, 'x'), second)],
    ['an empty flag', host(first, withField(second, 2, ''))],
    ['something else', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('is not an answer where it is %s, and never "all zero"', (_, reply) => {
    expect(readHostStatus(reply)).toBeNull();
  });

  it('leaves an invalid number unknown', () => {
    expect(readHostStatus(host(withField(first, 4, '???'), withField(second, 8, '')))).toMatchObject({
      formatsInPrinter: null,
      labelsInPrinter: null,
    });
  });

  it('is shown without the password of the printer', () => {
    expect(readHostStatus(readyHost)?.raw).not.toContain('1234');
  });
});
