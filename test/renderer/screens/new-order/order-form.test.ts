import { describe, expect, test } from 'vitest';
import {
  type AddressTexts,
  blankOrderForm,
  customCodePath,
  draftOfForm,
  formOfDraft,
  formWarnings,
  isBlankForm,
  isSameDraft,
  type OrderForm,
  readOrderForm,
  weightPath,
  withAddress,
  withAnotherParcel,
  withoutParcel,
  withParcel,
} from '../../../../src/renderer/screens/new-order/order-form.ts';
import { addressFieldNames } from '../../../../src/shared/orders/order-book.ts';

const filled: OrderForm = withParcel(
  withAddress(withAddress(blankOrderForm, 'pickUpAddress', { text: ' Dock 4 ' }), 'dropOffAddress', {
    text: '12 Palm Street',
  }),
  1,
  { grams: '900' },
);

describe('reading the order form', () => {
  test('the least that is needed makes a request with nothing else in it', () => {
    expect(readOrderForm(filled)).toEqual({
      ok: true,
      request: {
        pick_up_address: { text: 'Dock 4' },
        drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900 }] }],
      },
    });
  });

  test('every field goes under the service’s own name', () => {
    const texts = (start: string) =>
      Object.fromEntries(addressFieldNames.map((name) => [name, `${start} ${name}`])) as AddressTexts;
    const read = readOrderForm({ ...filled, pickUpAddress: texts('from'), dropOffAddress: texts('to') });
    expect(read.ok && read.request.pick_up_address).toEqual(texts('from'));
    expect(read.ok && read.request.drop_offs[0].address).toEqual(texts('to'));
  });

  test('a blank form names what is missing beside each field', () => {
    expect(readOrderForm(blankOrderForm)).toEqual({
      ok: false,
      faults: {
        'pick_up_address.text': 'Fill in the address',
        'drop_offs.0.address.text': 'Fill in the address',
        [weightPath(0)]: 'Fill in the weight in grams',
      },
    });
  });

  test.each([
    ['1 250', 1250],
    ['0.5', 0.5],
  ])('the weight %s is read as %d grams', (grams, values) => {
    const read = readOrderForm(withParcel(filled, 1, { grams }));
    expect(read.ok && read.request.drop_offs[0].parcels[0]?.values).toBe(values);
  });

  test.each([
    ['1,250', 'Fill in the weight in grams'],
    ['2 kg', 'Fill in the weight in grams'],
    ['-3', 'Fill in the weight in grams'],
    ['0', 'The weight must be above 0'],
    ['2000000000', 'At most 1000000000 g'],
  ])('the weight %s is refused in words', (grams, words) => {
    const read = readOrderForm(withParcel(filled, 1, { grams }));
    expect(!read.ok && read.faults[weightPath(0)]).toBe(words);
  });

  test('a bad code is named beside the parcel it belongs to', () => {
    const form = withParcel(withAnotherParcel(filled), 2, { grams: '5', customCode: 'AB-12' });
    const read = readOrderForm(form);
    expect(!read.ok && read.faults).toEqual({
      [customCodePath(1)]: '16 to 20 digits and letters: “-” cannot be in it',
    });
  });

  test('two parcels with the same code are told apart before anything leaves', () => {
    const code = 'NL7K2M9P4R6T8V2X4B6D';
    const form = withParcel(withParcel(withAnotherParcel(filled), 1, { customCode: code }), 2, {
      grams: '5',
      customCode: code,
    });
    const read = readOrderForm(form);
    expect(!read.ok && read.faults[customCodePath(1)]).toBe('Another parcel of this order has this code');
  });

  test('a code is taken as it is written: a space before it is named, not cut off', () => {
    const read = readOrderForm(withParcel(filled, 1, { customCode: ' NL7K2M9P4R6T8V2X4B6D' }));
    expect(!read.ok && read.faults[customCodePath(0)]).toBe('16 to 20 digits and letters: a space cannot be in it');
  });

  test('a text is refused only beyond what the station can carry', () => {
    const note = (length: number) => withAddress(filled, 'dropOffAddress', { description: 'x'.repeat(length) });
    expect(readOrderForm(note(4000)).ok).toBe(true);
    const read = readOrderForm(note(4001));
    expect(!read.ok && read.faults['drop_offs.0.address.description']).toBe('At most 4000 characters');
  });
});

describe('warnings in the form', () => {
  test('stand beside what is unusual while the form is not whole yet', () => {
    const form = withAddress(withParcel(blankOrderForm, 1, { grams: '45000' }), 'dropOffAddress', {
      person_phone: 'ask at the desk',
    });
    expect(Object.keys(formWarnings(form))).toEqual(['drop_offs.0.address.person_phone', weightPath(0)]);
  });

  test('do not speak of what is missing before everything needed is there', () => {
    expect(formWarnings(blankOrderForm)).toEqual({});
    expect(Object.keys(formWarnings(filled))).toContain('drop_offs.0.address.person_name');
  });

  test('keep no order from being sent', () => {
    const form = withParcel(filled, 1, { grams: '45000.5' });
    expect(readOrderForm(form).ok).toBe(true);
    expect(formWarnings(form)[weightPath(0)]).toBe('Heavy: that is 45.0005 kg');
  });
});

describe('an order kept and used again', () => {
  test('comes back with all its words and without its codes', () => {
    const form = withParcel(withAnotherParcel(filled), 2, { grams: ' 77 ', customCode: 'NL7K2M9P4R6T8V2X4B6D' });
    const again = formOfDraft(draftOfForm(form));
    expect(again.pickUpAddress.text).toBe('Dock 4');
    expect(again.parcels).toEqual([
      { key: 1, grams: '900', customCode: '' },
      { key: 2, grams: '77', customCode: '' },
    ]);
    expect(isSameDraft(draftOfForm(again), draftOfForm(form))).toBe(true);
    expect(isSameDraft(draftOfForm(withoutParcel(form, 2)), draftOfForm(form))).toBe(false);
  });

  test('a form with nothing but blanks in it is blank', () => {
    expect(isBlankForm(blankOrderForm)).toBe(true);
    expect(isBlankForm(withAddress(blankOrderForm, 'pickUpAddress', { person_name: '  ' }))).toBe(true);
    expect(isBlankForm(withParcel(blankOrderForm, 1, { customCode: 'A' }))).toBe(false);
  });
});

describe('parcels of the order form', () => {
  test('there are never more than five, and never none', () => {
    let form = blankOrderForm;
    for (let times = 0; times < 9; times += 1) form = withAnotherParcel(form);
    expect(form.parcels).toHaveLength(5);
    expect(new Set(form.parcels.map((parcel) => parcel.key)).size).toBe(5);
    expect(withoutParcel(blankOrderForm, 1).parcels).toHaveLength(1);
  });

  test('removing one leaves what was written into the others', () => {
    const form = withParcel(withAnotherParcel(filled), 2, { grams: '77' });
    expect(withoutParcel(form, 1).parcels).toEqual([{ key: 2, grams: '77', customCode: '' }]);
  });
});
