import { afterEach, describe, expect, it } from 'vitest';
import type { PrintStep } from '../../../../src/main/core/ports/print-records.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { PrintJobState } from '../../../../src/shared/printing/print-job.ts';
import { queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const movesInto = (state: PrintJobState, steps: readonly PrintStep[]): boolean =>
  steps.some((step) => 'change' in step && step.change.state === state);

/** A disk that refuses to write a job into that state, so many times. */
function refusing(state: PrintJobState, times = 1): (records: Records) => Records {
  let left = times;
  return (records) => ({
    ...records,
    advancePrinting: (steps, printer) =>
      movesInto(state, steps) && left-- > 0
        ? Promise.reject(new Error('disk I/O error'))
        : records.advancePrinting(steps, printer),
  });
}

describe('print queue: a disk that briefly refuses a write', () => {
  it.each(['sending', 'sent', 'printed'] as const)(
    'of %s stops no printer: the label comes out once, its job ends, and the next one prints too',
    async (state) => {
      const zebra = await scenarios.fake();
      const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)], before: refusing(state) });
      const jobs = [await scenario.print(), await scenario.print()];
      for (const job of jobs) await scenario.jobIn(job, 'sent', 'printed');
      await scenario.until(() => zebra.labels().length === 2);
      expect(zebra.printLog().map(({ copies }) => copies)).toEqual([1, 1]);
      expect(scenario.bugs).toHaveLength(1);
    },
  );

  it('leaves no label in Sending, and sends nothing before the outcome is stored', async () => {
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)], before: refusing('sent', 3) });
    const [first, second] = [await scenario.print(), await scenario.print()];
    await scenario.until(() => scenario.bugs.length > 0);
    expect((await scenario.job(second.id)).state).toBe('queued');
    await scenario.jobIn(first, 'sent', 'printed');
    await scenario.jobIn(second, 'printed');
  });
});

describe('print queue: stopping', () => {
  it('does not report a refused write as a bug', async () => {
    const zebra = await scenarios.fake();
    let isClosed = false;
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      before: (records) => ({
        ...records,
        advancePrinting: (steps, printer) =>
          isClosed && movesInto('sent', steps)
            ? Promise.reject(new Error('The records are closed'))
            : records.advancePrinting(steps, printer),
      }),
    });
    await scenario.printerOnce('Zebra A', ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'stall', afterBytes: 200 });
    const job = await scenario.print(`^XA^FO9,9^FDlong${'-'.repeat(5_000)}^FS^XZ`);
    await scenario.jobIn(job, 'sending');
    isClosed = true;
    const stopped = scenario.queue.stop(60_000);
    await zebra.connectionFault(null);
    await stopped;
    expect(scenario.bugs).toEqual([]);
    expect((await scenario.job(job.id)).state).toBe('sending');
  });
});
