import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import type { BoardFilter } from '../../../shared/shipments/board-query.ts';
import type { ExportState } from '../../../shared/shipments/export-state.ts';
import { byteOrderMark } from '../../../shared/values/csv.ts';
import type { Announce } from '../common/notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { ExportFile, OpenExportFile } from '../ports/files.ts';
import type { Records } from '../ports/records.ts';
import { type CsvChunk, journalCsv, parcelCsv } from './export-rows.ts';

export interface ExportsParts {
  records: Records;
  openFile: OpenExportFile;
  clock: Clock;
  announce: Announce;
  onBug: (error: unknown) => void;
}

export type ExportRequest =
  | {
      what: 'shipments';
      filter: BoardFilter /** Counted on the board; null where it was not. */;
      expected: number | null;
    }
  | { what: 'journal' };

/** One export at a time, row by row into a file, while everything else goes on. */
export interface Exports {
  /** Null: none since the environment was opened, or it was put away. */
  state(): ExportState | null;
  /** Answers as soon as the file is open; fails where another export runs. */
  begin(wanted: ExportRequest, path: string, fileName: string): Promise<Result<ExportState>>;
  cancel(): void;
  /** What has ended is no longer shown. */
  dismiss(): void;
  stop(): Promise<void>;
}

/** Progress is told at most so often, milliseconds. */
const progressIntervalMs = 250;

export function createExports(parts: ExportsParts): Exports {
  const { records, clock, announce } = parts;
  let shown: ExportState | null = null;
  let isBusy = false;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let isCancelled = false;
  let announcedAt = 0;

  const updateState = (change: Partial<ExportState>, isEnd = false): void => {
    if (!shown) return;
    shown = { ...shown, ...change };
    if (!isEnd && clock.now() - announcedAt < progressIntervalMs) return;
    announcedAt = clock.now();
    announce('export');
  };

  /** Null when the file is whole; else why it is not. */
  const write = async (file: ExportFile, lines: AsyncGenerator<CsvChunk>): Promise<Failure | 'cancelled' | null> => {
    const begun = await file.write(byteOrderMark);
    if (!begun.ok) return begun.failure;
    let rows = 0;
    for await (const { text, rows: more } of lines) {
      if (isCancelled) return 'cancelled';
      const written = text === '' ? success(null) : await file.write(text);
      if (!written.ok) return written.failure;
      rows += more;
      updateState({ rows });
    }
    if (isCancelled) return 'cancelled';
    const finished = await file.finish();
    return finished.ok ? null : finished.failure;
  };

  const run = async (file: ExportFile, wanted: ExportRequest): Promise<void> => {
    const lines = wanted.what === 'journal' ? journalCsv(records) : parcelCsv(records, wanted.filter);
    const result = await write(file, lines).catch((error: unknown) => {
      parts.onBug(error);
      return recordsRefused;
    });
    if (result !== null) await file.discard();
    if (result === null) await note(wanted.what, shown?.rows ?? 0);
    isBusy = false;
    if (result === null) updateState({ state: 'done' }, true);
    else if (result === 'cancelled') updateState({ state: 'cancelled' }, true);
    else updateState({ state: 'failed', failure: result }, true);
  };

  const note = (what: string, rows: number): Promise<void> =>
    records
      .note({ at: instant(clock.now()), who: 'operator', what: `export ${what}`, code: null, outcome: `${rows} rows` })
      .catch(parts.onBug);

  return {
    state: () => shown,
    async begin(wanted, path, file) {
      // Taken before the file is opened: two presses must not open two.
      if (isStopped) return failed(environmentLeft);
      if (isBusy) return failed(oneAtATime);
      isBusy = true;
      isCancelled = false;
      const expected = wanted.what === 'shipments' ? wanted.expected : null;
      const begun: ExportState = { what: wanted.what, file, state: 'running', rows: 0, expected, failure: null };
      const opening = parts.openFile(path);
      running = opening.then((opened) => {
        if (!opened.ok) {
          isBusy = false;
          return;
        }
        shown = begun;
        return run(opened.value, wanted);
      });
      const opened = await opening;
      if (!opened.ok) return opened;
      announce('export');
      return success(begun);
    },
    cancel() {
      isCancelled = true;
    },
    dismiss() {
      if (isBusy) return;
      shown = null;
      announce('export');
    },
    async stop() {
      isStopped = true;
      isCancelled = true;
      await running;
    },
  };
}

const oneAtATime: Failure = {
  code: 'not-allowed-now',
  message: 'Another export is still running.',
  next: 'Wait until it has ended, or cancel it.',
};

const environmentLeft: Failure = {
  code: 'not-allowed-now',
  message: 'The environment was changed meanwhile; no file was written.',
};

const recordsRefused: Failure = { code: 'storage', message: 'The records could not be read to the end.' };
