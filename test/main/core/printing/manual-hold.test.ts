import { afterEach, describe, expect, it } from 'vitest';
import { success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import type { FakePrinter } from '../../../fakes/printer.ts';
import { by } from '../../../suites/records/record-fixtures.ts';
import { gate, given, labelOf, type QueueScenario, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

/** A label of a resolution that no printer here has. */
const label300 = '^XA^PW1218^LL1827^FO50,50^A0N,40,40^FDmade for 300 dpi^FS^XZ';

/** It asks "resolution differs". */
async function askedJob(scenario: QueueScenario): Promise<PrintJob> {
  const job = await scenario.print(label300);
  return scenario.jobOnce(job, ({ question }) => question !== null);
}

describe('manual hold: a held label', () => {
  it('stays held at the printer it is moved to, and continues from there', async () => {
    const [one, other] = [await scenarios.fake({ status: { paperOut: true } }), await scenarios.fake()];
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', one, { default: true }), tcpPrinter('Zebra B', other)],
    });
    const { id } = await scenario.print();
    given(await scenario.queue.hold(id));
    const moved = given(await scenario.queue.move(id, 'Zebra B'));
    expect(moved).toMatchObject({ state: 'held', onHold: true, printer: 'Zebra B' });
    await scenario.jobIn(given(await scenario.queue.resume(id)), 'printed');
    expect(other.labels()).toHaveLength(1);
  });

  it('stays held when its question is answered, and asks again when it is released unanswered', async () => {
    const zebra = await scenarios.fake();
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    const { id } = await askedJob(scenario);
    given(await scenario.queue.hold(id));
    expect(given(await scenario.queue.resume(id))).toMatchObject({ state: 'held', onHold: false });
    given(await scenario.queue.hold(id));
    expect(given(await scenario.queue.answer(id, 'print anyway'))).toMatchObject({ state: 'held', onHold: true });
    await scenario.jobIn(given(await scenario.queue.resume(id)), 'printed');
  });

  it('is still held after its parcel’s deletion was undone', async () => {
    const zebra = await scenarios.fake({ status: { paperOut: true } });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    const job = await scenario.print();
    given(await scenario.queue.hold(job.id));
    const deletion = { customCode: job.code, parcelId: job.parcelId, endsAt: 0 };
    const { command } = await scenario.records.beginDelete(deletion, by('delete'));
    expect((await scenario.job(job.id)).state).toBe('cancelled');
    await scenario.records.undo(command.id, by('undo-order'));
    expect(await scenario.job(job.id)).toMatchObject({ state: 'held', onHold: true });
  });

  it('no longer shows the reasons of its printer', async () => {
    const zebra = await scenarios.fake({ status: { paperOut: true } });
    const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', zebra)] });
    const { id } = await scenario.jobIn(await scenario.print(), 'held');
    expect(given(await scenario.queue.hold(id))).toMatchObject({ reasons: [], failure: null });
  });
});

describe('manual hold: an answer to a question', () => {
  it('that arrives after another question was asked has no effect', async () => {
    const zebra = await scenarios.fake();
    const pdf = gate<void>();
    const asking = gate<void>();
    const bytes = new TextEncoder().encode('%PDF-1.7');
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      async fetchPdf() {
        asking.open();
        await pdf.passed;
        return success({ sha256: 'pdf', bytes });
      },
      before: (records) => ({
        ...records,
        async addPrintJob(...job) {
          const added = await records.addPrintJob(...job);
          if (added === 'needs lead') return added;
          return added && { ...added, next: added.next && { ...added.next, offersPdf: true } };
        },
      }),
    });
    const { id } = await askedJob(scenario);
    const late = scenario.queue.answer(id, 'print pdf');
    await asking.passed;
    const question = {
      kind: 'not production',
      message: message('print-question.not-production', { environment: 'practice' }),
      answers: ['print anyway' as const],
    };
    await scenario.records.movePrintJob(
      id,
      ['held'],
      { state: 'held', question: { ...question, kind: 'not production' } },
      by('ask-confirmation'),
    );
    pdf.open();
    expect((await late).ok).toBe(false);
    expect(await scenario.job(id)).toMatchObject({ question, answers: [] });
  });

  it('given for one printer does not apply to another: a practice label does not print at a production-only printer', async () => {
    const [one, other] = [await scenarios.fake(), await scenarios.fake()];
    const scenario = await scenarios.start({
      environment: 'practice',
      printers: [tcpPrinter('Zebra A', one, { default: true }), tcpPrinter('Zebra B', other, { productionOnly: true })],
    });
    const job = await askedJob(scenario);
    one.setStatus({ paperOut: true });
    given(await scenario.queue.answer(job.id, 'print anyway'));
    await scenario.jobOnce(job, ({ reasons }) => reasons.includes('paper out'));
    given(await scenario.queue.moveAll('Zebra A', 'Zebra B'));
    const moved = await scenario.jobOnce(job, ({ question, state }) => question !== null || state === 'printed');
    expect(moved.question?.kind).toBe('not production');
    expect(other.labels()).toHaveLength(0);
  });

  it('is requested again once the printer is a different one', async () => {
    const zebra = await scenarios.fake({ status: { paperOut: true } });
    const printer = tcpPrinter('Zebra A', zebra, { dotsPerMillimetre: 8, neverAnswers: true, onHold: true });
    const scenario = await scenarios.start({ printers: [printer] });
    scenario.queue.setPrinters([{ ...printer, onHold: false }]);
    const job = await askedJob(scenario);
    scenario.queue.setPrinters([{ ...printer, onHold: false, dotsPerMillimetre: 12 }]);
    await scenario.jobIn(job, 'sent');
    expect((await scenario.job(job.id)).question).toBeNull();
  });
});

describe('manual hold: a printer that changes while a label is prepared', () => {
  const pdf = '%PDF-1.7 one page';

  async function whileDrawn(change: (scenario: QueueScenario, zebra: FakePrinter) => void) {
    const zebra = await scenarios.fake();
    const [begun, drawn] = [gate<void>(), gate<void>()];
    const scenario = await scenarios.start({
      environment: 'practice',
      printers: [tcpPrinter('Zebra A', zebra)],
      pictures: {
        async zplOfPdf() {
          begun.open();
          await drawn.passed;
          return success(new TextEncoder().encode(labelOf('out of the PDF')));
        },
      },
    });
    const job = await scenario.print(pdf);
    await begun.passed;
    change(scenario, zebra);
    drawn.open();
    return { zebra, scenario, job };
  }

  it('and is held then gets no label', async () => {
    const { zebra, scenario, job } = await whileDrawn(({ queue }, printer) =>
      queue.setPrinters([tcpPrinter('Zebra A', printer, { onHold: true })]),
    );
    await scenario.jobIn(job, 'held', 'printed');
    expect(zebra.labels()).toHaveLength(0);
  });

  it('and becomes production-only gets no practice label without a question', async () => {
    const { zebra, scenario, job } = await whileDrawn(({ queue }, printer) =>
      queue.setPrinters([tcpPrinter('Zebra A', printer, { productionOnly: true })]),
    );
    expect((await scenario.jobIn(job, 'held', 'printed')).question?.kind).toBe('not production');
    expect(zebra.labels()).toHaveLength(0);
  });
});

describe('manual hold: a PDF label', () => {
  it('is drawn once while its printer is held, not at every check', async () => {
    const zebra = await scenarios.fake();
    let drawings = 0;
    const scenario = await scenarios.start({
      printers: [tcpPrinter('Zebra A', zebra)],
      pictures: {
        async zplOfPdf() {
          drawings += 1;
          return success(new TextEncoder().encode(labelOf('out of the PDF')));
        },
      },
    });
    await scenario.printerOnce('Zebra A', ({ answers }) => answers);
    zebra.setStatus({ paperOut: true });
    const job = await scenario.jobIn(await scenario.print('%PDF-1.7 one page'), 'held');
    const looks = zebra.received.length;
    await zebra.waitFor(({ received }) => received.length > looks + 4);
    zebra.setStatus({});
    await scenario.jobIn(job, 'printed');
    expect(drawings).toBe(1);
  });

  it('that asked for the printer’s resolution prints automatically once it is set', async () => {
    const silent = await scenarios.fake({ status: 'silent' });
    const printer = tcpPrinter('Clone', silent, { neverAnswers: true });
    const scenario = await scenarios.start({
      printers: [printer],
      pictures: { zplOfPdf: async () => success(new TextEncoder().encode(labelOf('out of the PDF'))) },
    });
    const job = await scenario.jobIn(await scenario.print('%PDF-1.7 one page'), 'held');
    expect(job.question?.kind).toBe('resolution not known');
    scenario.queue.setPrinters([{ ...printer, dotsPerMillimetre: 8 }]);
    await scenario.jobIn(job, 'sent');
    expect(silent.labels()).toHaveLength(1);
  });
});
