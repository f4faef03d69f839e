import { describe, expect, it } from 'vitest';
import { afterMeeting, identityWords, isAnother } from '../../../../src/main/core/printing/acquaintance.ts';

const known = { model: 'ZD421', serial: '50J1', dotsPerMillimetre: 8 };
const met = { ...known, firmware: 'V93.21' };

describe('who answers at a printer’s address', () => {
  it('is the same printer while nothing it tells differs', () => {
    expect(isAnother(known, met)).toBe(false);
    expect(isAnother(known, { ...met, firmware: 'V94' })).toBe(false);
    expect(isAnother(known, { model: null, serial: null, dotsPerMillimetre: null, firmware: null })).toBe(false);
  });

  it.each([{ model: 'ZT411', serial: null }, { serial: '50J2' }, { dotsPerMillimetre: 12 }])(
    'is another printer with %o',
    (other) => {
      expect(isAnother(known, { ...met, ...other })).toBe(true);
    },
  );

  it('is the same one with the same serial number, whichever of its answers names the model', () => {
    expect(isAnother(known, { ...met, model: 'ZD421-203dpi' })).toBe(false);
  });

  it('is learnt piece by piece, and nothing learnt is forgotten by a printer that tells less', () => {
    const first = afterMeeting(undefined, { ...met, serial: null });
    expect(first).toEqual({ ...known, serial: null });
    expect(afterMeeting(first, met)).toEqual(known);
    expect(afterMeeting(known, { ...met, serial: null })).toBe(known);
  });

  it('is named so that a person can compare it with the plate on the printer', () => {
    expect(identityWords(known)).toBe('ZD421, serial 50J1, 203 dpi');
    expect(identityWords({ model: null, serial: null, dotsPerMillimetre: null })).toBe(
      'a printer that does not say what it is',
    );
  });
});
