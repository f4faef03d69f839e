import { describe, expect, test } from 'vitest';
import { jobActs, jobActWords } from '../../../../src/renderer/screens/print-queue/job-acts.ts';
import type { JobInLine, PrinterJobs } from '../../../../src/renderer/screens/print-queue/jobs-by-printer.ts';
import { othersOf, printerActs, printerActWords } from '../../../../src/renderer/screens/print-queue/printer-acts.ts';
import { printEvidenceSchema } from '../../../../src/shared/print-evidence.ts';
import { type PrintJob, type PrintJobAction, printJobCan, printJobStates } from '../../../../src/shared/print-job.ts';
import type { PrinterState } from '../../../../src/shared/printer.ts';
import { printerState, printJob } from '../samples.ts';

const entry = (job: Partial<PrintJob>, around: Partial<JobInLine> = {}): JobInLine => ({
  job: printJob(job),
  place: null,
  isNewest: true,
  copies: 0,
  ...around,
});

const inside = printEvidenceSchema.parse({ formatsInPrinter: 1 });

const actsOf = (one: JobInLine, others: string[] = []) => {
  const { shown, more } = jobActs(one, others);
  return { shown: shown.map(jobActWords), more: more.map(jobActWords) };
};

describe('the buttons of a job', () => {
  test.each<[string, JobInLine, string[], string[], string[]]>([
    ['in line', entry({}), [], ['Cancel', 'Hold'], []],
    ['in line beside another printer', entry({}), ['B'], ['Cancel'], ['Hold', 'Move to B']],
    ['held with its printer', entry({ state: 'held' }), [], ['Cancel', 'Hold'], []],
    ['held by hand', entry({ state: 'held', onHold: true }), ['B'], ['Go on'], ['Cancel', 'Move to B']],
    ['on the wire', entry({ state: 'sending' }), ['B'], [], []],
    ['uncertain', entry({ state: 'uncertain' }), ['B'], ['Label in hand', 'Not printed'], ['Print again']],
    ['sent', entry({ state: 'sent' }), ['B'], ['Print again'], ['Not printed', 'Label in hand']],
    [
      'sent, and in the printer',
      entry({ state: 'sent', evidence: inside }),
      ['B'],
      [],
      ['Not printed', 'Label in hand'],
    ],
    ['printed', entry({ state: 'printed' }), ['B'], ['Print again'], []],
    ['printed, and again since', entry({ state: 'printed' }, { isNewest: false }), [], [], []],
    ['failed', entry({ state: 'failed' }), [], ['Print again'], []],
    ['cancelled', entry({ state: 'cancelled' }), [], ['Print again'], []],
  ])('%s', (_, one, others, shown, more) => expect(actsOf(one, others)).toEqual({ shown, more }));

  test('that asks are its answers, all in sight', () => {
    const asked = {
      question: 'resolution differs',
      words: 'Made for 203 dpi.',
      answers: ['print anyway', 'print pdf'],
    } satisfies PrintJob['asked'];
    const one = entry({ state: 'held', asked });
    expect(actsOf(one, ['B'])).toEqual({ shown: ['Print anyway', 'Print the PDF', 'Cancel', 'Move to B'], more: [] });
    expect(actsOf(one, ['B', 'C']).more).toEqual(['Move to B', 'Move to C']);
  });

  test('never offer what the table of allowed actions does not', () => {
    const needs: Record<string, PrintJobAction> = {
      Cancel: 'cancel',
      Hold: 'hold',
      'Go on': 'goOn',
      'Move to B': 'move',
      'Not printed': 'sayNotPrinted',
      'Label in hand': 'sayPrinted',
    };
    for (const state of printJobStates) {
      for (const onHold of [false, true]) {
        const { shown, more } = actsOf(entry({ state, onHold }), ['B']);
        for (const words of [...shown, ...more]) {
          const action = needs[words];
          if (action) expect([state, words, printJobCan(action, state)]).toEqual([state, words, true]);
        }
      }
    }
  });

  const reasonOf = (one: JobInLine) => jobActs(one, []).shown.find(({ act }) => act === 'print again');

  test('ask why another copy is wanted wherever one may be on paper', () => {
    expect(reasonOf(entry({ state: 'printed' }))).toMatchObject({ reason: 'ask' });
    expect(reasonOf(entry({ state: 'failed' }, { copies: 1 }))).toMatchObject({ reason: 'ask' });
  });

  test('know the reason where somebody looked and none came out, and need none where none was sent', () => {
    expect(reasonOf(entry({ state: 'failed' }))).toMatchObject({ reason: 'It did not come out' });
    const failure = { code: 'no-label', message: 'The kept label could not be read.' } as const;
    expect(reasonOf(entry({ state: 'failed', failure }))).toMatchObject({ reason: null });
    expect(reasonOf(entry({ state: 'cancelled' }))).toMatchObject({ reason: null });
  });
});

describe('the buttons of a printer', () => {
  const group = (printer: Partial<PrinterState> | null, waiting = 0): PrinterJobs => ({
    name: 'Zebra A',
    printer: printer && printerState(printer),
    coming: [],
    unsettled: [],
    over: [],
    waiting,
  });
  const wordsOf = (one: PrinterJobs, others: string[] = []) => {
    const { shown, more } = printerActs(one, others);
    return { shown: shown.map(printerActWords), more: more.map(printerActWords) };
  };

  test.each<[string, PrinterJobs, string[], string[], string[]]>([
    ['ready', group({}, 3), ['B'], ['Hold'], []],
    ['out of paper with work', group({ reasons: ['paper out'] }, 1), ['B', 'C'], ['Use B', 'Hold'], ['Use C']],
    ['out of paper without work', group({ reasons: ['paper out'] }), ['B'], ['Hold'], []],
    ['on hold', group({ reasons: ['on hold'] }, 1), ['B'], ['Use B', 'Go on'], []],
    ['another one', group({ reasons: ['another printer'] }), [], ['Use this printer', 'Hold'], []],
    ['half a label in it', group({ reasons: ['unfinished label'] }), [], ['Clear it', 'Hold'], []],
    [
      'silent since ever',
      group({ reasons: ['not answering'], answers: false }),
      [],
      ['This printer cannot answer', 'Hold'],
      [],
    ],
    ['silent now', group({ reasons: ['not answering'], answers: true }), [], ['Hold'], []],
    ['removed with work', group(null, 2), ['B'], ['Use B'], []],
    ['removed', group(null), ['B'], [], []],
  ])('%s', (_, one, others, shown, more) => expect(wordsOf(one, others)).toEqual({ shown, more }));

  test('offer the stand-in first, then printers that print, then held ones, and no pictures before labels', () => {
    const printers = [
      printerState({ name: 'A', standIn: 'D' }),
      printerState({ name: 'Pictures', connection: { kind: 'virtual' } }),
      printerState({ name: 'B', reasons: ['head open'] }),
      printerState({ name: 'C' }),
      printerState({ name: 'D' }),
    ];
    expect(othersOf('A', printers)).toEqual(['D', 'C', 'B', 'Pictures']);
    expect(othersOf('Gone', printers)).toEqual(['A', 'C', 'D', 'B', 'Pictures']);
  });
});
