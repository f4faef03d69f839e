import type { Change } from '../../shared/contract/changes.ts';
import { failed, type Result } from '../../shared/contract/failure.ts';
import type { ForwardedKey } from '../../shared/contract/forwarded-key.ts';
import type { CallInput, CallOutput, StationCall } from '../../shared/contract/station-contract.ts';
import { type Message, message } from '../../shared/messages/message.ts';

/** What the preload exposes to the page; nothing else of Electron is there. */
interface StationBridge {
  call(name: string, input: unknown): Promise<unknown>;
  subscribe(listener: (changed: { readonly changes: readonly Change[] }) => void): () => void;
  receiveKeys(listener: (key: ForwardedKey) => void): () => void;
}

declare global {
  interface Window {
    readonly station: StationBridge;
  }
}

/**
 * Calls main. Calls without an input are given `null`. Main checks what it sends by the contract (`main/app/ipc.ts`), so that it is not
 * parsed again here. Never rejects: a call without an answer is a failure of code `unexpected`.
 */
export async function call<C extends StationCall>(name: C, input: CallInput<C>): Promise<Result<CallOutput<C>>> {
  try {
    const answer = await window.station.call(name, input);
    // The contract gives the type of each answer by its name; the compiler cannot follow that.
    return answer as Result<CallOutput<C>>;
  } catch {
    return unexpected(message('call.no-answer', { call: name }));
  }
}

/** Calls the listener with what changed until the returned function is called. */
export const onChanged = (listener: (changes: readonly Change[]) => void): (() => void) =>
  window.station.subscribe(({ changes }) => listener(changes));

/** Calls the listener with keys pressed in another window of Packbench until the returned function is called. */
export const onForwardedKey = (listener: (key: ForwardedKey) => void): (() => void) =>
  window.station.receiveKeys(listener);

const unexpected = (why: Message): Result<never> => failed({ code: 'unexpected', message: why });
