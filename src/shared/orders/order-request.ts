import { z } from 'zod';
import { customCodeSchema } from './custom-code.ts';

/** Longest text of one field, characters. The document names no limit; this one keeps a request within what is stored and shown. */
export const longestField = 4_000;

/** Heaviest weight that is taken, grams: beyond it a number is a slip of the hand, not a parcel. The document names no limit. */
const heaviestGrams = 1_000_000_000;

const text = z.string().trim().max(longestField, `At most ${longestField} characters`);
const optionalText = text.optional();

/** An address as the service takes it, under its own field names; only `text` is known to be needed. */
export const requestAddressSchema = z.object({
  text: text.min(1, 'Fill in the address'),
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

export const requestParcelSchema = z.object({
  unit: z.literal('g'),
  values: z
    .number('Fill in the weight in grams')
    .positive('The weight must be above 0')
    .max(heaviestGrams, `At most ${heaviestGrams} g`),
  custom_code: customCodeSchema.optional(),
});
export type RequestParcel = z.infer<typeof requestParcelSchema>;

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
      if (code !== undefined && codes.indexOf(code) !== index) {
        context.issues.push({
          code: 'custom',
          input: code,
          path: ['drop_offs', 0, 'parcels', index, 'custom_code'],
          message: 'Another parcel of this order has this code',
        });
      }
    });
  });
export type OrderRequest = z.infer<typeof orderRequestSchema>;
