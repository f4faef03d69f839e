import { issueMessage } from '../../../shared/contract/validation-issues.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { customCodeFault } from '../../../shared/orders/custom-code.ts';
import {
  type AddressFieldName,
  addressFieldNames,
  type DraftAddress,
  type OrderDraft,
} from '../../../shared/orders/order-book.ts';
import {
  maxParcelsPerOrder,
  type OrderRequest,
  orderRequestSchema,
  type RequestAddress,
} from '../../../shared/orders/order-request.ts';
import { addressWarnings, orderWarnings, weightWarning } from '../../../shared/orders/order-warnings.ts';
import type { FormReading } from '../../data/use-form.ts';

/** One parcel as typed. `key` identifies it while others are added and removed. */
export interface ParcelFields {
  readonly key: number;
  readonly grams: string;
  /** Blank: the station generates one. */
  readonly customCode: string;
}

/** The texts of one address under the document's own field names; blank where nothing is entered. */
export type AddressTexts = Readonly<Record<AddressFieldName, string>>;

/** The two addresses of an order, and where each goes in the request. */
const addressPaths = { pickUpAddress: 'pick_up_address', dropOffAddress: 'drop_offs.0.address' } as const;
export type AddressSide = keyof typeof addressPaths;

/** The draft of an order: texts as typed into the fields. */
export interface OrderForm extends Readonly<Record<AddressSide, AddressTexts>> {
  readonly parcels: readonly ParcelFields[];
}

/** What is wrong with, or unusual about, the fields, by the field's path in the request. */
export type FieldMessages = Readonly<Record<string, Message>>;

const blankParcel = (key: number): ParcelFields => ({ key, grams: '', customCode: '' });

/** An empty address. */
const blankAddress = Object.fromEntries(addressFieldNames.map((name) => [name, ''])) as AddressTexts;

/** An empty order: one parcel, all fields blank. */
export const blankOrderForm: OrderForm = {
  pickUpAddress: blankAddress,
  dropOffAddress: blankAddress,
  parcels: [blankParcel(1)],
};

export const addressPath = (side: AddressSide, name: AddressFieldName): string => `${addressPaths[side]}.${name}`;
export const weightPath = (index: number): string => `drop_offs.0.parcels.${index}.values`;
export const customCodePath = (index: number): string => `drop_offs.0.parcels.${index}.custom_code`;

/** Changes some texts of one address; the others stay. */
export function withAddress(form: OrderForm, side: AddressSide, texts: Partial<AddressTexts>): OrderForm {
  return { ...form, [side]: { ...form[side], ...texts } };
}

export function withParcel(form: OrderForm, key: number, change: Partial<Omit<ParcelFields, 'key'>>): OrderForm {
  return { ...form, parcels: form.parcels.map((parcel) => (parcel.key === key ? { ...parcel, ...change } : parcel)) };
}

/** Adds a parcel, up to the most an order can have. */
export function withAnotherParcel(form: OrderForm): OrderForm {
  if (form.parcels.length >= maxParcelsPerOrder) return form;
  const key = Math.max(0, ...form.parcels.map((parcel) => parcel.key)) + 1;
  return { ...form, parcels: [...form.parcels, blankParcel(key)] };
}

/** Removes a parcel; the last one stays. */
export function withoutParcel(form: OrderForm, key: number): OrderForm {
  if (form.parcels.length === 1) return form;
  return { ...form, parcels: form.parcels.filter((parcel) => parcel.key !== key) };
}

/** True where nothing is entered. */
export function isBlankForm({ pickUpAddress, dropOffAddress, parcels }: OrderForm): boolean {
  const texts = [...Object.values(pickUpAddress), ...Object.values(dropOffAddress)];
  texts.push(...parcels.flatMap(({ grams, customCode }) => [grams, customCode]));
  return texts.every((text) => text.trim() === '');
}

/** The form without its codes, each of which belongs to one parcel only. Blank texts are left out. */
export function draftOfForm({ pickUpAddress, dropOffAddress, parcels }: OrderForm): OrderDraft {
  return {
    pickUpAddress: draftOfAddress(pickUpAddress),
    dropOffAddress: draftOfAddress(dropOffAddress),
    parcels: parcels.map(({ grams }) => ({ grams: grams.trim() })),
  };
}

export function draftOfAddress(texts: AddressTexts): DraftAddress {
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== ''));
}

export const textsOfDraft = (draft: DraftAddress): AddressTexts => ({ ...blankAddress, ...draft });

/** A form filled from a draft, codes still blank. */
export function formOfDraft(draft: OrderDraft): OrderForm {
  return {
    pickUpAddress: textsOfDraft(draft.pickUpAddress),
    dropOffAddress: textsOfDraft(draft.dropOffAddress),
    parcels: draft.parcels.map(({ grams }, index) => ({ ...blankParcel(index + 1), grams })),
  };
}

/** A form with the code of its only parcel. */
export const formOfCode = (customCode: string): OrderForm => ({
  ...blankOrderForm,
  parcels: [{ ...blankParcel(1), customCode }],
});

/** A form filled from a request, with its codes. */
export function formOfRequest({ pick_up_address, drop_offs: [dropOff] }: OrderRequest): OrderForm {
  return {
    pickUpAddress: textsOfDraft(draftOfRequestAddress(pick_up_address)),
    dropOffAddress: textsOfDraft(draftOfRequestAddress(dropOff.address)),
    parcels: dropOff.parcels.map(({ values, custom_code = '' }, index) => ({
      ...blankParcel(index + 1),
      ...{ grams: weightText(values), customCode: custom_code },
    })),
  };
}

const draftOfRequestAddress = (address: RequestAddress): DraftAddress =>
  Object.fromEntries(Object.entries(address).filter(([, given]) => given));

/** As typed: digits and a point, never an exponent. */
const weightText = (grams: number): string =>
  grams.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 });

/** True where two addresses have the same content. */
export const isSameAddress = (one: DraftAddress, other: DraftAddress): boolean =>
  addressFieldNames.every((name) => (one[name] ?? '') === (other[name] ?? ''));

export const isSameDraft = (one: OrderDraft, other: OrderDraft): boolean =>
  isSameAddress(one.pickUpAddress, other.pickUpAddress) &&
  isSameAddress(one.dropOffAddress, other.dropOffAddress) &&
  one.parcels.length === other.parcels.length &&
  one.parcels.every(({ grams }, index) => grams === other.parcels[index]?.grams);

/** Reads the form as the service's request, or returns the faults by field. */
export function readOrderForm(form: OrderForm): FormReading<OrderRequest, FieldMessages> {
  const parsed = orderRequestSchema.safeParse({
    pick_up_address: addressOf(form.pickUpAddress),
    drop_offs: [{ address: addressOf(form.dropOffAddress), parcels: form.parcels.map(parcelOf) }],
  });
  if (parsed.success) return { ok: true, value: parsed.data };
  const errors: Record<string, Message> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join('.')] ??= issueMessage(issue);
  return { ok: false, errors };
}

/** What is unusual in the form, as far as it is filled in; missing values are warned about once all required ones are there. */
export function formWarnings(form: OrderForm): FieldMessages {
  const read = readOrderForm(form);
  const warnings = read.ok
    ? orderWarnings(read.value)
    : [
        ...addressWarnings(form.pickUpAddress, addressPaths.pickUpAddress),
        ...addressWarnings(form.dropOffAddress, addressPaths.dropOffAddress),
        ...form.parcels.flatMap(({ grams }, index) => {
          const warning = weightWarning(numberOf(grams));
          return warning === null ? [] : [{ path: weightPath(index), message: warning }];
        }),
      ];
  const byPath: Record<string, Message> = {};
  for (const warning of warnings) byPath[warning.path] ??= warning.message;
  return byPath;
}

const addressOf = (texts: AddressTexts): Record<string, string> => ({ text: '', ...draftOfAddress(texts) });

/** A code is used exactly as typed; the station generates a blank one. */
function parcelOf({ grams, customCode }: ParcelFields): object {
  return { unit: 'g', values: numberOf(grams), ...(customCode !== '' && { custom_code: customCode }) };
}

/** A number with an optional decimal point; a comma is ambiguous and not accepted. */
function numberOf(text: string): number {
  const digits = text.replaceAll(/\s/g, '');
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

interface CodeContext {
  /** The parcel whose code is being typed: a code that is still too short is no fault yet. */
  readonly editing: number | null;
  /** Why a code cannot be used here, as far as main has answered. */
  readonly unavailable: FieldMessages;
  /** The form holds an order that was sent: the codes are in use by this very order. */
  readonly isSent: boolean;
}

/** What is wrong with the codes while they are typed, before the form is submitted. */
export function codeErrors(parcels: readonly ParcelFields[], context: CodeContext): FieldMessages {
  const codes = parcels.map(({ customCode }) => customCode);
  const errors: Record<string, Message> = {};
  parcels.forEach((parcel, index) => {
    const fault = codeErrorOf(parcel, codes.indexOf(parcel.customCode), index, context);
    if (fault) errors[customCodePath(index)] = fault;
  });
  return errors;
}

/** `first`: the first parcel with the same code. */
function codeErrorOf(
  { key, customCode }: ParcelFields,
  first: number,
  index: number,
  { editing, unavailable, isSent }: CodeContext,
): Message | null {
  if (customCode === '') return null;
  const fault = customCodeFault(customCode);
  if (fault) return fault.isShort && editing === key ? null : fault.message;
  const conflict = isSent ? undefined : unavailable[customCode];
  if (conflict) return conflict;
  return first === index ? null : message('order.code-repeated', { parcel: first + 1 });
}
