import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codesOfReading } from '../../src/shared/scanning/scan.ts';

const scanned = (asTyped: string, asUsKeyboard = asTyped) => codesOfReading({ asTyped, asUsKeyboard, by: 'scanner' });

describe('scan: candidates of a reading', () => {
  it('keeps leading zeros and case', () => {
    expect(scanned('0012345678901234aB')).toEqual(['0012345678901234aB']);
  });

  it('removes the symbology identifier that a scanner may send first', () => {
    expect(scanned(']C1NL7K2M9P4R6T8V2X4B6D')).toEqual(['NL7K2M9P4R6T8V2X4B6D']);
  });

  it('keeps both layout readings, the station’s own first', () => {
    expect(scanned('QWERTZ1234567890', 'QWERTY1234567890')).toEqual(['QWERTZ1234567890', 'QWERTY1234567890']);
  });

  it.each(['', '   ', '../../etc/passwd', '/etc', '\u0003^XA', 'DROP TABLE parcels', '%2e%2e', '<b>', '-rf'])(
    'never uses %j as a code',
    (text) => {
      expect(scanned(text)).toEqual([]);
    },
  );

  it('gives only printable codes of at most 64 characters, whatever is read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const code of scanned(text)) expect(code).toMatch(/^[0-9A-Za-z][0-9A-Za-z._:/+-]{0,63}$/);
      }),
    );
  });
});
