import { type Message, message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { maxListEntries } from '../../../shared/orders/documented-fields.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { NewOrder, NewParcel } from '../ports/order-records.ts';
import { type CsvRow, headerRow, normalizedTitle, possibleSeparators, type Separator } from './csv-parser.ts';
import { addressFault, type FileFault, type FileOrder, isScannableCode } from './file-orders.ts';
import { cleanCell, isScientificNotation, shortText } from './file-text.ts';

/** The columns of a CSV file of parcels. */
export interface CsvColumns {
  separator: Separator;
  /** 0-based places; null where the file has no such column. */
  customCode: number | null;
  trackingCode: number | null;
  labelUrl: number | null;
  /** That column is named just "label": its texts may be no addresses. */
  labelMayBeText: boolean;
  count: number;
  /** The header row as written. */
  header: CsvRow;
}

/** Names of columns, in lower case, letters and digits only. */
const names = {
  customCode: ['customcode', 'customparcelcode', 'parcelcustomcode', 'customercode', 'clientcode', 'owncode'],
  trackingCode: [
    ...['trackingcode', 'trackingnumber', 'trackingno', 'trackingnr', 'trackingid', 'tracking'],
    ...['dropoffshipmentuniqueid', 'dropoffuniqueid', 'shipmentuniqueid'],
  ],
  labelUrl: ['labelurl', 'labeladdress', 'labellink', 'labeluri', 'label', 'urllabel', 'urloflabel'],
} as const;
/** `import.column-repeated` names one of them. */
type ParcelColumn = keyof typeof names;

/** Reads the first row as names of columns, with the separator that finds most of them. A message where none finds a code. */
export function csvColumns(text: string): CsvColumns | Message {
  const candidates = possibleSeparators(text);
  const read = candidates.map((separator) => columnsWith(text, separator)).filter((one) => one !== null);
  const recognised = ({ customCode, trackingCode, labelUrl }: FoundColumns): number =>
    [customCode, trackingCode, labelUrl].filter((places) => places.length > 0).length;
  const best = read.sort((one, other) => recognised(other) - recognised(one) || other.count - one.count)[0];
  if (!best || (best.customCode.length === 0 && best.trackingCode.length === 0))
    return message('import.no-code-column');
  const duplicate = (Object.keys(names) as ParcelColumn[]).find((kind) => best[kind].length > 1);
  if (duplicate) return message('import.column-repeated', { column: duplicate });
  const [customCode = null, trackingCode = null, labelUrl = null] = [
    best.customCode[0],
    best.trackingCode[0],
    best.labelUrl[0],
  ];
  const { separator, count, header } = best;
  const labelMayBeText = labelUrl !== null && normalizedTitle(header.cells[labelUrl] ?? '') === 'label';
  return { separator, customCode, trackingCode, labelUrl, labelMayBeText, count, header };
}

type FoundColumns = { separator: Separator; count: number; header: CsvRow } & Record<ParcelColumn, number[]>;

function columnsWith(text: string, separator: Separator): FoundColumns | null {
  const row = headerRow(text, separator);
  if (row === null) return null;
  const titles = row.cells.map(normalizedTitle);
  const placesOf = (kind: ParcelColumn): number[] =>
    titles.flatMap((title, place) => ((names[kind] as readonly string[]).includes(title) ? [place] : []));
  return {
    ...{ separator, count: titles.length, header: row },
    customCode: placesOf('customCode'),
    trackingCode: placesOf('trackingCode'),
    labelUrl: placesOf('labelUrl'),
  };
}

/** One parcel of a CSV file. */
export interface CsvParcel {
  line: number;
  customCode: string | null;
  trackingCode: string | null;
  labelUrl: string | null;
  /** The row as written. */
  text: string;
}

/** Reads a row as a parcel, or gives its error. */
export function csvParcel(row: CsvRow, columns: CsvColumns, labelOrigin: string): CsvParcel | FileFault {
  const place = linePlace(row.line);
  const cell = (index: number | null): string | null =>
    index === null ? null : cleanCell(row.cells[index] ?? '') || null;
  const customCode = cell(columns.customCode);
  const trackingCode = cell(columns.trackingCode);
  const label = cell(columns.labelUrl);
  const labelUrl = columns.labelMayBeText && !label?.includes(':/') ? null : label;
  const hasExtraCells = row.cells.slice(columns.count).some((text) => text.trim() !== '');
  const fault = hasExtraCells
    ? message('csv.extra-cells')
    : (codeFault(customCode, trackingCode) ?? (labelUrl === null ? null : addressFault(labelUrl, labelOrigin)));
  return fault === null
    ? { line: row.line, customCode, trackingCode, labelUrl, text: row.text }
    : { place, message: fault };
}

export const linePlace = (line: number): Message => message('import.place.line', { line });

function codeFault(customCode: string | null, trackingCode: string | null): Message | null {
  if (customCode === null && trackingCode === null) return message('import.row-without-code');
  for (const code of [customCode, trackingCode]) {
    if (code !== null && isScientificNotation(code)) {
      return message('import.code-shortened', { code: shortText(code) });
    }
  }
  if (customCode !== null && !isCustomCode(customCode)) {
    return message('import.custom-code-invalid', { code: shortText(customCode) });
  }
  return trackingCode !== null && !isScannableCode(trackingCode)
    ? message('import.tracking-code-invalid', { code: shortText(trackingCode) })
    : null;
}

/** Groups rows by tracking code: they are parcels of one shipment. A row without one is an order of its own. */
export function* csvOrders(parcels: readonly CsvParcel[], columns: CsvColumns): Generator<FileOrder | FileFault, void> {
  const groups = new Map<string, CsvParcel[]>();
  for (const parcel of parcels) {
    const key = parcel.trackingCode === null ? `line ${parcel.line}` : `tracking code ${parcel.trackingCode}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [parcel]);
    // A group that is too large is refused below; comparing its rows with each other would take too long.
    else if (group.length > maxListEntries || !group.some((one) => isSame(one, parcel))) group.push(parcel);
  }
  for (const group of groups.values()) yield orderOf(group, columns);
}

const isSame = (one: CsvParcel, other: CsvParcel): boolean =>
  one.customCode === other.customCode && one.labelUrl === other.labelUrl;

function orderOf(group: readonly CsvParcel[], columns: CsvColumns): FileOrder | FileFault {
  const place = linePlace(group[0]?.line ?? 0);
  if (group.length > maxListEntries) {
    return { place, message: message('import.tracking-code-repeated', { limit: maxListEntries }) };
  }
  const codes = group.flatMap(({ customCode }) => customCode ?? []);
  const duplicate = codes.find((code, index) => codes.indexOf(code) !== index);
  if (duplicate !== undefined) return { place, message: message('import.code-with-two-labels', { code: duplicate }) };
  const read = (request: OrderRequest | null): NewOrder => ({
    uniqueId: null,
    createdAt: null,
    source: 'imported',
    request,
    rawAnswer: [columns.header.text, ...group.map(({ text }) => text)].join('\n'),
    priceWithTax: null,
    shipments: [
      {
        ...{ trackingCode: group[0]?.trackingCode ?? null, dropOffId: null, pickUpUniqueId: null, pickUpId: null },
        ...{ shipmentOrderId: null, shipmentOrderUniqueId: null, pickUpDate: null, dropOffDate: null },
        recipient: recipientOf(request),
        parcels: group.map((parcel, index) => parcelOf(parcel, index, request)),
      },
    ],
    missing: [],
  });
  return { place, order: read(null), withRequest: read };
}

function recipientOf(request: OrderRequest | null): NewOrder['shipments'][number]['recipient'] {
  const requested = request?.drop_offs[0].address;
  return {
    name: requested?.person_name ?? null,
    phone: requested?.person_phone ?? null,
    addressText: requested?.text ?? null,
    postalCode: null,
  };
}

function parcelOf({ customCode, labelUrl }: CsvParcel, index: number, request: OrderRequest | null): NewParcel {
  const requested = request?.drop_offs[0].parcels.find((parcel) => parcel.custom_code === customCode);
  return {
    customCode,
    pickUpCode: null,
    position: index + 1,
    weightGrams: requested?.values ?? null,
    sizeCode: null,
    label:
      labelUrl === null
        ? null
        : // The format is recognised from the downloaded bytes.
          { url: labelUrl, source: 'parcel label', format: 'unknown', pdfUrl: null },
    missing: [...(customCode === null ? ['custom_code'] : []), 'pick_up_code', ...(labelUrl === null ? ['label'] : [])],
  };
}
