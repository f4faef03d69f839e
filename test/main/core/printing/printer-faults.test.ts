import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import { createPrintQueue, type PrintQueue } from '../../../../src/main/core/printing/print-queue.ts';
import { tcpTransport } from '../../../../src/main/printers/tcp.ts';
import { openRecordsIn, type RecordsStore } from '../../../../src/main/storage/open-records.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import { type FakePrinter, startFakePrinter } from '../../../fakes/printer.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { storeLabelled } from '../../../suites/records/record-fixtures.ts';
import { sourceWorker } from '../../storage/open-test-records.ts';

/** Jobs in `npm test`; `npm run soak` raises the property runs a hundredfold, and these with them to ten thousand. */
const jobsAltogether = Math.max(200, fc.readConfigureGlobal()?.numRuns ?? 0);
const jobsPerScenario = 20;

const hasty = acceleratedClock(20);

let folder: string;
let store: RecordsStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-faults-'));
  store = openRecordsIn({ folder, ...sourceWorker });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

type Fault = 'none' | 'reset' | 'close' | 'off' | 'power cut' | 'paper out' | 'half a label' | 'silent' | 'paused';

/** The fault of the printer while one job is being sent, and after how many bytes. */
const trouble = fc.record({
  fault: fc.constantFrom<Fault>(
    'none',
    'reset',
    'close',
    'off',
    'power cut',
    'paper out',
    'half a label',
    'silent',
    'paused',
  ),
  // A connection carries one label, or several in a burst.
  afterBytes: fc.oneof(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 700, max: 4_000 })),
  /** The next label is added at once, so that they go out in a burst. */
  inBurst: fc.boolean(),
});

type Trouble = { fault: Fault; afterBytes: number; inBurst: boolean };

async function strike(
  printer: FakePrinter,
  { fault, afterBytes }: Pick<Trouble, 'fault' | 'afterBytes'>,
): Promise<void> {
  switch (fault) {
    case 'none':
      return;
    case 'reset':
    case 'close':
      return printer.connectionFault({ kind: fault, afterBytes });
    case 'off':
      return printer.connectionFault({ kind: 'off' });
    case 'power cut':
      return printer.restart();
    case 'paper out':
      return printer.setStatus({ paperOut: true });
    case 'paused':
      return printer.setStatus({ paused: true });
    case 'half a label':
      return printer.breakDownMidLabel('paperOut');
    case 'silent':
      return printer.setStatus('silent');
  }
}

async function clearFaults(printer: FakePrinter): Promise<void> {
  await printer.connectionFault(null);
  printer.setStatus({});
}

const codeOf = (scenario: number, index: number): string => `S${scenario}J${index}`.padEnd(20, 'X');

/** Waits until no label is being sent. The paper is changed; no job is decided by an operator. */
async function settled(printer: FakePrinter, records: Records, changed: () => Promise<void>): Promise<PrintJob[]> {
  for (;;) {
    const jobs = await records.printJobs(500);
    const open = jobs.filter(({ state }) => ['queued', 'held', 'sending'].includes(state));
    const unconfirmed = jobs.filter(
      ({ state, evidence }) => state === 'sent' && evidence.countBefore !== null && evidence.countAfter === null,
    );
    if (open.length === 0 && unconfirmed.length === 0) return jobs;
    await clearFaults(printer);
    await changed();
  }
}

async function queueFor(printer: FakePrinter, environment: string) {
  const records = await store.open(environment);
  let notify = (): void => {};
  const queue: PrintQueue = createPrintQueue({
    records,
    clock: hasty,
    announce: () => notify(),
    openTransport: () => tcpTransport({ host: printer.host, port: printer.port }),
    environment: 'production',
    pictures: { zplOfPdf: () => Promise.reject(new Error('No PDF here')) },
    printing: () => ({ suspiciousCommands: 'pass' }),
    saveIdentity: () => undefined,
    fetchPdf: () => Promise.reject(new Error('No PDF here')),
    onBug: (error) => {
      throw error;
    },
  });
  queue.setPrinters([
    { name: 'Zebra A', connection: { kind: 'tcp', host: printer.host, port: printer.port }, default: true },
  ]);
  const changed = () =>
    new Promise<void>((resolve) => {
      notify = resolve;
      hasty.after(2_000, resolve);
    });
  return { records, queue, changed };
}

let scenarios = 0;

async function play(faults: readonly Trouble[]): Promise<void> {
  const scenario = ++scenarios;
  const printer = await startFakePrinter();
  const { records, queue, changed } = await queueFor(printer, `faults-${scenario}`);
  const asked: number[] = [];
  for (const [index, one] of faults.entries()) {
    const code = codeOf(scenario, index);
    const text = `^XA^FO50,50^A0N,40,40^FD${code}^FS^FX${'-'.repeat(500)}^FS^XZ`;
    const parcel = await records.parcel(await storeLabelled(records, code, text));
    if (!parcel) throw new Error('No parcel');
    await strike(printer, one);
    const added = await queue.add({ parcel, origin: 'button', startedByCode: null, reprintReason: null });
    if (!added.ok) throw new Error(JSON.stringify(added.failure));
    asked.push(added.value.job.id);
    if (one.inBurst) continue;
    await changed();
    await clearFaults(printer);
  }
  const jobs = await settled(printer, records, changed);
  const cameOut = printer.labels().map(String);
  const copiesOf = ({ code }: PrintJob): number => cameOut.filter((label) => label.includes(code)).length;

  // No label prints twice automatically.
  expect(jobs.filter((job) => copiesOf(job) > 1)).toEqual([]);
  // No label is reported as printed that was not.
  expect(jobs.filter((job) => job.state === 'printed' && copiesOf(job) !== 1)).toEqual([]);
  // A label that did not print is uncertain or sent.
  expect(jobs.filter((job) => copiesOf(job) === 0 && !['uncertain', 'sent'].includes(job.state))).toEqual([]);
  // Labels print in the order of their requests.
  const order = cameOut.map((label) => jobs.find(({ code }) => label.includes(code))?.id ?? 0);
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(jobs).toHaveLength(asked.length);

  await queue.stop(1_000);
  await records.close();
  await printer.close();
}

it(`printer faults: of ${jobsAltogether} labels with a fault each, none prints twice automatically, none is reported as printed that was not, and their order stays`, async () => {
  const scenario = fc.array(trouble, { minLength: jobsPerScenario, maxLength: jobsPerScenario });
  await fc.assert(fc.asyncProperty(scenario, play), {
    numRuns: Math.ceil(jobsAltogether / jobsPerScenario),
    endOnFailure: true,
  });
}, 3_600_000);
