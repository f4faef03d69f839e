import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OwnCups, startCups } from '../fakes/cups.ts';
import { startFakePrinter } from '../fakes/printer.ts';

const run = promisify(execFile);

/** CUPS begins each job after a pause: a hundred single ones take longer than a fake printer waits by itself. */
const longestMs = 120_000;

/** Labels a second through a real CUPS server with raw queues, until the last byte reached a printer that accepts everything. */
export interface CupsRate {
  /** One `lp -o raw` with all files of a queue, to all queues at once: one job and one connection for each printer. */
  readonly oneLpOfManyFiles: number;
  /** One `lp -o raw` a label, each to the next queue, one after the other, as a program that prints each label on demand. */
  readonly oneLpAJob: number;
}

/** Measures both with that many different labels of that size (bytes, at least 64), shared among the queues. Debian: cups, cups-client. */
export async function cupsRate(labels: number, bytesEach: number, queues: number): Promise<CupsRate> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-cups-rate-'));
  const cups = await startCups();
  const printers = await Promise.all(Array.from({ length: queues }, () => startFakePrinter()));
  try {
    for (const [index, { host, port }] of printers.entries())
      await cups.addQueue(queue(index), `socket://${host}:${port}`);
    const files = await writeLabels(folder, labels, bytesEach);
    const printed = (): number => printers.reduce((sum, printer) => sum + printer.labels().length, 0);
    const rateOf = async (print: () => Promise<unknown>): Promise<number> => {
      const before = printed();
      const began = performance.now();
      await print();
      await Promise.race(printers.map((printer) => printer.waitFor(() => printed() === before + labels, longestMs)));
      return labels / ((performance.now() - began) / 1000);
    };
    const filesOf = (index: number): string[] => files.filter((_, file) => file % queues === index);
    return {
      oneLpOfManyFiles: await rateOf(() =>
        Promise.all(printers.map((_, index) => printAll(cups, queue(index), filesOf(index)))),
      ),
      oneLpAJob: await rateOf(async () => {
        for (const [index, file] of files.entries()) await printAll(cups, queue(index % queues), [file]);
      }),
    };
  } finally {
    await cups.close();
    await Promise.all(printers.map((printer) => printer.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

const queue = (index: number): string => `Bench-${index + 1}`;

async function printAll(cups: OwnCups, to: string, files: readonly string[]): Promise<void> {
  await run('lp', ['-d', to, '-o', 'raw', ...files], { env: cups.environment });
}

async function writeLabels(folder: string, count: number, bytesEach: number): Promise<string[]> {
  const files = Array.from({ length: count }, (_, index) => join(folder, `${index}.zpl`));
  await Promise.all(
    files.map((file, index) => {
      const text = `^XA^FO50,50^A0N,40^FD${index}^FS^FX`;
      return writeFile(file, `${text.padEnd(bytesEach - '^FS^XZ'.length, 'x')}^FS^XZ`);
    }),
  );
  return files;
}
