import type { Heartbeat, SiteBench } from '../../../shared/site/heartbeat.ts';
import type { ActToSend, answerToWish, ParcelHere, RefusedAct } from '../../../shared/site/holder-protocol.ts';
import type { HubAnswer } from '../../../shared/site/hub-look-up.ts';
import type { BenchId, HolderAct, Holding } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';
import type { EventOutcome, NewEvent } from './webhook.ts';

/** Up to where a bench has read the engine's data. */
export interface SitePosition {
  readonly dataId: string;
  readonly sequence: number;
  /** SHA-256 of the message there, hex: another one there means that the data was put back to an older state. */
  readonly mark: string;
}

/** A fact of this bench as it is sent. */
export interface OutgoingFact {
  readonly n: number;
  readonly data: Uint8Array;
}

/** A message of another bench, read. */
export type SiteArrival =
  | {
      readonly kind: 'fact';
      readonly by: BenchId;
      readonly fact: SiteFact;
      /** What its event says; null where it has none, or one that cannot be read. */
      readonly event: NewEvent | null;
      /** When the engine stored it, by the engine's clock; absent: not known. */
      readonly storedAt?: number;
      /** Its part of the message; absent: that of a small one. */
      readonly bytes?: number;
    }
  | {
      readonly kind: 'act';
      readonly gid: string;
      readonly sequence: number;
      readonly act: HolderAct;
      /** As of a fact. */
      readonly storedAt?: number;
      readonly bytes?: number;
    }
  /** What is no act on the subject of a parcel: the next act goes behind it. */
  | { readonly kind: 'no-act'; readonly gid: string; readonly sequence: number };

/** A bench that sent more than its budget (shared/site/fact-budget.ts): what it sent since then is neither stored nor applied. */
export interface PausedBench {
  /** Its name; all its epochs are paused. */
  readonly bench: string;
  /** When the engine stored the first of it, ISO 8601, by the clock of this computer as far as that is known. */
  readonly since: string;
}

/** Another bench asks this one for parcels, in order to print or to delete them. */
export interface ParcelWish {
  readonly by: BenchId;
  readonly gids: readonly string[];
  readonly purpose: 'print' | 'delete';
}

/** A deletion that another bench reports of a parcel which it did not order. */
export interface CountedDeletion {
  readonly by: BenchId;
  /** It is believed. */
  readonly isUsed: boolean;
  /** The first that is not because there are too many. */
  readonly isFirstIgnored: boolean;
}

/** What became known with some arrivals. */
export interface AppliedFacts {
  /** Parcels here that changed, by their number in the records. */
  readonly parcels: readonly number[];
  /** The benches that sent something. */
  readonly benches: readonly BenchId[];
  /** What was asked of this bench. */
  readonly wishes: readonly ParcelWish[];
  readonly hasOrders: boolean;
  /** Also one of this bench, which the engine has now. */
  readonly hasHeartbeats: boolean;
  /** What the events of other benches did here, as those of this one would. */
  readonly events: readonly EventOutcome[];
  /** Facts that contradict what is known here, and those of kinds that this version does not know. */
  readonly unapplied: number;
  /** Codes that benches ask the hub for. */
  readonly lookUps: readonly { readonly by: BenchId; readonly code: string }[];
  /** What the hub answered to this bench. */
  readonly hubAnswers: readonly { readonly code: string; readonly answer: HubAnswer }[];
  /** The names of the benches that are paused from now on. */
  readonly paused: readonly string[];
  /** Deletions that benches report of parcels which they did not order. */
  readonly deletions: readonly CountedDeletion[];
  /** How many of the arrivals were read: the records take no more after some milliseconds, so that others need not wait. */
  readonly taken: number;
}

/** What a bench keeps of its site on its own disk. Until `joinSite`, nothing of it is written. */
export interface SiteRecords {
  /**
   * From now on each change is also written as a fact to send, in the same transaction. Returns the id under which this file sends: the
   * bench's, or a new one where the file is a copy, or was another bench's. `refusesWishes`: deletions that others send without holding the
   * parcel are not believed.
   */
  joinSite(bench: string, refusesWishes?: boolean): Promise<BenchId>;
  /** The ids under which this file has sent facts: earlier ones first, its present one last. */
  ownSiteIds(): Promise<readonly BenchId[]>;
  /** The facts under that id behind that number, in order; at most as many as asked for, and none that is too old to be kept. */
  outgoingFacts(bench: BenchId, behind: number, count: number): Promise<readonly OutgoingFact[]>;
  /** How many facts are sent after that number. */
  countOutgoing(bench: BenchId, behind: number): Promise<number>;
  /**
   * False where the line is no fact of that number that this file sent, so that another station uses its id. A fact that is too old to be
   * kept may be its own, and so may one of the same time whose text was erased since: it was sent before or after that.
   */
  hasSent(bench: BenchId, n: number, line: string): Promise<boolean>;
  sitePosition(): Promise<SitePosition | null>;
  /** The benches that are paused, by name. */
  pausedBenches(): Promise<readonly PausedBench[]>;
  /** Has a paused bench taken up with the next reading. False where it is not paused. @param bench its name, without an epoch */
  readOn(bench: string): Promise<boolean>;
  /**
   * A reading begins: takes up the benches that are to be read on, with a new budget. Returns from where it begins for them; null where
   * there is none. `isPresent`: false where the position is not in the engine's present data, so that reading begins at the start.
   */
  beginReading(isPresent: boolean): Promise<SitePosition | null>;
  /**
   * Applies each fact that follows the last one known of its bench, keeps each act that is later, and moves the position, in one
   * transaction. A repeated message changes nothing. A bench that sends more than its budget is paused: its facts, and its acts on parcels
   * that are not known here, are passed over, and the others' go on. Where not all were taken, the position stays: `applySiteRest` goes on.
   * `at`: now, ISO 8601. `keepSince`: of older facts, those about a parcel or an order here are applied alone; null or absent: all are.
   */
  applySite(
    arrivals: readonly SiteArrival[],
    position: SitePosition,
    at: string,
    keepSince?: string | null,
  ): Promise<AppliedFacts>;
  /**
   * Applies what the call of `applySite` or of this before did not take, with the same position, in a transaction of its own: copying the
   * messages to the records' thread takes a quarter as long as applying them. Throws where nothing is left, or that call failed.
   */
  applySiteRest(position: SitePosition, at: string, keepSince?: string | null): Promise<AppliedFacts>;
  /** The public keys of the benches, the newest of each first. */
  benchKeys(): Promise<readonly (readonly [BenchId, readonly string[]])[]>;
  /** Makes this bench's key known where it is another one than before. */
  publishKey(publicKey: string, at: string): Promise<void>;
  /** Asks the hub for a code that is not known here. */
  sendLookUp(code: string, at: string): Promise<void>;
  /** At the hub: answers a bench. */
  answerLookUp(asked: { to: BenchId; code: string }, at: string): Promise<void>;
  /** The other benches of which something was heard, by name. */
  siteBenches(): Promise<readonly SiteBench[]>;
  /** Facts of others that are kept and could not be applied. */
  countUnapplied(): Promise<number>;
  /**
   * Parcels here that bench holds, also under other epochs, and that are neither deleted nor at the end of their way. Looks through a
   * bounded number of parcels behind that one; `next`: where to continue, null at the end. @param bench its name, without an epoch
   */
  heldParcels(bench: string, behind: number): Promise<{ parcels: readonly number[]; next: number | null }>;
  /** Reports this bench to the others. */
  publishHeartbeat(heartbeat: Heartbeat, at: string): Promise<void>;
  /** What the site knows of a parcel here; null for one that is not shared. */
  parcelAtSite(parcelId: number): Promise<SiteParcel | null>;
  /** The same; one that was not shared yet is from now on. */
  shareParcel(parcelId: number): Promise<SiteParcel | null>;
  /**
   * Reports some orders that were stored since then (ISO 8601) and before the site was joined, newest first, with what happened to their
   * parcels. `below`: the last one of the call before; null: begins. Returns where to continue; null at the end.
   */
  shareEarlierOrders(since: string, below: number | null): Promise<number | null>;
  /** Asks another bench for parcels, at most `mostInWish`. `at`: now, ISO 8601, as in what follows. */
  sendWish(wish: Omit<ParcelWish, 'by'> & { readonly to: BenchId }, at: string): Promise<void>;
  /** An act that the engine took, with its number; null: one without the engine, after an operator's answer. */
  storeAct(gid: string, act: HolderAct, sequence: number | null, at: string): Promise<void>;
  /** The engine refused an act; the one that is there is kept as far as it is believed. `isOnly`: a release that was sent once, so that it is not there, and the parcel is still held. */
  noteRefusal(gid: string, refused: RefusedAct & { readonly isOnly: boolean }, at: string): Promise<void>;
  /**
   * Cancels the unsent labels of a parcel that another bench asked for, and prints none until its release has an outcome. One that an
   * operator just said to print is printed first.
   */
  beginRelease(gid: string, at: string): Promise<ReturnType<typeof answerToWish>>;
  /** The release was not sent. */
  endRelease(gid: string): Promise<void>;
  /** The bench that holds what has that id, as far as this file knows; null: none does. */
  holdingOf(gid: string): Promise<Holding | null>;
  /** The parcels whose release has no outcome yet, some of them. */
  openReleases(): Promise<readonly string[]>;
  /** The release, to be sent again; null where this bench does not hold the parcel any more. */
  releaseAgain(gid: string): Promise<ActToSend | null>;
}

/** A parcel here with its id in the site. */
export type SiteParcel = ParcelHere & { readonly gid: string };
