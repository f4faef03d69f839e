import type { BoardFilter } from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { csvLine } from '../../../shared/values/csv.ts';
import { mainText } from '../../text/main-text.ts';
import type { Records } from '../ports/records.ts';
import type { Activity } from '../ports/write-context.ts';

/** Some lines of a CSV file, and how many rows they are. A chunk without rows lets other work run. */
export interface CsvChunk {
  text: string;
  rows: number;
}

/** Lines of the journal read at a time. */
const journalLines = 500;

/** Every parcel that matches the filter, newest first, in the order of their ids, so that a parcel that changes meanwhile is written once. */
export async function* parcelCsv(
  records: Pick<Records, 'parcelsChunk'>,
  filter: BoardFilter,
): AsyncGenerator<CsvChunk> {
  yield { text: csvLine(parcelHeadings()), rows: 0 };
  let below: number | null = null;
  do {
    const chunk: Awaited<ReturnType<Records['parcelsChunk']>> = await records.parcelsChunk(filter, below);
    const text = chunk.rows.map((parcel) => csvLine(parcelCells(parcel))).join('');
    yield { text, rows: chunk.rows.length };
    below = chunk.next;
  } while (below !== null);
}

/** The whole journal, newest first. */
export async function* journalCsv(records: Pick<Records, 'activity'>): AsyncGenerator<CsvChunk> {
  yield { text: csvLine(journalColumns.map((column) => mainText(`export.journal.${column}`))), rows: 0 };
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

/** The columns of the exported journal, in order. */
const journalColumns = ['at', 'who', 'what', 'code', 'outcome'] as const;

/** The columns of exported shipments, in order. */
const parcelColumns = [
  'state',
  'state-source',
  'state-since',
  'custom-code',
  'tracking-code',
  'pick-up-code',
  'order',
  'parcel',
  'parcels',
  'recipient',
  'phone',
  'address',
  'postal-code',
  'pick-up-date',
  'drop-off-date',
  'weight',
  'size',
  'label',
  'copies',
  'created',
  'deleted',
] as const;

/** The headings of those columns. */
export const parcelHeadings = (): string[] => parcelColumns.map((column) => mainText(`export.column.${column}`));

/** A parcel's cells under those columns. Times are ISO 8601, UTC; dates are the service's text. */
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
  if (deletedAt !== null && status?.state !== 'deleted')
    return [mainText('export.state.deleted'), 'deletion', deletedAt];
  if (status === null) return [mainText('export.state.none'), null, null];
  return [mainText(`export.state.${status.state}`), status.source, status.at];
}
