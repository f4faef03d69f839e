import { batchActions, batchCan } from '../../../shared/batch.ts';
import { failed, type Result, success } from '../../../shared/failure.ts';
import type { Notices } from '../notices.ts';
import type { BatchFacts } from '../ports/batch-records.ts';
import type { OpenExportFile } from '../ports/export-file.ts';
import type { OpenFileBeside } from '../ports/file-beside.ts';
import type { Records } from '../ports/records.ts';
import type { BatchHolder } from './batch-holder.ts';
import { resultName, writeResult } from './batch-result.ts';
import { noBatch, noFolder, notNow, notWritten } from './batch-words.ts';
import type { OpenBatch } from './open-batch.ts';

/** Where a person wants the result. */
export interface ChosenFile {
  path: string;
  /** Its name without its folder. */
  name: string;
}

/** What became of a batch, as a file. */
export interface BatchResults {
  /** What the file would be called where a person has to choose its folder; null where it goes beside the input. */
  nameToChoose(): Promise<Result<string | null>>;
  /** Writes it there, or beside the input. */
  write(to: ChosenFile | null): Promise<Result<{ file: string }>>;
  /**
   * Writes it beside the input when the batch has ended and nothing of it is on its way; once more, as another file, when no order of
   * it is in doubt any more.
   */
  writeAtEnd(): Promise<void>;
}

export interface BatchResultsParts {
  records: Records;
  openExportFile: OpenExportFile;
  openFileBeside: OpenFileBeside;
  notices: Pick<Notices, 'say'>;
  holder: BatchHolder;
}

export function createBatchResults(parts: BatchResultsParts): BatchResults {
  const { records, holder } = parts;

  /** Gives the file's name. */
  const writeTo = async (batch: OpenBatch, to: ChosenFile | null): Promise<Result<string>> => {
    if (to) {
      const opened = await parts.openExportFile(to.path);
      if (!opened.ok) return opened;
      const written = await writeResult(batch, opened.value, records, holder.goOn);
      return written.ok ? success(to.name) : written;
    }
    if (batch.folder === null) return failed(noFolder);
    const opened = await parts.openFileBeside(batch.folder, resultName(batch.name));
    if (!opened.ok) return opened;
    const written = await writeResult(batch, opened.value.file, records, holder.goOn);
    return written.ok ? success(opened.value.name) : written;
  };

  const exportable = <T>(work: (batch: OpenBatch) => Promise<Result<T>>): Promise<Result<T>> =>
    holder.inTurn(async () => {
      const batch = holder.now();
      if (!batch) return failed(noBatch);
      return batchCan('export', batch.state) ? work(batch) : failed(notNow('export', batch.state));
    });

  const doubtsOf = async (batch: OpenBatch): Promise<number> => (await holder.view(batch)).counts.uncertain;

  /** True where what was written, if anything was, is not what the batch has come to. */
  const isDue = async (batch: OpenBatch): Promise<boolean> => {
    const { isResultTried, resultDoubts, resultFile } = batch.facts;
    if (batch.state !== 'done' && batch.state !== 'stopped') return false;
    const isWritten = batch.folder === null ? resultFile !== null : isResultTried;
    if (isWritten ? resultDoubts === 0 : batch.folder === null) return false;
    const { onTheWay, uncertain } = (await holder.view(batch)).counts;
    return onTheWay === 0 && !(isWritten && uncertain > 0);
  };

  return {
    nameToChoose: () =>
      exportable(async ({ name, folder }) => {
        const { stem, ending } = resultName(name);
        return success(folder === null ? stem + ending : null);
      }),
    write: (to) =>
      exportable(async (batch) => {
        const resultDoubts = await doubtsOf(batch);
        const written = await writeTo(batch, to);
        if (!written.ok) return written;
        const facts = { resultFile: written.value, resultDoubts };
        await holder.move(batch, batchActions.export, { state: batch.state, facts }, 'batch exported');
        return success({ file: written.value });
      }),
    async writeAtEnd() {
      await holder.inTurn(async () => {
        const batch = holder.now();
        if (!batch || !(await isDue(batch))) return success(null);
        const move = (facts: Partial<BatchFacts>) =>
          holder.move(batch, ['done', 'stopped'], { state: batch.state, facts }, null);
        if (batch.folder === null) {
          // Where it belongs nobody knows but the person who wrote the one before, which says less than is known now.
          await move({ resultFile: null, resultDoubts: 0 });
          return success(null);
        }
        const resultDoubts = await doubtsOf(batch);
        const written = await writeTo(batch, null);
        if (!written.ok && holder.isLeft()) return written;
        await move({ isResultTried: true, resultDoubts, ...(written.ok && { resultFile: written.value }) });
        if (!written.ok) parts.notices.say(notWritten(batch.name, written.failure));
        return written;
      });
    },
  };
}
