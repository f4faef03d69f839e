import type { Result } from '../../../shared/contract/failure.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { LostWork, StoredBackup } from '../../../shared/settings/backups.ts';
import type { ErasureOfEnvironment, FoundPerson, PersonData } from '../../../shared/settings/erasure.ts';
import type { SharedQuestion } from '../../../shared/site/shared-question.ts';
import type { BatchRecords } from './batch-records.ts';
import type { CommandRecords } from './command-records.ts';
import type { LabelRecords } from './label-records.ts';
import type { OrderBookRecords, OrderRecords, SpendingRecords, UncertainOrderRecords } from './order-records.ts';
import type { PrintRecords } from './print-records.ts';
import type { JournalRecords } from './scan-records.ts';
import type { SandboxRecords, ShipmentRecords } from './shipment-records.ts';
import type { SiteRecords } from './site-records.ts';
import type { EventRecords, EventToReread, OpenDeletionConflict, RereadEvent } from './webhook.ts';

/**
 * The records of one environment, in one SQLite file. Each method is one transaction; a write is on disk (fsync) before its
 * promise resolves. Methods contain no decisions except those that need one transaction. They reject only when the disk fails.
 */
export interface Records
  extends ShipmentRecords,
    JournalRecords,
    OrderRecords,
    UncertainOrderRecords,
    OrderBookRecords,
    SpendingRecords,
    BatchRecords,
    CommandRecords,
    PrintRecords,
    LabelRecords,
    EventRecords,
    SandboxRecords,
    SiteRecords,
    AttentionRecords,
    MaintenanceRecords {
  /**
   * Called at every start. Jobs and creates that were `sending` become uncertain, deletions wait again with `requestLeft` true.
   * Countdowns restart and end at `countdownsEndAt`. Jobs in a print queue of a printer in `followed` stay `sending` and are followed.
   */
  recoverAfterRestart(
    countdownsEndAt: number,
    at: string,
    followed: readonly string[],
  ): Promise<{ jobs: number; commands: number; countdowns: number }>;

  close(): Promise<void>;
}

/** Some rows of a list, and how many there are. */
export interface CountedRows<T> {
  total: number;
  rows: T[];
}

/** What the records hold that needs a person. */
export interface StoredAttention {
  /** Uncertain, rejected and not dismissed, or needing confirmation. */
  commands: CountedRows<Command>;
  /** Uncertain labels, and labels with a question. */
  jobs: CountedRows<PrintJob>;
  alarms: CountedRows<OrderAlarm>;
  conflicts: CountedRows<OpenDeletionConflict>;
  /** Orders with labels of which it is not known whose they are; `codes` of at most five parcels that wait for one. */
  unassigned: CountedRows<{ orderId: number; codes: string[] }>;
  /** Labels that wait for each printer; under `noPrinterName` those without one. */
  labelsByPrinter: { printer: string; labels: number }[];
  /** Questions about other benches that several labels or deletions have; those are not among `commands` and `jobs`. */
  shared: SharedQuestion[];
}

export interface AttentionRecords {
  /** What needs a person, at most `limit` rows of each command state and of each other list. */
  attention(limit: number): Promise<StoredAttention>;
  sharedQuestions(): Promise<SharedQuestion[]>;
}

/** Removal of old records, and reading again what earlier versions stored. */
export interface MaintenanceRecords {
  /**
   * Removes a few records older than `before` that nothing waits for, in one transaction: an order together with what belongs to it,
   * and label bytes without references. Starts at `from`, or at the beginning; `next` is where to continue, null at the end.
   */
  removeOld(before: string, from: RetentionCursor | null): Promise<{ removed: Removed; next: RetentionCursor | null }>;
  /**
   * Reads the stored answers of some orders of an older version again, newest first, for identifiers that events may name, and matches
   * the events that do. Returns how many were read; 0: none is left.
   */
  rereadAnswers(limit: number, at: string): Promise<number>;
  /** Unmatched events of an older version that were not read again yet. */
  eventsToReread(limit: number): Promise<EventToReread[]>;
  /** Stores what this version reads from them, and matches them. */
  rereadEvents(events: readonly RereadEvent[], at: string): Promise<void>;
  /** Merges a part of the search index; false if there is nothing to merge. */
  mergeSearchIndex(): Promise<boolean>;
}

/** The position of the removal of old records. */
export interface RetentionCursor {
  what: 'orders' | 'commands' | 'scans' | 'events' | 'journal' | 'answers' | 'files' | 'site';
  /** The last row checked: its time, where rows are ordered by time, or the hash of a file, and its id. */
  at: string;
  id: number;
}

/** Records from before that instant (ISO 8601) are removed; hours of figures from before that local day become days. */
export interface RetentionLimits {
  readonly before: string;
  readonly figuresBefore: string;
}

/** How many of each were removed. */
export interface Removed {
  orders: number;
  parcels: number;
  commands: number;
  scans: number;
  events: number;
  labels: number;
  journal: number;
}

/** Copies of the records of each environment, in the folder `backups` beside them. */
export interface RecordBackups {
  /**
   * When the newest one of an environment was made, milliseconds since 1970; null where there is none. One from more than a day after
   * `now` was made under a wrong clock, and is not counted.
   */
  newest(environment: string, now: number): Promise<number | null>;
  /** True where the records exist, and were written after that time, or any time. */
  isChangedSince(environment: string, time: number | null): Promise<boolean>;
  /**
   * Makes one, checks it, and removes the oldest, without holding up the records. Returns its name; null where the records were closed
   * before it was complete, or another backup runs.
   */
  make(environment: string, now: number): Promise<Result<string | null>>;
  /** Removes old records of an environment that is not open, and notes in its journal how many. */
  removeOldRecords(environment: string, limits: RetentionLimits): Promise<Result<Removed>>;
  /** Removes those made before that time, except the newest, which is found as by `newest`. */
  removeOld(environment: string, before: number, now: number): Promise<void>;
  /** Every backup, newest first, each opened and checked. */
  list(environment: string): Promise<Result<StoredBackup[]>>;
  /** What was recorded since that backup; null where the records cannot be read. */
  lostWork(environment: string, name: string): Promise<Result<LostWork | null>>;
  /** Checks a backup and prepares it to take the place of the records when the station starts the next time. */
  prepareRestore(environment: string, name: string): Promise<Result<null>>;
}

/** What was erased of one environment, and what its labels can be found by in other places. */
export type ErasedRecords = Omit<ErasureOfEnvironment, 'environment'> & { codes: string[]; hashes: string[] };

/** Finds people in the records of any environment, and erases them, beside the records' own work. */
export interface RecordErasure {
  /** Every environment with records on this computer, in lower case. */
  environments(): Promise<string[]>;
  /** When its backups were made, and what restores replaced, milliseconds since 1970. */
  backupTimes(environment: string): Promise<number[]>;
  find(environment: string, text: string): Promise<Result<FoundPerson[]>>;
  /** `at`: now, ISO 8601. */
  erase(
    environment: string,
    people: readonly PersonData[],
    how: { isPreview: boolean; at: string },
  ): Promise<Result<ErasedRecords>>;
}

/** What can take the place of damaged records when the station starts the next time. They are kept. */
export interface RecordsReplacement {
  environment: string;
  /** Null where none is whole. */
  newestBackup(): Promise<StoredBackup | null>;
  useBackup(name: string): Promise<Result<null>>;
  beginEmpty(): Promise<Result<null>>;
}

/** How many orders, deletions and labels waited in records that are a copy, and were stopped. */
export interface StoppedWork {
  orders: number;
  deletions: number;
  labels: number;
}

/** Opens the records of an environment; backs up and migrates an older file. */
export type OpenRecords = (environment: string) => Promise<Records>;

/** What a thread is given that starts before it is known which files it is to open. */
export interface RecordsThreadStart {
  /** The records that will probably be opened first. */
  readonly expected: { readonly folder: string; readonly environment: string };
}
