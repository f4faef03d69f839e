import { success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type SpendingCall = 'spending.read' | 'order.stop-quote';

/** The calls about what orders cost. `bench` gives the one of this moment. */
export function spendingCalls(bench: () => Bench): Handlers<SpendingCall> {
  return {
    'spending.read': async () => success(await bench().guard.read()),
    async 'order.stop-quote'() {
      bench().orders.quotes.stop();
      return success(null);
    },
  };
}
