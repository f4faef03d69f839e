import type { z } from 'zod';
import { failed, type Result } from '../../shared/contract/failure.ts';
import {
  answerSchema,
  type CallInput,
  type CallOutput,
  changedSchema,
  type ForwardedKey,
  forwardedKeySchema,
  type StationCall,
  stationCalls,
  type Topic,
} from '../../shared/contract/station-contract.ts';
import { type Message, message } from '../../shared/messages/message.ts';

/** What the preload exposes to the page; nothing else of Electron is there. */
interface StationBridge {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (changed: unknown) => void): () => void;
  receiveKeys(listener: (key: unknown) => void): () => void;
}

declare global {
  interface Window {
    readonly station: StationBridge;
  }
}

/**
 * Calls main. Calls without an input are given `null`.
 * Never rejects: an answer against the contract is a failure of code `unexpected`.
 */
export async function call<C extends StationCall>(name: C, input: CallInput<C>): Promise<Result<CallOutput<C>>> {
  try {
    const answer = await window.station.call(name, input);
    const parsed = answerSchema<z.ZodType>(stationCalls[name].output).safeParse(answer);
    // The schema is picked by the name; the compiler cannot follow that.
    if (parsed.success) return parsed.data as Result<CallOutput<C>>;
    return unexpected(message('call.unreadable-answer', { call: name }));
  } catch {
    return unexpected(message('call.no-answer', { call: name }));
  }
}

/** Calls the listener with the changed topics until the returned function is called. */
export function onChanged(listener: (topics: readonly Topic[]) => void): () => void {
  return window.station.subscribe((changed) => {
    const parsed = changedSchema.safeParse(changed);
    if (parsed.success) listener(parsed.data.topics);
  });
}

/** Calls the listener with keys pressed in another window of Packbench until the returned function is called. */
export function onForwardedKey(listener: (key: ForwardedKey) => void): () => void {
  return window.station.receiveKeys((key) => {
    const parsed = forwardedKeySchema.safeParse(key);
    if (parsed.success) listener(parsed.data);
  });
}

const unexpected = (why: Message): Result<never> => failed({ code: 'unexpected', message: why });
