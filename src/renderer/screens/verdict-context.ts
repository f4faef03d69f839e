import { useMemo } from 'react';
import { stationViewQuery } from '../data/queries.ts';
import { useQuery } from '../data/query.ts';
import { type VerdictContext, verdictContext } from '../presentation/verdict-facts.ts';

/** What verdicts depend on besides their parcel: the environment, the printers and the time. The same object until one of them changes. */
export function useVerdictContext(now: number): VerdictContext {
  const { value: view } = useQuery(stationViewQuery);
  return useMemo(() => verdictContext(view, now), [view, now]);
}
