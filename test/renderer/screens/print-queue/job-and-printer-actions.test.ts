import { describe, expect, test } from 'vitest';
import { jobActions, jobActionWords } from '../../../../src/renderer/screens/print-queue/job-actions.ts';
import type { PrinterJobs, QueuedJob } from '../../../../src/renderer/screens/print-queue/jobs-by-printer.ts';
import {
  moveTargets,
  printerActions,
  printerActionWords,
} from '../../../../src/renderer/screens/print-queue/printer-actions.ts';
import {
  type PrintJob,
  type PrintJobAction,
  printEvidenceSchema,
  printJobCan,
  printJobStates,
} from '../../../../src/shared/printing/print-job.ts';
import type { PrinterState } from '../../../../src/shared/printing/printer.ts';
import { printerState, printJob } from '../samples.ts';

const entry = (job: Partial<PrintJob>, context: Partial<QueuedJob> = {}): QueuedJob => ({
  job: printJob(job),
  queuePosition: null,
  isNewest: true,
  copies: 0,
  ...context,
});

const inside = printEvidenceSchema.parse({ formatsInPrinter: 1 });

const actionsOf = (one: QueuedJob, others: string[] = []) => {
  const { shown, more } = jobActions(one, others);
  return { shown: shown.map(jobActionWords), more: more.map(jobActionWords) };
};

describe('the buttons of a job', () => {
  test.each<[string, QueuedJob, string[], string[], string[]]>([
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
  ])('%s', (_, one, others, shown, more) => expect(actionsOf(one, others)).toEqual({ shown, more }));

  test('that asks are its answers, all in sight', () => {
    const asked = {
      question: 'resolution differs',
      words: 'Made for 203 dpi.',
      answers: ['print anyway', 'print pdf'],
    } satisfies PrintJob['asked'];
    const one = entry({ state: 'held', asked });
    expect(actionsOf(one, ['B'])).toEqual({
      shown: ['Print anyway', 'Print the PDF', 'Cancel', 'Move to B'],
      more: [],
    });
    expect(actionsOf(one, ['B', 'C']).more).toEqual(['Move to B', 'Move to C']);
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
        const { shown, more } = actionsOf(entry({ state, onHold }), ['B']);
        for (const words of [...shown, ...more]) {
          const action = needs[words];
          if (action) expect([state, words, printJobCan(action, state)]).toEqual([state, words, true]);
        }
      }
    }
  });

  const reasonOf = (one: QueuedJob) => jobActions(one, []).shown.find(({ kind }) => kind === 'print again');

  test('ask why another copy is wanted wherever one may be on paper', () => {
    expect(reasonOf(entry({ state: 'printed' }))).toMatchObject({ reason: 'ask' });
    expect(reasonOf(entry({ state: 'failed' }, { copies: 1 }))).toMatchObject({ reason: 'ask' });
  });

  test('know the reason where somebody looked and none came out, and need none where none was sent', () => {
    expect(reasonOf(entry({ state: 'failed' }))).toMatchObject({ reason: 'Not printed' });
    const failure = { code: 'no-label', message: 'The kept label could not be read.' } as const;
    expect(reasonOf(entry({ state: 'failed', failure }))).toMatchObject({ reason: null });
    expect(reasonOf(entry({ state: 'cancelled' }))).toMatchObject({ reason: null });
  });
});

describe('the buttons of a printer', () => {
  const group = (printer: Partial<PrinterState> | null, waiting = 0): PrinterJobs => ({
    name: 'Zebra A',
    printer: printer && printerState(printer),
    pending: [],
    uncertain: [],
    finished: [],
    waiting,
  });
  const wordsOf = (one: PrinterJobs, others: string[] = []) => {
    const { shown, more } = printerActions(one, others);
    return { shown: shown.map(printerActionWords), more: more.map(printerActionWords) };
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
    expect(moveTargets('A', printers)).toEqual(['D', 'C', 'B', 'Pictures']);
    expect(moveTargets('Gone', printers)).toEqual(['A', 'C', 'D', 'B', 'Pictures']);
  });
});
