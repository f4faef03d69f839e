import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { batchPreview } from './batch-preview.ts';
import {
  type BenchFigures,
  committedFigures,
  figuresOf,
  figuresTable,
  measuredOn,
  mergedFigures,
  readFigures,
  regressions,
  unmatchedRows,
  writeFigures,
} from './bench-figures.ts';
import type { BenchRow } from './bench-row.ts';
import { boardScrollFrames } from './board-frames.ts';
import { boardRate } from './board-rate.ts';
import { eventLoopDelays } from './event-loop.ts';
import { eventsRate } from './events-rate.ts';
import { growth } from './growth.ts';
import { guardRate } from './guard-rate.ts';
import { keyToFirstByte } from './key-to-first-byte.ts';
import { keyToVerdict } from './key-to-verdict.ts';
import { labelsPerSecond } from './labels-per-second.ts';
import { pictureTime } from './picture-time.ts';
import { quoteTime } from './quote-time.ts';
import { siteApply } from './site/site-apply.ts';
import { siteCatchUp } from './site/site-catch-up.ts';
import { siteHub } from './site/site-hub.ts';
import { siteLag } from './site/site-lag.ts';
import { startTime } from './start-time.ts';

/** What can be measured alone with `--only`, which also takes the beginning of several names; each gives one row or several. */
const measurements: Readonly<Record<string, () => Promise<BenchRow | readonly BenchRow[]>>> = {
  'first-byte': keyToFirstByte,
  verdict: keyToVerdict,
  labels: labelsPerSecond,
  guard: guardRate,
  quote: quoteTime,
  events: eventsRate,
  'event-loop': eventLoopDelays,
  preview: batchPreview,
  board: boardRate,
  frames: boardScrollFrames,
  pictures: pictureTime,
  start: startTime,
  growth,
  'site-lag-100': () => siteLag(100),
  'site-lag-1000': () => siteLag(1_000),
  'site-apply-mix': () => siteApply('mix'),
  'site-apply-orders': () => siteApply('orders'),
  'site-catch-up': siteCatchUp,
  'site-hub': siteHub,
};

const lastRun = fileURLToPath(new URL('../../out/bench/figures.json', import.meta.url));
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    compare: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
});
const all = Object.keys(measurements);
const named = (start: string): string[] => all.filter((name) => name === start || name.startsWith(`${start}-`));
const names = options.only?.flatMap(named) ?? all;
const unknown = options.only?.filter((start) => named(start).length === 0) ?? [];
if (unknown.length > 0) {
  console.error(`Not measured: ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  process.exit(2);
}

const rows: BenchRow[] = [];
for (const name of names) {
  console.error(`Measuring ${name} …`);
  const measured = [await measurements[name]?.()].flat().filter((row) => row !== undefined);
  // A run that is broken off later has shown at least these.
  console.error(figuresTable(figuresOf(measured, new Date())));
  rows.push(...measured);
}
const figures = figuresOf(rows, new Date());
console.log(`${measuredOn(figures)}\n\n${figuresTable(figures)}`);
await mkdir(dirname(lastRun), { recursive: true });
await writeFigures(lastRun, figures);

let exitCode = 0;
if (options.compare) {
  const before = await readFigures(committedFigures);
  const worse = regressions(before, figures);
  console.log(worse.length === 0 ? `\nNothing is slower than on ${before.date}.` : `\nSlower than on ${before.date}:`);
  for (const { id, before: was, now, worseBy } of worse) {
    console.log(
      `  ${id}: ratio to the bare loop ${was.toFixed(2)} then, ${now.toFixed(2)} now (${Math.round(worseBy * 100)} % worse)`,
    );
  }
  const { onlyBefore, onlyNow } = unmatchedRows(before, figures);
  if (onlyNow.length > 0) console.log(`Not measured on ${before.date}, not compared: ${onlyNow.join(', ')}`);
  // A run of some measurements leaves out the others on purpose.
  if (onlyBefore.length > 0 && !options.only) console.log(`Measured on ${before.date} only: ${onlyBefore.join(', ')}`);
  if (worse.length > 0) exitCode = 1;
}
if (options.save) {
  const saved = options.only ? mergedFigures(await readFigures(committedFigures), figures) : figures;
  if (saved) {
    await writeFigures(committedFigures, saved);
    await writeFile(readme, withFigures(await readFile(readme, 'utf8'), saved));
  } else {
    console.error('Not saved: the other rows are of another machine. Measure all of them.');
    exitCode = 1;
  }
}
process.exit(exitCode);

/** README with their table between its two marks. */
function withFigures(text: string, saved: BenchFigures): string {
  const [start, end] = ['<!-- figures -->', '<!-- end of figures -->'];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('README has no place for the figures.');
  const measured = `${measuredOn(saved)}.\n\n${figuresTable(saved)}`;
  return `${text.slice(0, from + start.length)}\n\n${measured}\n\n${text.slice(to)}`;
}
