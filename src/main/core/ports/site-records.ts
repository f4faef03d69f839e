import type { BenchId } from '../../../shared/site/parcel-at-site.ts';
import type { SiteMessage } from './site-engine.ts';

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

/** What a bench keeps of the site on its own disk. */
export interface SiteRecords {
  /** The ids under which this data folder has sent facts: its own, and those from before it was restored. */
  ownIds(): Promise<readonly BenchId[]>;
  /** The facts under that id behind that number, in order; at most as many as asked for. The last one is kept always. */
  outgoing(bench: BenchId, behind: number, count: number): Promise<readonly OutgoingFact[]>;
  position(): Promise<SitePosition | null>;
  /**
   * Applies each fact that follows the last one known of its bench, keeps each act that is later, and moves the position, in one
   * transaction. A repeated message changes nothing.
   */
  apply(messages: readonly SiteMessage[], position: SitePosition): Promise<void>;
}
