import type { Batch, BatchField } from '../../../shared/batch.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import type { DraftAddress } from '../../../shared/order-book.ts';
import type { BatchFacts, BatchTableRow } from '../ports/batch-records.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { ReadSpreadsheet } from '../ports/spreadsheet.ts';
import type { BatchHolder } from './batch-holder.ts';
import { type BatchInput, takeInput } from './batch-input.ts';
import { isCut } from './batch-view.ts';
import { brokenRow, cutCell, noColumn, noRow, oneAtATime } from './batch-words.ts';
import { matchByHand, titlesDigest } from './match-columns.ts';
import { freshMemory, type OpenBatch } from './open-batch.ts';

/** What is done to a batch before it is started. Whatever changes, every row is looked at again. */
export interface BatchDrafting {
  take(input: BatchInput): Promise<Result<Batch>>;
  /** The column at that place holds that field, or none. */
  match(place: number, field: BatchField | null): Promise<Result<Batch>>;
  /** What is not named stays as it is. */
  change(change: { combines?: boolean; pickUpAddress?: DraftAddress | null }): Promise<Result<Batch>>;
  changeCell(line: number, place: number, text: string): Promise<Result<Batch>>;
  skipRow(line: number, isSkipped: boolean): Promise<Result<Batch>>;
}

export interface BatchDraftingParts {
  records: Records;
  clock: Clock;
  readSpreadsheet: ReadSpreadsheet;
  holder: BatchHolder;
}

export function createBatchDrafting({ records, clock, readSpreadsheet, holder }: BatchDraftingParts): BatchDrafting {
  const reread = async (batch: OpenBatch, facts: Partial<BatchFacts>): Promise<null> => {
    await holder.move(batch, ['draft'], { state: 'draft', facts }, null);
    const { codes, likenesses } = batch.memory;
    batch.memory = { ...freshMemory(batch), codes, likenesses };
    await holder.check(batch);
    return null;
  };

  const changeRow = async (
    batch: OpenBatch,
    line: number,
    change: (row: BatchTableRow) => BatchTableRow | Failure,
  ): Promise<Failure | null> => {
    const place = batch.placeOfLine.get(line);
    const row = place === undefined ? undefined : batch.rows[place];
    if (place === undefined || !row) return noRow;
    const changed = change(row);
    if ('code' in changed) return changed;
    await records.changeBatchRow(batch.id, changed);
    batch.rows[place] = changed;
    await holder.check(batch);
    return null;
  };

  return {
    take: (input) =>
      holder.inTurn(async () => {
        if (holder.now()) return failed(oneAtATime);
        const record = holder.record('batch taken', input.kind === 'file' ? input.name.slice(0, 200) : 'pasted rows');
        const at = instant(clock.now());
        const taken = await takeInput(input, { records, readSpreadsheet, breathe: holder.goOn, at, record });
        if (!taken.ok) return taken;
        const batch = taken.value;
        if (!batch) return failed(oneAtATime);
        await holder.check(batch);
        holder.hold(batch);
        return success(await holder.view(batch));
      }),
    match: (place, field) =>
      holder.act('match', async (batch) => {
        if (place >= batch.facts.columns.length) return noColumn;
        const columns = matchByHand(batch.facts.columns, place, field);
        await reread(batch, { columns });
        const titles = titlesDigest(columns.map(({ title }) => title));
        const fields = columns.map((column) => column.field);
        await records.rememberColumns(titles, fields, instant(clock.now()));
        return null;
      }),
    change: (change) => holder.act('match', (batch) => reread(batch, change)),
    changeCell: (line, place, text) =>
      holder.act('match', async (batch) => {
        if (place >= batch.facts.columns.length) return noColumn;
        return changeRow(batch, line, (row) => {
          if (row.fault !== null) return brokenRow;
          // Nobody saw all of it: what is written now would take the place of more than that.
          if (isCut(row.cells[place] ?? '')) return cutCell;
          const cells = Array.from({ length: Math.max(row.cells.length, place + 1) }, (_, at) => row.cells[at] ?? '');
          return { ...row, cells: cells.with(place, text) };
        });
      }),
    skipRow: (line, isSkipped) =>
      holder.act('match', (batch) => changeRow(batch, line, (row) => ({ ...row, isSkipped }))),
  };
}
