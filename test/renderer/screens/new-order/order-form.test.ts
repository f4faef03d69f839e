import { describe, expect, test } from 'vitest';
import {
  blankOrderForm,
  customCodePath,
  type OrderForm,
  readOrderForm,
  weightPath,
  withAddress,
  withAnotherParcel,
  withoutParcel,
  withParcel,
} from '../../../../src/renderer/screens/new-order/order-form.ts';

const filled: OrderForm = withParcel(
  withAddress(withAddress(blankOrderForm, 'pickUpAddress', ' Dock 4 '), 'dropOffAddress', '12 Palm Street'),
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
    const texts = {
      pickUpAddress: 'a',
      senderName: 'b',
      senderPersonName: 'c',
      senderPersonPhone: 'd',
      senderPersonEmail: 'e',
      senderAddress: 'f',
      dropOffAddress: 'g',
      receiverName: 'h',
      receiverPhone: 'i',
      receiverEmail: 'j',
      courierNote: 'k',
    };
    const read = readOrderForm({ ...filled, addresses: texts });
    expect(read.ok && read.request.pick_up_address).toEqual({
      text: 'a',
      sender_name: 'b',
      sender_person_name: 'c',
      sender_person_phone: 'd',
      sender_person_email: 'e',
      sender_address_text: 'f',
    });
    expect(read.ok && read.request.drop_offs[0].address).toEqual({
      text: 'g',
      person_name: 'h',
      person_phone: 'i',
      person_email: 'j',
      description: 'k',
    });
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
    ['2000000', 'At most 1000000 g'],
  ])('the weight %s is refused in words', (grams, words) => {
    const read = readOrderForm(withParcel(filled, 1, { grams }));
    expect(!read.ok && read.faults[weightPath(0)]).toBe(words);
  });

  test('a bad code is named beside the parcel it belongs to', () => {
    const form = withParcel(withAnotherParcel(filled), 2, { grams: '5', customCode: 'AB-12' });
    const read = readOrderForm(form);
    expect(!read.ok && read.faults).toEqual({ [customCodePath(1)]: '16 to 20 digits and letters, nothing else' });
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

  test('a text that is too long is refused with its limit', () => {
    const read = readOrderForm(withAddress(filled, 'courierNote', 'x'.repeat(501)));
    expect(!read.ok && read.faults['drop_offs.0.address.description']).toBe('At most 500 characters');
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
