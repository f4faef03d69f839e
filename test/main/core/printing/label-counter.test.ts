import { afterEach, describe, expect, it } from 'vitest';
import type { OpenTransport } from '../../../../src/main/core/ports/printing.ts';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { itInLongRun } from '../../../helpers/test-length.ts';
import { by, storeLabelled } from '../../../suites/records/record-fixtures.ts';
import { labelOf, networkOnly, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

/** A label that this station sends there for another reason: a test label, another environment. */
async function sendOtherwise(lines: OpenTransport, printer: FakePrinter): Promise<void> {
  const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
  const opened = await lines(connection).open(new AbortController().signal);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const delivery = await opened.value.send(new TextEncoder().encode(labelOf('TEST LABEL')));
  expect(delivery.kind).toBe('sent');
}

describe('label counter: a printer that lost a label', () => {
  it('does not confirm a label by the test label that this station sent after it', async () => {
    const zebra = await scenarios.fake();
    const lines = networkOnly();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)], openTransport: lines });
    zebra.setStatus({ paperOut: true, paused: false });
    zebra.setStatus({});
    zebra.hold();
    const lost = await scenario.jobOnce(
      await scenario.print(),
      ({ evidence }) => (evidence.labelsInPrinter ?? 0) > 0 || (evidence.formatsInPrinter ?? 0) > 0,
    );
    zebra.setStatus({ paperOut: true });
    await scenario.printerOnce('Zebra A', ({ reasons }) => reasons.includes('paper out'));
    await zebra.restart();
    await sendOtherwise(lines, zebra);
    zebra.release();
    zebra.setStatus({});
    const settled = await scenario.jobOnce(
      lost,
      ({ state, evidence }) => state !== 'sent' || evidence.countAfter !== null,
    );
    expect(zebra.labels().map(String)).toEqual([labelOf('TEST LABEL')]);
    expect(settled.state).not.toBe('printed');
  });

  it('does not confirm a label after another environment printed there', async () => {
    const zebra = await scenarios.fake({ labelCount: 100 });
    const lines = networkOnly();
    await sendOtherwise(lines, zebra);
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      openTransport: lines,
      async prepare(records) {
        const parcelId = await storeLabelled(records, 'NL7K2M9P4R6T8V2X4B6D');
        const wish = {
          parcelId,
          printer: 'Zebra A',
          origin: 'button',
          startedByCode: null,
          reprintReason: null,
        } as const;
        const added = await records.addPrintJob({ ...wish, notSince: '2026' }, by('print'));
        const now = { activity: { ...by('print').activity, at: new Date(Date.now() * 20).toISOString() } };
        const evidence = { countBefore: 100, labels: 1, statusReport: 'answered' } as const;
        if (added === 'needs lead') throw new Error('No one signs in');
        await records.movePrintJob(added?.job.id ?? 0, ['queued'], { state: 'sent', evidence }, now);
      },
    });
    const settled = await scenario.jobOnce(
      await scenario.job(1),
      ({ state, evidence }) => state !== 'sent' || evidence.countAfter !== null,
    );
    expect(settled).toMatchObject({ state: 'sent', evidence: { countAfter: 101, confirmedBy: null } });
  });
});

describe('label counter: a printer that never reports that it is empty', () => {
  it('is still sent labels, after a while without a change', async () => {
    const zebra = await scenarios.fake();
    zebra.changeReplies((reply) => [
      Buffer.from(reply.toString('latin1').replace(/,00000000,1,000/, ',00000003,1,000'), 'latin1'),
    ]);
    const scenario = await scenarios.start({ printers: [tcpPrinter('Clone', zebra)] });
    const jobs = [];
    for (let count = 0; count < 7; count += 1) jobs.push(await scenario.print());
    for (const job of jobs) await scenario.jobIn(job, 'sent');
    expect(zebra.labels()).toHaveLength(7);
    // No label stays reported as in the printer.
    for (const job of jobs) await scenario.jobOnce(job, ({ evidence }) => evidence.labelsInPrinter === null);
  });

  itInLongRun('does not delay labels of a printer set up as unable to answer', async () => {
    const zebra = await scenarios.fake();
    const printer = tcpPrinter('Clone', zebra);
    const scenario = await scenarios.start({ printers: [printer] });
    zebra.hold();
    for (let count = 0; count < 5; count += 1) await scenario.jobIn(await scenario.print(), 'sent');
    zebra.setStatus('silent');
    const sixth = await scenario.jobIn(await scenario.print(), 'held');
    scenario.queue.setPrinters([{ ...printer, neverAnswers: true }]);
    await scenario.jobIn(sixth, 'sent');
  });
});

describe('label counter: a printer whose address was changed', () => {
  it('is not checked for the labels that were sent to the old address', async () => {
    const [one, other] = [await scenarios.fake({ labelCount: 100 }), await scenarios.fake({ labelCount: 101 })];
    one.hold();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', one)] });
    const job = await scenario.jobIn(await scenario.print(), 'sent');
    scenario.queue.setPrinters([tcpPrinter('Zebra A', other)]);
    await scenario.jobIn(await scenario.print(), 'printed');
    expect(await scenario.job(job.id)).toMatchObject({ state: 'sent', evidence: { confirmedBy: null } });
  });
});
