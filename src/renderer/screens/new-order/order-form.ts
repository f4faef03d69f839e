import { mostParcelsPerOrder, type OrderRequest, orderRequestSchema } from '../../../shared/order-request.ts';

/** One parcel as it is being written. `key` tells it apart while others come and go. */
export interface ParcelFields {
  readonly key: number;
  readonly grams: string;
  /** Blank: the station makes one. */
  readonly customCode: string;
}

/** The fields of the two addresses: the name on the screen, and where it goes in the request. */
export const addressFields = {
  pickUpAddress: { label: 'Pick-up address', path: 'pick_up_address.text' },
  senderName: { label: 'Sender business', path: 'pick_up_address.sender_name' },
  senderPersonName: { label: 'Sender contact name', path: 'pick_up_address.sender_person_name' },
  senderPersonPhone: { label: 'Sender contact phone', path: 'pick_up_address.sender_person_phone' },
  senderPersonEmail: { label: 'Sender contact e-mail', path: 'pick_up_address.sender_person_email' },
  senderAddress: { label: 'Sender address', path: 'pick_up_address.sender_address_text' },
  dropOffAddress: { label: 'Drop-off address', path: 'drop_offs.0.address.text' },
  receiverName: { label: 'Receiver name', path: 'drop_offs.0.address.person_name' },
  receiverPhone: { label: 'Receiver phone', path: 'drop_offs.0.address.person_phone' },
  receiverEmail: { label: 'Receiver e-mail', path: 'drop_offs.0.address.person_email' },
  courierNote: { label: 'Note for the courier', path: 'drop_offs.0.address.description' },
} as const;
export type AddressField = keyof typeof addressFields;

/** An order as it is being written: texts as they stand in the fields. */
export interface OrderForm {
  readonly addresses: Readonly<Record<AddressField, string>>;
  readonly parcels: readonly ParcelFields[];
}

/** What is wrong with which field: words by the field's path in the request. */
export type FormFaults = Readonly<Record<string, string>>;

export type ReadForm =
  | { readonly ok: true; readonly request: OrderRequest }
  | { readonly ok: false; readonly faults: FormFaults };

const blankParcel = (key: number): ParcelFields => ({ key, grams: '', customCode: '' });

/** An order with nothing in it yet: one parcel, all fields blank. */
export const blankOrderForm: OrderForm = {
  addresses: {
    pickUpAddress: '',
    senderName: '',
    senderPersonName: '',
    senderPersonPhone: '',
    senderPersonEmail: '',
    senderAddress: '',
    dropOffAddress: '',
    receiverName: '',
    receiverPhone: '',
    receiverEmail: '',
    courierNote: '',
  },
  parcels: [blankParcel(1)],
};

export const weightPath = (index: number): string => `drop_offs.0.parcels.${index}.values`;
export const customCodePath = (index: number): string => `drop_offs.0.parcels.${index}.custom_code`;

export function withAddress(form: OrderForm, field: AddressField, text: string): OrderForm {
  return { ...form, addresses: { ...form.addresses, [field]: text } };
}

export function withParcel(form: OrderForm, key: number, change: Partial<Omit<ParcelFields, 'key'>>): OrderForm {
  return { ...form, parcels: form.parcels.map((parcel) => (parcel.key === key ? { ...parcel, ...change } : parcel)) };
}

/** One parcel more, while the order has room for it. */
export function withAnotherParcel(form: OrderForm): OrderForm {
  if (form.parcels.length >= mostParcelsPerOrder) return form;
  const key = Math.max(0, ...form.parcels.map((parcel) => parcel.key)) + 1;
  return { ...form, parcels: [...form.parcels, blankParcel(key)] };
}

/** One parcel less; the last one stays. */
export function withoutParcel(form: OrderForm, key: number): OrderForm {
  if (form.parcels.length === 1) return form;
  return { ...form, parcels: form.parcels.filter((parcel) => parcel.key !== key) };
}

/** Reads the form as the service's request, or says what is wrong beside which field. Nothing has left yet. */
export function readOrderForm(form: OrderForm): ReadForm {
  const parsed = orderRequestSchema.safeParse({
    pick_up_address: addressOf(form, 'pick_up_address.'),
    drop_offs: [{ address: addressOf(form, 'drop_offs.0.address.'), parcels: form.parcels.map(parcelOf) }],
  });
  if (parsed.success) return { ok: true, request: parsed.data };
  const faults: Record<string, string> = {};
  for (const issue of parsed.error.issues) faults[issue.path.join('.')] ??= wordsOf(issue);
  return { ok: false, faults };
}

function addressOf(form: OrderForm, start: string): Record<string, string> {
  const address: Record<string, string> = {};
  for (const [field, { path }] of Object.entries(addressFields)) {
    const text = form.addresses[field as AddressField].trim();
    const name = path.slice(start.length);
    if (path.startsWith(start) && (text !== '' || name === 'text')) address[name] = text;
  }
  return address;
}

function parcelOf({ grams, customCode }: ParcelFields): object {
  const code = customCode.trim();
  return { unit: 'g', values: numberOf(grams), ...(code !== '' && { custom_code: code }) };
}

/** Digits with an optional decimal point; a comma could mean two things and is no number. */
function numberOf(text: string): number {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

interface Issue {
  readonly code: string;
  readonly message: string;
  readonly maximum?: number | bigint | undefined;
  readonly origin?: string | undefined;
}

function wordsOf(issue: Issue): string {
  if (issue.code !== 'too_big') return issue.message;
  return issue.origin === 'string' ? `At most ${issue.maximum} characters` : `At most ${issue.maximum} g`;
}
