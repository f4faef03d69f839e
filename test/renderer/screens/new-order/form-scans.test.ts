import { describe, expect, test } from 'vitest';
import { readCodeScan } from '../../../../src/renderer/screens/new-order/form-scans.ts';

const scan = (asTyped: string, asUsKeyboard = asTyped) => readCodeScan({ asTyped, asUsKeyboard, by: 'scanner' });

describe('a scan into a custom code', () => {
  test('lands as it was read', () => {
    expect(scan('NL7K2M9P4R6T8V2X4B6D')).toEqual({ kind: 'code', code: 'NL7K2M9P4R6T8V2X4B6D' });
  });

  test('takes the one reading that can be a custom code', () => {
    expect(scan('é"\'(§è!çà)34679CDEF', '2345678904679CDEFX')).toEqual({ kind: 'code', code: '2345678904679CDEFX' });
  });

  test('is doubtful where both readings are codes, and different ones', () => {
    expect(scan('ZY34679CDEFGHJKNPR', 'YZ34679CDEFGHJKNPR').kind).toBe('ambiguous');
  });

  test('of anything else is left to the Scan screen', () => {
    expect(scan('4006381333931').kind).toBe('other');
    expect(scan('^XA^JUS^XZ').kind).toBe('other');
  });
});
