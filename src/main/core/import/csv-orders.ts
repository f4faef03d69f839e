import { isCustomCode } from '../../../shared/custom-code.ts';
import { mostListEntries } from '../../../shared/documented-fields.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { NewOrder, NewParcel } from '../order-facts.ts';
import type { CsvColumns } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { addressFault, type FileFault, type FileOrder, isCode } from './file-order.ts';
import { cleanCell, looksCalculated } from './spreadsheet-cells.ts';
import { quoted } from './tidy-text.ts';

/** One parcel of a CSV file. */
export interface CsvParcel {
  line: number;
  customCode: string | null;
  trackingCode: string | null;
  labelUrl: string | null;
  /** The row as it is written. */
  text: string;
}

/** Reads a row as a parcel, or says why it is none. */
export function csvParcel(row: CsvRow, columns: CsvColumns, labelOrigin: string): CsvParcel | FileFault {
  const place = `Line ${row.line}`;
  const cell = (index: number | null): string | null =>
    index === null ? null : cleanCell(row.cells[index] ?? '') || null;
  const customCode = cell(columns.customCode);
  const trackingCode = cell(columns.trackingCode);
  const label = cell(columns.labelUrl);
  const labelUrl = columns.labelMayBeWords && !label?.includes(':/') ? null : label;
  const beyond = row.cells.slice(columns.count).some((text) => text.trim() !== '');
  const words = beyond
    ? 'It has more cells than the first row: a separator inside a cell needs quotation marks around the cell.'
    : (codeFault(customCode, trackingCode) ?? (labelUrl === null ? null : addressFault(labelUrl, labelOrigin)));
  return words === null ? { line: row.line, customCode, trackingCode, labelUrl, text: row.text } : { place, words };
}

function codeFault(customCode: string | null, trackingCode: string | null): string | null {
  if (customCode === null && trackingCode === null) return 'It has neither a custom code nor a tracking code.';
  for (const code of [customCode, trackingCode]) {
    if (code !== null && looksCalculated(code)) {
      return `${quoted(code)} was a code before a spreadsheet made a number of it; the digits are lost.`;
    }
  }
  if (customCode !== null && !isCustomCode(customCode)) {
    return `${quoted(customCode)} is no custom code: 16 to 20 digits and letters.`;
  }
  return trackingCode !== null && !isCode(trackingCode) ? `${quoted(trackingCode)} cannot be a tracking code.` : null;
}

/** Puts rows of one tracking code together: they are parcels of one shipment. A row without one is an order of its own. */
export function* csvOrders(parcels: readonly CsvParcel[], columns: CsvColumns): Generator<FileOrder | FileFault, void> {
  const groups = new Map<string, CsvParcel[]>();
  for (const parcel of parcels) {
    const key = parcel.trackingCode === null ? `line ${parcel.line}` : `tracking code ${parcel.trackingCode}`;
    const group = groups.get(key);
    if (!group) groups.set(key, [parcel]);
    // One group of all rows is refused below; until then it must not be compared row by row.
    else if (group.length > mostListEntries || !group.some((one) => isSame(one, parcel))) group.push(parcel);
  }
  for (const group of groups.values()) yield orderOf(group, columns);
}

const isSame = (one: CsvParcel, other: CsvParcel): boolean =>
  one.customCode === other.customCode && one.labelUrl === other.labelUrl;

function orderOf(group: readonly CsvParcel[], columns: CsvColumns): FileOrder | FileFault {
  const place = `Line ${group[0]?.line ?? 0}`;
  if (group.length > mostListEntries) {
    return { place, words: `Its tracking code stands on more than ${mostListEntries} rows.` };
  }
  const codes = group.flatMap(({ customCode }) => customCode ?? []);
  const twice = codes.find((code, index) => codes.indexOf(code) !== index);
  if (twice !== undefined) return { place, words: `The custom code ${twice} stands on two rows with other labels.` };
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
        ...{ pickUpDate: null, dropOffDate: null },
        recipient: recipientOf(request),
        parcels: group.map((parcel, index) => parcelOf(parcel, index, request)),
      },
    ],
    missing: [],
  });
  return { place, order: read(null), asAskedFor: read };
}

function recipientOf(request: OrderRequest | null): NewOrder['shipments'][number]['recipient'] {
  const asked = request?.drop_offs[0].address;
  return {
    name: asked?.person_name ?? null,
    phone: asked?.person_phone ?? null,
    addressText: asked?.text ?? null,
    postalCode: null,
  };
}

function parcelOf({ customCode, labelUrl }: CsvParcel, index: number, request: OrderRequest | null): NewParcel {
  const asked = request?.drop_offs[0].parcels.find((parcel) => parcel.custom_code === customCode);
  return {
    customCode,
    pickUpCode: null,
    position: index + 1,
    weightGrams: asked?.values ?? null,
    sizeCode: null,
    label:
      labelUrl === null
        ? null
        : // What it is shows when it is here: ZPL and PDF are told apart by their bytes.
          { url: labelUrl, source: 'parcel label', format: 'unknown', pdfUrl: null },
    missing: [...(customCode === null ? ['custom_code'] : []), 'pick_up_code', ...(labelUrl === null ? ['label'] : [])],
  };
}
