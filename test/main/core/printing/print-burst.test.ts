import { afterEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import type { Printer } from '../../../../src/shared/printing/printer.ts';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { commitsIn, emptyLog } from '../../../helpers/commits.ts';
import { labelOf, networkOnly, type QueueScenario, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const labelsInBurst = 10;

/** The records, and the name of every call of them. */
function counted(): { calls: string[]; before: (records: Records) => Records } {
  const calls: string[] = [];
  const before = (records: Records): Records =>
    new Proxy(records, {
      get(target, method: keyof Records) {
        const call = target[method] as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => {
          calls.push(method);
          return call.apply(target, args);
        };
      },
    });
  return { calls, before };
}

interface PausedQueue {
  scenario: QueueScenario;
  jobs: PrintJob[];
  release(): void;
}

/** A printer that answered before, on hold, with labels in its queue. */
async function pausedQueue(
  zebra: FakePrinter,
  labels: number,
  options: Partial<Parameters<typeof scenarios.start>[0]> = {},
): Promise<PausedQueue> {
  const printer: Printer = tcpPrinter('Zebra A', zebra, { default: true, onHold: true });
  const scenario = await scenarios.start({ printers: [printer], ...options });
  await scenario.until(() => scenario.known.length > 0);
  const jobs: PrintJob[] = [];
  while (jobs.length < labels) jobs.push(await scenario.print());
  const known = scenario.known[0]?.known;
  return {
    scenario,
    jobs,
    release: () => scenario.queue.setPrinters([{ ...printer, onHold: false, ...(known && { known }) }]),
  };
}

const codesOf = (zebra: FakePrinter): string[] =>
  zebra.labels().map((label) => /\^FD([^^]*)\^FS/.exec(label.toString())?.[1] ?? '');

const questionsIn = (zebra: FakePrinter): number =>
  zebra.received.reduce((sum, bytes) => sum + (bytes.toString('latin1').match(/~HS/g)?.length ?? 0), 0);

describe('burst of labels: to a printer that answers', () => {
  it('one connection, one exchange and one transaction a label; every label once, in order, confirmed by the counter', async () => {
    const zebra = await scenarios.fake();
    const { calls, before } = counted();
    const { scenario, jobs, release } = await pausedQueue(zebra, labelsInBurst, { before, clock: acceleratedClock(1) });
    await zebra.waitFor(({ openConnections }) => openConnections === 0);
    emptyLog(scenario.file);
    const [connections, questions] = [zebra.received.length, questionsIn(zebra)];
    calls.length = 0;
    release();
    for (const job of jobs) await scenario.jobIn(job, 'printed');
    await zebra.waitFor(({ openConnections }) => openConnections === 0);
    expect(codesOf(zebra)).toEqual(jobs.map(({ code }) => code));
    // The idle printer may be checked once more before it is released, and after the last label.
    expect(zebra.received.length - connections).toBeLessThanOrEqual(3);
    const burst = zebra.received.filter((bytes) => bytes.includes('^XA'));
    expect(burst).toHaveLength(1);
    expect(burst[0]?.toString('latin1').match(/~HS/g)).toHaveLength(labelsInBurst + 1);
    expect(questionsIn(zebra) - questions).toBeLessThanOrEqual(labelsInBurst + 3);
    // One for each label, and one for the outcome of the last.
    expect(calls.filter((method) => method === 'advancePrinting')).toHaveLength(labelsInBurst + 1);
    expect(commitsIn(scenario.file)).toBe(labelsInBurst + 1);
    // The first job is read, and whether there is one after the last.
    expect(calls.length).toBeLessThanOrEqual(labelsInBurst + 5);
  });

  it('evidence of each label is as if it were sent alone', async () => {
    const zebra = await scenarios.fake({ labelCount: 40 });
    const { scenario, jobs, release } = await pausedQueue(zebra, 3);
    release();
    for (const [index, job] of jobs.entries()) {
      expect(await scenario.jobIn(job, 'printed')).toMatchObject({
        attempts: 1,
        bytesSent: job.bytesTotal,
        evidence: {
          ...{ labels: 1, statusReport: 'answered', closedCleanly: true, confirmedBy: 'counter' },
          ...{ countBefore: 40 + index, countAfter: 41 + index },
        },
      });
    }
  });

  it('paper that runs out within it holds the next label, and all come out once, in order, when it is back', async () => {
    const zebra = await scenarios.fake();
    const { scenario, jobs, release } = await pausedQueue(zebra, 8);
    zebra.breakDownMidLabel('paperOut', 3);
    release();
    const held = jobs[4] as PrintJob;
    expect(await scenario.jobIn(held, 'held')).toMatchObject({ reasons: ['paper out'] });
    expect(codesOf(zebra)).toEqual(jobs.slice(0, 3).map(({ code }) => code));
    expect(await scenario.job((jobs[5] as PrintJob).id)).toMatchObject({ state: 'queued' });
    zebra.setStatus({});
    for (const job of jobs) await scenario.jobIn(job, 'printed');
    expect(codesOf(zebra)).toEqual(jobs.map(({ code }) => code));
  });

  it('at most five labels wait in a printer that prints none of them', async () => {
    const zebra = await scenarios.fake();
    const { scenario, jobs, release } = await pausedQueue(zebra, 8);
    zebra.hold();
    release();
    await scenario.jobIn(jobs[4] as PrintJob, 'sent');
    await zebra.waitFor(({ openConnections }) => openConnections === 0);
    expect(await scenario.job((jobs[5] as PrintJob).id)).toMatchObject({ state: 'queued' });
    zebra.release();
    for (const job of jobs) await scenario.jobIn(job, 'printed');
    expect(codesOf(zebra)).toEqual(jobs.map(({ code }) => code));
  });

  it('gives the printer to another user of the station that waits for it', async () => {
    const zebra = await scenarios.fake();
    const lines = networkOnly();
    const { scenario, jobs, release } = await pausedQueue(zebra, labelsInBurst, { openTransport: lines });
    release();
    await zebra.waitFor(({ received }) => received.some((bytes) => bytes.includes('^XA')));
    const opened = await lines({ kind: 'tcp', host: zebra.host, port: zebra.port }).open(new AbortController().signal);
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    expect(zebra.labels().length).toBeLessThan(labelsInBurst);
    await opened.value.send(Buffer.from(labelOf('TEST LABEL')));
    for (const job of jobs) await scenario.jobIn(job, 'printed', 'sent');
    expect(codesOf(zebra).filter((code) => code !== 'TEST LABEL')).toEqual(jobs.map(({ code }) => code));
  });

  it('a printer shared with other computers gets a connection a label', async () => {
    const zebra = await scenarios.fake();
    const printer = tcpPrinter('Zebra A', zebra, { shared: true });
    const scenario = await scenarios.start({ printers: [printer] });
    const jobs = [await scenario.print(), await scenario.print(), await scenario.print()];
    for (const job of jobs) await scenario.jobIn(job, 'sent', 'printed');
    expect(zebra.received.filter((bytes) => bytes.includes('^XA'))).toHaveLength(3);
  });
});

describe('burst of labels: to a printer that does not answer questions sent together', () => {
  it('they are asked one by one again, and every label comes out once, confirmed by the counter', async () => {
    const zebra = await scenarios.fake();
    let isAnswering = false;
    let dropped = 0;
    // It drops the variables that come with a `~HS`.
    zebra.changeReplies((reply, question) => {
      if (question === '~HS') {
        isAnswering = true;
        setImmediate(() => {
          isAnswering = false;
        });
      }
      if (!isAnswering || !question.startsWith('odometer')) return [reply];
      dropped += 1;
      return [];
    });
    const { scenario, jobs, release } = await pausedQueue(zebra, 5);
    release();
    for (const job of jobs) await scenario.jobIn(job, 'printed');
    expect(codesOf(zebra)).toEqual(jobs.map(({ code }) => code));
    // Twice is enough to learn it.
    expect(dropped).toBe(2);
    expect(zebra.received.filter((bytes) => bytes.includes('^XA'))).toHaveLength(5);
  });
});

describe('a queued label: before its first byte', () => {
  it('one storage round trip and one fsync', async () => {
    const zebra = await scenarios.fake();
    const { calls, before } = counted();
    const { scenario, release } = await pausedQueue(zebra, 0, { before });
    release();
    await zebra.waitFor(({ openConnections, received }) => openConnections === 0 && received.length > 1);
    const first = zebra.waitFor(({ received }) => {
      const hasBegun = received.some((bytes) => bytes.includes('^XA'));
      if (hasBegun && atFirstByte === null) atFirstByte = { calls: [...calls], commits: commitsIn(scenario.file) };
      return hasBegun;
    });
    let atFirstByte: { calls: string[]; commits: number } | null = null;
    const parcelStored = scenario.print();
    await first;
    await parcelStored;
    const sinceQueued = (atFirstByte as { calls: string[] } | null)?.calls.slice(calls.lastIndexOf('addPrintJob') + 1);
    expect(sinceQueued).toEqual(['advancePrinting']);
  });
});
