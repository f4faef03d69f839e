import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { makeCustomCode } from '../../../../src/shared/orders/custom-code.ts';
import type { PrintJob, PrintJobState } from '../../../../src/shared/printing/print-job.ts';
import type { Printer, PrinterState } from '../../../../src/shared/printing/printer.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../../src/shared/scanning/scan-answer.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../../../fakes/printer.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { openStation } from '../../../helpers/open-station.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import type { StationInNode } from '../../../helpers/station-in-node.ts';

/** A printer of the settings that is this fake. */
export const asPrinter = (name: string, printer: FakePrinter, more: Partial<Printer> = {}) => ({
  name,
  connection: { kind: 'tcp', host: printer.host, port: printer.port },
  ...more,
});

export interface PrintJobsFixture {
  /** A fake printer, closed after the test. */
  printer(options?: FakePrinterOptions): Promise<FakePrinter>;
  /** A station in practice mode with these printers, closed after the test. */
  startStation(...printers: unknown[]): Promise<StationInNode>;
}

export function printJobsFixture(): PrintJobsFixture {
  const opened = closedAfterEach();
  return {
    printer: async (options) => opened.keep(await startFakePrinter(options)),
    async startStation(...printers) {
      const folder = await opened.folder();
      return openStation(opened, {
        ...{ folder, settings: { printers, bench: { deleteUndoSeconds: 1 } }, clock: acceleratedClock(10) },
        chooseExportFile: async () => join(folder, 'journal.csv'),
      });
    },
  };
}

/** Creates an order of that many parcels, and waits until their labels are stored. */
export async function createParcels(station: StationInNode, count = 1): Promise<Parcel[]> {
  const begun = await station.call('order.create', {
    request: orderTo(
      'Aya Noor',
      Array.from({ length: count }, () => makeCustomCode(randomBytes)),
    ),
    evenIfDuplicate: true,
  });
  const { parcels: made } = await station.until(
    'order.progress',
    { commandId: begun.command.id },
    (progress) => progress.state === 'created' && progress.parcels.every((parcel) => parcel.label?.state === 'stored'),
  );
  return made;
}

export async function createParcel(station: StationInNode): Promise<Parcel> {
  const [one] = await createParcels(station);
  if (!one) throw new Error('No parcel');
  return one;
}

export const print = (station: StationInNode, { id }: Parcel, reprintReason: string | null = null) =>
  station.call('parcel.print', { parcelId: id, reprintReason });

/** Waits until the job is in one of these states. */
export async function jobIn(station: StationInNode, { id }: PrintJob, ...states: PrintJobState[]): Promise<PrintJob> {
  const jobs = await station.until('print-jobs.list', null, (list) =>
    list.some((job) => job.id === id && states.includes(job.state)),
  );
  const job = jobs.find((candidate) => candidate.id === id);
  if (!job) throw new Error('The job is gone');
  return job;
}

export async function printerState(
  station: StationInNode,
  check: (state: PrinterState) => boolean,
): Promise<PrinterState> {
  const view = await station.until('station.read', null, ({ printers }) => printers.some(check));
  const state = view.printers.find(check);
  if (!state) throw new Error('The printer is gone');
  return state;
}

export const scan = (station: StationInNode, text: string, mode: 'look up' | 'print' | 'delete') =>
  station.call('scan.submit', { reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' }, mode });

/** Scans in Print mode until that is the outcome: a scan right after a press counts with the press. */
export async function scanUntil(station: StationInNode, text: string, kind: ScanOutcomeKind): Promise<ScanAnswer> {
  for (;;) {
    const answer = await scan(station, text, 'print');
    if (answer.kind === kind) return answer;
    expect(answer.kind).toBe('already counted');
  }
}
