import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type SandboxCall = 'sandbox.touches' | 'sandbox.run';

/** The calls about sandbox scenarios. `bench` gives the one of this moment. */
export function sandboxCalls(_bench: () => Bench): Handlers<SandboxCall> {
  const notYet = async () => {
    throw new Error('Not built yet');
  };
  return {
    'sandbox.touches': notYet,
    'sandbox.run': notYet,
  };
}
