import type { Result } from '../../../shared/failure.ts';
import { success } from '../../../shared/failure.ts';
import { tidyText } from '../import/tidy-text.ts';
import type { BatchFacts, StoredBatch } from '../ports/batch-records.ts';
import type { Records, WriteContext } from '../ports/records.ts';
import { matchColumns, titlesDigest } from './match-columns.ts';
import { batchSlice, type OpenBatch, openedBatch } from './open-batch.ts';
import { type ReadTableParts, readTable, readText, type Table } from './read-table.ts';

/** Where rows come from. */
export type BatchInput =
  | { kind: 'file'; name: string; folder: string | null; bytes: Uint8Array }
  | { kind: 'text'; text: string };

const pastedName = 'Pasted rows';

export interface TakeParts extends ReadTableParts {
  records: Records;
  /** ISO 8601, UTC. */
  at: string;
  record: WriteContext;
}

/** Reads the rows, matches their columns and keeps them, hidden until all of them are on disk. Null where another batch is there. */
export async function takeInput(input: BatchInput, parts: TakeParts): Promise<Result<OpenBatch | null>> {
  const read = input.kind === 'file' ? await readTable(input.bytes, parts) : await readText(input.text, parts);
  if (!read.ok) return read;
  const name = input.kind === 'file' ? tidyText(input.name, 200) : pastedName;
  const folder = input.kind === 'file' ? input.folder : null;
  return success(await keepTable(read.value, { name, folder }, parts));
}

async function keepTable(
  { titles, rows }: Table,
  from: Pick<StoredBatch, 'name' | 'folder'>,
  { records, at, record, breathe }: TakeParts,
): Promise<OpenBatch | null> {
  const remembered = await records.rememberedColumns(titlesDigest(titles));
  const facts: BatchFacts = {
    columns: matchColumns(
      titles.map((title) => tidyText(title, 100)),
      remembered,
    ),
    pickUpAddress: null,
    combines: false,
    why: null,
    createdAt: at,
    startedAt: null,
    endedAt: null,
    quote: null,
    resultFile: null,
    isResultTried: false,
    resultDoubts: 0,
  };
  const id = await records.addBatch({ ...from, facts });
  for (let from = 0; from < rows.length; from += batchSlice) {
    await breathe();
    await records.addBatchRows(id, rows.slice(from, from + batchSlice));
  }
  if (!(await records.showBatch(id, record))) return null;
  return openedBatch({ ...from, id, state: 'draft', facts }, rows);
}
