import type { BoardFilter } from '../../../shared/board-query.ts';
import { byteOrderMark } from '../../../shared/csv.ts';
import type { ExportState } from '../../../shared/export-state.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import type { Announce } from '../announce.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { ExportFile, OpenExportFile } from '../ports/export-file.ts';
import type { Records } from '../ports/records.ts';
import { journalCsv, type Lines, parcelLines } from './export-rows.ts';

export interface ExportsParts {
  records: Records;
  openFile: OpenExportFile;
  clock: Clock;
  announce: Announce;
  onBug: (error: unknown) => void;
}

export type WantedExport =
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
  begin(wanted: WantedExport, path: string, fileName: string): Promise<Result<ExportState>>;
  cancel(): void;
  /** What has ended is no longer shown. */
  putAway(): void;
  stop(): Promise<void>;
}

/** Progress is told at most so often, milliseconds. */
const tellEveryMs = 250;

export function createExports(parts: ExportsParts): Exports {
  const { records, clock, announce } = parts;
  let shown: ExportState | null = null;
  let isBusy = false;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let isCancelled = false;
  let toldAt = 0;

  const show = (change: Partial<ExportState>, isEnd = false): void => {
    if (!shown) return;
    shown = { ...shown, ...change };
    if (!isEnd && clock.now() - toldAt < tellEveryMs) return;
    toldAt = clock.now();
    announce('export');
  };

  /** Null when the file is whole; else why it is not. */
  const write = async (file: ExportFile, lines: AsyncGenerator<Lines>): Promise<Failure | 'cancelled' | null> => {
    const begun = await file.write(byteOrderMark);
    if (!begun.ok) return begun.failure;
    let rows = 0;
    for await (const { text, rows: more } of lines) {
      if (isCancelled) return 'cancelled';
      const written = text === '' ? success(null) : await file.write(text);
      if (!written.ok) return written.failure;
      rows += more;
      show({ rows });
    }
    if (isCancelled) return 'cancelled';
    const finished = await file.finish();
    return finished.ok ? null : finished.failure;
  };

  const run = async (file: ExportFile, wanted: WantedExport): Promise<void> => {
    const lines = wanted.what === 'journal' ? journalCsv(records) : parcelLines(records, wanted.filter);
    const ended = await write(file, lines).catch((error: unknown) => {
      parts.onBug(error);
      return recordsRefused;
    });
    if (ended !== null) await file.discard();
    if (ended === null) await note(wanted.what, shown?.rows ?? 0);
    isBusy = false;
    if (ended === null) show({ state: 'done' }, true);
    else if (ended === 'cancelled') show({ state: 'cancelled' }, true);
    else show({ state: 'failed', failure: ended }, true);
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
    putAway() {
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
