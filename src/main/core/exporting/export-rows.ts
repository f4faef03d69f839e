import type { BoardFilter } from '../../../shared/board-query.ts';
import { csvLine } from '../../../shared/csv.ts';
import type { Activity, Records } from '../ports/records.ts';
import { parcelCells, parcelColumns } from './parcel-lines.ts';

/** Some lines of a CSV file, and how many rows they are. A stretch without rows is a pause to look up from. */
export interface Lines {
  text: string;
  rows: number;
}

/** Lines of the journal read at a time. */
const journalLines = 500;

/** Every parcel the filter lets through, newest first: in the order of their numbers, so that one that changes meanwhile comes once. */
export async function* parcelLines(
  records: Pick<Records, 'parcelsStretch'>,
  filter: BoardFilter,
): AsyncGenerator<Lines> {
  yield { text: csvLine(parcelColumns), rows: 0 };
  let below: number | null = null;
  do {
    const stretch: Awaited<ReturnType<Records['parcelsStretch']>> = await records.parcelsStretch(filter, below);
    const text = stretch.rows.map((parcel) => csvLine(parcelCells(parcel))).join('');
    yield { text, rows: stretch.rows.length };
    below = stretch.next;
  } while (below !== null);
}

/** The whole journal, newest first. */
export async function* journalCsv(records: Pick<Records, 'activity'>): AsyncGenerator<Lines> {
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
