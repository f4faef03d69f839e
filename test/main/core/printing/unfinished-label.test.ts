import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { labelOf, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const half = '^XA^FO50,50^A0N,40,40^FDanother computer’s';

/** Another computer sends this and disconnects. */
async function sendFromElsewhere(printer: FakePrinter, text: string): Promise<void> {
  const socket = connect({ host: printer.host, port: printer.port });
  socket.end(text);
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}

describe('unfinished label: the rest of a label that was cut off', () => {
  it('is dropped before the next label on a printer that answers but does not report it', async () => {
    const zebra = await scenarios.fake({ answers: { hostStatus: 'never' } });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    await scenario.printerOnce('Zebra A', ({ answers }) => answers);
    await zebra.connectionFault({ kind: 'reset', afterBytes: 300 });
    await scenario.jobIn(await scenario.print(`^XA^FO9,9^FDcut${'-'.repeat(2_000)}^FS^XZ`), 'uncertain');
    expect(zebra.insideFormat).toBe(true);
    await zebra.connectionFault(null);
    await scenario.jobIn(await scenario.print(labelOf('WHOLE')), 'sent', 'printed');
    expect(zebra.labels().map(String)).toEqual([labelOf('WHOLE')]);
  });

  it('left by a station that died is dropped before the first label of the next, where the printer reports nothing', async () => {
    const silent = await scenarios.fake({ status: 'silent' });
    await sendFromElsewhere(silent, half);
    expect(silent.insideFormat).toBe(true);
    const scenario = await scenarios.start({ printers: [tcpPrinter('Clone', silent, { neverAnswers: true })] });
    await scenario.jobIn(await scenario.print(labelOf('WHOLE')), 'sent');
    expect(silent.labels().map(String)).toEqual([labelOf('WHOLE')]);
  });
});

describe('unfinished label: one that the printer reports while it holds a complete one of this station', () => {
  it('is not dropped, because it may be that one; the next label waits without a fault', async () => {
    const zebra = await scenarios.fake();
    zebra.hold();
    // Slow enough that the label is still followed.
    const clock = acceleratedClock(4);
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)], clock });
    const ours = await scenario.jobOnce(await scenario.print(), ({ evidence }) => Boolean(evidence.formatsInPrinter));
    zebra.changeReplies((reply) => [
      Buffer.from(reply.toString('latin1').replace(/(030,\d,\d,\d+,\d+,\d,\d),0/, '$1,1'), 'latin1'),
    ]);
    const next = await scenario.print();
    const checks = zebra.received.length;
    await zebra.waitFor(({ received }) => received.length > checks + 4);
    expect(zebra.executedCommands).toEqual([]);
    expect(await scenario.job(next.id)).toMatchObject({ state: 'queued', failure: null });
    zebra.changeReplies(null);
    zebra.release();
    for (const job of [ours, next]) await scenario.jobIn(job, 'printed');
  });
});

describe('unfinished label: another computer’s label in progress', () => {
  it('is not dropped on a printer shared with it, although a complete label of this station is in it too', async () => {
    const zebra = await scenarios.fake();
    zebra.hold();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra, { shared: true })] });
    const ours = await scenario.print();
    await scenario.jobOnce(
      ours,
      ({ evidence }) => (evidence.formatsInPrinter ?? 0) + (evidence.labelsInPrinter ?? 0) > 0,
    );
    await sendFromElsewhere(zebra, half);
    await scenario.jobIn(await scenario.print(), 'held');
    expect(zebra.executedCommands).toEqual([]);
    await sendFromElsewhere(zebra, '^FS^XZ');
    zebra.release();
    await scenario.until(() => zebra.labels().length === 3);
  });

  itInLongRun(
    'is left alone while this station prints nothing, even where the printer is not set up as shared',
    async () => {
      const zebra = await scenarios.fake();
      const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
      await scenario.printerOnce('Zebra A', ({ answers }) => answers);
      await sendFromElsewhere(zebra, half);
      const looks = zebra.received.length;
      await zebra.waitFor(({ received }) => received.length > looks + 2);
      expect(zebra.executedCommands).toEqual([]);
      await scenario.jobIn(await scenario.print(), 'printed');
      expect(zebra.executedCommands).toEqual(['~JX']);
    },
  );
});
