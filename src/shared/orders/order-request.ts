import { z } from 'zod';
import type { MessageCode } from '../messages/message.ts';
import { customCodeFault, isCustomCode } from './custom-code.ts';

/** The client's own parcel code: 16 to 20 digits and letters (interface document, Limits). Checked as written, spaces included. */
export const customCodeSchema = z.string().check(({ value, issues }) => {
  const fault = customCodeFault(value);
  if (fault) issues.push({ code: 'custom', input: value, message: fault.message.code, params: fault.message.params });
});

/** Longest text of one field, characters. The document names no limit; this one keeps a request within what is stored and shown. */
export const longestField = 4_000;

/** Heaviest weight that is accepted, grams: more is a typing error, not a parcel. The document names no limit. */
const heaviestGrams = 1_000_000_000;

/** A zod error message that `issueMessage` reads as a message code. */
const fault = (code: MessageCode): string => code;

const text = z.string().trim().max(longestField);
const optionalText = text.optional();

/** An address under the service's field names; only `text` is known to be required. */
export const requestAddressSchema = z.object({
  text: text.min(1, fault('order.address-missing')),
  description: optionalText,
  person_name: optionalText,
  person_phone: optionalText,
  person_email: optionalText,
  sender_person_name: optionalText,
  sender_person_phone: optionalText,
  sender_person_email: optionalText,
  sender_name: optionalText,
  sender_address_text: optionalText,
});
export type RequestAddress = z.infer<typeof requestAddressSchema>;

const addressFields = Object.keys(requestAddressSchema.shape);

/** True only for an address that its schema returns as it is, its fields in the same order. For thousands at once: see the batches. */
export function isSoundAddress(draft: Readonly<Partial<RequestAddress>>): draft is RequestAddress {
  let place = -1;
  for (const name of Object.keys(draft)) {
    const known = addressFields.indexOf(name, place + 1);
    const value = draft[name as keyof RequestAddress];
    if (known < 0 || typeof value !== 'string' || value.length > longestField || value !== value.trim()) return false;
    place = known;
  }
  return Boolean(draft.text);
}

export const requestParcelSchema = z.object({
  unit: z.literal('g'),
  values: z
    .number(fault('order.weight-missing'))
    .positive(fault('order.weight-not-positive'))
    .max(heaviestGrams, fault('order.weight-too-high')),
  custom_code: customCodeSchema.optional(),
});
export type RequestParcel = z.infer<typeof requestParcelSchema>;

/** The same for a parcel that has no other fields. */
export const isSoundParcel = (draft: Readonly<Partial<RequestParcel>>): draft is RequestParcel => {
  const { unit, values = 0, custom_code: code } = draft;
  return unit === 'g' && values > 0 && values <= heaviestGrams && (code === undefined || isCustomCode(code));
};

/** Most parcels one order may carry (interface document, Limits). */
export const maxParcelsPerOrder = 5;

/** The body of preview and create: one drop-off, one to five parcels, codes unique within it. */
export const orderRequestSchema = z
  .object({
    pick_up_address: requestAddressSchema,
    drop_offs: z.tuple([
      z.object({
        address: requestAddressSchema,
        parcels: z.array(requestParcelSchema).min(1).max(maxParcelsPerOrder),
      }),
    ]),
  })
  .check((context) => {
    const codes = context.value.drop_offs[0].parcels.map((parcel) => parcel.custom_code);
    codes.forEach((code, index) => {
      const first = codes.indexOf(code);
      if (code !== undefined && first !== index) {
        context.issues.push({
          code: 'custom',
          input: code,
          path: ['drop_offs', 0, 'parcels', index, 'custom_code'],
          message: fault('order.code-repeated'),
          params: { parcel: first + 1 },
        });
      }
    });
  });
export type OrderRequest = z.infer<typeof orderRequestSchema>;

/** The custom codes of a request's parcels. */
export const customCodesOf = (request: OrderRequest): string[] =>
  request.drop_offs[0].parcels.flatMap(({ custom_code: code }) => code ?? []);
