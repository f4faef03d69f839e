import type { Failure } from '../../../shared/contract/failure.ts';
import type { LabelInspection } from '../../../shared/printing/label-inspection.ts';
import type { LabelAssignment, LabelState, UnassignedLabel } from '../../../shared/shipments/parcel.ts';
import type { WriteContext } from './write-context.ts';

/** A label that is not downloaded yet. `canWait`: it belongs to an imported order, so no operator is waiting for it. */
export type PendingLabel = LabelState & { parcelId: number | null; createdAt: string; canWait: boolean };

/** Labels by id: those, or all but those. */
export type LabelChoice = { except: readonly number[] } | { only: readonly number[] };

/** A downloaded label under its hash. */
export interface StoredLabel {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly format: LabelState['format'];
  /** What the station read in it; absent where that is done before it prints. */
  readonly inspection?: LabelInspection | null;
}

/** Why a pending label is not here yet, and when it is tried again (ISO 8601). */
export interface LabelDelay {
  failure: Failure;
  nextAttemptAt: string;
}

/** The labels of parcels: those to download, their bytes, and the unassigned ones, of which it is not known whose they are. */
export interface LabelRecords {
  /**
   * Labels whose address is known and whose bytes are not here: those of orders created here first, then oldest first. Labels of other
   * benches' orders wait until an operator wants them: they are given only where they are chosen by id.
   */
  pendingLabels(limit: number, choice?: LabelChoice): Promise<PendingLabel[]>;
  saveLabel(labelId: number, file: StoredLabel, record: WriteContext): Promise<void>;
  failLabel(labelId: number, failure: Failure, record: WriteContext): Promise<void>;
  /** What those labels that are still pending wait for; null: for nothing any more. One on demand waits only where it is chosen by id. */
  delayLabels(choice: LabelChoice, delay: LabelDelay | null): Promise<void>;
  /** Requests a failed label again. */
  retryLabel(labelId: number): Promise<void>;
  labelBytes(sha256: string): Promise<Uint8Array | null>;
  /** The address of the service's PDF of a parcel's ZPL label, if there is one. */
  labelPdfAddress(parcelId: number): Promise<string | null>;

  /** Orders with unassigned labels and with parcels that need one, oldest first. `canWait`: of an imported order. */
  ordersToAssign(limit: number): Promise<{ orderId: number; canWait: boolean }[]>;
  unassignedLabels(orderId: number): Promise<UnassignedLabel[]>;
  unassignedLabel(labelId: number): Promise<UnassignedLabel | null>;
  /**
   * Gives labels to parcels, all of them or none: false where one is given to a parcel already, or a parcel has a label, another
   * pick-up code or is deleted. `activity` has no code: each assignment is an entry under its parcel's.
   */
  assignLabels(assignments: readonly LabelAssignment[], record: WriteContext): Promise<boolean>;
}
