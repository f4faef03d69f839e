import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type SpendingCall = 'spending.read' | 'order.stop-quote';

/** The calls about what orders cost. `bench` gives the one of this moment. */
export function spendingCalls(_bench: () => Bench): Handlers<SpendingCall> {
  const notYet = async () => {
    throw new Error('Not built yet');
  };
  return {
    'spending.read': notYet,
    'order.stop-quote': notYet,
  };
}
