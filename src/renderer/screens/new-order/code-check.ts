import { createStore, type StoreApi } from 'zustand/vanilla';
import { isCustomCode } from '../../../shared/custom-code.ts';
import type { Result } from '../../../shared/failure.ts';

export interface CodeCheckParts {
  /** Why a code cannot be used here; null where it can. */
  readonly ask: (code: string) => Promise<Result<string | null>>;
  /** Does something later, unless the function it returns is called first. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/** Words by code: those that cannot be used here. */
export type TakenCodes = Readonly<Record<string, string>>;

export interface CodeCheck extends Pick<StoreApi<TakenCodes>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** These codes stand in the form now. Answers about others are dropped, also those on their way. */
  look(codes: readonly string[]): void;
}

/** A hand that writes on is waited for, milliseconds. */
const writingPauseMs = 250;

/** Asks main about the codes in the form, each once while it stands there. */
export function createCodeCheck({ ask, later }: CodeCheckParts): CodeCheck {
  const store = createStore<TakenCodes>(() => ({}));
  /** Codes in the form that were asked about, answered or not; at most one for each parcel. */
  let asked: ReadonlySet<string> = new Set();
  let inForm: ReadonlySet<string> = new Set();
  let stopWaiting = (): void => undefined;

  const askAbout = async (code: string): Promise<void> => {
    const answer = await ask(code);
    if (!inForm.has(code) || !answer.ok || answer.value === null) return;
    store.setState({ ...store.getState(), [code]: answer.value }, true);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    look(codes) {
      stopWaiting();
      inForm = new Set(codes.filter(isCustomCode));
      asked = new Set([...asked].filter((code) => inForm.has(code)));
      const known = Object.entries(store.getState());
      const kept = known.filter(([code]) => inForm.has(code));
      if (kept.length < known.length) store.setState(Object.fromEntries(kept), true);
      const unasked = [...inForm].filter((code) => !asked.has(code));
      if (unasked.length === 0) return;
      stopWaiting = later(() => {
        asked = new Set([...asked, ...unasked]);
        for (const code of unasked) void askAbout(code);
      }, writingPauseMs);
    },
  };
}
