import type { ConfirmedKeys, SiteQuestion } from '../../../shared/site/holder-protocol.ts';
import type { BenchId } from '../../../shared/site/parcel-at-site.ts';

/** What a bench may do with a parcel that it shares with the other benches of its site. */
export type HoldingAnswer =
  /**
   * It holds the parcel, and nothing stands in the way. `isRequestedElsewhere`: of a deletion that another bench may have sent too, so that the
   * service may not find the parcel any more.
   */
  | { readonly kind: 'act'; readonly isRequestedElsewhere?: true }
  /** An operator decides. `benches`: those that may have printed it, or hold it. */
  | { readonly kind: 'ask'; readonly questions: readonly SiteQuestion[]; readonly benches: readonly BenchId[] }
  /** Asked again when the parcel changes, or soon. `bench`: whose answer it waits for; null: the engine's. */
  | { readonly kind: 'wait'; readonly bench: BenchId | null }
  | { readonly kind: 'refuse'; readonly reason: 'deleted' | 'site-unreachable' | 'done' };

/** Who may print a parcel, or delete it at the service; absent where the environment is not shared. */
export interface ParcelHolding {
  /**
   * What stands before one more copy, or before the request to delete it, of that parcel. Takes the parcel over, or asks its holder for it,
   * where nothing else is needed. @param confirmed the keys of questions that an operator answered
   */
  may(parcelId: number, purpose: 'print' | 'delete', confirmed: ConfirmedKeys): Promise<HoldingAnswer>;
  /** What stands before the deletion of a code that no parcel here has. Is first on the code's subject where nothing else is needed. */
  mayDeleteUnknown(code: string, confirmed: ConfirmedKeys): Promise<HoldingAnswer>;
  /**
   * Calls when an answer that was to wait, or a refusal, may be another one now; until the returned function is called. `parcels`: of which
   * ones; null: of any.
   */
  onChanged(listener: (parcels: readonly number[] | null) => void): () => void;
}
