import type { OrderRequest, RequestAddress, RequestParcel } from './order-request.ts';

/** Something unusual that the document does not forbid: told beside its field, and sent all the same. */
export interface OrderWarning {
  /** Where in the request, as `drop_offs.0.parcels.0.values`. */
  path: string;
  words: string;
}

/** Longer than this no label has room for a text, characters. The document names no limit. */
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

/** Above it one person does not carry a parcel; below, kilograms may have been written, grams. */
const heavyGrams = 30_000;
const lightGrams = 10;

const pickUpPath = 'pick_up_address';
const dropOffPath = 'drop_offs.0.address';

/** What is unusual in a request, in the order of its fields. Nothing of it is a reason not to send. */
export function orderWarnings(request: OrderRequest): OrderWarning[] {
  const [{ address, parcels }] = request.drop_offs;
  return [
    ...addressWarnings(request.pick_up_address, pickUpPath),
    ...addressWarnings(address, dropOffPath),
    ...missingReceiver(address),
    ...sameAddress(request.pick_up_address, address),
    ...parcels.flatMap(parcelWarnings),
    ...codesAlike(parcels),
  ];
}

/** What is unusual in the texts of an address that are filled in. */
export function addressWarnings(address: Partial<RequestAddress>, path: string): OrderWarning[] {
  return Object.entries(address).flatMap(([name, text]) => {
    const words = text ? textWarning(name as keyof RequestAddress, text) : null;
    return words === null ? [] : [{ path: `${path}.${name}`, words }];
  });
}

function textWarning(name: keyof RequestAddress, text: string): string | null {
  if (name.endsWith('_phone') && !looksLikePhone(text)) return 'This does not look like a phone number';
  if (name.endsWith('_email') && !looksLikeEmail(text)) return 'This does not look like an e-mail address';
  if (text.length > longTexts[name]) return `Very long (${text.length} characters): a label may not show all of it`;
  return null;
}

/** 7 to 15 digits (ITU-T E.164 names 15 as the most), with what people write between them, and perhaps an extension. */
function looksLikePhone(text: string): boolean {
  const [number = ''] = text.trim().split(/\s*(?:ext\.?|x|#)\s*\d+$/i);
  const digits = number.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s().\-/]+$/.test(number) && digits >= 7 && digits <= 15;
}

const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim());

function missingReceiver(address: RequestAddress): OrderWarning[] {
  const warnings: OrderWarning[] = [];
  if (!address.person_name) {
    warnings.push({ path: `${dropOffPath}.person_name`, words: 'No name: the courier will not know whom to ask for' });
  }
  if (!address.person_phone) {
    warnings.push({ path: `${dropOffPath}.person_phone`, words: 'No phone: the courier cannot call' });
  }
  return warnings;
}

function sameAddress(pickUp: RequestAddress, dropOff: RequestAddress): OrderWarning[] {
  if (plain(pickUp.text) !== plain(dropOff.text)) return [];
  return [{ path: `${dropOffPath}.text`, words: 'The same address as the pick-up' }];
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

function parcelWarnings({ values }: RequestParcel, index: number): OrderWarning[] {
  const words = weightWarning(values);
  return words === null ? [] : [{ path: `drop_offs.0.parcels.${index}.values`, words }];
}

/** The station finds codes without regard to capitals where that leaves one. */
function codesAlike(parcels: readonly RequestParcel[]): OrderWarning[] {
  const codes = parcels.map(({ custom_code }) => custom_code?.toLowerCase());
  return parcels.flatMap(({ custom_code }, index) => {
    const first = codes.indexOf(codes[index]);
    if (custom_code === undefined || first === index || parcels[first]?.custom_code === custom_code) return [];
    const words = `Differs from the code of parcel ${first + 1} by capitals alone`;
    return [{ path: `drop_offs.0.parcels.${index}.custom_code`, words }];
  });
}

/** What is unusual about a weight in grams; null where nothing is. */
export function weightWarning(grams: number): string | null {
  if (!(grams > 0)) return null;
  if (grams > heavyGrams) return `Heavy: that is ${grams / 1000} kg`;
  if (grams < lightGrams) return `Light: ${grams} g. Were kilograms meant?`;
  return Number.isInteger(grams) ? null : 'Parts of a gram: were kilograms meant?';
}
