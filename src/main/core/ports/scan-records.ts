import type { Message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { PrintJob } from '../../../shared/printing/print-job.ts';
import type { ScanMode, ScanReading } from '../../../shared/scanning/scan.ts';
import type { ScanAnswer } from '../../../shared/scanning/scan-answer.ts';
import type { ScanChecks } from '../../../shared/scanning/scan-decision.ts';
import type { ScannerTrust } from '../../../shared/scanning/scanner-trust.ts';
import type { LabelState } from '../../../shared/shipments/parcel.ts';
import type { HubAnswer } from '../../../shared/site/hub-look-up.ts';
import type { CommandLimits } from './command-records.ts';
import type { NewPrintJob, NextLabel } from './print-records.ts';
import type { Activity, CappedAction, JournalEntry } from './write-context.ts';

/** A scan, with what the station adds to whatever it starts. */
export interface ScanToTake {
  /** ISO 8601, UTC. */
  at: string;
  reading: ScanReading;
  mode: ScanMode;
  /** What the scanner may delete. */
  trust: ScannerTrust;
  checks: ScanChecks;
  /** Where a label goes that it prints. */
  print: LabelTarget;
  /** A deletion that it starts. */
  deletion: { endsAt: number } & CommandLimits;
}

/** What the hub of a site knows of codes that are not known here; absent where the environment is not shared. */
export interface HubQuestions {
  /** Asks in the background, unless it was asked lately. */
  ask(code: string): void;
  /** Null where it was not asked. */
  answerOf(code: string): HubAnswer | null;
}

/** Where a new label goes; an older job of the same press, or one that is not sent, is found instead. */
export interface LabelTarget extends Required<Pick<NewPrintJob, 'printer' | 'knownPrinters' | 'notSince'>> {
  /** What the journal says of it. */
  outcome: Message;
}

export type TakenScan =
  | {
      kind: 'taken';
      answer: ScanAnswer;
      /** The job that it made, or that it confirmed as printed. */
      job: PrintJob | null;
      /** The job that it made, where it is its printer's next one. */
      next: NextLabel | null;
      /** The deletion that it started. */
      deletion: Command | null;
    }
  /** Nothing is stored yet: whether the label carries the code decides. */
  | { kind: 'check label'; jobId: number; code: string; label: Uint8Array }
  /** Nothing is stored yet: the label may be here after one more attempt. */
  | { kind: 'request label'; parcelId: number; label: LabelState };

/** The scans and the journal. */
export interface JournalRecords {
  /** Looks the code up, and stores the scan with everything it causes. */
  takeScan(scan: ScanToTake): Promise<TakenScan>;
  /** The present state of what an earlier scan found or started. */
  scanAnswer(id: number): Promise<ScanAnswer | null>;
  /** The newest scans with their present states, newest first, and how many there were since that time. */
  recentScans(limit: number, since: string): Promise<{ scans: ScanAnswer[]; today: number }>;
  activity(query: { beforeId: number | null; limit: number }): Promise<JournalEntry[]>;

  /** Adds a journal entry without another write. */
  note(activity: Activity): Promise<void>;
  /** True where the acting person may do no more of it within the hour before that time (ISO 8601), and no lead allowed this one. */
  isCapReached(what: CappedAction, at: string): Promise<boolean>;
}
