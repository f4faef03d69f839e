import { headerRow, plainName, possibleSeparators } from './csv-header.ts';
import type { CsvRow, Separator } from './csv-rows.ts';

/** Where a CSV file keeps what is wanted of it. */
export interface CsvColumns {
  separator: Separator;
  /** 0-based places; null where the file has no such column. */
  customCode: number | null;
  trackingCode: number | null;
  labelUrl: number | null;
  /** That column is called no more than "label": words in it are no addresses. */
  labelMayBeWords: boolean;
  count: number;
  /** The header row, as it is written. */
  header: CsvRow;
}

/** Names of columns, in small letters and without anything but letters and digits. */
const names = {
  customCode: ['customcode', 'customparcelcode', 'parcelcustomcode', 'customercode', 'clientcode', 'owncode'],
  trackingCode: [
    ...['trackingcode', 'trackingnumber', 'trackingno', 'trackingnr', 'trackingid', 'tracking'],
    ...['dropoffshipmentuniqueid', 'dropoffuniqueid', 'shipmentuniqueid'],
  ],
  labelUrl: ['labelurl', 'labeladdress', 'labellink', 'labeluri', 'label', 'urllabel', 'urloflabel'],
} as const;
type Wanted = keyof typeof names;

/** Reads the first row as names of columns, with the separator that makes most sense of it. Words where none does. */
export function csvColumns(text: string): CsvColumns | string {
  const candidates = possibleSeparators(text);
  const read = candidates.map((separator) => columnsWith(text, separator)).filter((one) => one !== null);
  const recognised = ({ customCode, trackingCode, labelUrl }: Found): number =>
    [customCode, trackingCode, labelUrl].filter((places) => places.length > 0).length;
  const best = read.sort((one, other) => recognised(other) - recognised(one) || other.count - one.count)[0];
  if (!best || (best.customCode.length === 0 && best.trackingCode.length === 0)) return noColumns;
  const twice = (Object.keys(names) as Wanted[]).find((wanted) => best[wanted].length > 1);
  if (twice) return `Two columns could be the ${words[twice]}.`;
  const [customCode = null, trackingCode = null, labelUrl = null] = [
    best.customCode[0],
    best.trackingCode[0],
    best.labelUrl[0],
  ];
  const { separator, count, header } = best;
  const labelMayBeWords = labelUrl !== null && plainName(header.cells[labelUrl] ?? '') === 'label';
  return { separator, customCode, trackingCode, labelUrl, labelMayBeWords, count, header };
}

type Found = { separator: Separator; count: number; header: CsvRow } & Record<Wanted, number[]>;

function columnsWith(text: string, separator: Separator): Found | null {
  const row = headerRow(text, separator);
  if (row === null) return null;
  const titles = row.cells.map(plainName);
  const placesOf = (wanted: Wanted): number[] =>
    titles.flatMap((title, place) => ((names[wanted] as readonly string[]).includes(title) ? [place] : []));
  return {
    ...{ separator, count: titles.length, header: row },
    customCode: placesOf('customCode'),
    trackingCode: placesOf('trackingCode'),
    labelUrl: placesOf('labelUrl'),
  };
}

const words: Record<Wanted, string> = {
  customCode: 'custom code',
  trackingCode: 'tracking code',
  labelUrl: 'label URL',
};

const noColumns =
  'The first row names neither a column “custom code” nor one “tracking code” (separated by comma, semicolon or tab).';
