import {
  type AddressFieldName,
  addressFieldNames,
  type DraftAddress,
  type OrderDraft,
} from '../../../shared/orders/order-book.ts';
import { maxParcelsPerOrder, type OrderRequest, orderRequestSchema } from '../../../shared/orders/order-request.ts';
import { addressWarnings, orderWarnings, weightWarning } from '../../../shared/orders/order-warnings.ts';

/** One parcel as it is being written. `key` tells it apart while others come and go. */
export interface ParcelFields {
  readonly key: number;
  readonly grams: string;
  /** Blank: the station makes one. */
  readonly customCode: string;
}

/** The texts of one address under the document's own field names; blank where nothing is written. */
export type AddressTexts = Readonly<Record<AddressFieldName, string>>;

/** The two addresses of an order, and where each goes in the request. */
const addressPaths = { pickUpAddress: 'pick_up_address', dropOffAddress: 'drop_offs.0.address' } as const;
export type AddressSide = keyof typeof addressPaths;

/** An order as it is being written: texts as they stand in the fields. */
export interface OrderForm extends Readonly<Record<AddressSide, AddressTexts>> {
  readonly parcels: readonly ParcelFields[];
}

/** What is wrong with, or unusual about, which field: words by the field's path in the request. */
export type FieldMessages = Readonly<Record<string, string>>;

export type ReadForm =
  | { readonly ok: true; readonly request: OrderRequest }
  | { readonly ok: false; readonly faults: FieldMessages };

const blankParcel = (key: number): ParcelFields => ({ key, grams: '', customCode: '' });

/** An address with nothing in it yet. */
const blankAddress = Object.fromEntries(addressFieldNames.map((name) => [name, ''])) as AddressTexts;

/** An order with nothing in it yet: one parcel, all fields blank. */
export const blankOrderForm: OrderForm = {
  pickUpAddress: blankAddress,
  dropOffAddress: blankAddress,
  parcels: [blankParcel(1)],
};

export const addressPath = (side: AddressSide, name: AddressFieldName): string => `${addressPaths[side]}.${name}`;
export const weightPath = (index: number): string => `drop_offs.0.parcels.${index}.values`;
export const customCodePath = (index: number): string => `drop_offs.0.parcels.${index}.custom_code`;

/** Writes some texts of one address; the others stay. */
export function withAddress(form: OrderForm, side: AddressSide, texts: Partial<AddressTexts>): OrderForm {
  return { ...form, [side]: { ...form[side], ...texts } };
}

export function withParcel(form: OrderForm, key: number, change: Partial<Omit<ParcelFields, 'key'>>): OrderForm {
  return { ...form, parcels: form.parcels.map((parcel) => (parcel.key === key ? { ...parcel, ...change } : parcel)) };
}

/** One parcel more, while the order has room for it. */
export function withAnotherParcel(form: OrderForm): OrderForm {
  if (form.parcels.length >= maxParcelsPerOrder) return form;
  const key = Math.max(0, ...form.parcels.map((parcel) => parcel.key)) + 1;
  return { ...form, parcels: [...form.parcels, blankParcel(key)] };
}

/** One parcel less; the last one stays. */
export function withoutParcel(form: OrderForm, key: number): OrderForm {
  if (form.parcels.length === 1) return form;
  return { ...form, parcels: form.parcels.filter((parcel) => parcel.key !== key) };
}

/** True where nothing is written that anybody would miss. */
export function isBlankForm({ pickUpAddress, dropOffAddress, parcels }: OrderForm): boolean {
  const texts = [...Object.values(pickUpAddress), ...Object.values(dropOffAddress)];
  texts.push(...parcels.flatMap(({ grams, customCode }) => [grams, customCode]));
  return texts.every((text) => text.trim() === '');
}

/** The form's words without its codes: those are of one parcel only. Blank texts are left out. */
export function draftOfForm({ pickUpAddress, dropOffAddress, parcels }: OrderForm): OrderDraft {
  return {
    pickUpAddress: draftOfAddress(pickUpAddress),
    dropOffAddress: draftOfAddress(dropOffAddress),
    parcels: parcels.map(({ grams }) => ({ grams: grams.trim() })),
  };
}

export function draftOfAddress(texts: AddressTexts): DraftAddress {
  const written = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(written.filter(([, text]) => text !== ''));
}

export const textsOfDraft = (draft: DraftAddress): AddressTexts => ({ ...blankAddress, ...draft });

/** A form with a draft's words in it, codes still blank. */
export function formOfDraft(draft: OrderDraft): OrderForm {
  return {
    pickUpAddress: textsOfDraft(draft.pickUpAddress),
    dropOffAddress: textsOfDraft(draft.dropOffAddress),
    parcels: draft.parcels.map(({ grams }, index) => ({ ...blankParcel(index + 1), grams })),
  };
}

/** True where two addresses say the same, however they came to be. */
export const isSameAddress = (one: DraftAddress, other: DraftAddress): boolean =>
  addressFieldNames.every((name) => (one[name] ?? '') === (other[name] ?? ''));

export const isSameDraft = (one: OrderDraft, other: OrderDraft): boolean =>
  isSameAddress(one.pickUpAddress, other.pickUpAddress) &&
  isSameAddress(one.dropOffAddress, other.dropOffAddress) &&
  one.parcels.length === other.parcels.length &&
  one.parcels.every(({ grams }, index) => grams === other.parcels[index]?.grams);

/** Reads the form as the service's request, or says what is wrong beside which field. Nothing has left yet. */
export function readOrderForm(form: OrderForm): ReadForm {
  const parsed = orderRequestSchema.safeParse({
    pick_up_address: addressOf(form.pickUpAddress),
    drop_offs: [{ address: addressOf(form.dropOffAddress), parcels: form.parcels.map(parcelOf) }],
  });
  if (parsed.success) return { ok: true, request: parsed.data };
  const faults: Record<string, string> = {};
  for (const issue of parsed.error.issues) faults[issue.path.join('.')] ??= issue.message;
  return { ok: false, faults };
}

/** What is unusual in the form, as far as it is written; what is missing is told once everything needed is there. */
export function formWarnings(form: OrderForm): FieldMessages {
  const read = readOrderForm(form);
  const warnings = read.ok
    ? orderWarnings(read.request)
    : [
        ...addressWarnings(form.pickUpAddress, addressPaths.pickUpAddress),
        ...addressWarnings(form.dropOffAddress, addressPaths.dropOffAddress),
        ...form.parcels.flatMap(({ grams }, index) => {
          const words = weightWarning(numberOf(grams));
          return words === null ? [] : [{ path: weightPath(index), words }];
        }),
      ];
  const byPath: Record<string, string> = {};
  for (const { path, words } of warnings) byPath[path] ??= words;
  return byPath;
}

const addressOf = (texts: AddressTexts): Record<string, string> => ({ text: '', ...draftOfAddress(texts) });

/** A code is taken as it is written: what is blank is made by the station, and nothing is cut off what is not. */
function parcelOf({ grams, customCode }: ParcelFields): object {
  return { unit: 'g', values: numberOf(grams), ...(customCode !== '' && { custom_code: customCode }) };
}

/** Digits with an optional decimal point; a comma could mean two things and is no number. */
function numberOf(text: string): number {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}
