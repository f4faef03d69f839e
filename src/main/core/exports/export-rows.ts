import { type BoardFilter, boardStateWords } from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { csvLine } from '../../../shared/values/csv.ts';
import type { Activity, Records } from '../ports/records.ts';

/** Some lines of a CSV file, and how many rows they are. A stretch without rows is a pause to look up from. */
export interface CsvChunk {
  text: string;
  rows: number;
}

/** Lines of the journal read at a time. */
const journalLines = 500;

/** Every parcel the filter lets through, newest first: in the order of their numbers, so that one that changes meanwhile comes once. */
export async function* parcelCsv(
  records: Pick<Records, 'parcelsChunk'>,
  filter: BoardFilter,
): AsyncGenerator<CsvChunk> {
  yield { text: csvLine(parcelColumns), rows: 0 };
  let below: number | null = null;
  do {
    const stretch: Awaited<ReturnType<Records['parcelsChunk']>> = await records.parcelsChunk(filter, below);
    const text = stretch.rows.map((parcel) => csvLine(parcelCells(parcel))).join('');
    yield { text, rows: stretch.rows.length };
    below = stretch.next;
  } while (below !== null);
}

/** The whole journal, newest first. */
export async function* journalCsv(records: Pick<Records, 'activity'>): AsyncGenerator<CsvChunk> {
  yield { text: csvLine(['When', 'Who', 'What', 'Code', 'Outcome']), rows: 0 };
  let beforeId: number | null = null;
  for (;;) {
    const page: (Activity & { id: number })[] = await records.activity({ beforeId, limit: journalLines });
    yield {
      text: page.map(({ at, who, what, code, outcome }) => csvLine([at, who, what, code, outcome])).join(''),
      rows: page.length,
    };
    const last = page.at(-1);
    if (!last) return;
    beforeId = last.id;
  }
}

/** The columns of exported shipments, in order. */
export const parcelColumns = [
  'State',
  'State source',
  'State since',
  'Custom code',
  'Tracking code',
  'Pick-up code',
  'Order',
  'Parcel',
  'Parcels',
  'Recipient',
  'Phone',
  'Address',
  'Postal code',
  'Pick-up date',
  'Drop-off date',
  'Weight (g)',
  'Size',
  'Label',
  'Copies on paper',
  'Created',
  'Deleted',
] as const;

/** A parcel's cells under those columns. Moments are ISO 8601, UTC; days are the service's text. */
function parcelCells(parcel: Parcel): (string | number | null)[] {
  const { recipient } = parcel;
  return [
    ...statusCells(parcel),
    parcel.customCode,
    parcel.trackingCode,
    parcel.pickUpCode,
    parcel.orderUniqueId,
    parcel.position,
    parcel.parcelCount,
    recipient.name,
    recipient.phone,
    recipient.addressText,
    recipient.postalCode?.toUpperCase() ?? null,
    parcel.pickUpDate,
    parcel.dropOffDate,
    parcel.weightGrams,
    parcel.sizeCode,
    parcel.label?.state ?? 'none',
    parcel.copies,
    parcel.createdAt,
    parcel.deletedAt,
  ];
}

/** Deleted once the service confirmed it, else the newest status, as on the board. */
function statusCells({ status, deletedAt }: Parcel): (string | null)[] {
  if (deletedAt !== null && status?.state !== 'deleted') return [boardStateWords.deleted, 'deletion', deletedAt];
  if (status === null) return [boardStateWords.none, null, null];
  return [boardStateWords[status.state], status.source, status.at];
}
