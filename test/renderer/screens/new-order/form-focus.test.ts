import { describe, expect, test } from 'vitest';
import {
  type FormFocus,
  firstIncompleteField,
  focusAfterScan,
  parcelForScan,
  readCodeScan,
} from '../../../../src/renderer/screens/new-order/form-focus.ts';
import {
  blankOrderForm,
  type OrderForm,
  withAddress,
  withAnotherParcel,
  withParcel,
} from '../../../../src/renderer/screens/new-order/order-form.ts';

const code = 'NL7K2M9P4R6T8V2X4B6D';
const filled = withAddress(blankOrderForm, 'pickUpAddress', { text: 'Dock 4' });
const two = withAnotherParcel(filled);
const at = (key: number, field: 'grams' | 'customCode'): FormFocus => ({ kind: 'parcel', key, field });
const coded = (form: OrderForm, key: number) => withParcel(form, key, { customCode: code });

describe('scan in the order form: the parcel it goes to', () => {
  test('the parcel whose field has the focus', () => {
    expect(parcelForScan(two, at(1, 'grams'))).toBe(1);
    expect(parcelForScan(two, at(2, 'customCode'))).toBe(2);
    expect(parcelForScan(blankOrderForm, at(1, 'grams'))).toBe(1);
  });

  test('in a code field, a scan replaces the code', () => {
    expect(parcelForScan(coded(two, 1), at(1, 'customCode'))).toBe(1);
  });

  test('in a weight field, the next parcel without a code rather than overwriting one', () => {
    expect(parcelForScan(coded(two, 1), at(1, 'grams'))).toBe(2);
    expect(parcelForScan(coded(filled, 1), at(1, 'grams'))).toBe(1);
  });

  test('in an address, the first parcel without a code, unless the form is blank', () => {
    expect(parcelForScan(coded(two, 1), { kind: 'address' })).toBe(2);
    expect(parcelForScan(coded(filled, 1), { kind: 'address' })).toBeNull();
    expect(parcelForScan(blankOrderForm, { kind: 'address' })).toBeNull();
  });

  test('with the focus elsewhere, the Scan screen', () => {
    expect(parcelForScan(two, { kind: 'elsewhere' })).toBeNull();
  });
});

describe('scan in the order form: the next focus', () => {
  test('to the parcel’s weight where it is missing', () => {
    expect(focusAfterScan(coded(two, 1), 1)).toEqual({ key: 1, field: 'grams' });
  });

  test('else to the next parcel without a code', () => {
    const weighed = withParcel(coded(two, 1), 1, { grams: '900' });
    expect(focusAfterScan(weighed, 1)).toEqual({ key: 2, field: 'grams' });
    expect(focusAfterScan(withParcel(weighed, 2, { grams: '500' }), 1)).toEqual({ key: 2, field: 'customCode' });
  });

  test('nowhere if nothing is missing', () => {
    expect(focusAfterScan(withParcel(coded(filled, 1), 1, { grams: '900' }), 1)).toBeNull();
  });
});

test('order form: a form just filled has the focus on its first missing weight, else on its first code', () => {
  expect(firstIncompleteField(two)).toEqual({ key: 1, field: 'grams' });
  const weighed = withParcel(withParcel(two, 1, { grams: '1' }), 2, { grams: '2' });
  expect(firstIncompleteField(weighed)).toEqual({ key: 1, field: 'customCode' });
  expect(firstIncompleteField(withParcel(two, 1, { grams: '1' }))).toEqual({ key: 2, field: 'grams' });
});

const scan = (asTyped: string, asUsKeyboard = asTyped) => readCodeScan({ asTyped, asUsKeyboard, by: 'scanner' });

describe('scan in the order form: as a custom code', () => {
  test('a code is used as it was read', () => {
    expect(scan('NL7K2M9P4R6T8V2X4B6D')).toEqual({ kind: 'code', code: 'NL7K2M9P4R6T8V2X4B6D' });
  });

  test('the one reading that is a custom code is used', () => {
    expect(scan('é"\'(§è!çà)34679CDEF', '2345678904679CDEFX')).toEqual({ kind: 'code', code: '2345678904679CDEFX' });
  });

  test('two readings that are different codes are ambiguous', () => {
    expect(scan('ZY34679CDEFGHJKNPR', 'YZ34679CDEFGHJKNPR').kind).toBe('ambiguous');
  });

  test('anything else is left to the Scan screen', () => {
    expect(scan('4006381333931').kind).toBe('other');
    expect(scan('^XA^JUS^XZ').kind).toBe('other');
  });
});
