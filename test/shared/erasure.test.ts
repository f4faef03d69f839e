import { describe, expect, it } from 'vitest';
import { namesOneOf, type PersonData, personalTextsOf } from '../../src/shared/settings/erasure.ts';

const unknown: PersonData = { name: null, phone: null, address: null };
const isNamed = (person: Partial<PersonData>, text: string): boolean => namesOneOf([{ ...unknown, ...person }])(text);

describe('erasing a person: which texts are about them', () => {
  it.each([
    ['Ali', 'Khalid'],
    ['Per', 'person_name'],
    ['Can', 'scan'],
    ['Tor', 'operator'],
    ['راشد', 'الراشدية'],
  ])('the name %s is not found within %s', (name, text) => expect(isNamed({ name }, text)).toBe(false));

  it.each([
    ['Ali', 'Imported ALI.csv'],
    ['Ali Noor', 'for  ali\nnoor, flat 9'],
    ['Åkerlund', 'A\u030Akerlund’s parcel'],
    // In scripts without spaces a title follows a name as part of the word.
    ['田中太郎', '田中太郎様'],
  ])('the name %s is found in %s', (name, text) => expect(isNamed({ name }, text)).toBe(true));

  it.each(['Dubai', '12345', 'Flat 9', 'Al Barsha South'])('the address %s of many is no one’s alone', (address) =>
    expect(isNamed({ address }, `Deliver to ${address}`)).toBe(false),
  );

  it('an address with a house number is theirs alone', () => {
    expect(isNamed({ address: '77 Tamarisk Gate' }, 'at 77 tamarisk gate, Dubai')).toBe(true);
    expect(isNamed({ address: '77 Tamarisk Gate' }, 'at 177 Tamarisk Gate')).toBe(false);
  });

  it('an address of many, and a name of two letters, are theirs beside their telephone number', () => {
    const find = personalTextsOf([{ name: '李明', phone: '0557362914', address: 'Dubai' }]);
    expect(find(['李明', '+971 55 736 2914', 'Dubai', '900'])).toEqual([true, true, true, false]);
    expect(find(['Aya Noor', '+971 50 111 2233', 'Dubai', '900'])).toEqual([false, false, false, false]);
  });

  it('a telephone number is found with any prefix, and not within a longer number or a code', () => {
    const person = { phone: '+971 55 736 2914' };
    for (const text of ['0557362914', 'call (0)55-736.2914!', '00971 0 55 736 2914', '+971557362914'])
      expect(isNamed(person, text)).toBe(true);
    for (const text of ['05573629145', 'NL00557362914XX', '12345678557362914'])
      expect(isNamed(person, text)).toBe(false);
    expect(isNamed({ phone: '261123' }, '2026-11-23')).toBe(false);
    expect(isNamed({ phone: '261123' }, 'Extension 261-123')).toBe(true);
  });
});
