import { createStore } from 'zustand/vanilla';
import type { Result } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import type { ReadableStore } from '../../data/query.ts';

export interface CodeCheckParts {
  /** Why a code cannot be used here; null where it can. */
  readonly ask: (code: string) => Promise<Result<Message | null>>;
  /** Runs `work` later, unless the returned function is called first. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/** The codes that cannot be used here, each with the reason. */
export type UnavailableCodes = Readonly<Record<string, Message>>;

export interface CodeCheck extends ReadableStore<UnavailableCodes> {
  /** The codes now in the form. Answers about other codes are dropped, also pending ones. */
  update(codes: readonly string[]): void;
}

/** How long typing must pause before main is asked, milliseconds. */
const debounceMs = 250;

/** Asks main about the codes in the form, each once while it is there. */
export function createCodeCheck({ ask, later }: CodeCheckParts): CodeCheck {
  const store = createStore<UnavailableCodes>(() => ({}));
  /** Codes in the form that were checked or are being checked; at most one for each parcel. */
  let requested: ReadonlySet<string> = new Set();
  let inForm: ReadonlySet<string> = new Set();
  let stopWaiting = (): void => undefined;

  const checkCode = async (code: string): Promise<void> => {
    const answer = await ask(code);
    if (!inForm.has(code) || !answer.ok || answer.value === null) return;
    store.setState({ ...store.getState(), [code]: answer.value }, true);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    update(codes) {
      stopWaiting();
      inForm = new Set(codes.filter(isCustomCode));
      requested = new Set([...requested].filter((code) => inForm.has(code)));
      const known = Object.entries(store.getState());
      const kept = known.filter(([code]) => inForm.has(code));
      if (kept.length < known.length) store.setState(Object.fromEntries(kept), true);
      const unchecked = [...inForm].filter((code) => !requested.has(code));
      if (unchecked.length === 0) return;
      stopWaiting = later(() => {
        requested = new Set([...requested, ...unchecked]);
        for (const code of unchecked) void checkCode(code);
      }, debounceMs);
    },
  };
}
