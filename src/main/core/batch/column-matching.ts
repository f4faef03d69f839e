import { type BatchField, batchFields } from '../../../shared/orders/batch.ts';
import { sha256Of } from '../common/fingerprint.ts';
import { normalizedTitle } from '../imports/csv-parser.ts';
import type { MatchedColumn } from '../ports/batch-records.ts';

/** The name under which a header's matching is remembered. */
export const titlesDigest = (titles: readonly string[]): string =>
  sha256Of(new TextEncoder().encode(JSON.stringify(titles.map((title) => title.trim().toLowerCase()))));

/**
 * Which field each column holds: as a person said at an earlier file with the same titles, else by the names. Of two columns for one
 * field the first has it.
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

/** The column holds that field from now on, by a person's word; where another one had it, that holds none. */
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

/** What a weight is given in, by the name of its column. */
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

/** Titles of each field, without anything but letters and digits. A title that could mean two things is nobody's. */
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

/** The service takes a postal code for an address: where no column is called one. */
const postalCodes = [
  ...withPrefixes(
    ['', ...receivers],
    ['postalcode', 'postcode', 'zip', 'zipcode', 'postalcodezip', 'zippostalcode', 'zippostcode'],
  ),
];

/** Parts of an address that stand in columns of their own. */
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

/** What the name of a weight's column says it is given in; null where it says nothing. */
export function unitOfTitle(title: string): WeightUnit | null {
  const plain = normalizedTitle(title);
  for (const [ending, unit] of units) {
    const rest = plain.replace(ending, '');
    if (rest !== plain && (weights.has(rest) || rest === '' || rest === 'value' || rest === 'values')) return unit;
  }
  return null;
}

/** True where a column of that name holds a weight in grams or kilograms, or does not say in what. */
function isWeight(title: string): boolean {
  const plain = normalizedTitle(title);
  if (weights.has(plain)) return true;
  const unit = unitOfTitle(title);
  // A lone letter names nothing.
  return plain !== 'g' && (unit === 'g' || unit === 'kg');
}

/** The field a column of that name holds; null where the name says none, or more than one. */
export function fieldOfTitle(title: string): BatchField | null {
  return byTitle.get(normalizedTitle(title)) ?? (isWeight(title) ? 'parcel.values' : null);
}

/** True where a column of that name holds a postal code. */
const isPostalCode = (title: string): boolean => postalCodes.includes(normalizedTitle(title));

/** True where a column of that name holds a part of the address that the address itself may lack. */
export const isAddressPart = (title: string): boolean => addressParts.has(normalizedTitle(title));
