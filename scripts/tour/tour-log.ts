interface Row {
  step: string;
  seen: string;
  well: boolean;
}

/** What the tour did, step by step. */
export interface TourLog {
  /** Runs a step; what it returns is what was seen. A step that throws is a row that went wrong, and ends the tour. */
  step(name: string, act: () => Promise<string>): Promise<void>;
  broke(error: unknown): void;
  table(): string;
  allWell(): boolean;
}

export function createTourLog(): TourLog {
  const rows: Row[] = [];
  let broken = false;
  return {
    async step(name, act) {
      const row: Row = { step: name, seen: 'not reached', well: false };
      rows.push(row);
      console.log(`… ${name}`);
      try {
        row.seen = await act();
        row.well = true;
      } catch (error) {
        row.seen = firstLine(error);
        throw error;
      }
    },
    broke(error) {
      broken = true;
      if (rows.at(-1)?.seen !== firstLine(error)) rows.push({ step: 'the tour', seen: firstLine(error), well: false });
    },
    table: () => tableOf(rows),
    allWell: () => !broken && rows.length > 0 && rows.every((row) => row.well),
  };
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.step.length), 4);
  const lines = rows.map((row) => `| ${row.well ? 'yes' : 'NO '} | ${row.step.padEnd(width)} | ${row.seen}`);
  return [`| ok  | ${'step'.padEnd(width)} | seen`, `| --- | ${'-'.repeat(width)} | ----`, ...lines].join('\n');
}
