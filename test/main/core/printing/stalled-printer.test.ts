import { afterEach, describe, expect, it } from 'vitest';
import type { OpenPrinter, OpenTransport } from '../../../../src/main/core/ports/printing.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { by, storeLabelled } from '../../../suites/records/record-fixtures.ts';
import { gate, given, networkOnly, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

/** A transport on which a label stalls until the test ends it. */
function hanging(): {
  openTransport: OpenTransport;
  sent: Promise<void>;
  end: () => void;
  stall(isStalled: boolean): void;
  report(status: Message): void;
} {
  const [begun, over] = [gate<void>(), gate<void>()];
  let progress: Parameters<OpenPrinter['send']>[1];
  const open: OpenPrinter = {
    status: async () => ({ kind: 'one-way' }),
    labelCount: async () => null,
    identity: async () => null,
    sendCommand: async () => success(null),
    async send(bytes, reported) {
      progress = reported;
      begun.open();
      await over.passed;
      return { kind: 'sent', bytesSent: bytes.length, closedCleanly: true };
    },
    close: () => undefined,
  };
  return {
    openTransport: () => ({ open: async () => success(open) }),
    sent: begun.passed,
    end: over.open,
    stall: (isStalled) => progress?.stalled(isStalled),
    report: (status) => progress?.queueStatus(status),
  };
}

const finishing = message('printer.queue-status.finishing');
const office = { name: 'Office', connection: { kind: 'cups', queue: 'Office' }, default: true } as const;

describe('stalled printer: while a label is being sent', () => {
  it('a manual hold shows at once, and the waiting labels can be moved', async () => {
    const hangs = hanging();
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({
      printers: [office],
      openTransport: hangs.openTransport,
    });
    scenarios.before(hangs.end);
    await scenario.print();
    await hangs.sent;
    const second = await scenario.print();
    scenario.queue.setPrinters([{ ...office, onHold: true }, tcpPrinter('Zebra A', zebra)]);
    const [state] = scenario.queue.states();
    expect(state).toMatchObject({ name: 'Office', reasons: ['on hold'] });
    expect(state?.since).not.toBeNull();
    await scenario.printerOnce('Office', ({ sending }) => sending);
    expect(given(await scenario.queue.move(second.id, 'Zebra A')).printer).toBe('Zebra A');
    scenario.queue.setPrinters([office]);
    expect(scenario.queue.states()[0]?.reasons).toEqual([]);
  });

  it('the status of the system’s print queue stays visible while the printer is stalled', async () => {
    const hangs = hanging();
    const scenario = await scenarios.start({ printers: [office], openTransport: hangs.openTransport });
    scenarios.before(hangs.end);
    await scenario.print();
    await hangs.sent;
    hangs.report(finishing);
    hangs.stall(true);
    expect(scenario.queue.states()[0]).toMatchObject({
      reasons: ['not answering'],
      message: finishing,
    });
    hangs.stall(false);
    expect(scenario.queue.states()[0]).toMatchObject({
      reasons: [],
      message: finishing,
    });
  });
});

describe('stalled printer: a stand-in that takes over automatically', () => {
  it('prints the labels behind a stalled label and later ones, but never the stalled one', async () => {
    const hangs = hanging();
    const zebra = await scenarios.fake();
    const lines = networkOnly();
    const scenario = await scenarios.start({
      printers: [{ ...office, standIn: { printer: 'Zebra A', automatic: true } }, tcpPrinter('Zebra A', zebra)],
      openTransport: (connection) => (connection.kind === 'tcp' ? lines : hangs.openTransport)(connection),
    });
    scenarios.before(hangs.end);
    const stuck = await scenario.print();
    await hangs.sent;
    const behind = await scenario.print();
    hangs.stall(true);
    await scenario.jobIn(behind, 'printed');
    await scenario.jobIn(await scenario.print(), 'printed');
    expect(await scenario.job(stuck.id)).toMatchObject({ state: 'sending', printer: 'Office' });
    expect(zebra.labels()).toHaveLength(2);
  });
});

describe('stalled printer: a printer that takes long to open', () => {
  it('is reported before the attempt is abandoned, and prints when it opens in the end', async () => {
    const zebra = await scenarios.fake();
    const lines = networkOnly();
    const opens = gate<void>();
    let isSlow = false;
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      openTransport(connection) {
        const transport = lines(connection);
        return {
          ...transport,
          async open(signal) {
            if (isSlow) await opens.passed;
            return transport.open(signal);
          },
        };
      },
    });
    await scenario.printerOnce('Zebra A', ({ answers }) => answers);
    isSlow = true;
    const job = await scenario.jobIn(await scenario.print(), 'held');
    expect(job).toMatchObject({
      reasons: ['not answering'],
      failure: { message: message('print-job.printer-not-answering') },
    });
    opens.open();
    await scenario.jobIn(job, 'printed');
    expect(scenario.queue.states()[0]?.reasons).toEqual([]);
  });
});

describe('stalled printer: an unreachable printer', () => {
  it('found after a while is recorded once, not at every check', async () => {
    const clock = acceleratedClock(100);
    const noAnswer = message('printer.connection-refused', { target: 'Office' });
    let opened = 0;
    const scenario = await scenarios.start({
      clock,
      printers: [office],
      openTransport: () => ({
        async open() {
          opened += 1;
          await new Promise<void>((resolve) => clock.after(3_000, resolve));
          return { ok: false, failure: { code: 'printer-unreachable', message: noAnswer } };
        },
      }),
    });
    const looksPass = async (): Promise<void> => {
      const looks = opened;
      await scenario.until(() => opened > looks + 3);
    };
    const journal = () => scenario.records.activity({ beforeId: null, limit: 100 });
    await scenario.jobOnce(await scenario.print(), ({ reasons }) => reasons.includes('unreachable'));
    await looksPass();
    const lines = await journal();
    await looksPass();
    expect(await journal()).toEqual(lines);
    expect(scenario.queue.states()[0]).toMatchObject({ reasons: ['unreachable'], message: noAnswer });
  });
});

describe('stalled printer: a label of which nothing was sent', () => {
  const neverBegins: OpenPrinter = {
    status: async () => ({ kind: 'one-way' }),
    labelCount: async () => null,
    identity: async () => null,
    sendCommand: async () => success(null),
    send: async () => ({
      kind: 'not started',
      failure: { code: 'printer-unreachable', message: storedSentence('The print queue took nothing.') },
    }),
    close: () => undefined,
  };

  it('moves to the stand-in with those behind it, and does not stay in progress', async () => {
    const zebra = await scenarios.fake();
    const lines = networkOnly();
    const scenario = await scenarios.start({
      printers: [{ ...office, standIn: { printer: 'Zebra A', automatic: true } }, tcpPrinter('Zebra A', zebra)],
      openTransport: (connection) =>
        connection.kind === 'tcp' ? lines(connection) : { open: async () => success(neverBegins) },
    });
    const jobs = [await scenario.print(), await scenario.print(), await scenario.print()];
    for (const job of jobs) expect(await scenario.jobIn(job, 'printed')).toMatchObject({ printer: 'Zebra A' });
    expect(zebra.labels()).toHaveLength(3);
  });

  it('is tried again less and less often: the journal does not grow every two seconds for a whole day', async () => {
    const pauses: number[] = [];
    const scenario = await scenarios.start({
      printers: [office],
      openTransport: () => ({ open: async () => success(neverBegins) }),
      clock: {
        now: () => Date.now(),
        after(milliseconds, action) {
          pauses.push(milliseconds);
          const timer = setTimeout(action, 1);
          return () => clearTimeout(timer);
        },
      },
    });
    await scenario.print();
    await scenario.until(() => pauses.includes(60_000));
    const others = [200, 1_500, 15_000, 60_000];
    expect(pauses.filter((pause) => !others.includes(pause))).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
  });
});

describe('stalled printer: a label of the previous run in a print queue of this computer', () => {
  /** The label is being followed in the queue until its printer changes. */
  async function followed() {
    const begun = gate<void>();
    const unreachable = { code: 'printer-unreachable', message: storedSentence('Not now.') } as const;
    const scenario = await scenarios.start({
      printers: [office],
      openTransport: () => ({
        open: async () => failed(unreachable),
        follow: (_reference, _bytes, _progress, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ kind: 'cut off', bytesSent: 0, failure: unreachable }));
            begun.open();
          }),
      }),
      async prepare(records) {
        const parcelId = await storeLabelled(records, 'NL7K2M9P4R6T8V2X4B6D');
        const wish = {
          parcelId,
          printer: 'Office',
          origin: 'button',
          startedByCode: null,
          reprintReason: null,
        } as const;
        await records.addPrintJob({ ...wish, notSince: '' }, by('print'));
        const evidence = { queueReference: 'Office-12' };
        await records.movePrintJob(1, ['queued'], { state: 'sending', evidence }, by('print'));
      },
    });
    await begun.passed;
    return { scenario, job: await scenario.job(1) };
  }

  it.each([
    ['its printer gets another queue', [{ ...office, connection: { kind: 'cups', queue: 'Other' } }]],
    ['its printer is removed', []],
  ] as const)('becomes uncertain when %s', async (_what, printers) => {
    const { scenario, job } = await followed();
    scenario.queue.setPrinters([...printers]);
    expect(await scenario.jobIn(job, 'uncertain')).toMatchObject({
      failure: { message: { code: 'print-job.station-stopped' } },
    });
    expect(scenario.bugs).toEqual([]);
  });

  it('is followed again at the next start when the station stops', async () => {
    const { scenario, job } = await followed();
    await scenario.queue.stop(1_000);
    expect(await scenario.job(job.id)).toMatchObject({ state: 'sending', failure: null });
  });
});
