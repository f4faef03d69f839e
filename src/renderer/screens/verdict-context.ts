import { stationViewQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { type VerdictContext, verdictContext } from '../presentation/verdict-facts.ts';

/** What verdicts depend on besides their parcel: the environment, the printers and the time. */
export function useVerdictContext(now: number): VerdictContext {
  const { value: view } = useQuery(stationViewQuery);
  return verdictContext(view, now);
}
