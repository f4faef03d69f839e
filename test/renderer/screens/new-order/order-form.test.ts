import { describe, expect, test } from 'vitest';
import {
  type AddressTexts,
  blankOrderForm,
  codeErrors,
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
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import { addressFieldNames } from '../../../../src/shared/orders/order-book.ts';

const filled: OrderForm = withParcel(
  withAddress(withAddress(blankOrderForm, 'pickUpAddress', { text: ' Dock 4 ' }), 'dropOffAddress', {
    text: '12 Palm Street',
  }),
  1,
  { grams: '900' },
);

const invalid = (...characters: Message[]) => message('custom-code.invalid-characters', { characters });

describe('order form: reading the request', () => {
  test('the required fields make a request with nothing else in it', () => {
    expect(readOrderForm(filled)).toEqual({
      ok: true,
      value: {
        pick_up_address: { text: 'Dock 4' },
        drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900 }] }],
      },
    });
  });

  test('every field is sent under the service’s own name', () => {
    const texts = (start: string) =>
      Object.fromEntries(addressFieldNames.map((name) => [name, `${start} ${name}`])) as AddressTexts;
    const read = readOrderForm({ ...filled, pickUpAddress: texts('from'), dropOffAddress: texts('to') });
    expect(read.ok && read.value.pick_up_address).toEqual(texts('from'));
    expect(read.ok && read.value.drop_offs[0].address).toEqual(texts('to'));
  });

  test('a blank form has a fault for each required field', () => {
    expect(readOrderForm(blankOrderForm)).toEqual({
      ok: false,
      errors: {
        'pick_up_address.text': message('order.address-missing'),
        'drop_offs.0.address.text': message('order.address-missing'),
        [weightPath(0)]: message('order.weight-missing'),
      },
    });
  });

  test.each([
    ['1 250', 1250],
    ['0.5', 0.5],
  ])('the weight %s is read as %d grams', (grams, values) => {
    const read = readOrderForm(withParcel(filled, 1, { grams }));
    expect(read.ok && read.value.drop_offs[0].parcels[0]?.values).toBe(values);
  });

  test.each([
    ['1,250', message('order.weight-missing')],
    ['2 kg', message('order.weight-missing')],
    ['-3', message('order.weight-not-positive')],
    ['0', message('order.weight-not-positive')],
    ['2000000000', message('order.weight-too-high', { limit: 1_000_000_000 })],
  ])('the weight %s is rejected', (grams, fault) => {
    const read = readOrderForm(withParcel(filled, 1, { grams }));
    expect(!read.ok && read.errors[weightPath(0)]).toEqual(fault);
  });

  test('an invalid code is a fault of its parcel', () => {
    const form = withParcel(withAnotherParcel(filled), 2, { grams: '5', customCode: 'AB-12' });
    const read = readOrderForm(form);
    expect(!read.ok && read.errors).toEqual({
      [customCodePath(1)]: invalid(message('custom-code.character', { character: '-' })),
    });
  });

  test('two parcels with the same code are a fault', () => {
    const code = 'NL7K2M9P4R6T8V2X4B6D';
    const form = withParcel(withParcel(withAnotherParcel(filled), 1, { customCode: code }), 2, {
      grams: '5',
      customCode: code,
    });
    const read = readOrderForm(form);
    expect(!read.ok && read.errors[customCodePath(1)]).toEqual(message('order.code-repeated', { parcel: 1 }));
  });

  test('a code is used as typed: a leading space is a fault, and not removed', () => {
    const read = readOrderForm(withParcel(filled, 1, { customCode: ' NL7K2M9P4R6T8V2X4B6D' }));
    expect(!read.ok && read.errors[customCodePath(0)]).toEqual(invalid(message('custom-code.space')));
  });

  test('a text is rejected only above the limit of the station', () => {
    const note = (length: number) => withAddress(filled, 'dropOffAddress', { description: 'x'.repeat(length) });
    expect(readOrderForm(note(4000)).ok).toBe(true);
    const read = readOrderForm(note(4001));
    expect(!read.ok && read.errors['drop_offs.0.address.description']).toEqual(
      message('validation.text-too-long', { limit: 4000 }),
    );
  });
});

describe('order form: warnings', () => {
  test('are shown while the form is still incomplete', () => {
    const form = withAddress(withParcel(blankOrderForm, 1, { grams: '45000' }), 'dropOffAddress', {
      person_phone: 'ask at reception',
    });
    expect(Object.keys(formWarnings(form))).toEqual(['drop_offs.0.address.person_phone', weightPath(0)]);
  });

  test('do not name missing values before all required ones are there', () => {
    expect(formWarnings(blankOrderForm)).toEqual({});
    expect(Object.keys(formWarnings(filled))).toContain('drop_offs.0.address.person_name');
  });

  test('do not prevent sending', () => {
    const form = withParcel(filled, 1, { grams: '45000.5' });
    expect(readOrderForm(form).ok).toBe(true);
    expect(formWarnings(form)[weightPath(0)]).toEqual(message('order.weight-heavy', { kilograms: 45.0005 }));
  });
});

describe('order form: saving and loading a draft', () => {
  test('a draft has all texts and no codes', () => {
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

  test('a form with only spaces in it is blank', () => {
    expect(isBlankForm(blankOrderForm)).toBe(true);
    expect(isBlankForm(withAddress(blankOrderForm, 'pickUpAddress', { person_name: '  ' }))).toBe(true);
    expect(isBlankForm(withParcel(blankOrderForm, 1, { customCode: 'A' }))).toBe(false);
  });
});

describe('order form: parcels', () => {
  test('there are one to five', () => {
    let form = blankOrderForm;
    for (let times = 0; times < 9; times += 1) form = withAnotherParcel(form);
    expect(form.parcels).toHaveLength(5);
    expect(new Set(form.parcels.map((parcel) => parcel.key)).size).toBe(5);
    expect(withoutParcel(blankOrderForm, 1).parcels).toHaveLength(1);
  });

  test('removing one leaves the others unchanged', () => {
    const form = withParcel(withAnotherParcel(filled), 2, { grams: '77' });
    expect(withoutParcel(form, 1).parcels).toEqual([{ key: 2, grams: '77', customCode: '' }]);
  });
});

describe('order form: custom codes while they are typed', () => {
  const one = 'NL7K2M9P4R6T8V2X4B6D';
  const parcels = (...codes: string[]) => codes.map((customCode, index) => ({ key: index + 1, grams: '', customCode }));
  const errors = (codes: string[], editing: number | null = null) =>
    codeErrors(parcels(...codes), { editing, unavailable: {}, isSent: false });

  test('a code that is still being typed is not called too short; one that was left is', () => {
    expect(errors(['AB12'], 1)).toEqual({});
    expect(errors(['AB12'])).toEqual({ [customCodePath(0)]: message('custom-code.wrong-length', { length: 4 }) });
  });

  test('an invalid character is named at once', () => {
    const character = message('custom-code.character', { character: '-' });
    expect(errors(['AB-'], 1)).toEqual({ [customCodePath(0)]: invalid(character) });
  });

  test('a repeated code is named at the second parcel', () => {
    expect(errors([one, '', one])).toEqual({ [customCodePath(2)]: message('order.code-repeated', { parcel: 1 }) });
  });

  test('a code that is already used here has a fault', () => {
    const unavailable = { [one]: message('custom-code.used-by-parcel') };
    expect(codeErrors(parcels(one), { editing: 1, unavailable, isSent: false })).toEqual({
      [customCodePath(0)]: unavailable[one],
    });
  });

  test('the codes of the sent order that the form still holds are no fault', () => {
    const unavailable = { [one]: message('custom-code.used-by-open-order') };
    expect(codeErrors(parcels(one), { editing: null, unavailable, isSent: true })).toEqual({});
  });
});
