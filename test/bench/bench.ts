import { cpus } from 'node:os';
import { batchPreview } from './batch-preview.ts';
import { boardScrollFrames } from './board-frames.ts';
import { boardRate } from './board-rate.ts';
import { eventsRate } from './events-rate.ts';
import { guardRate } from './guard-rate.ts';
import { keyToFirstByte } from './key-to-first-byte.ts';
import { labelsPerSecond } from './labels-per-second.ts';
import { pictureTime } from './picture-time.ts';
import { quoteTime } from './quote-time.ts';

/** One row: Packbench beside a bare loop that does only the unavoidable work, measured in the same run. */
export interface BenchRow {
  name: string;
  unit: string;
  ours: number;
  bare: number;
  /** Alternatives, in the same unit. */
  beside?: Readonly<Record<string, number>>;
}

const rows: BenchRow[] = [
  await keyToFirstByte(),
  ...(await labelsPerSecond()),
  await guardRate(),
  await quoteTime(),
  await eventsRate(),
  await batchPreview(),
  ...(await boardRate()),
  await boardScrollFrames(),
  ...(await pictureTime()),
];
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
console.log('| what | ours | bare loop | ratio | beside |');
console.log('| --- | --- | --- | --- | --- |');
for (const { name, unit, ours, bare, beside = {} } of rows) {
  const others = Object.entries(beside).map(([other, value]) => `${other}: ${value.toFixed(2)} ${unit}`);
  console.log(
    `| ${name} | ${ours.toFixed(2)} ${unit} | ${bare.toFixed(2)} ${unit} | ${(ours / bare).toFixed(2)} | ${others.join(', ')} |`,
  );
}
process.exit(0);
