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

/** Labels a second through a real CUPS server with a raw queue, until the last byte reached a printer that accepts everything. */
export interface CupsRate {
  /** One `lp -o raw` with every file: one job, one connection to the printer. */
  readonly oneLpOfManyFiles: number;
  /** One `lp -o raw` a label, one after the other, as a program that prints each label on demand. */
  readonly oneLpAJob: number;
}

/** Measures both with that many different labels of that size (bytes, at least 64). Debian: cups, cups-client. */
export async function cupsRate(labels: number, bytesEach: number): Promise<CupsRate> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-cups-rate-'));
  const [cups, printer] = await Promise.all([startCups(), startFakePrinter()]);
  try {
    await cups.addQueue('Bench', `socket://${printer.host}:${printer.port}`);
    const files = await writeLabels(folder, labels, bytesEach);
    const rateOf = async (print: () => Promise<void>): Promise<number> => {
      const before = printer.labels().length;
      const began = performance.now();
      await print();
      await printer.waitFor((fake) => fake.labels().length === before + labels, longestMs);
      return labels / ((performance.now() - began) / 1000);
    };
    return {
      oneLpOfManyFiles: await rateOf(() => printAll(cups, files)),
      oneLpAJob: await rateOf(async () => {
        for (const file of files) await printAll(cups, [file]);
      }),
    };
  } finally {
    await cups.close();
    await printer.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function printAll(cups: OwnCups, files: readonly string[]): Promise<void> {
  await run('lp', ['-d', 'Bench', '-o', 'raw', ...files], { env: cups.environment });
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
