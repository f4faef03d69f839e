import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type DoubtCall = 'order.send-again' | 'order.replace' | 'order.alarms' | 'order.put-away-alarm';

/** The calls about orders in doubt. `bench` gives the one of this moment. */
export function doubtCalls(_bench: () => Bench): Handlers<DoubtCall> {
  const notYet = async () => {
    throw new Error('Not built yet');
  };
  return {
    'order.send-again': notYet,
    'order.replace': notYet,
    'order.alarms': notYet,
    'order.put-away-alarm': notYet,
  };
}
