import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { BoardFilter } from '../../../shared/shipments/board-query.ts';
import type { ExportState } from '../../../shared/shipments/export-state.ts';
import { byteOrderMark } from '../../../shared/values/csv.ts';
import { createThrottledNotifier } from '../../concurrency/throttled-notifier.ts';
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
      filter: BoardFilter;
      /** Counted on the board; null where it was not. */
      expected: number | null;
    }
  | { what: 'journal' };

/** One export at a time, row by row into a file, beside all other work. */
export interface Exports {
  /** Null: none since the environment was opened, or the last one was dismissed. */
  state(): ExportState | null;
  /** Answers as soon as the file is open; fails where another export runs. */
  begin(request: ExportRequest, path: string, fileName: string): Promise<Result<ExportState>>;
  cancel(): void;
  /** Stops showing an export that has ended. */
  dismiss(): void;
  stop(): Promise<void>;
}

/** Shortest time between two reports of progress, milliseconds. */
const progressIntervalMs = 250;

export function createExports(parts: ExportsParts): Exports {
  const { records, clock, announce } = parts;
  let shown: ExportState | null = null;
  let isBusy = false;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let isCancelled = false;

  const updateState = (change: Partial<ExportState>): void => {
    if (shown) shown = { ...shown, ...change };
  };

  /** Null when the file is complete; else why it is not. */
  const write = async (
    file: ExportFile,
    lines: AsyncGenerator<CsvChunk>,
    notify: () => void,
  ): Promise<Failure | 'cancelled' | null> => {
    const begun = await file.write(byteOrderMark);
    if (!begun.ok) return begun.failure;
    let rows = 0;
    for await (const { text, rows: more } of lines) {
      if (isCancelled) return 'cancelled';
      const written = text === '' ? success(null) : await file.write(text);
      if (!written.ok) return written.failure;
      rows += more;
      updateState({ rows });
      notify();
    }
    if (isCancelled) return 'cancelled';
    const finished = await file.finish();
    return finished.ok ? null : finished.failure;
  };

  const run = async (file: ExportFile, request: ExportRequest): Promise<void> => {
    const lines = request.what === 'journal' ? journalCsv(records) : parcelCsv(records, request.filter);
    const progress = createThrottledNotifier(clock, progressIntervalMs, () => announce('export'));
    const result = await write(file, lines, progress.notify).catch((error: unknown) => {
      parts.onBug(error);
      return recordsUnreadable;
    });
    if (result !== null) await file.discard();
    if (result === null) await note(request.what, shown?.rows ?? 0);
    isBusy = false;
    progress.stop();
    if (result === null) updateState({ state: 'done' });
    else if (result === 'cancelled') updateState({ state: 'cancelled' });
    else updateState({ state: 'failed', failure: result });
    announce('export');
  };

  const note = (what: string, rows: number): Promise<void> =>
    records
      .note({ at: instant(clock.now()), who: 'operator', what: `export ${what}`, code: null, outcome: `${rows} rows` })
      .catch(parts.onBug);

  return {
    state: () => shown,
    async begin(request, path, file) {
      // Set before the file is opened, so that two presses do not open two.
      if (isStopped) return failed(environmentChanged);
      if (isBusy) return failed(busy);
      isBusy = true;
      isCancelled = false;
      const expected = request.what === 'shipments' ? request.expected : null;
      const begun: ExportState = { what: request.what, file, state: 'running', rows: 0, expected, failure: null };
      const opening = parts.openFile(path);
      running = opening.then((opened) => {
        if (!opened.ok) {
          isBusy = false;
          return;
        }
        shown = begun;
        return run(opened.value, request);
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

const busy: Failure = { code: 'not-allowed-now', message: message('export.busy') };

const environmentChanged: Failure = { code: 'not-allowed-now', message: message('export.environment-changed') };

const recordsUnreadable: Failure = { code: 'storage', message: message('export.records-unreadable') };
