import { describe, expect, test } from 'vitest';
import { needsOperator } from '../../../../src/renderer/screens/print-queue/job-actions.ts';
import {
  jobsByPrinter,
  type PrinterJobs,
  type QueuedJob,
  queueSections,
} from '../../../../src/renderer/screens/print-queue/jobs-by-printer.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { type PrintQuestion, printEvidenceSchema } from '../../../../src/shared/printing/print-job.ts';
import { printerState, printJob } from '../samples.ts';

const question: PrintQuestion = {
  kind: 'several copies',
  message: message('print-question.several-copies', { count: 2 }),
  answers: ['print one'],
};
const places = (entries: readonly QueuedJob[]) => entries.map(({ job, queuePosition }) => [job.id, queuePosition]);
const onlyGroup = (jobs: Parameters<typeof jobsByPrinter>[1]): PrinterJobs => {
  const [group] = jobsByPrinter([printerState()], jobs);
  if (!group) throw new Error('No group');
  return group;
};

describe('print queue: printers', () => {
  test('in trouble come first, then the default one, then the others, then those removed here', () => {
    const printers = [
      printerState({ name: 'Ready' }),
      printerState({ name: 'Default', isDefault: true }),
      printerState({ name: 'Empty', reasons: ['paper out'] }),
    ];
    const groups = jobsByPrinter(printers, [
      printJob({ printer: 'Gone', state: 'sent' }),
      printJob({ printer: 'Ready' }),
    ]);
    expect(groups.map((group) => [group.name, group.waiting])).toEqual([
      ['Empty', 0],
      ['Default', 0],
      ['Ready', 1],
      ['Gone', 0],
    ]);
    expect(groups.at(-1)?.printer).toBeNull();
  });

  test('a default printer in trouble comes before the others in trouble', () => {
    const printers = [
      printerState({ name: 'Open', reasons: ['head open'] }),
      printerState({ name: 'Default', isDefault: true, reasons: ['paused'] }),
    ];
    expect(jobsByPrinter(printers, []).map(({ name }) => name)).toEqual(['Default', 'Open']);
  });

  test('that were removed with waiting jobs are in trouble too', () => {
    const groups = jobsByPrinter([printerState({ name: 'Ready' })], [printJob({ printer: 'Gone' })]);
    expect(groups.map(({ name }) => name)).toEqual(['Gone', 'Ready']);
  });
});

describe('print queue: the jobs of one printer', () => {
  test('are listed in printing order; uncertain and finished jobs are separate', () => {
    const group = onlyGroup([
      printJob({ id: 9, state: 'printed' }),
      printJob({ id: 8, state: 'queued' }),
      printJob({ id: 7, state: 'uncertain' }),
      printJob({ id: 6, state: 'held' }),
      printJob({ id: 5, state: 'sending' }),
      printJob({ id: 4, state: 'sent' }),
    ]);
    expect(places(group.pending)).toEqual([
      [5, null],
      [6, 1],
      [8, 2],
    ]);
    expect(places(group.uncertain)).toEqual([[7, null]]);
    expect(places(group.finished)).toEqual([
      [9, null],
      [4, null],
    ]);
  });

  test('that the printer still has come before the waiting ones, oldest first', () => {
    const evidence = printEvidenceSchema.parse({ formatsInPrinter: 1 });
    const group = onlyGroup([
      printJob({ id: 3, state: 'queued' }),
      printJob({ id: 2, state: 'sending' }),
      printJob({ id: 1, state: 'sent', evidence }),
    ]);
    expect(group.pending.map(({ job }) => job.id)).toEqual([1, 2, 3]);
    expect(group.finished).toEqual([]);
  });

  test('that need a person do not block the others, and those with a question come before the waiting ones', () => {
    const group = onlyGroup([
      printJob({ id: 4, state: 'queued' }),
      printJob({ id: 3, state: 'held', question }),
      printJob({ id: 2, state: 'held', onHold: true }),
      printJob({ id: 1, state: 'queued' }),
    ]);
    expect(places(group.pending)).toEqual([
      [3, null],
      [1, 1],
      [2, null],
      [4, 2],
    ]);
    expect(group.waiting).toBe(4);
  });

  test('are marked as the newest of their parcel or not, each with the copies that may be on paper', () => {
    const group = onlyGroup([
      printJob({ id: 1, state: 'printed' }),
      printJob({ id: 2, state: 'failed' }),
      printJob({ id: 3, state: 'sent' }),
      printJob({ id: 4, parcelId: 2 }),
    ]);
    const listed = [...group.pending, ...group.finished].map(({ job, isNewest, copies }) => [job.id, isNewest, copies]);
    expect(listed).toEqual([
      [4, true, 0],
      [3, true, 2],
      [2, false, 2],
      [1, false, 2],
    ]);
  });
});

describe('print queue: its parts', () => {
  const partsOf = (...given: Parameters<typeof queueSections>) =>
    queueSections(...given).map((section) => [
      section.kind === 'printer' ? section.group.name : section.kind,
      section.kind === 'idle printers' ? section.groups.map(({ name }) => name) : section.jobs.map(({ job }) => job.id),
    ]);

  test('come in the order of what needs a person, what runs and what is done, of any day', () => {
    const printers = [
      printerState({ name: 'At work', isDefault: true }),
      printerState({ name: 'Idle' }),
      printerState({ name: 'Idle too' }),
      printerState({ name: 'Empty', reasons: ['paper out'] }),
    ];
    const jobs = [
      printJob({ id: 1, parcelId: 1, printer: 'At work' }),
      printJob({ id: 2, parcelId: 2, printer: 'At work', state: 'held', question }),
      printJob({ id: 3, parcelId: 3, printer: 'Idle', state: 'uncertain' }),
      printJob({ id: 4, parcelId: 4, printer: 'Empty', state: 'held', reasons: ['paper out'] }),
      printJob({ id: 5, parcelId: 5, printer: '', state: 'held', reasons: ['no printer'] }),
      printJob({ id: 6, parcelId: 6, printer: 'Gone', state: 'printed', createdAt: '2026-01-02T08:00:00.000Z' }),
      printJob({ id: 7, parcelId: 7, printer: 'Idle', state: 'sent' }),
    ];
    expect(partsOf(printers, jobs)).toEqual([
      ['without printer', [5]],
      ['Empty', [4]],
      ['questions', [2, 3]],
      ['At work', [1]],
      ['idle printers', ['Idle', 'Idle too']],
      ['finished', [7, 6]],
    ]);
  });

  test('have labels that only wait for other benches under a heading of their own, behind what needs an answer', () => {
    const waits = { kind: 'site' as const, message: message('print-question.site-waiting'), answers: [] };
    const asks = {
      ...waits,
      message: message('print-question.site-unknown-holder'),
      answers: ['print anyway' as const],
    };
    const printers = [printerState({ name: 'Empty', reasons: ['paper out'] })];
    const held = { printer: 'Empty', state: 'held' as const };
    const waiting = printJob({ ...held, id: 1, parcelId: 1, question: waits });
    const asked = printJob({ ...held, id: 2, parcelId: 2, question: asks });
    expect(partsOf(printers, [waiting, asked])).toEqual([
      ['Empty', []],
      ['questions', [2]],
      ['waiting for site', [1]],
    ]);
    expect([waiting, asked].map(needsOperator)).toEqual([false, true]);
    // Under the printer stands how many labels need an answer, and nothing where all of them wait.
    expect(queueSections(printers, [waiting, asked])[0]).toMatchObject({ questions: 1 });
    expect(queueSections(printers, [waiting])[0]).toMatchObject({ questions: null });
  });

  test('hold the newest 50 done labels of all printers, and no uncertain one is hidden behind a long queue', () => {
    const jobs = Array.from({ length: 500 }, (_, index) =>
      printJob({
        ...{ id: index + 1, parcelId: index + 1, printer: index % 2 === 0 ? 'A' : 'B' },
        state: index < 10 ? 'uncertain' : index < 200 ? 'printed' : 'queued',
      }),
    );
    const printers = [printerState({ name: 'A' }), printerState({ name: 'B' })];
    const counts = (pages?: Record<string, number>) =>
      queueSections(printers, jobs, pages).map((section) =>
        section.kind === 'idle printers' ? 0 : [section.kind, section.jobs.length],
      );
    expect(counts()).toEqual([
      ['questions', 10],
      ['printer', 100],
      ['printer', 100],
      ['finished', 50],
    ]);
    expect(counts({ A: 2 })[1]).toEqual(['printer', 150]);
  });
});
