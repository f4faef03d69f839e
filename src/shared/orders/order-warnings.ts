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
export function orderWarnings(request: OrderRequest): OrderWarning[] {
  const [{ address, parcels }] = request.drop_offs;
  return [
    ...addressWarnings(request.pick_up_address, pickUpPath),
    ...addressWarnings(address, dropOffPath),
    ...missingReceiver(address),
    ...sameAddress(request.pick_up_address, address),
    ...parcels.flatMap(parcelWarnings),
    ...nearlySameCodes(parcels),
  ];
}

/** The warnings about the non-empty texts of an address. */
export function addressWarnings(address: Partial<RequestAddress>, path: string): OrderWarning[] {
  const warnings: OrderWarning[] = [];
  for (const [name, text] of Object.entries(address)) {
    const warning = text ? textWarning(name as keyof RequestAddress, text) : null;
    if (warning !== null) warnings.push({ path: `${path}.${name}`, message: warning });
  }
  return warnings;
}

function textWarning(name: keyof RequestAddress, text: string): Message | null {
  if (name.endsWith('_phone') && !looksLikePhone(text)) return message('order.phone-unusual');
  if (name.endsWith('_email') && !looksLikeEmail(text)) return message('order.email-unusual');
  return text.length > longTexts[name] ? message('order.text-very-long', { length: text.length }) : null;
}

/** 7 to 15 digits (ITU-T E.164 names 15 as the most), with the usual separators between them, and optionally an extension. */
function looksLikePhone(text: string): boolean {
  const [number = ''] = text.trim().split(/\s*(?:ext\.?|x|#)\s*\d+$/i);
  const digits = number.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().\-/]+$/.test(number) && digits >= 7 && digits <= 15;
}

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());

function missingReceiver(address: RequestAddress): OrderWarning[] {
  const warnings: OrderWarning[] = [];
  if (!address.person_name) {
    warnings.push({ path: `${dropOffPath}.person_name`, message: message('order.receiver-name-missing') });
  }
  if (!address.person_phone) {
    warnings.push({ path: `${dropOffPath}.person_phone`, message: message('order.receiver-phone-missing') });
  }
  return warnings;
}

function sameAddress(pickUp: RequestAddress, dropOff: RequestAddress): OrderWarning[] {
  if (plain(pickUp.text) !== plain(dropOff.text)) return [];
  return [{ path: `${dropOffPath}.text`, message: message('order.same-addresses') }];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

function parcelWarnings({ values }: RequestParcel, index: number): OrderWarning[] {
  const warning = weightWarning(values);
  return warning === null ? [] : [{ path: `drop_offs.0.parcels.${index}.values`, message: warning }];
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
