import { type BatchField, batchFields } from '../../../shared/orders/batch.ts';
import { sha256Of } from '../fingerprint.ts';
import { normalizedTitle } from '../imports/csv-parser.ts';
import type { MatchedColumn } from '../ports/batch-records.ts';

/** The key under which the matching of a header is stored. */
export const titlesDigest = (titles: readonly string[]): string =>
  sha256Of(JSON.stringify(titles.map((title) => title.trim().toLowerCase())));

/**
 * Matches columns to fields: as the operator did for an earlier file with the same titles, else by their names. Where two columns match
 * one field, the first gets it.
 */
export function matchColumns(
  titles: readonly string[],
  savedFields: readonly (BatchField | null)[] | null,
): MatchedColumn[] {
  const named = fieldsByName(titles);
  return titles.map((title, place) => {
    const byName = named[place] ?? null;
    const field = savedFields?.length === titles.length ? (savedFields[place] ?? null) : byName;
    return { title, field, matchedBy: field === null ? null : field === byName ? 'name' : 'memory' };
  });
}

function fieldsByName(titles: readonly string[]): (BatchField | null)[] {
  const claimed = new Set<BatchField>();
  const claim = (field: BatchField | null): BatchField | null => {
    if (field === null || claimed.has(field)) return null;
    claimed.add(field);
    return field;
  };
  const fields = titles.map((title) => claim(fieldOfTitle(title)));
  const postalCode = titles.findIndex(isPostalCode);
  if (postalCode >= 0 && fields[postalCode] === null) fields[postalCode] = claim('address.text');
  return fields;
}

/** Matches a column to a field chosen by the operator; a column that had the field before loses it. */
export function matchManually(
  columns: readonly MatchedColumn[],
  place: number,
  field: BatchField | null,
): MatchedColumn[] {
  return columns.map((column, index) => {
    if (index === place) return { ...column, field, matchedBy: field === null ? null : 'hand' };
    return field !== null && column.field === field ? { ...column, field: null, matchedBy: null } : column;
  });
}

/** The unit of a weight, by the name of its column. */
export type WeightUnit = 'g' | 'kg' | 'another';

const receivers = [
  ...[
    'receiver',
    'receivers',
    'recipient',
    'recipients',
    'consignee',
    'to',
    'deliverto',
    'deliveryto',
    'shipto',
    'sendto',
  ],
  ...['dropoff', 'dropoffs', 'delivery', 'shipping', 'destination', 'customer', 'customers'],
];
const pickUps = ['pickup', 'pickups', 'pickupaddress', 'collection', 'collect', 'collectfrom', 'pickupfrom', 'origin'];
const senders = ['sender', 'senders', 'from', 'shipper', 'shippers', 'consignor'];

const names = [
  ...['name', 'fullname', 'person', 'personname', 'contact', 'contactname', 'contactperson'],
  ...['personfullname'],
];
const phones = [
  ...['phone', 'phonenumber', 'phoneno', 'phonenr', 'telephone', 'telephonenumber', 'telephoneno', 'tel', 'telno'],
  ...['mobile', 'mobilephone', 'mobilenumber', 'mobileno', 'cell', 'cellphone', 'cellnumber', 'contactnumber'],
  ...['contactno', 'contactphone', 'contactmobile', 'personphone', 'whatsapp'],
];
const emails = ['email', 'emailaddress', 'mail', 'mailaddress', 'contactemail', 'personemail'];
const texts = [
  ...['address', 'addresstext', 'fulladdress', 'completeaddress', 'addressline', 'addressline1', 'address1'],
  ...['street', 'streetaddress', 'streetandnumber', 'streetname', 'text'],
];
const notes = [
  ...['note', 'notes', 'description', 'instruction', 'instructions', 'remark', 'remarks', 'comment', 'comments'],
  ...['couriernote', 'drivernote', 'noteforcourier', 'notetocourier', 'notefordriver', 'noteforthecourier'],
];
const businesses = ['company', 'companyname', 'business', 'businessname', 'shop', 'shopname', 'store', 'storename'];

const withPrefixes = (prefixes: readonly string[], endings: readonly string[]): string[] =>
  prefixes.flatMap((prefix) => endings.map((ending) => prefix + ending));

/** Titles of each field, letters and digits only. A title that could mean two fields is in neither list. */
const titles: Partial<Record<BatchField, readonly string[]>> = {
  'address.text': [
    ...withPrefixes(['', ...receivers], texts),
    ...['dropoff', 'destination', 'deliverytext', 'addressofreceiver', 'addressofrecipient'],
  ],
  'address.person_name': [
    ...withPrefixes(['', ...receivers], names),
    ...['receiver', 'recipient', 'consignee', 'to', 'deliverto', 'shipto', 'sendto', 'customer', 'nameofreceiver'],
    ...['nameofrecipient', 'attention', 'attn'],
  ],
  'address.person_phone': withPrefixes(['', ...receivers], phones),
  'address.person_email': withPrefixes(['', ...receivers], emails),
  'address.description': [
    ...withPrefixes(receivers, notes),
    // A bare "description" or "comment" is as often one of the goods.
    ...['note', 'notes', 'instructions', ...notes.filter((note) => /courier|driver/.test(note))],
    ...['addressnote', 'addressnotes', 'addressdescription'],
  ],
  'address.sender_person_name': [...withPrefixes(senders, names), 'sender', 'shipper', 'consignor'],
  'address.sender_person_phone': withPrefixes(senders, phones),
  'address.sender_person_email': withPrefixes(senders, emails),
  'address.sender_name': [...withPrefixes(senders, businesses), 'shopname', 'storename', 'merchant', 'merchantname'],
  // "From address" could be where it is picked up.
  'address.sender_address_text': withPrefixes(
    senders.filter((sender) => sender !== 'from'),
    texts,
  ),
  'pick_up_address.text': [
    ...withPrefixes(pickUps, texts),
    'pickup',
    'pickupfrom',
    'collectfrom',
    'collection',
    'origin',
  ],
  'pick_up_address.person_name': withPrefixes(pickUps, names),
  'pick_up_address.person_phone': withPrefixes(pickUps, phones),
  'pick_up_address.person_email': withPrefixes(pickUps, emails),
  'pick_up_address.description': withPrefixes(pickUps, notes),
  'parcel.custom_code': [
    ...['customcode', 'customparcelcode', 'parcelcustomcode', 'customercode', 'clientcode', 'owncode', 'ownparcelcode'],
    ...['customid', 'ourcode'],
  ],
};

/** The service accepts a postal code as an address: used where no column is named as one. */
const postalCodes = [
  ...withPrefixes(
    ['', ...receivers],
    ['postalcode', 'postcode', 'zip', 'zipcode', 'postalcodezip', 'zippostalcode', 'zippostcode'],
  ),
];

/** Parts of an address that have columns of their own. */
const addressParts = new Set([
  ...postalCodes,
  ...withPrefixes(
    ['', ...receivers],
    [
      ...[
        'addressline2',
        'address2',
        'addressline3',
        'address3',
        'street2',
        'city',
        'town',
        'district',
        'area',
        'region',
      ],
      ...['state', 'province', 'emirate', 'county', 'country', 'building', 'buildingname', 'flat', 'apartment', 'unit'],
      ...[
        'unitnumber',
        'floor',
        'villa',
        'housenumber',
        'house',
        'block',
        'community',
        'neighbourhood',
        'neighborhood',
      ],
    ],
  ),
]);

const byTitle = new Map<string, BatchField>();
for (const field of batchFields) byTitle.set(normalizedTitle(field), field);
for (const [field, own] of Object.entries(titles)) {
  for (const title of own) if (!byTitle.has(title)) byTitle.set(title, field as BatchField);
}

const weights = new Set(
  withPrefixes(
    ['', 'parcel', 'package', 'item', 'gross', 'total', 'shipping', 'shipment', 'box'],
    ['weight', 'wt', 'mass'],
  ),
);
const units: readonly (readonly [RegExp, WeightUnit])[] = [
  [/(?:in)?(?:kilograms?|kilogrammes?|kilogramm|kilos?|kgs?|kgm)$/, 'kg'],
  [/(?:in)?(?:grams?|grammes?|gramm|grm?s?|gms?|g)$/, 'g'],
  [/(?:in)?(?:pounds?|lbs?|ounces?|ozs?|tonnes?|tons?|stones?|milligrams?|mgs?)$/, 'another'],
];

/** The unit that the name of a weight column gives; null where it gives none. */
export function unitOfTitle(title: string): WeightUnit | null {
  const plain = normalizedTitle(title);
  for (const [ending, unit] of units) {
    const rest = plain.replace(ending, '');
    if (rest !== plain && (weights.has(rest) || rest === '' || rest === 'value' || rest === 'values')) return unit;
  }
  return null;
}

/** True where a column of that name holds a weight, in grams, kilograms or an unnamed unit. */
function isWeight(title: string): boolean {
  const plain = normalizedTitle(title);
  if (weights.has(plain)) return true;
  const unit = unitOfTitle(title);
  // A single letter is not a name.
  return plain !== 'g' && (unit === 'g' || unit === 'kg');
}

/** The field that a column of that name holds; null where the name matches none, or more than one. */
export function fieldOfTitle(title: string): BatchField | null {
  return byTitle.get(normalizedTitle(title)) ?? (isWeight(title) ? 'parcel.values' : null);
}

/** True where a column of that name holds a postal code. */
const isPostalCode = (title: string): boolean => postalCodes.includes(normalizedTitle(title));

/** True where a column of that name holds a part of the address that the address column may lack. */
export const isAddressPart = (title: string): boolean => addressParts.has(normalizedTitle(title));
