import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { FiguresQuery } from '../../shared/contract/figures-view.ts';
import { activityKindSchema } from '../../shared/messages/journal-messages.ts';
import { message } from '../../shared/messages/message.ts';
import type { BoardFilter } from '../../shared/shipments/board-query.ts';
import type { ExportState } from '../../shared/shipments/export-state.ts';
import type { Parcel } from '../../shared/shipments/parcel.ts';
import { byteOrderMark, csvLine } from '../../shared/values/csv.ts';
import { createThrottledNotifier } from '../concurrency/throttled-notifier.ts';
import { englishText, mainText, messageSentence } from '../text/main-text.ts';
import type { Figures } from './figures.ts';
import type { Announce } from './notices.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { ExportFile, OpenExportFile } from './ports/files.ts';
import type { Records } from './ports/records.ts';
import type { JournalRecords } from './ports/scan-records.ts';
import type { ShipmentRecords } from './ports/shipment-records.ts';
import type { JournalEntry } from './ports/write-context.ts';

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
  yield { text: csvLine(journalColumns.map((column) => englishText(`export.journal.${column}`))), rows: 0 };
  let beforeId: number | null = null;
  for (;;) {
    const page: JournalEntry[] = await records.activity({ beforeId, limit: journalLines });
    yield {
      text: page.map((entry) => csvLine(journalCells(entry))).join(''),
      rows: page.length,
    };
    const last = page.at(-1);
    if (!last) return;
    beforeId = last.id;
  }
}

/** The columns of the exported journal, in order. */
const journalColumns = ['at', 'who', 'what', 'code', 'outcome', 'person', 'allowed-by'] as const;

/** What an entry says was done; of an entry of an earlier version, the text that it stored. */
function activityText(what: string): string {
  const kind = activityKindSchema.safeParse(what);
  return kind.success ? mainText(`export.activity.${kind.data}`) : what;
}

/** An entry's cells under those columns. */
const journalCells = ({ at, who, what, code, outcome, personName, leadName }: JournalEntry): (string | null)[] => [
  ...[at, mainText(`export.who.${who}`), activityText(what), code, messageSentence(outcome), personName, leadName],
];

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
export const parcelHeadings = (): string[] => parcelColumns.map((column) => englishText(`export.column.${column}`));

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
    mainText(`export.label.${parcel.label?.state ?? 'none'}`),
    parcel.copies,
    parcel.createdAt,
    parcel.deletedAt,
  ];
}

/** A conflict until an operator resolves it; Deleted once the service confirmed it, else the newest status, as on the board. */
function statusCells({ status, deletedAt, deletionConflict }: Parcel): (string | null)[] {
  if (deletionConflict !== null) return [mainText('export.state.conflict'), 'webhook', deletionConflict.at];
  if (deletedAt !== null && status?.state !== 'deleted')
    return [mainText('shipment.state.deleted'), mainText('export.source.deletion'), deletedAt];
  if (status === null) return [mainText('export.state.none'), null, null];
  return [mainText(`shipment.state.${status.state}`), mainText(`export.source.${status.source}`), status.at];
}

export interface ExportsParts {
  records: ShipmentRecords & JournalRecords;
  figures: Pick<Figures, 'csv'>;
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
  | { what: 'journal' }
  | { what: 'figures'; query: FiguresQuery };

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

  const linesOf = (request: ExportRequest): AsyncGenerator<CsvChunk> => {
    switch (request.what) {
      case 'journal':
        return journalCsv(records);
      case 'figures':
        return parts.figures.csv(request.query);
      case 'shipments':
        return parcelCsv(records, request.filter);
    }
  };

  const run = async (file: ExportFile, request: ExportRequest): Promise<void> => {
    const lines = linesOf(request);
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

  const note = (what: ExportRequest['what'], rows: number): Promise<void> =>
    records
      .note({
        ...{ at: instant(clock.now()), who: 'operator', what: `export-${what}`, code: null },
        outcome: message('journal.rows-exported', { rows }),
      })
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
