import { describe, expect, it } from 'vitest';
import { readErrorFlags, readSystemStatus } from '../../../../src/main/printers/asking/error-flags.ts';
import { flagsReply, noErrors } from './scripted-wire.ts';

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

describe('a ~HQES reply', () => {
  it('of a ready printer names nothing, and does not speak of a pause', () => {
    expect(readErrorFlags(noErrors)).toMatchObject({ reasons: [], warnings: [], paused: null });
  });

  it.each(errors)('with the error bits %s says %o', (bits, reasons) => {
    expect(readErrorFlags(flagsReply(`1 00000000 ${bits}`))?.reasons).toEqual(reasons);
  });

  it.each([
    ['of the other group', '1 00000001 00000000'],
    ['by its flag alone', '1 00000000 00000000'],
  ])('never drops an error told %s', (_, told) => {
    expect(readErrorFlags(flagsReply(told))?.reasons).toEqual(['printer error']);
  });

  it('tells its warnings', () => {
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
  ])('is no answer where %s came', (_, reply) => {
    expect(readErrorFlags(reply)).toBeNull();
  });
});

describe('zpl.system_status', () => {
  it('tells of a pause beside the errors (the guide’s example)', () => {
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

  it.each(errors)('with the error bits %s says %o', (bits, reasons) => {
    expect(readSystemStatus(`"0,1,00000000,${bits},0,00000000,00000000"`)?.reasons).toEqual(reasons);
  });

  it.each(['"?"', '', '"0,1,0000', '"ready"'])('is no answer as %o', (reply) => {
    expect(readSystemStatus(reply)).toBeNull();
  });
});
