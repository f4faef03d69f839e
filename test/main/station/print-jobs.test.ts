import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import type { PrintJob, PrintJobState } from '../../../src/shared/printing/print-job.ts';
import type { Printer, PrinterState } from '../../../src/shared/printing/printer.ts';
import type { ScanAnswer, ScanOutcomeKind } from '../../../src/shared/scanning/scan-answer.ts';
import type { Parcel } from '../../../src/shared/shipments/parcel.ts';
import { type FakePrinter, type FakePrinterOptions, startFakePrinter } from '../../fakes/printer.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();

const fake = async (options?: FakePrinterOptions): Promise<FakePrinter> => opened.keep(await startFakePrinter(options));

const asPrinter = (name: string, printer: FakePrinter, more: Partial<Printer> = {}) => ({
  name,
  connection: { kind: 'tcp', host: printer.host, port: printer.port },
  ...more,
});

const startStation = (...printers: unknown[]): Promise<StationInNode> =>
  openStation(opened, {
    settings: { printers, bench: { deleteUndoSeconds: 1 } },
    clock: acceleratedClock(10),
  });

const newCode = (): string => makeCustomCode(randomBytes);

/** Parcels of one order, their labels kept. */
async function parcels(station: StationInNode, count = 1): Promise<Parcel[]> {
  const begun = await station.call('order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [
        {
          address: { text: '12 Palm Street', person_name: 'Aya Noor' },
          parcels: Array.from({ length: count }, () => ({ unit: 'g' as const, values: 900, custom_code: newCode() })),
        },
      ],
    },
    evenIfDuplicate: true,
  });
  const { parcels: made } = await station.until(
    'order.progress',
    { commandId: begun.command.id },
    (progress) => progress.state === 'created' && progress.parcels.every((parcel) => parcel.label?.state === 'kept'),
  );
  return made;
}

async function parcel(station: StationInNode): Promise<Parcel> {
  const [one] = await parcels(station);
  if (!one) throw new Error('No parcel');
  return one;
}

const print = (station: StationInNode, { id }: Parcel, reprintReason: string | null = null) =>
  station.call('parcel.print', { parcelId: id, reprintReason });

async function jobIn(station: StationInNode, { id }: PrintJob, ...states: PrintJobState[]): Promise<PrintJob> {
  const jobs = await station.until('print-jobs.list', null, (list) =>
    list.some((job) => job.id === id && states.includes(job.state)),
  );
  const job = jobs.find((candidate) => candidate.id === id);
  if (!job) throw new Error('The job is gone');
  return job;
}

async function printerState(station: StationInNode, check: (state: PrinterState) => boolean): Promise<PrinterState> {
  const view = await station.until('station.read', null, ({ printers }) => printers.some(check));
  const state = view.printers.find(check);
  if (!state) throw new Error('The printer is gone');
  return state;
}

const scan = (station: StationInNode, text: string, mode: 'look up' | 'print' | 'delete') =>
  station.call('scan.submit', { reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' }, mode });

/** Scans in Print mode until that comes of it: a scan right after a press is counted with the press. */
async function scanUntil(station: StationInNode, text: string, kind: ScanOutcomeKind): Promise<ScanAnswer> {
  for (;;) {
    const answer = await scan(station, text, 'print');
    if (answer.kind === kind) return answer;
    expect(answer.kind).toBe('already counted');
  }
}

describe('print job: a label is reported as printed', () => {
  it('when the printer’s own counter confirms it, with the counts stored in the job', async () => {
    const zebra = await fake({ labelCount: 18_204 });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await jobIn(station, await print(station, await parcel(station)), 'printed');
    expect(job.evidence).toMatchObject({ provedBy: 'counter', countBefore: 18_204, countAfter: 18_205, labels: 1 });
    expect(zebra.labels()).toHaveLength(1);
  });

  it('never if the printer cannot count, or is shared', async () => {
    const [mute, used] = [await fake({ answers: { variables: false } }), await fake()];
    const station = await startStation(asPrinter('No counter', mute), asPrinter('Used by all', used, { shared: true }));
    const one = await jobIn(station, await print(station, await parcel(station)), 'sent');
    expect(one.evidence).toMatchObject({ told: 'answered', provedBy: null });
    const other = await print(station, await parcel(station));
    await station.call('print-job.cancel', { jobId: other.id }).catch(() => undefined);
    const second = await print(station, await parcel(station));
    await jobIn(station, second, 'sent');
  });

  it('not while it waits inside the printer', async () => {
    const zebra = await fake();
    zebra.hold();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await print(station, await parcel(station));
    const waiting = await station.until('print-jobs.list', null, ([first]) => {
      const { formatsInPrinter, labelsInPrinter } = first?.evidence ?? {};
      return first?.state === 'sent' && (formatsInPrinter ?? 0) + (labelsInPrinter ?? 0) > 0;
    });
    expect(waiting[0]?.state).toBe('sent');
    zebra.release();
    expect((await jobIn(station, job, 'printed')).evidence.provedBy).toBe('counter');
  });
});

describe('print job: a printer fault', () => {
  it.each([
    ['paperOut', 'paper out'],
    ['ribbonOut', 'ribbon out'],
    ['headOpen', 'head open'],
    ['paused', 'paused'],
  ] as const)(
    '%s holds the next label with the reason; afterwards all labels continue automatically, in order, once each',
    async (fault, reason) => {
      const zebra = await fake({ status: { [fault]: true } });
      const station = await startStation(asPrinter('Zebra A', zebra));
      const made = await parcels(station, 3);
      const jobs: PrintJob[] = [];
      for (const one of made) jobs.push(await print(station, one));
      const [first, second, third] = jobs as [PrintJob, PrintJob, PrintJob];
      expect((await jobIn(station, first, 'held')).reasons).toEqual([reason]);
      expect((await jobIn(station, second, 'queued')).state).toBe('queued');
      expect((await printerState(station, ({ reasons }) => reasons.length > 0)).reasons).toEqual([reason]);
      expect(zebra.labels()).toHaveLength(0);
      zebra.setStatus({});
      for (const job of [first, second, third]) await jobIn(station, job, 'printed');
      expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1, 1]);
      expect(
        zebra.labels().map((label) => made.findIndex(({ customCode }) => label.includes(customCode ?? '?'))),
      ).toEqual([0, 1, 2]);
    },
  );

  it('in the middle of a label: the printer reprints the label itself, and the station sends no second one', async () => {
    const zebra = await fake();
    zebra.breakDownMidLabel('paperOut');
    const station = await startStation(asPrinter('Zebra A', zebra));
    const [one, two] = await parcels(station, 2);
    const first = await print(station, one as Parcel);
    await printerState(station, ({ reasons }) => reasons.includes('paper out'));
    const second = await print(station, two as Parcel);
    await jobIn(station, second, 'held');
    expect((await jobIn(station, first, 'sent')).bytesSent).toBeGreaterThan(0);
    zebra.setStatus({});
    await jobIn(station, first, 'printed');
    await jobIn(station, second, 'printed');
    expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
  });

  it('that stops the answers is "not answering": check paper, ribbon and head', async () => {
    const zebra = await fake({ status: 'silent' });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await print(station, await parcel(station));
    expect(await jobIn(station, job, 'held')).toMatchObject({ reasons: ['not answering'] });
    expect(zebra.labels()).toHaveLength(0);
    zebra.setStatus({});
    await jobIn(station, job, 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });

  it('is also shown while the printer is idle, before a scan', async () => {
    const zebra = await fake({ status: { paperOut: true } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    expect((await printerState(station, ({ reasons }) => reasons.length > 0)).reasons).toEqual(['paper out']);
  });
});

describe('print job: a printer that never answers', () => {
  it('prints once an operator marks it as unable to answer, and its labels are "sent"', async () => {
    const mute = await fake({ status: 'silent' });
    const station = await startStation(asPrinter('Clone', mute));
    const job = await print(station, await parcel(station));
    await jobIn(station, job, 'held');
    await station.call('printer.cannot-answer', { name: 'Clone' });
    expect(await jobIn(station, job, 'sent')).toMatchObject({ evidence: { told: 'one-way', provedBy: null } });
    expect(mute.labels()).toHaveLength(1);
  });
});

describe('print job: a label cut off while being sent', () => {
  it('is uncertain, and its part in the printer is dropped before the next one, which is printed completely', async () => {
    const zebra = await fake();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const [one, two] = await parcels(station, 2);
    await printerState(station, ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
    const cut = await print(station, one as Parcel);
    await jobIn(station, cut, 'uncertain');
    await zebra.connectionFault(null);
    const whole = await print(station, two as Parcel);
    await jobIn(station, whole, 'printed');
    expect(zebra.executedCommands).toContain('~JX');
    expect(zebra.labels()).toHaveLength(1);
    expect(String(zebra.labels()[0])).toContain(two?.customCode);
    expect((await jobIn(station, cut, 'uncertain')).state).toBe('uncertain');
  });

  it('is settled by an operator as not printed, and the reprint is the first copy again', async () => {
    const zebra = await fake();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await parcel(station);
    await printerState(station, ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 700 });
    const cut = await jobIn(station, await print(station, one), 'uncertain');
    await zebra.connectionFault(null);
    await expect(print(station, one)).rejects.toThrow('print-job.maybe-printed');
    expect((await station.call('print-job.settle', { jobId: cut.id, printed: false })).state).toBe('failed');
    await jobIn(station, await print(station, one), 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });
});

describe('print job: a printer switched off and on', () => {
  it('loses its buffer: the labels in it are uncertain, and are not sent again', async () => {
    const zebra = await fake();
    zebra.hold();
    const station = await startStation(asPrinter('Zebra A', zebra));
    const job = await print(station, await parcel(station));
    await station.until(
      'print-jobs.list',
      null,
      ([first]) => (first?.evidence.formatsInPrinter ?? 0) > 0 || (first?.evidence.labelsInPrinter ?? 0) > 0,
    );
    await zebra.connectionFault({ kind: 'off' });
    await printerState(station, ({ reasons }) => reasons.includes('unreachable'));
    await zebra.connectionFault(null);
    await zebra.restart();
    zebra.release();
    expect((await jobIn(station, job, 'uncertain')).failure?.message).toMatchObject({ code: 'print-job.not-counted' });
    expect(zebra.labels()).toHaveLength(0);
  });
});

describe('print job: another printer at a known address', () => {
  it('gets no label until an operator accepts it', async () => {
    const zebra = await fake({ identity: { serial: 'OLD1' } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    await station.until('station.read', null, ({ settings }) => settings.printers[0]?.known?.serial === 'OLD1');
    await zebra.connectionFault({ kind: 'off' });
    zebra.setIdentity({ serial: 'NEW2' });
    const job = await print(station, await parcel(station));
    await jobIn(station, job, 'held');
    await zebra.connectionFault(null);
    const state = await printerState(station, ({ reasons }) => reasons.includes('another printer'));
    expect(state.message).toMatchObject({
      code: 'print-job.different-printer',
      params: { expected: { params: { serial: 'OLD1' } }, found: { params: { serial: 'NEW2' } } },
    });
    expect(zebra.labels()).toHaveLength(0);
    await station.call('printer.accept-identity', { name: 'Zebra A' });
    await jobIn(station, job, 'printed');
  });
});

describe('print job: a label made for another printer', () => {
  it('needs confirmation, does not block other labels, and is printed when an operator confirms it', async () => {
    const zebra = await fake({ identity: { dotsPerMillimetre: 12 } });
    const station = await startStation(asPrinter('Zebra 300', zebra));
    const job = await jobIn(station, await print(station, await parcel(station)), 'held');
    expect(job.asked).toMatchObject({ question: 'resolution differs', answers: ['print pdf', 'print anyway'] });
    await station.call('print-job.answer', { jobId: job.id, answer: 'print anyway' });
    await jobIn(station, job, 'printed');
    expect(zebra.labels()).toHaveLength(1);
  });

  it('is printed from the service’s PDF at the resolution of the present printer', async () => {
    const zebra = await fake({ identity: { dotsPerMillimetre: 12 } });
    const station = await startStation(asPrinter('Zebra 300', zebra));
    const job = await jobIn(station, await print(station, await parcel(station)), 'held');
    await station.call('print-job.answer', { jobId: job.id, answer: 'print pdf' });
    const printed = await jobIn(station, job, 'printed');
    expect(printed.sentSha256).not.toBe(printed.labelSha256);
    expect(String(zebra.labels()[0])).toMatch(/^\^XA[\s\S]*\^GFA,/);
  }, 30_000);

  it('of practice is not sent to a production printer without confirmation', async () => {
    const zebra = await fake();
    const station = await startStation(asPrinter('Zebra A', zebra, { productionOnly: true }));
    const job = await jobIn(station, await print(station, await parcel(station)), 'held');
    expect(job.asked?.question).toBe('not production');
    expect(zebra.labels()).toHaveLength(0);
  });
});

describe('print queue: an operator', () => {
  it('holds one label while others are printed, and releases it', async () => {
    const zebra = await fake({ status: { paperOut: true } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const [one, two] = await parcels(station, 2);
    const first = await print(station, one as Parcel);
    const second = await print(station, two as Parcel);
    await jobIn(station, first, 'held');
    await station.call('print-job.hold', { jobId: first.id });
    zebra.setStatus({});
    await jobIn(station, second, 'printed');
    expect((await jobIn(station, first, 'held')).onHold).toBe(true);
    await station.call('print-job.release', { jobId: first.id });
    await jobIn(station, first, 'printed');
    expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
  });

  it('holds a whole printer, and releases it', async () => {
    const zebra = await fake();
    const station = await startStation(asPrinter('Zebra A', zebra));
    await station.call('printer.pause', { name: 'Zebra A' });
    const job = await print(station, await parcel(station));
    expect((await jobIn(station, job, 'held')).reasons).toEqual(['on hold']);
    await station.call('printer.resume', { name: 'Zebra A' });
    await jobIn(station, job, 'printed');
  });

  it('moves waiting labels to another printer, except those the first may have', async () => {
    const [broken, good] = [await fake(), await fake()];
    broken.breakDownMidLabel('paperOut');
    const station = await startStation(asPrinter('Zebra A', broken, { default: true }), asPrinter('Zebra B', good));
    const [one, two, three] = await parcels(station, 3);
    const owned = await print(station, one as Parcel);
    await printerState(station, ({ reasons }) => reasons.includes('paper out'));
    const waiting = await print(station, two as Parcel);
    const single = await print(station, three as Parcel);
    await jobIn(station, waiting, 'held');
    await station.call('print-job.move', { jobId: single.id, printer: 'Zebra B' });
    expect(await station.call('printer.move-jobs', { from: 'Zebra A', to: 'Zebra B' })).toEqual({ moved: 1 });
    await jobIn(station, waiting, 'printed');
    await jobIn(station, single, 'printed');
    expect(good.labels()).toHaveLength(2);
    expect((await jobIn(station, owned, 'sent')).printer).toBe('Zebra A');
    broken.setStatus({});
    await jobIn(station, owned, 'printed');
    expect(broken.labels()).toHaveLength(1);
  });

  it('sees that a stand-in took over automatically if the settings allow it', async () => {
    const [off, good] = [await fake({ connectionFault: { kind: 'off' } }), await fake()];
    const station = await startStation(
      asPrinter('Zebra A', off, { default: true, standIn: { printer: 'Zebra B', automatic: true } }),
      asPrinter('Zebra B', good),
    );
    await printerState(station, ({ name, answers }) => name === 'Zebra B' && answers);
    const job = await jobIn(station, await print(station, await parcel(station)), 'printed');
    expect(job.printer).toBe('Zebra B');
    expect(good.labels()).toHaveLength(1);
  });
});

describe('print confirmation: a scan of the label', () => {
  it('confirms the print if only the label has the code', async () => {
    const zebra = await fake({ answers: { variables: false } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await parcel(station);
    const asked = await scan(station, one.customCode ?? '', 'print');
    const sent = await jobIn(station, asked.job as PrintJob, 'sent');
    const confirmation = await scan(station, one.pickUpCode ?? '', 'look up');
    expect(confirmation).toMatchObject({
      kind: 'found',
      parcel: { lastJob: { state: 'printed', evidence: { provedBy: 'scan' } } },
    });
    expect(await jobIn(station, sent, 'printed')).toMatchObject({ evidence: { provedBy: 'scan' } });
  });

  it('confirms nothing if it is the sticker whose code started the job, typed in lower case', async () => {
    const zebra = await fake({ answers: { variables: false } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await parcel(station);
    const begun = await scan(station, (one.customCode ?? '').toLowerCase(), 'print');
    const sent = await jobIn(station, begun.job as PrintJob, 'sent');
    expect((await scan(station, one.customCode ?? '', 'look up')).kind).toBe('found');
    expect((await jobIn(station, sent, 'sent', 'printed')).state).toBe('sent');
  });

  it('asks "label in hand?" if it is the code that started the job, or the shop’s own sticker', async () => {
    const zebra = await fake({ answers: { variables: false } });
    const station = await startStation(asPrinter('Zebra A', zebra));
    const one = await parcel(station);
    const sent = await jobIn(station, await print(station, one), 'sent');
    const answer = await scanUntil(station, one.customCode ?? '', 'ask for copy');
    expect(answer.job?.id).toBe(sent.id);
    expect((await jobIn(station, sent, 'sent')).state).toBe('sent');
    await station.call('print-job.settle', { jobId: sent.id, printed: true });
    expect((await jobIn(station, sent, 'printed')).evidence.provedBy).toBe('person');
  });
});
