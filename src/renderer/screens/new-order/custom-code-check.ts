import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Result } from '../../../shared/contract/failure.ts';
import { customCodeFault, isCustomCode } from '../../../shared/orders/custom-code.ts';
import { customCodePath, type FieldMessages, type ParcelFields } from './order-form.ts';

export interface CodeCheckParts {
  /** Why a code cannot be used here; null where it can. */
  readonly ask: (code: string) => Promise<Result<string | null>>;
  /** Does something later, unless the function it returns is called first. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/** Words by code: those that cannot be used here. */
export type UnavailableCodes = Readonly<Record<string, string>>;

export interface CodeCheck extends Pick<StoreApi<UnavailableCodes>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** These codes stand in the form now. Answers about others are dropped, also those on their way. */
  update(codes: readonly string[]): void;
}

/** A hand that writes on is waited for, milliseconds. */
const debounceMs = 250;

/** Asks main about the codes in the form, each once while it stands there. */
export function createCodeCheck({ ask, later }: CodeCheckParts): CodeCheck {
  const store = createStore<UnavailableCodes>(() => ({}));
  /** Codes in the form that were asked about, answered or not; at most one for each parcel. */
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

interface CodeContext {
  /** The parcel whose code is being written: that more is needed is not held against it yet. */
  readonly writing: number | null;
  /** Why a code cannot be used here, as far as main has said. */
  readonly unavailable: Readonly<Record<string, string>>;
  /** The form holds an order that was sent: it is this very order that has its codes. */
  readonly isSent: boolean;
}

/** What is wrong with the codes as they are written, before anything is asked of the form. */
export function codeFaults(
  parcels: readonly ParcelFields[],
  { writing, unavailable, isSent }: CodeContext,
): FieldMessages {
  const faults: Record<string, string> = {};
  const codes = parcels.map(({ customCode }) => customCode);
  parcels.forEach(({ key, customCode }, index) => {
    if (customCode === '') return;
    const fault = customCodeFault(customCode);
    const first = codes.indexOf(customCode);
    const words = fault
      ? fault.isShort && writing === key
        ? null
        : fault.words
      : isSent
        ? null
        : unavailable[customCode];
    if (words) faults[customCodePath(index)] = words;
    else if (!fault && first !== index)
      faults[customCodePath(index)] = `Parcel ${first + 1} of this order has this code`;
  });
  return faults;
}
