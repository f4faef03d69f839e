import { useEffect, useState } from 'react';
import type { Batch } from '../../../../shared/batch.ts';
import { endedOrders, type Pace, type PaceSample, paceOf, withSample } from '../../../stores/batch-pace.ts';
import { useNow } from '../../../words/use-now.ts';

/** How fast the batch goes while it is looked at; a pause begins anew. */
export function usePace({ state, counts }: Pick<Batch, 'state' | 'counts'>): Pace | null {
  const [samples, setSamples] = useState<readonly PaceSample[]>([]);
  const now = useNow(1_000);
  const ended = endedOrders(counts);
  const isRunning = state === 'running';
  useEffect(() => {
    setSamples((before) => (isRunning ? withSample(before, { at: Date.now(), ended }) : []));
  }, [isRunning, ended]);
  return isRunning ? paceOf(samples, counts.orders - ended, now) : null;
}
