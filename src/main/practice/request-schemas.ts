import { z } from 'zod';

/** Not a limit of the document; it limits the data that practice stores. */
const maxTextLengthOfPractice = 1000;

const optionalText = z
  .string()
  .max(maxTextLengthOfPractice, `is longer than ${maxTextLengthOfPractice} characters`)
  .nullish();

const addressSchema = z.object({
  text: z
    .string('is missing')
    .max(maxTextLengthOfPractice, `is longer than ${maxTextLengthOfPractice} characters`)
    .refine((text) => text.trim() !== '', 'is empty'),
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
export type Address = z.infer<typeof addressSchema>;

const parcelSchema = z.object({
  unit: z.literal('g', 'must be g'),
  values: z.number('must be a number').positive('must be above 0'),
  custom_code: z
    .string('must be text')
    .regex(/^[0-9A-Za-z]{16,20}$/, 'must be 16 to 20 digits and letters')
    .nullish(),
});

const maxParcels = 5;

const dropOffSchema = z.object({
  address: addressSchema,
  parcels: z
    .array(parcelSchema, 'is missing')
    .min(1, 'needs at least one parcel')
    .max(maxParcels, `takes up to ${maxParcels} parcels`),
});

/** The body of preview and create, with the limits of the document except for the uniqueness of codes over time. */
export const orderRequestSchema = z
  .object(
    {
      pick_up_address: addressSchema,
      drop_offs: z.array(dropOffSchema, 'is missing').length(1, 'takes exactly one entry'),
    },
    'must be an object',
  )
  .check((refinement) => {
    const codes = refinement.value.drop_offs.flatMap((dropOff) => dropOff.parcels.map((parcel) => parcel.custom_code));
    codes.forEach((code, index) => {
      if (!code || codes.indexOf(code) === index) return;
      const path = ['drop_offs', 0, 'parcels', index, 'custom_code'];
      refinement.issues.push({ code: 'custom', input: code, path, message: 'is used twice in this request' });
    });
  });
export type OrderRequest = z.infer<typeof orderRequestSchema>;

/** The OR-ed selectors of a sandbox scenario; an absent one selects nothing. */
export const selectorsSchema = z.object(
  {
    drop_off_shipment_unique_ids: z.array(z.string('must be text'), 'must be a list').max(5000).nullish(),
    drop_off_shipment_ids: z.array(z.int('must be an integer'), 'must be a list').max(5000).nullish(),
    date: z.iso.date('must be a date, YYYY-MM-DD').nullish(),
  },
  'must be an object',
);
export type Selectors = z.infer<typeof selectorsSchema>;

/** The only drop-off of a parsed request. */
export function dropOffOf(request: OrderRequest): OrderRequest['drop_offs'][number] {
  const [dropOff] = request.drop_offs;
  if (!dropOff) throw new Error('an order request without a drop-off got past its schema');
  return dropOff;
}

export interface FieldError {
  /** The field's path with dots: drop_offs.0.parcels.1.values */
  field: string;
  message: string;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; fieldErrors: FieldError[] };

/** Parses a body; reports at most twenty errors. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const fieldErrors = parsed.error.issues.slice(0, 20).map((issue) => ({
    field: issue.path.join('.') || 'body',
    message: issue.message,
  }));
  return { ok: false, fieldErrors };
}
