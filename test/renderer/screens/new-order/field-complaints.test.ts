import { describe, expect, it, test } from 'vitest';
import {
  complaintsAbout,
  formPathOf,
  remainingComplaints,
} from '../../../../src/renderer/screens/new-order/field-complaints.ts';
import {
  blankOrderForm,
  withAddress,
  withAnotherParcel,
  withoutParcel,
  withParcel,
} from '../../../../src/renderer/screens/new-order/order-form.ts';
import type { Failure } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';

describe('service complaint: the field of a path', () => {
  it.each([
    ['drop_offs.0.address.text', 'drop_offs.0.address.text'],
    ['drop_offs.0.address', 'drop_offs.0.address.text'],
    ['pick_up_address.sender_person_phone', 'pick_up_address.sender_person_phone'],
    ['body.pickUpAddress.text', 'pick_up_address.text'],
    ['drop_offs[0].parcels[1].custom_code', 'drop_offs.0.parcels.1.custom_code'],
    ['/dropOffs/0/parcels/1/values', 'drop_offs.0.parcels.1.values'],
    ['parcels.1.weight', 'drop_offs.0.parcels.1.values'],
    ['drop_offs.0.person_phone', 'drop_offs.0.address.person_phone'],
  ])('%s', (path, expected) => {
    expect(formPathOf(path, 2)).toBe(expected);
  });

  it.each(['payment', 'parcels.4.values', 'parcels.weight', 'drop_offs.0.address.lat', '', 'person_phone'])(
    'none for %j',
    (path) => {
      expect(formPathOf(path, 2)).toBeNull();
    },
  );

  test('a code without a place belongs to the only parcel', () => {
    expect(formPathOf('custom_code', 1)).toBe('drop_offs.0.parcels.0.custom_code');
    expect(formPathOf('custom_code', 2)).toBeNull();
  });
});

test('service complaint: is beside its field until that field is changed; others stay above the form', () => {
  const failure: Failure = {
    code: 'rejected',
    message: message('order.unknown'),
    fieldFaults: [
      { path: 'drop_offs.0.address.text', text: 'outside the zone' },
      { path: 'drop_offs.0.parcels.1.values', text: 'too heavy' },
      { path: 'payment', text: 'overdue' },
    ],
  };
  const form = withAnotherParcel(withAddress(blankOrderForm, 'dropOffAddress', { text: '12 Palm Street' }));
  const complaints = complaintsAbout(failure, form);
  expect(complaints.fields).toEqual({
    'drop_offs.0.address.text': message('order.field-rejected', { text: 'outside the zone' }),
    'drop_offs.0.parcels.1.values': message('order.field-rejected', { text: 'too heavy' }),
  });
  expect(complaints.others).toEqual([{ path: 'payment', text: 'overdue' }]);

  expect(remainingComplaints(complaints, form, withParcel(form, 2, { customCode: 'A' }))).toBe(complaints);
  const moved = withAddress(form, 'dropOffAddress', { text: '14 Palm Street' });
  expect(Object.keys(remainingComplaints(complaints, form, moved).fields)).toEqual(['drop_offs.0.parcels.1.values']);
  expect(Object.keys(remainingComplaints(complaints, form, withoutParcel(form, 2)).fields)).toEqual([
    'drop_offs.0.address.text',
  ]);
});
