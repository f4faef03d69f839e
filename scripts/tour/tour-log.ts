interface Row {
  step: string;
  observed: string;
  passed: boolean;
}

/** What the tour did, step by step. */
export interface TourLog {
  /** Runs a step, and records and prints what it returns. A step that throws is recorded as failed and ends the tour. */
  step(name: string, action: () => Promise<string>): Promise<void>;
  recordFailure(error: unknown): void;
  table(): string;
  allPassed(): boolean;
}

export function createTourLog(): TourLog {
  const rows: Row[] = [];
  let broken = false;
  return {
    async step(name, action) {
      const row: Row = { step: name, observed: 'not reached', passed: false };
      rows.push(row);
      console.log(`… ${name}`);
      try {
        row.observed = await action();
        row.passed = true;
        console.log(`  ${row.observed}`);
      } catch (error) {
        row.observed = firstLine(error);
        throw error;
      }
    },
    recordFailure(error) {
      broken = true;
      if (rows.at(-1)?.observed !== firstLine(error))
        rows.push({ step: 'the tour', observed: firstLine(error), passed: false });
    },
    table: () => tableOf(rows),
    allPassed: () => !broken && rows.length > 0 && rows.every((row) => row.passed),
  };
}

const firstLine = (error: unknown): string =>
  String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';

function tableOf(rows: readonly Row[]): string {
  const width = Math.max(...rows.map((row) => row.step.length), 4);
  const lines = rows.map((row) => `| ${row.passed ? 'yes' : 'NO '} | ${row.step.padEnd(width)} | ${row.observed}`);
  return [`| ok  | ${'step'.padEnd(width)} | seen`, `| --- | ${'-'.repeat(width)} | ----`, ...lines].join('\n');
}
