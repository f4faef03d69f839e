import type { ConfirmedKeys, SiteQuestion } from '../../../shared/site/holder-protocol.ts';
import { type BenchId, benchName } from '../../../shared/site/parcel-at-site.ts';

/** A question, and the benches that it is about: those with copies, the holder, those whose deletion was sent. */
export interface AskedQuestion extends SiteQuestion {
  readonly benches: readonly BenchId[];
}

/** The benches that the questions of that kind are about, by name; null where there is none of it. */
export function benchesAsked(questions: readonly AskedQuestion[], kind: AskedQuestion['kind']): string | null {
  const asked = questions.filter((question) => question.kind === kind);
  // A bench whose data was put back goes on under another id with the same name.
  const names = new Set(asked.flatMap(({ benches }) => benches.map(benchName)));
  return asked.length === 0 ? null : [...names].sort().join(', ');
}

/** What a bench may do with a parcel that it shares with the other benches of its site. */
export type HoldingAnswer =
  /**
   * It holds the parcel, and nothing stands in the way. `isRequestedElsewhere`: of a deletion that another bench may have sent too, so that the
   * service may not find the parcel any more.
   */
  | { readonly kind: 'act'; readonly isRequestedElsewhere?: true }
  /** An operator decides. */
  | { readonly kind: 'ask'; readonly questions: readonly AskedQuestion[] }
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
