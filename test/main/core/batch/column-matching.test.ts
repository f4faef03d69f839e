import { describe, expect, it } from 'vitest';
import {
  fieldOfTitle,
  isAddressPart,
  matchColumns,
  matchManually,
  unitOfTitle,
} from '../../../../src/main/core/batch/column-matching.ts';
import { type BatchField, batchFields } from '../../../../src/shared/orders/batch.ts';

const known: Partial<Record<BatchField, string[]>> = {
  'address.text': [
    ...['Address', 'address_text', 'Street', 'Street address', 'Full Address', 'Delivery address', 'Drop-off address'],
    ...['Recipient Address', 'Ship to: address', 'Address line 1', 'Destination', 'Drop off'],
  ],
  'address.person_name': [
    ...['Receiver', 'receiver name', 'Recipient Name', 'recipient', 'Name', 'to name', 'To', 'Consignee', 'Full name'],
    ...['Customer name', 'Ship-to name', 'Drop-off contact', 'Deliver to'],
  ],
  'address.person_phone': [
    ...[
      'Phone',
      'Phone number',
      'Mobile',
      'receiver_phone',
      'Recipient mobile no.',
      'Tel',
      'Contact number',
      'to phone',
    ],
  ],
  'address.person_email': ['E-mail', 'email', 'Receiver e-mail address', 'recipient_email'],
  'address.description': ['Delivery note', 'Note', 'Delivery instructions', 'Note for courier', 'drop-off description'],
  'address.sender_person_name': ['Sender', 'Sender name', 'From name', 'Shipper contact'],
  'address.sender_person_phone': ['Sender phone', 'From mobile'],
  'address.sender_person_email': ['Sender email'],
  'address.sender_name': ['Sender company', 'Shop name', 'Merchant', 'sender business name'],
  'address.sender_address_text': ['Sender address', 'Shipper street'],
  'pick_up_address.text': ['Pick-up address', 'pickup_address', 'Collection address', 'Pickup', 'Collect from'],
  'pick_up_address.person_name': ['Pick-up contact', 'Pickup name', 'collection contact name'],
  'pick_up_address.person_phone': ['Pick-up phone', 'Collection phone number'],
  'pick_up_address.description': ['Pick-up note', 'Collection instructions'],
  'parcel.values': [
    ...[
      'Weight',
      'weight (g)',
      'Weight in grams',
      'grams',
      'Parcel weight',
      'WEIGHT_G',
      'weightGrams',
      'Gross weight (gr)',
    ],
    ...['Weight (kg)', 'kg', 'weight in kilograms', 'Package weight kgs'],
  ],
  'parcel.custom_code': ['Custom code', 'custom_code', 'CustomCode', 'Parcel custom code', 'Client code', 'Own code'],
};

describe('batch columns: a title', () => {
  it.each(Object.entries(known).flatMap(([field, titles]) => titles.map((title) => [title, field])))(
    'called “%s” is the field %s',
    (title, field) => expect(fieldOfTitle(title)).toBe(field),
  );

  it.each(batchFields)('called %s, the service’s own name, is that field', (field) => {
    expect(fieldOfTitle(field)).toBe(field);
  });

  it.each([
    ...[
      'SKU',
      'Code',
      'Barcode',
      'Order number',
      'Reference',
      'Tracking code',
      'Pick-up code',
      'Quantity',
      'Price',
      'g',
    ],
    ...[
      'Weight (lb)',
      'Weight oz',
      'Pounds',
      'Length',
      'Size',
      'Description',
      'Comments',
      'From',
      'From address',
      'City',
    ],
    ...['Date', '', 'Shipping', 'Company', 'Value', 'Parcel', 'العنوان'],
  ])('called “%s” is not matched', (title) => expect(fieldOfTitle(title)).toBeNull());

  it('gives the unit of weights', () => {
    expect(['Weight (kg)', 'KG', 'weight in kilos'].map(unitOfTitle)).toEqual(['kg', 'kg', 'kg']);
    expect(['Weight (g)', 'grams', 'weight_gr'].map(unitOfTitle)).toEqual(['g', 'g', 'g']);
    expect(['Weight (lb)', 'ounces', 'weight in tons'].map(unitOfTitle)).toEqual(['another', 'another', 'another']);
    expect(['Weight', 'Packaging', 'Tag', 'Weight class'].map(unitOfTitle)).toEqual([null, null, null, null]);
  });

  it('can name a part of an address', () => {
    expect(['City', 'Post code', 'Flat', 'Delivery city', 'Country', 'Address 2'].every(isAddressPart)).toBe(true);
    expect(['Address', 'Name', 'Weight', 'Colour'].some(isAddressPart)).toBe(false);
  });
});

const fieldsOf = (titles: string[], saved: (BatchField | null)[] | null = null) =>
  matchColumns(titles, saved).map(({ field, matchedBy }) => [field, matchedBy]);

describe('batch columns: a file', () => {
  it('are matched by name, the first of two for one field', () => {
    expect(fieldsOf(['Name', 'Recipient', 'Street', 'Postcode', 'Weight'])).toEqual([
      ['address.person_name', 'name'],
      [null, null],
      ['address.text', 'name'],
      [null, null],
      ['parcel.values', 'name'],
    ]);
  });

  it('use the postal code as the address where there is no other', () => {
    expect(fieldsOf(['Postcode', 'Weight'])[0]).toEqual(['address.text', 'name']);
  });

  it('are matched as the operator did for an earlier file with the same titles', () => {
    expect(fieldsOf(['Name', 'Ref', 'Street'], [null, 'parcel.custom_code', 'address.text'])).toEqual([
      [null, null],
      ['parcel.custom_code', 'memory'],
      ['address.text', 'name'],
    ]);
    // Learned for another header, so not used.
    expect(fieldsOf(['Street'], [null, null])).toEqual([['address.text', 'name']]);
  });

  it('lose a field when the operator matches another column to it', () => {
    const matched = matchManually(matchColumns(['Name', 'To'], null), 1, 'address.person_name');
    expect(matched.map(({ field, matchedBy }) => [field, matchedBy])).toEqual([
      [null, null],
      ['address.person_name', 'hand'],
    ]);
    expect(matchManually(matched, 1, null)[1]).toMatchObject({ field: null, matchedBy: null });
  });
});
