import type { Bench } from '../core/bench.ts';
import type { Handlers } from './handlers.ts';

type SandboxCall = 'sandbox.touches' | 'sandbox.run';

/** The calls about sandbox scenarios. `bench` gives the one of this moment. */
export function sandboxCalls(bench: () => Bench): Handlers<SandboxCall> {
  return {
    'sandbox.touches': (selection) => bench().sandbox.touches(selection),
    'sandbox.run': (wanted) => bench().sandbox.run(wanted),
  };
}
