import { type Message, message } from '../messages/message.ts';
import type { OrderRequest, RequestAddress, RequestParcel } from './order-request.ts';

/** An unusual value that the document does not forbid: shown beside its field, and sent anyway. */
export interface OrderWarning {
  /** Where in the request, as `drop_offs.0.parcels.0.values`. */
  path: string;
  message: Message;
}

/** Longest text that fits on a label, characters. The document names no limit. */
const longTexts: Readonly<Record<keyof RequestAddress, number>> = {
  text: 300,
  description: 300,
  person_name: 100,
  person_phone: 40,
  person_email: 254,
  sender_person_name: 100,
  sender_person_phone: 40,
  sender_person_email: 254,
  sender_name: 100,
  sender_address_text: 300,
};

/** Grams: above, one person cannot carry a parcel; below, kilograms may have been typed. */
const heavyGrams = 30_000;
const lightGrams = 10;

const pickUpPath = 'pick_up_address';
const dropOffPath = 'drop_offs.0.address';

/** The warnings about a request, in the order of its fields. */
export const orderWarnings = (request: OrderRequest): OrderWarning[] => [
  ...addressWarnings(request.pick_up_address, pickUpPath),
  ...dropOffWarnings(request),
];

/** Those about everything but the pick-up address by itself. */
export function dropOffWarnings(request: OrderRequest): OrderWarning[] {
  const [{ address, parcels }] = request.drop_offs;
  const warnings = addressWarnings(address, dropOffPath);
  if (!address.person_name) {
    warnings.push({ path: `${dropOffPath}.person_name`, message: message('order.receiver-name-missing') });
  }
  if (!address.person_phone) {
    warnings.push({ path: `${dropOffPath}.person_phone`, message: message('order.receiver-phone-missing') });
  }
  if (plainText(request.pick_up_address.text) === plainText(address.text)) {
    warnings.push({ path: `${dropOffPath}.text`, message: message('order.same-addresses') });
  }
  parcels.forEach(({ values }, index) => {
    const warning = weightWarning(values);
    if (warning !== null) warnings.push({ path: `drop_offs.0.parcels.${index}.values`, message: warning });
  });
  if (parcels.length > 1) warnings.push(...nearlySameCodes(parcels));
  return warnings;
}

/** The warnings about the non-empty texts of an address. */
export function addressWarnings(address: Partial<RequestAddress>, path: string): OrderWarning[] {
  const warnings: OrderWarning[] = [];
  for (const name of Object.keys(address) as (keyof RequestAddress)[]) {
    const text = address[name];
    const warning = text ? textWarning(name, text) : null;
    if (warning !== null) warnings.push({ path: `${path}.${name}`, message: warning });
  }
  return warnings;
}

const phones: ReadonlySet<string> = new Set(['person_phone', 'sender_person_phone']);
const emails: ReadonlySet<string> = new Set(['person_email', 'sender_person_email']);

/** The warning about a non-empty text; null for a usual one. */
export function textWarning(name: keyof RequestAddress, text: string): Message | null {
  if (phones.has(name) && !looksLikePhone(text)) return message('order.phone-unusual');
  if (emails.has(name) && !looksLikeEmail(text)) return message('order.email-unusual');
  return text.length > longTexts[name] ? message('order.text-very-long', { length: text.length }) : null;
}

const phoneNumber = /^\+?[\d\s().\-/]+$/;
const sevenToFifteenDigits = /^\D*(?:\d\D*){7,15}$/;

/** 7 to 15 digits (ITU-T E.164 names 15 as the most), with the usual separators between them, and optionally an extension. */
function looksLikePhone(text: string): boolean {
  const number = phoneNumber.test(text) ? text : withoutExtension(text);
  return phoneNumber.test(number) && sevenToFifteenDigits.test(number);
}

const withoutExtension = (text: string): string => text.trim().split(/\s*(?:ext\.?|x|#)\s*\d+$/i)[0] ?? '';

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());

/** The same for two texts that differ only in case and spaces. */
export function plainText(text: string): string {
  const folded = text.toLowerCase();
  return /[^\S ]|\s\s/.test(folded) ? folded.replaceAll(/\s+/g, ' ').trim() : folded.trim();
}

/** A scan finds codes ignoring case where only one matches, so such codes are ambiguous. */
function nearlySameCodes(parcels: readonly RequestParcel[]): OrderWarning[] {
  const codes = parcels.map(({ custom_code }) => custom_code?.toLowerCase());
  return parcels.flatMap(({ custom_code }, index) => {
    const first = codes.indexOf(codes[index]);
    if (custom_code === undefined || first === index || parcels[first]?.custom_code === custom_code) return [];
    const warning = message('order.codes-differ-in-case', { parcel: first + 1 });
    return [{ path: `drop_offs.0.parcels.${index}.custom_code`, message: warning }];
  });
}

/** The warning about a weight in grams; null for a usual one. */
export function weightWarning(grams: number): Message | null {
  if (!(grams > 0)) return null;
  if (grams > heavyGrams) return message('order.weight-heavy', { kilograms: grams / 1000 });
  if (grams < lightGrams) return message('order.weight-light', { grams });
  return Number.isInteger(grams) ? null : message('order.weight-fractional');
}
