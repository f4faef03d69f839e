import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../../../src/main/core/ports/clock.ts';
import type { OpenTransport } from '../../../../src/main/core/ports/printing.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { ActingPerson } from '../../../../src/main/core/ports/write-context.ts';
import {
  createPrintQueue,
  type PrintQueue,
  type PrintQueueParts,
} from '../../../../src/main/core/printing/print-queue.ts';
import { createPrinterLocks } from '../../../../src/main/printers/printer-lock.ts';
import { createTransportRegistry } from '../../../../src/main/printers/transport-registry.ts';
import { openRecordsIn } from '../../../../src/main/storage/open-records.ts';
import { recordsFileName } from '../../../../src/main/storage/records-file-name.ts';
import type { Result } from '../../../../src/shared/contract/failure.ts';
import { makeCustomCode } from '../../../../src/shared/orders/custom-code.ts';
import type { PrintJob, PrintJobState } from '../../../../src/shared/printing/print-job.ts';
import type { Printer, PrinterState, StoredPrinterIdentity } from '../../../../src/shared/printing/printer.ts';
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../../../fakes/printer.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { storeLabelled } from '../../../suites/records/record-fixtures.ts';
import { sourceWorker } from '../../storage/open-test-records.ts';

/** A running print queue on real records, with the values that a station would keep for it. */
export interface QueueScenario {
  readonly records: Records;
  /** The file of the records. */
  readonly file: string;
  readonly queue: PrintQueue;
  /** The identities found at the printers' addresses, in order; the queue is not given them automatically. */
  readonly known: readonly { name: string; known: StoredPrinterIdentity }[];
  readonly bugs: readonly unknown[];
  /** Stores a parcel with that label (a new one, where none is named) and queues it. */
  print(label?: string): Promise<PrintJob>;
  job(id: number): Promise<PrintJob>;
  /** The job once it is in one of the states. */
  jobIn(job: PrintJob, ...states: PrintJobState[]): Promise<PrintJob>;
  jobOnce(job: PrintJob, check: (job: PrintJob) => boolean): Promise<PrintJob>;
  /** The printer's state once `check` is true of it. */
  printerOnce(name: string, check: (state: PrinterState) => boolean): Promise<PrinterState>;
  until(check: () => boolean | Promise<boolean>): Promise<void>;
}

export interface QueueScenarioOptions extends Partial<Omit<PrintQueueParts, 'records' | 'announce' | 'onBug'>> {
  printers: readonly Printer[];
  /** Wraps the records, for example in a disk that refuses writes. */
  before?: (records: Records) => Records;
  /** Runs on the records before the queue takes its printers. */
  prepare?: (records: Records) => Promise<void>;
  clock?: Clock;
  /** For whom the records are written. */
  person?: () => ActingPerson | null;
}

export interface QueueScenarios {
  start(options: QueueScenarioOptions): Promise<QueueScenario>;
  /** Ends what `start` started, in the opposite order. */
  end(): Promise<void>;
  before(end: () => unknown): void;
  /** A printer that is closed when the scenarios end. */
  fake(options?: FakePrinterOptions): Promise<FakePrinter>;
}

/** A unique label, 4 x 6 inches at 203 dpi. */
export const labelOf = (code: string): string => `^XA^PW812^LL1218^FO50,50^A0N,40,40^FD${code}^FS^XZ`;

export const tcpPrinter = (name: string, { host, port }: FakePrinter, more: Partial<Printer> = {}): Printer => ({
  ...{ name, connection: { kind: 'tcp', host, port }, default: false },
  ...more,
});

/** Network printers as the station reaches them: one exclusive lock for each. */
export const networkOnly = (): OpenTransport =>
  createPrinterLocks()(createTransportRegistry({ virtualLabelFolder: join(tmpdir(), 'packbench-no-labels') }));

export function queueScenarios(): QueueScenarios {
  const endings: (() => unknown)[] = [];
  const before = (end: () => unknown): void => void endings.push(end);

  return {
    before,
    async fake(options = {}) {
      const printer = await startFakePrinter(options);
      before(() => printer.close());
      return printer;
    },
    async end() {
      for (const end of endings.splice(0).reverse()) await end();
    },
    async start({ printers, before: put, prepare, person: actingPerson = () => null, ...parts }) {
      const folder = await mkdtemp(join(tmpdir(), 'packbench-queue-'));
      before(() => rm(folder, { recursive: true, force: true }));
      const store = openRecordsIn({ folder, ...sourceWorker, actingPerson });
      const kept = await store.open('scenario');
      before(async () => {
        await kept.close();
        await store.close();
      });
      const records = put?.(kept) ?? kept;
      const clock = parts.clock ?? acceleratedClock(20);
      const watchers = new Set<() => void>();
      const known: { name: string; known: StoredPrinterIdentity }[] = [];
      const bugs: unknown[] = [];
      const queue = createPrintQueue({
        openTransport: networkOnly(),
        environment: 'production',
        pictures: { zplOfPdf: () => Promise.reject(new Error('No PDF in this scenario')) },
        printing: () => ({ suspiciousCommands: 'pass' }),
        saveIdentity: (name, identity) => known.push({ name, known: identity }),
        fetchPdf: () => Promise.reject(new Error('No PDF in this scenario')),
        ...parts,
        records,
        clock,
        announce: () => {
          for (const watcher of [...watchers]) watcher();
        },
        onBug: (error) => bugs.push(error),
      });
      await prepare?.(kept);
      queue.setPrinters(printers);
      before(() => queue.stop(1_000));

      /** Resolves at the next change, and at intervals, because changes of a printer are not announced here. */
      const changed = (): Promise<void> =>
        new Promise((resolve) => {
          const done = (): void => {
            clearTimeout(timer);
            watchers.delete(done);
            resolve();
          };
          const timer = setTimeout(done, 20);
          watchers.add(done);
        });
      const until = async (check: () => boolean | Promise<boolean>): Promise<void> => {
        while (!(await check())) await changed();
      };
      const job = async (id: number): Promise<PrintJob> => {
        const found = await kept.printJob(id);
        if (!found) throw new Error('The job is gone');
        return found;
      };
      const jobOnce: QueueScenario['jobOnce'] = async ({ id }, check) => {
        let found = await job(id);
        await until(async () => {
          found = await job(id);
          return check(found);
        });
        return found;
      };

      return {
        ...{ records: kept, file: join(folder, recordsFileName('scenario')), queue, known, bugs, job, jobOnce, until },
        async print(label) {
          const code = makeCustomCode((size) => randomBytes(size));
          const parcel = await kept.parcel(await storeLabelled(kept, code, label ?? labelOf(code)));
          if (!parcel) throw new Error('No parcel');
          const added = await queue.add({ parcel, origin: 'button', startedByCode: null, reprintReason: null });
          if (!added.ok) throw new Error(JSON.stringify(added.failure));
          return added.value.job;
        },
        jobIn: (wanted, ...states) => jobOnce(wanted, ({ state }) => states.includes(state)),
        async printerOnce(name, check) {
          const now = (): PrinterState | undefined => queue.states().find((state) => state.name === name);
          await until(() => {
            const state = now();
            return state !== undefined && check(state);
          });
          return now() as PrinterState;
        },
      };
    },
  };
}

/** The result of an operator's action; throws if it was refused. */
export function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

/** `passed` resolves when the gate is opened. */
export function gate<T = void>(): { passed: Promise<T>; open(value: T): void } {
  let open = (_: T): void => {};
  const passed = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { passed, open: (value) => open(value) };
}
