import { describe, expect, test, vi } from 'vitest';
import { queueRefusal } from '../../../../src/main/core/printing/print-queue.ts';
import { verdictOn } from '../../../../src/renderer/presentation/verdict.ts';
import { factsOfJob, type VerdictContext } from '../../../../src/renderer/presentation/verdict-facts.ts';
import {
  isReasonMissing,
  jobActions,
  jobActionText,
  runJobAction,
} from '../../../../src/renderer/screens/print-queue/job-actions.ts';
import type { PrinterJobs, QueuedJob } from '../../../../src/renderer/screens/print-queue/jobs-by-printer.ts';
import {
  type MoveTarget,
  moveTargets,
  printerActions,
  printerActionText,
} from '../../../../src/renderer/screens/print-queue/printer-actions.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import {
  type ListedPrintJob,
  type PrintJob,
  type PrintJobAction,
  printEvidenceSchema,
  printJobCan,
  printJobStates,
} from '../../../../src/shared/printing/print-job.ts';
import type { PrinterState } from '../../../../src/shared/printing/printer.ts';
import { parcel, printerState, printJob } from '../samples.ts';

const entry = (job: Partial<ListedPrintJob>, context: Partial<QueuedJob> = {}): QueuedJob => ({
  job: { ...printJob(), ...job },
  queuePosition: null,
  isNewest: true,
  copies: 0,
  ...context,
});

const inside = printEvidenceSchema.parse({ formatsInPrinter: 1 });

const targets = (names: readonly string[]): MoveTarget[] =>
  names.map((name) => ({ name, makesNoPaper: name === 'Files' }));
const context: VerdictContext = { environmentKind: 'practice', printers: [], now: 0 };
const offered = ({ job, isNewest, copies }: QueuedJob, others: string[]) => {
  const place = { labelsBefore: null, isNewest, isParcelGone: job.deletion !== undefined };
  const { actions } = verdictOn(factsOfJob(job, place, context));
  return jobActions(job, { actions, others: targets(others), copies });
};
const actionsOf = (one: QueuedJob, others: string[] = []) => {
  const { shown, more } = offered(one, others);
  return { shown: shown.map(jobActionText), more: more.map(jobActionText) };
};

describe('print job buttons', () => {
  test.each<[string, QueuedJob, string[], string[], string[]]>([
    ['queued', entry({}), [], ['Cancel', 'Pause'], []],
    ['queued, with another printer', entry({}), ['B'], ['Cancel'], ['Pause', 'Move to B']],
    ['held with its printer', entry({ state: 'held' }), [], ['Cancel', 'Pause'], []],
    ['held by an operator', entry({ state: 'held', onHold: true }), ['B'], ['Resume'], ['Cancel', 'Move to B']],
    ['being sent', entry({ state: 'sending' }), ['B'], [], []],
    [
      'held without a printer',
      entry({ state: 'held', printer: '' }),
      ['Files'],
      ['Cancel'],
      ['Move to Files (no paper)'],
    ],
    ['uncertain', entry({ state: 'uncertain' }), ['B'], ['Confirm printed', 'Mark as not printed'], ['Print again']],
    ['sent', entry({ state: 'sent' }), ['B'], ['Print again'], ['Mark as not printed', 'Confirm printed']],
    [
      'sent, and in the printer',
      entry({ state: 'sent', evidence: inside }),
      ['B'],
      [],
      ['Mark as not printed', 'Confirm printed'],
    ],
    ['printed', entry({ state: 'printed' }), ['B'], ['Print again'], []],
    ['printed, and again since', entry({ state: 'printed' }, { isNewest: false }), [], [], []],
    ['printed, and its parcel deleted since', entry({ state: 'printed', deletion: 'deleted' }), ['B'], [], []],
    ['cancelled by its parcel’s deletion', entry({ state: 'cancelled', deletion: 'deleting' }), ['B'], [], []],
    ['failed', entry({ state: 'failed' }), [], ['Print again'], []],
    ['cancelled', entry({ state: 'cancelled' }), [], ['Print again'], []],
  ])('%s', (_, one, others, shown, more) => expect(actionsOf(one, others)).toEqual({ shown, more }));

  test('a job with a question: every answer is shown', () => {
    const question = {
      kind: 'resolution differs',
      message: message('print-question.empty-label'),
      answers: ['print anyway', 'print pdf'],
    } satisfies PrintJob['question'];
    const one = entry({ state: 'held', question });
    expect(actionsOf(one, ['B'])).toEqual({
      shown: ['Print anyway', 'Print the PDF', 'Cancel', 'Move to B'],
      more: [],
    });
    expect(actionsOf(one, ['B', 'C']).more).toEqual(['Move to B', 'Move to C']);
  });

  test('only what the table of allowed actions offers', () => {
    const needs: Record<string, PrintJobAction> = {
      Cancel: 'cancel',
      Pause: 'hold',
      Resume: 'resume',
      'Move to B': 'move',
      'Mark as not printed': 'markNotPrinted',
      'Confirm printed': 'markPrinted',
    };
    for (const state of printJobStates) {
      for (const onHold of [false, true]) {
        const { shown, more } = actionsOf(entry({ state, onHold }), ['B']);
        for (const label of [...shown, ...more]) {
          const action = needs[label];
          if (action) expect([state, label, printJobCan(action, state)]).toEqual([state, label, true]);
        }
      }
    }
  });

  const reasonOf = (one: QueuedJob) => offered(one, []).shown.find(({ kind }) => kind === 'print again');

  test('Print again requires a reason where a copy may already be printed', () => {
    expect(reasonOf(entry({ state: 'printed' }))).toMatchObject({ reason: 'ask' });
    expect(reasonOf(entry({ state: 'cancelled' }, { copies: 1 }))).toMatchObject({ reason: 'ask' });
  });

  test('Print again requires no reason where the label was marked as not printed or was never sent', () => {
    expect(reasonOf(entry({ state: 'failed' }))).toMatchObject({ reason: 'Not printed' });
    expect(reasonOf(entry({ state: 'failed' }, { copies: 1 }))).toMatchObject({ reason: 'Not printed' });
    const failure = { code: 'no-label', message: message('label.unreadable-file') } as const;
    expect(reasonOf(entry({ state: 'failed', failure }))).toMatchObject({ reason: null });
    expect(reasonOf(entry({ state: 'cancelled' }))).toMatchObject({ reason: null });
  });

  test('Print again of a label that was refused for a deletion requires a reason where a copy may be printed, and gives none itself', () => {
    const failure = { code: 'not-allowed-now', message: message('print-job.deleted-at-site') } as const;
    expect(reasonOf(entry({ state: 'failed', failure }, { copies: 1 }))).toMatchObject({ reason: 'ask' });
    expect(reasonOf(entry({ state: 'failed', failure }))).toMatchObject({ reason: null });
  });

  test('Print anyway is sent with the question that was shown, so that it answers no other one', async () => {
    const call = vi.fn(async () => success(null));
    vi.stubGlobal('window', { station: { call } });
    const asked = message('print-question.site-copies', { benches: 'bench-2' });
    const question = { kind: 'site' as const, message: asked, answers: ['print anyway' as const] };
    await runJobAction(printJob({ state: 'held', question }), { kind: 'answer', answer: 'print anyway' });
    expect(call).toHaveBeenCalledWith('print-job.answer', { jobId: 1, answer: 'print anyway', asked });
    vi.unstubAllGlobals();
  });

  test('a copy that main refuses without a reason asks for one, also where the list counts no copy', () => {
    const refusal = queueRefusal(parcel({ copies: 1 }), null);
    expect(refusal && isReasonMissing(failed(refusal))).toBe(true);
    const deleted = queueRefusal(parcel({ deletedAt: '2026-11-21T14:05:00.000Z' }), null);
    expect(deleted && isReasonMissing(failed(deleted))).toBe(false);
    expect(isReasonMissing(success(null))).toBe(false);
  });
});

describe('printer buttons', () => {
  const group = (printer: Partial<PrinterState> | null, waiting = 0): PrinterJobs => ({
    name: 'Zebra A',
    printer: printer && printerState(printer),
    pending: [],
    uncertain: [],
    finished: [],
    waiting,
  });
  const wordsOf = (one: PrinterJobs, others: string[] = []) => {
    const { shown, more } = printerActions(one, targets(others));
    return { shown: shown.map(printerActionText), more: more.map(printerActionText) };
  };

  test.each<[string, PrinterJobs, string[], string[], string[]]>([
    ['ready', group({}, 3), ['B'], ['Pause'], []],
    [
      'out of paper with work',
      group({ reasons: ['paper out'] }, 1),
      ['B', 'C'],
      ['Move 1 label to B', 'Pause'],
      ['Move 1 label to C'],
    ],
    ['out of paper without work', group({ reasons: ['paper out'] }), ['B'], ['Pause'], []],
    [
      'out of paper, and only a virtual one left',
      group({ reasons: ['paper out'] }, 1),
      ['Files'],
      ['Pause'],
      ['Move 1 label to Files (no paper)'],
    ],
    ['on hold', group({ reasons: ['on hold'] }, 1), ['B'], ['Move 1 label to B', 'Resume'], []],
    ['another one', group({ reasons: ['another printer'] }), [], ['Use this printer', 'Pause'], []],
    ['unfinished label', group({ reasons: ['unfinished label'] }), [], ['Clear unfinished label', 'Pause'], []],
    [
      'never answered',
      group({ reasons: ['not answering'], answers: false }),
      [],
      ['Turn off status checks', 'Pause'],
      [],
    ],
    ['silent now', group({ reasons: ['not answering'], answers: true }), [], ['Pause'], []],
    ['removed with work', group(null, 2), ['B'], ['Move 2 labels to B'], []],
    ['removed', group(null), ['B'], [], []],
  ])('%s', (_, one, others, shown, more) => expect(wordsOf(one, others)).toEqual({ shown, more }));

  test('move targets: the stand-in, printers that print, held ones, and virtual ones last', () => {
    const printers = [
      printerState({ name: 'A', standIn: 'D' }),
      printerState({ name: 'Pictures', connection: { kind: 'virtual' } }),
      printerState({ name: 'B', reasons: ['head open'] }),
      printerState({ name: 'C' }),
      printerState({ name: 'D' }),
    ];
    const namesOf = (name: string) => moveTargets(name, printers, 'practice').map((target) => target.name);
    expect(namesOf('A')).toEqual(['D', 'C', 'B', 'Pictures']);
    expect(namesOf('Gone')).toEqual(['A', 'C', 'D', 'B', 'Pictures']);
    expect(moveTargets('A', printers, 'sandbox').at(-1)).toEqual({ name: 'Pictures', makesNoPaper: true });
  });
});
