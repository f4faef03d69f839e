/** Something found in a label. */
export interface Note {
  /** The command as the label has it, at most 40 bytes of it, bytes that cannot be shown as `<1E>`. */
  readonly command: string;
  /** Where it stands, in bytes from the label's first; the first place where it stands several times. */
  readonly at: number;
  /** Ends a sentence that begins with the command. */
  readonly why: string;
  readonly times: number;
}

/** Collects notes: one for each kind of finding, and no more than so many. */
export interface Notes {
  /** `kind` tells findings apart; `show` is asked for the first of a kind. */
  add(kind: string, at: number, why: string, show: () => string): void;
  list(): Note[];
}

export function collectNotes(most: number): Notes {
  const kept: { note: Note; times: number }[] = [];
  const byReason = new Map<string, Map<string, { times: number }>>();
  return {
    add(kind, at, why, show) {
      const known = byReason.get(why)?.get(kind);
      if (known) known.times += 1;
      if (known || kept.length >= most) return;
      const entry = { note: { command: show(), at, why, times: 1 }, times: 1 };
      kept.push(entry);
      byReason.set(why, (byReason.get(why) ?? new Map()).set(kind, entry));
    },
    list: () => kept.map(({ note, times }) => ({ ...note, times })),
  };
}
