import { afterEach, describe, expect, it } from 'vitest';
import { answerShared } from '../../../../src/main/core/outbox/shared-answers.ts';
import type { AskedQuestion, HoldingAnswer, ParcelHolding } from '../../../../src/main/core/ports/parcel-holding.ts';
import type { ActingPerson } from '../../../../src/main/core/ports/write-context.ts';
import type { PrintJob } from '../../../../src/shared/printing/print-job.ts';
import { given, type QueueScenario, queueScenarios, tcpPrinter } from './queue-scenario.ts';

const scenarios = queueScenarios();
afterEach(scenarios.end);

const holderAway: AskedQuestion = { kind: 'take-over', key: 'take-over 1 bench-2', benches: ['bench-2'] };
const copiesElsewhere: AskedQuestion = { kind: 'copies-elsewhere', key: 'copies-elsewhere a', benches: ['bench-2'] };

/** Every label is asked about in that way until an operator has answered. */
function asking(first: AskedQuestion) {
  let question = first;
  const listeners = new Set<() => void>();
  const holding: ParcelHolding = {
    async may(_parcelId, _purpose, confirmed): Promise<HoldingAnswer> {
      return confirmed.has(question.key) ? { kind: 'act' } : { kind: 'ask', questions: [question] };
    },
    mayDeleteUnknown: () => expect.fail(),
    onChanged(listener) {
      const call = (): void => listener(null);
      listeners.add(call);
      return () => listeners.delete(call);
    },
  };
  return {
    holding,
    asks(other: AskedQuestion) {
      question = other;
      for (const call of [...listeners]) call();
    },
  };
}

const askedOnce = ({ jobOnce }: QueueScenario, job: PrintJob, code: string): Promise<PrintJob> =>
  jobOnce(job, ({ question }) => question?.message.code === code);

it('an answer to a question of the site counts for the one that was read: none prints for another that took its place', async () => {
  const printer = await scenarios.fake();
  const { holding, asks } = asking(holderAway);
  const scenario = await scenarios.start({ printers: [tcpPrinter('Zebra A', printer)], holding });
  const job = await scenario.print();
  const read = await askedOnce(scenario, job, 'print-question.site-holder-away');
  asks(copiesElsewhere);
  const now = await askedOnce(scenario, job, 'print-question.site-copies');
  const late = await scenario.queue.answer(job.id, 'print anyway', read.question?.message);
  expect(late).toMatchObject({ ok: false, failure: { message: { code: 'print-job.changed' } } });
  expect(await scenario.job(job.id)).toMatchObject({ state: 'held', question: now.question });
  expect(printer.labels()).toHaveLength(0);
  given(await scenario.queue.answer(job.id, 'print anyway', now.question?.message));
  await scenario.jobIn(job, 'printed');
  expect(printer.labels()).toHaveLength(1);
});

describe('a label that was printed at another bench', () => {
  const pat: ActingPerson = { id: 1, name: 'Pat', lead: null, caps: { deletion: null, reprint: 1 } };
  const withLead: ActingPerson = { ...pat, lead: { id: 2, name: 'Lee' } };

  async function askedAbout(question: AskedQuestion, labels: number) {
    let person = pat;
    const printer = await scenarios.fake();
    const { holding } = asking(question);
    const scenario = await scenarios.start({
      ...{ printers: [tcpPrinter('Zebra A', printer)], holding },
      person: () => person,
    });
    const jobs: PrintJob[] = [];
    for (let label = 0; label < labels; label += 1) {
      const job = await scenario.print();
      jobs.push(await scenario.jobOnce(job, (one) => one.question !== null));
    }
    const entries = async () =>
      (await scenario.records.activity({ beforeId: null, limit: 50 }))
        .filter(({ what, who }) => who === 'operator' && (what === 'print-again' || what === 'answer-print-question'))
        .map(({ what, code, leadName }) => [what, code, leadName])
        .reverse();
    return {
      ...{ printer, scenario, jobs, entries },
      approve() {
        person = withLead;
      },
    };
  }

  it('is a further copy of the packer who prints it anyway, and beyond the cap needs a lead’s badge', async () => {
    const { printer, scenario, jobs, entries, approve } = await askedAbout(copiesElsewhere, 2);
    const [first, second] = jobs as [PrintJob, PrintJob];
    given(await scenario.queue.answer(first.id, 'print anyway', first.question?.message));
    await scenario.jobIn(first, 'printed');
    const refused = await scenario.queue.answer(second.id, 'print anyway', second.question?.message);
    expect(refused).toMatchObject({
      failure: { code: 'needs-lead', message: { code: 'people.reprints-capped' } },
    });
    expect(await scenario.job(second.id)).toMatchObject({ state: 'held', question: second.question });
    expect(printer.labels()).toHaveLength(1);
    approve();
    given(await scenario.queue.answer(second.id, 'print anyway', second.question?.message));
    await scenario.jobIn(second, 'printed');
    expect(await entries()).toEqual([
      ['print-again', first.code, null],
      ['print-again', second.code, 'Lee'],
    ]);
  });

  it('is no further copy where the question is about the bench that holds it', async () => {
    const { scenario, jobs, entries } = await askedAbout(holderAway, 2);
    for (const job of jobs) given(await scenario.queue.answer(job.id, 'print anyway', job.question?.message));
    for (const job of jobs) await scenario.jobIn(job, 'printed');
    expect((await entries()).map(([what]) => what)).toEqual(['answer-print-question', 'answer-print-question']);
  });

  it('prints with others of one answer up to the cap; the lead’s badge prints those that are left', async () => {
    const { printer, scenario, jobs, approve } = await askedAbout(copiesElsewhere, 3);
    const parts = {
      records: scenario.records,
      printQueue: scenario.queue,
      outboxActions: { confirm: () => expect.fail(), undo: () => expect.fail() },
    };
    const message = jobs[0]?.question?.message;
    if (!message) return expect.fail('Nothing is asked');
    const question = { about: 'print', message, ids: jobs.map(({ id }) => id) } as const;
    expect(await answerShared(parts, question, true)).toMatchObject({ failure: { code: 'needs-lead' } });
    await scenario.until(() => printer.labels().length === 1);
    approve();
    expect(await answerShared(parts, question, true)).toMatchObject({ ok: true });
    for (const job of jobs) await scenario.jobIn(job, 'printed');
    expect(printer.labels()).toHaveLength(3);
  });
});
