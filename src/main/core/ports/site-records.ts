import type { BenchId, HolderAct, ParcelAtSite } from '../../../shared/site/parcel-at-site.ts';
import type { SiteFact } from '../../../shared/site/site-facts.ts';
import type { NewEvent } from './webhook.ts';

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
  /** SHA-256 of what was sent first, hex. The data may be another since: a person was erased from it. */
  readonly digest: string;
}

/** A message of another bench, read. */
export type SiteArrival =
  | {
      readonly kind: 'fact';
      readonly by: BenchId;
      readonly fact: SiteFact;
      /** What its event says; null where it has none, or one that cannot be read. */
      readonly event: NewEvent | null;
    }
  | { readonly kind: 'act'; readonly gid: string; readonly sequence: number; readonly act: HolderAct };

/** What became known with some arrivals. */
export interface AppliedFacts {
  /** Parcels here that changed, by their number in the records. */
  readonly parcels: readonly number[];
  readonly hasEvents: boolean;
  /** Facts that contradict what is known here, and those of kinds that this version does not know. */
  readonly unapplied: number;
}

/** What a bench keeps of its site on its own disk. Until `joinSite`, nothing of it is written. */
export interface SiteRecords {
  /**
   * From now on each change is also written as a fact to send, in the same transaction. Returns the id under which this file sends: the
   * bench's, or a new one where the file is a copy, or was another bench's.
   */
  joinSite(bench: string): Promise<BenchId>;
  /** The ids under which this file has sent facts: earlier ones first, its present one last. */
  ownSiteIds(): Promise<readonly BenchId[]>;
  /** The facts under that id behind that number, in order; at most as many as asked for. The last one is kept always. */
  outgoingFacts(bench: BenchId, behind: number, count: number): Promise<readonly OutgoingFact[]>;
  sitePosition(): Promise<SitePosition | null>;
  /**
   * Applies each fact that follows the last one known of its bench, keeps each act that is later, and moves the position, in one
   * transaction. A repeated message changes nothing.
   */
  applySite(arrivals: readonly SiteArrival[], position: SitePosition): Promise<AppliedFacts>;
  /** What the site knows of a parcel here; null for one that is not shared. */
  parcelAtSite(parcelId: number): Promise<{ gid: string; shared: ParcelAtSite } | null>;
}
