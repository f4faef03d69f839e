import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type OwnCups, startCups } from '../../../fakes/cups.ts';
import { type FakePrinter, startFakePrinter } from '../../../fakes/printer.ts';

/** A CUPS server for all tests of a file. */
export function cupsOfFile(): () => OwnCups {
  let cups: OwnCups;
  beforeAll(async () => {
    cups = await startCups();
  });
  afterAll(() => cups.close());
  return () => cups;
}

export interface PrinterBehindCups {
  printer(): FakePrinter;
  /** The name of the newest queue to it; a test may set another. */
  queue: string;
  addQueue(options?: string[]): Promise<void>;
}

/** A printer for each test, with a queue to it; the test closes the printer. */
export function printerBehind(cups: () => OwnCups): PrinterBehindCups {
  let printer: FakePrinter;
  let queueCount = 0;
  const own: PrinterBehindCups = {
    printer: () => printer,
    queue: '',
    async addQueue(options = []) {
      queueCount += 1;
      own.queue = `Zebra-${queueCount}`;
      await cups().addQueue(own.queue, `socket://127.0.0.1:${printer.port}`, options);
    },
  };
  beforeEach(async () => {
    printer = await startFakePrinter();
    await own.addQueue();
  });
  return own;
}
