import { failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { batchActions, batchCan } from '../../../shared/orders/batch.ts';
import { byteOrderMark, csvLine } from '../../../shared/values/csv.ts';
import { englishText, mainText, messageSentence } from '../../text/main-text.ts';
import type { Notices } from '../notices.ts';
import type { BatchFacts, BatchOrderResult, BatchRecords, BatchTableRow } from '../ports/batch-records.ts';
import type { ExportFile, OpenExportFile, OpenFileBeside } from '../ports/files.ts';
import type { Records } from '../ports/records.ts';
import type { BatchSession } from './batch-session.ts';
import { actionNotAllowed, noBatch, resultNotSaved, unknownFolder } from './batch-session.ts';
import { rowView } from './batch-view.ts';
import { batchChunkSize, type OpenBatch } from './open-batch.ts';

/** Where the operator saves the results. */
export interface ChosenFile {
  path: string;
  /** Its name without its folder. */
  name: string;
}

/** The results of a batch as a CSV file. */
export interface BatchResults {
  /** The suggested name where the operator has to choose a folder; null where the file goes beside the input. */
  nameToChoose(): Promise<Result<string | null>>;
  /** Writes it there, or beside the input. */
  write(to: ChosenFile | null): Promise<Result<{ file: string }>>;
  /**
   * Writes it beside the input when the batch has ended and none of its orders is being sent; once more, as another file, when none of
   * its orders is uncertain any more.
   */
  writeAtEnd(): Promise<void>;
}

export interface BatchResultsParts {
  records: BatchRecords;
  openExportFile: OpenExportFile;
  openFileBeside: OpenFileBeside;
  notices: Pick<Notices, 'notify'>;
  session: BatchSession;
}

export function createBatchResults(parts: BatchResultsParts): BatchResults {
  const { records, session } = parts;

  /** Returns the file's name. */
  const writeTo = async (batch: OpenBatch, to: ChosenFile | null): Promise<Result<string>> => {
    if (to) {
      const opened = await parts.openExportFile(to.path);
      if (!opened.ok) return opened;
      const written = await writeResult(batch, opened.value, { records, checkpoint: session.checkpoint });
      return written.ok ? success(to.name) : written;
    }
    if (batch.folder === null) return failed(unknownFolder);
    const opened = await parts.openFileBeside(batch.folder, resultName(batch.name));
    if (!opened.ok) return opened;
    const written = await writeResult(batch, opened.value.file, { records, checkpoint: session.checkpoint });
    return written.ok ? success(opened.value.name) : written;
  };

  const withExportableBatch = <T>(work: (batch: OpenBatch) => Promise<Result<T>>): Promise<Result<T>> =>
    session.runExclusive(async () => {
      const batch = session.current();
      if (!batch) return failed(noBatch);
      return batchCan('export', batch.state) ? work(batch) : failed(actionNotAllowed('export', batch.state));
    });

  const uncertainCountOf = async (batch: OpenBatch): Promise<number> => (await session.view(batch)).counts.uncertain;

  /** True where no file, or one that is out of date, was written. */
  const isDue = async (batch: OpenBatch): Promise<boolean> => {
    const { isResultTried, resultUncertain, resultFile } = batch.facts;
    if (batch.state !== 'done' && batch.state !== 'stopped') return false;
    const isWritten = batch.folder === null ? resultFile !== null : isResultTried;
    if (isWritten ? resultUncertain === 0 : batch.folder === null) return false;
    const { onTheWay, uncertain } = (await session.view(batch)).counts;
    return onTheWay === 0 && !(isWritten && uncertain > 0);
  };

  return {
    nameToChoose: () =>
      withExportableBatch(async ({ name, folder }) => {
        const { stem, ending } = resultName(name);
        return success(folder === null ? stem + ending : null);
      }),
    write: (to) =>
      withExportableBatch(async (batch) => {
        const resultUncertain = await uncertainCountOf(batch);
        const written = await writeTo(batch, to);
        if (!written.ok) return written;
        const facts = { resultFile: written.value, resultUncertain };
        await session.changeState(batch, batchActions.export, { state: batch.state, facts }, 'export-batch');
        return success({ file: written.value });
      }),
    async writeAtEnd() {
      await session.runExclusive(async () => {
        const batch = session.current();
        if (!batch || !(await isDue(batch))) return success(null);
        const changeState = (facts: Partial<BatchFacts>) =>
          session.changeState(batch, ['done', 'stopped'], { state: batch.state, facts }, null);
        if (batch.folder === null) {
          // Only the operator knows the folder of the earlier file, which is now out of date.
          await changeState({ resultFile: null, resultUncertain: 0 });
          return success(null);
        }
        const resultUncertain = await uncertainCountOf(batch);
        const written = await writeTo(batch, null);
        if (!written.ok && session.isClosed()) return written;
        await changeState({ isResultTried: true, resultUncertain, ...(written.ok && { resultFile: written.value }) });
        if (!written.ok) parts.notices.notify(resultNotSaved(batch.name, written.failure));
        return written;
      });
    },
  };
}

/** The columns after those of the input. */
const resultColumns = [
  'result',
  'custom-code',
  'tracking-code',
  'quoted',
  'charged',
  'reason',
  'service-text',
] as const;

/** `orders.csv` becomes `orders.result.csv`. A dropped file's name comes from the page, and may be a path. */
const resultName = (inputName: string): { stem: string; ending: string } => ({
  stem: `${inputName.replace(/^.*[\\/]/s, '').replace(/\.[^.]{1,5}$/, '')}.result`,
  ending: '.csv',
});

interface ResultSource {
  records: Pick<Records, 'batchOrderResults'>;
  /** Yields when work has lasted too long; throws while the environment is being closed. */
  checkpoint(): Promise<void>;
}

/** Writes the rows of the input in their order, each with its result. The file is complete, or it does not exist. */
async function writeResult(batch: OpenBatch, file: ExportFile, source: ResultSource): Promise<Result<null>> {
  const written = await writeLines(batch, file, source).catch((error: unknown) => {
    return failed({ code: 'storage', message: message('batch.records-unreadable', { detail: String(error) }) });
  });
  const finished = written.ok ? await file.finish() : written;
  if (!finished.ok) await file.discard();
  return finished;
}

async function writeLines(
  batch: OpenBatch,
  file: ExportFile,
  { records, checkpoint }: ResultSource,
): Promise<Result<null>> {
  const titles = batch.facts.columns.map(({ title }) => title);
  const headings = resultColumns.map((column) => englishText(`batch-result.heading.${column}`));
  const begun = await file.write(byteOrderMark + csvLine(headings, titles));
  if (!begun.ok) return begun;
  for (let at = 0; at < batch.rows.length; at += batchChunkSize) {
    await checkpoint();
    const rows = batch.rows.slice(at, at + batchChunkSize);
    const numbers = new Set(rows.flatMap(({ line }) => batch.orderOfLine.get(line)?.number ?? []));
    const found = await records.batchOrderResults(batch.id, [...numbers]);
    const results = new Map(found.map((result) => [result.number, result]));
    const lines = rows.map((row) => resultLine(batch, row, results.get(batch.orderOfLine.get(row.line)?.number ?? 0)));
    const written = await file.write(lines.join(''));
    if (!written.ok) return written;
  }
  return success(null);
}

function resultLine(batch: OpenBatch, row: BatchTableRow, result: BatchOrderResult | undefined): string {
  const {
    state,
    customCode,
    trackingCode,
    quoted,
    charged,
    message: reason,
    serviceText,
    problems,
  } = rowView(batch, row, result);
  const errors = problems.flatMap((problem) => (problem.severity === 'error' ? messageSentence(problem.message) : []));
  const cells = batch.facts.columns.map((_, place) => row.cells[place] ?? '');
  const text = reason ? messageSentence(reason) : result ? null : errors.join(' ');
  const stateText = mainText(`batch-result.state.${state}`);
  return csvLine([stateText, result ? customCode : null, trackingCode, quoted, charged, text, serviceText], cells);
}
