type Points = Readonly<Record<string, readonly string[]>>;
/** One choice at every point. */
export type Row<P extends Points> = { readonly [K in keyof P]: P[K][number] };

/** Rows in which every two choices of different points meet at least once. The same points give the same rows. */
export function pairwiseRows<P extends Points>(points: P): Row<P>[] {
  const names = Object.keys(points);
  const uncovered = new Set<string>();
  const pair = (one: string, choice: string, other: string, otherChoice: string): string =>
    one < other ? `${one}=${choice}&${other}=${otherChoice}` : `${other}=${otherChoice}&${one}=${choice}`;
  for (const [at, one] of names.entries()) {
    for (const other of names.slice(at + 1)) {
      for (const choice of points[one] ?? []) {
        for (const otherChoice of points[other] ?? []) uncovered.add(pair(one, choice, other, otherChoice));
      }
    }
  }
  const rows: Row<P>[] = [];
  for (const first of uncovered) {
    const row = Object.fromEntries(first.split('&').map((part) => part.split('='))) as Record<string, string>;
    for (const name of names.filter((candidate) => !(candidate in row))) {
      const gain = (choice: string): number =>
        Object.entries(row).filter(([other, chosen]) => uncovered.has(pair(name, choice, other, chosen))).length;
      const choices = points[name] ?? [];
      row[name] = choices.reduce((best, choice) => (gain(choice) > gain(best) ? choice : best), choices[0] ?? '');
    }
    for (const [one, choice] of Object.entries(row)) {
      for (const [other, chosen] of Object.entries(row)) uncovered.delete(pair(one, choice, other, chosen));
    }
    rows.push(row as Row<P>);
  }
  return rows;
}

/** Every combination of choices. */
export function allRows<P extends Points>(points: P): Row<P>[] {
  return Object.entries(points).reduce<Record<string, string>[]>(
    (rows, [name, choices]) => rows.flatMap((row) => choices.map((choice) => ({ ...row, [name]: choice }))),
    [{}],
  ) as Row<P>[];
}
