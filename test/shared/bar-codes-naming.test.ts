import { describe, expect, it } from 'vitest';
import { bareData, compareBarCodes } from '../../src/shared/printing/label-bar-codes.ts';

const custom = 'AB12CD34EF56GH78JK90';
const naming = (read: string[], ...expected: string[]) =>
  compareBarCodes(
    read.map((text) => ({ text })),
    expected,
  );

describe('bar codes of a label picture', () => {
  it('name the parcel if one of them is one of its codes', () => {
    expect(naming(['4205321', custom], 'TRK123', custom)).toEqual({ namesParcel: true });
  });

  it('do not name the parcel if none is', () => {
    expect(naming(['OTHER12345678901'], custom, 'TRK1234567')).toEqual({ namesParcel: false });
    expect(naming(['OTHER12345678901'])).toMatchObject({ namesParcel: false });
  });

  it('give no result if none was read', () => {
    expect(naming([], custom)).toBeNull();
  });

  it.each([
    ['as GS1 with brackets', `(420)98028(92)${custom}`],
    ['as GS1 with GS characters', `42098028\x1d92${custom}`],
    ['behind an AIM identifier', `]C1${custom}`],
    ['in lower case', custom.toLowerCase()],
    ['in an address', `https://track.example/?code=${custom}&x=1`],
    ['in groups', 'AB12 CD34 EF56 GH78 JK90'],
  ])('name the parcel with its code %s', (_how, read) => {
    expect(naming([read], custom)).toMatchObject({ namesParcel: true });
  });

  it('do not name the parcel by a few digits that any number may contain', () => {
    expect(naming(['00340434161094012345'], '1234')).toMatchObject({ namesParcel: false });
    expect(naming(['1234'], '1234')).toMatchObject({ namesParcel: true });
    expect(naming(['12345678'], '', '()')).toMatchObject({ namesParcel: false });
  });

  it('are compared without brackets, separators and AIM identifiers', () => {
    expect(bareData(']d2(01)04012345678901(21)abc\x1d(10)x ')).toBe('010401234567890121ABC10X');
    expect(bareData(']-1')).toBe(']-1');
  });
});
