import type { SendProgress } from '../../../../src/main/core/ports/printing.ts';

/** Writes down what is told of a label on its way. */
export interface RecordedProgress extends SendProgress {
  /** "owned Zebra-1", "taken 12", "stalled", "goes on", "words: …", "no words", in order. */
  readonly heard: readonly string[];
  /** The reference the label got; resolves when it has one. */
  reference(): Promise<string>;
  /** Resolves when something was told that matches. Rejects after fifteen seconds. */
  until(what: RegExp): Promise<string>;
}

const limitMs = 15_000;

export function recordProgress(): RecordedProgress {
  const heard: string[] = [];
  const waiting = new Set<() => void>();
  const hear = (what: string): void => {
    heard.push(what);
    for (const look of [...waiting]) look();
  };
  const until = (what: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = heard.find((line) => what.test(line));
        if (found === undefined) return;
        clearTimeout(limit);
        waiting.delete(look);
        resolve(found);
      };
      const limit = setTimeout(() => reject(new Error(`Not told: ${what}; but: ${heard.join(' | ')}`)), limitMs);
      waiting.add(look);
      look();
    });
  return {
    heard,
    until,
    reference: async () => (await until(/^owned /)).replace('owned ', ''),
    taken: (bytes) => hear(`taken ${bytes}`),
    stalled: (isStalled) => hear(isStalled ? 'stalled' : 'goes on'),
    owned: (reference) => hear(`owned ${reference}`),
    words: (text) => hear(text === null ? 'no words' : `words: ${text}`),
  };
}
