import { byteOrderMark, csvLine } from '../../../shared/csv.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import type { BatchOrderFate, BatchTableRow } from '../ports/batch-records.ts';
import type { ExportFile } from '../ports/export-file.ts';
import type { Records } from '../ports/records.ts';
import { rowView } from './batch-view.ts';
import { batchSlice, type OpenBatch } from './open-batch.ts';

/** The columns behind those of the input. */
export const resultColumns = ['result', 'custom code', 'tracking code', 'quoted', 'charged', 'words'] as const;

/** `orders.csv` becomes `orders.result.csv`. */
export const resultName = (inputName: string): { stem: string; ending: string } => ({
  stem: `${inputName.replace(/\.[^.]{1,5}$/, '')}.result`,
  ending: '.csv',
});

/** Writes the rows of the input in their order, each with what became of it. The file is whole, or it is not there. */
export async function writeResult(
  batch: OpenBatch,
  file: ExportFile,
  records: Pick<Records, 'batchFates'>,
  goOn: () => Promise<void>,
): Promise<Result<null>> {
  const written = await writeLines(batch, file, records, goOn).catch((error: unknown) => {
    return failed({ ...recordsRefused, message: `${recordsRefused.message} ${String(error)}` });
  });
  const finished = written.ok ? await file.finish() : written;
  if (!finished.ok) await file.discard();
  return finished;
}

async function writeLines(
  batch: OpenBatch,
  file: ExportFile,
  records: Pick<Records, 'batchFates'>,
  goOn: () => Promise<void>,
): Promise<Result<null>> {
  const titles = batch.facts.columns.map(({ title }) => title);
  const begun = await file.write(byteOrderMark + csvLine([...titles, ...resultColumns]));
  if (!begun.ok) return begun;
  for (let at = 0; at < batch.rows.length; at += batchSlice) {
    await goOn();
    const rows = batch.rows.slice(at, at + batchSlice);
    const numbers = new Set(rows.flatMap(({ line }) => batch.orderOfLine.get(line)?.number ?? []));
    const fates = new Map((await records.batchFates(batch.id, [...numbers])).map((fate) => [fate.number, fate]));
    const lines = rows.map((row) => resultLine(batch, row, fates.get(batch.orderOfLine.get(row.line)?.number ?? 0)));
    const written = await file.write(lines.join(''));
    if (!written.ok) return written;
  }
  return success(null);
}

function resultLine(batch: OpenBatch, row: BatchTableRow, fate: BatchOrderFate | undefined): string {
  const { state, customCode, trackingCode, quoted, charged, words, problems } = rowView(batch, row, fate);
  const faults = problems.filter(({ weight }) => weight === 'fault').map((problem) => problem.words);
  const cells = batch.facts.columns.map((_, place) => row.cells[place] ?? '');
  const said = words ?? (fate ? null : faults.join(' '));
  return csvLine([...cells, state, fate ? customCode : null, trackingCode, quoted, charged, said]);
}

const recordsRefused: Failure = { code: 'storage', message: 'The records could not be read to the end.' };
