import { describe, expect, test } from 'vitest';
import {
  type FormFocus,
  firstIncompleteField,
  focusAfterScan,
  parcelForScan,
} from '../../../../src/renderer/screens/new-order/form-focus.ts';
import {
  blankOrderForm,
  type OrderForm,
  withAddress,
  withAnotherParcel,
  withParcel,
} from '../../../../src/renderer/screens/new-order/order-form.ts';

const code = 'NL7K2M9P4R6T8V2X4B6D';
const written = withAddress(blankOrderForm, 'pickUpAddress', { text: 'Dock 4' });
const two = withAnotherParcel(written);
const at = (key: number, field: 'grams' | 'customCode'): FormFocus => ({ kind: 'parcel', key, field });
const coded = (form: OrderForm, key: number) => withParcel(form, key, { customCode: code });

describe('a scan in the form', () => {
  test('is for the parcel whose field has the focus', () => {
    expect(parcelForScan(two, at(1, 'grams'))).toBe(1);
    expect(parcelForScan(two, at(2, 'customCode'))).toBe(2);
    expect(parcelForScan(blankOrderForm, at(1, 'grams'))).toBe(1);
  });

  test('in a code’s own field replaces what was scanned by mistake', () => {
    expect(parcelForScan(coded(two, 1), at(1, 'customCode'))).toBe(1);
  });

  test('at a weight goes on to the next parcel without a code rather than over a code', () => {
    expect(parcelForScan(coded(two, 1), at(1, 'grams'))).toBe(2);
    expect(parcelForScan(coded(written, 1), at(1, 'grams'))).toBe(1);
  });

  test('in an address is for the first parcel without a code, once an order is being written', () => {
    expect(parcelForScan(coded(two, 1), { kind: 'address' })).toBe(2);
    expect(parcelForScan(coded(written, 1), { kind: 'address' })).toBeNull();
    expect(parcelForScan(blankOrderForm, { kind: 'address' })).toBeNull();
  });

  test('with the focus anywhere else is the Scan screen’s', () => {
    expect(parcelForScan(two, { kind: 'elsewhere' })).toBeNull();
  });
});

describe('after a scan the hand goes on', () => {
  test('to the parcel’s weight where it is missing', () => {
    expect(focusAfterScan(coded(two, 1), 1)).toEqual({ key: 1, field: 'grams' });
  });

  test('else to the next parcel without a code', () => {
    const weighed = withParcel(coded(two, 1), 1, { grams: '900' });
    expect(focusAfterScan(weighed, 1)).toEqual({ key: 2, field: 'grams' });
    expect(focusAfterScan(withParcel(weighed, 2, { grams: '500' }), 1)).toEqual({ key: 2, field: 'customCode' });
  });

  test('and stays where nothing is missing', () => {
    expect(focusAfterScan(withParcel(coded(written, 1), 1, { grams: '900' }), 1)).toBeNull();
  });
});

test('a form just filled begins at its first missing weight, else at its first code', () => {
  expect(firstIncompleteField(two)).toEqual({ key: 1, field: 'grams' });
  const weighed = withParcel(withParcel(two, 1, { grams: '1' }), 2, { grams: '2' });
  expect(firstIncompleteField(weighed)).toEqual({ key: 1, field: 'customCode' });
  expect(firstIncompleteField(withParcel(two, 1, { grams: '1' }))).toEqual({ key: 2, field: 'grams' });
});
