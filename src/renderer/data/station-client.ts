import type { z } from 'zod';
import { failed, type Result } from '../../shared/contract/failure.ts';
import {
  answerSchema,
  type CallInput,
  type CallOutput,
  changedSchema,
  type StationCall,
  stationCalls,
  type Topic,
} from '../../shared/contract/station-contract.ts';

/** What the preload hands to the window; nothing else of Electron reaches it. */
interface StationBridge {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (changed: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly station: StationBridge;
  }
}

/**
 * Asks main for something. Calls that take nothing are given `null`.
 * Never rejects: a broken answer is a failure of code `unexpected`.
 */
export async function call<C extends StationCall>(name: C, input: CallInput<C>): Promise<Result<CallOutput<C>>> {
  try {
    const answer = await window.station.call(name, input);
    const parsed = answerSchema<z.ZodType>(stationCalls[name].output).safeParse(answer);
    // The schema was picked by the name, which the compiler cannot follow through a look-up.
    if (parsed.success) return parsed.data as Result<CallOutput<C>>;
    return unexpected(`The station answered "${name}" in a way this window cannot read.`);
  } catch {
    return unexpected(`The station did not answer "${name}".`);
  }
}

/** Hears what changed, by topic, until the function it returns is called. */
export function onChanged(listener: (topics: readonly Topic[]) => void): () => void {
  return window.station.subscribe((changed) => {
    const parsed = changedSchema.safeParse(changed);
    if (parsed.success) listener(parsed.data.topics);
  });
}

const unexpected = (message: string): Result<never> =>
  failed({ code: 'unexpected', message, next: 'Do it again. If it comes back, close Packbench and open it again.' });
