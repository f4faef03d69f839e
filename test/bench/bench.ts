import { cpus } from 'node:os';
import { keyToFirstByte } from './key-to-first-byte.ts';
import { labelsASecond } from './labels-a-second.ts';

/** One row: ours beside a bare loop that does the same unavoidable work, measured in the same run. */
export interface BenchRow {
  name: string;
  unit: string;
  ours: number;
  bare: number;
}

const rows: BenchRow[] = [await keyToFirstByte(), await labelsASecond()];
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
console.log('| what | ours | bare loop | ratio |');
console.log('| --- | --- | --- | --- |');
for (const { name, unit, ours, bare } of rows) {
  console.log(`| ${name} | ${ours.toFixed(2)} ${unit} | ${bare.toFixed(2)} ${unit} | ${(ours / bare).toFixed(2)} |`);
}
process.exit(0);
