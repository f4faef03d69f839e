import { ofParcels } from '../../../shared/contract/changes.ts';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type PrintJob, printJobActions } from '../../../shared/printing/print-job.ts';
import type { HeldReason, Printer } from '../../../shared/printing/printer.ts';
import { untilAborted } from '../../concurrency/waiting.ts';
import type { Announce } from '../notices.ts';
import type { Clock } from '../ports/clock.ts';
import type { NextLabel, PrintJobChange, PrintRecords } from '../ports/print-records.ts';
import { activityAt } from '../ports/write-context.ts';
import {
  cacheLastDrawing,
  type PrepareLabelParts,
  prepareLabel,
  prepareZpl,
  questionBasis,
  type ReadyLabel,
} from './prepare-label.ts';
import type { ConditionTracker } from './printer-condition.ts';
import type { SiteQuestions } from './site-questions.ts';

export interface UnsentJobsParts extends PrepareLabelParts {
  printer: () => Printer;
  condition: ConditionTracker;
  records: PrintRecords;
  clock: Clock;
  announce: Announce;
  /** Absent where the environment is not shared with other benches. */
  siteQuestions?: SiteQuestions | undefined;
  /** The worker ends: a label that is still being drawn is drawn by its successor. */
  signal: AbortSignal;
}

/** One printer's jobs before their first byte: their questions, and why they wait. */
export interface UnsentJobs {
  /** Jobs whose label could not be drawn a moment ago: those behind them go first. */
  delayed(): number[];
  /** Stores with the job why the printer does not print. */
  show(job: PrintJob, failure: Failure): Promise<void>;
  /** The label prepared for the printer; null where the job failed instead, has a question or is delayed. */
  prepareLabel(next: NextLabel): Promise<ReadyLabel | null>;
  /** The same without waiting or storing anything; null where it is not ready at once. */
  prepareAtOnce(next: NextLabel): ReadyLabel | null;
  /** Drops questions and answers that refer to the printer's previous settings. */
  resetOutdatedQuestions(): Promise<void>;
}

export function createUnsentJobs(parts: UnsentJobsParts): UnsentJobs {
  const { printer, condition, records, clock, announce } = parts;
  const pictures = { zplOfPdf: cacheLastDrawing(parts.pictures.zplOfPdf) };
  /** The settings that the stored questions refer to. */
  let currentBasis = questionBasis(printer());
  /** Until when each delayed job waits, milliseconds since 1970. */
  const delayedUntil = new Map<number, number>();

  const change = async (
    { id, code, parcelId, printer: waitsFor }: PrintJob,
    to: PrintJobChange,
    what: ActivityKind,
    outcome: Message,
  ): Promise<void> => {
    const record = { activity: activityAt(clock.now(), 'station', what, code, outcome) };
    await records.movePrintJob(id, printJobActions.send, { ...to, ifWaitingFor: waitsFor }, record);
    announce(...ofParcels([parcelId], 'print jobs', 'parcels'));
  };

  const show = async (job: PrintJob, failure: Failure, reasons: HeldReason[]): Promise<void> => {
    const isShown =
      job.state === 'held' &&
      JSON.stringify(job.failure?.message) === JSON.stringify(failure.message) &&
      job.reasons.join() === reasons.join();
    if (!isShown) await change(job, { state: 'held', reasons, failure }, 'hold-print', failure.message);
  };

  return {
    delayed() {
      // One that is farther away than any was set before the clock was set back.
      for (const [id, until] of delayedUntil)
        if (until <= clock.now() || until - clock.now() > longestDelayMs) delayedUntil.delete(id);
      return [...delayedUntil.keys()];
    },
    show: (job, failure) => show(job, failure, [...condition.now().reasons]),
    prepareAtOnce(next) {
      // Whether another bench has it is asked of the records.
      if (parts.siteQuestions) return null;
      const made = prepareZpl(parts, next, printer());
      return made.kind === 'ready' ? made : null;
    },
    async prepareLabel(next) {
      const { job } = next;
      const began = clock.now();
      const question = await parts.siteQuestions?.check(job);
      const made =
        question ?? (await untilAborted(prepareLabel({ ...parts, pictures }, next, printer()), parts.signal));
      if (made === 'aborted') return null;
      if (made.kind === 'ready') return made;
      if (made.kind === 'delayed') {
        // Longer than the attempts of all such labels take: they would else hold up those behind them in turn.
        const attempts = delayedUntil.size + (delayedUntil.has(job.id) ? 2 : 3);
        const delay = Math.min(Math.max(redrawAfterMs, attempts * (clock.now() - began)), longestDelayMs);
        delayedUntil.set(job.id, clock.now() + delay);
        await show(job, made.failure, []);
        return null;
      }
      if (made.kind === 'question') {
        const { question } = made;
        await change(job, { state: 'held', reasons: [], failure: null, question }, 'hold-print', question.message);
      } else {
        const { failure } = made;
        await change(job, { state: 'failed', reasons: [], failure }, 'print', failure.message);
      }
      return null;
    },
    async resetOutdatedQuestions() {
      const now = questionBasis(printer());
      if (now === currentBasis) return;
      const { name } = printer();
      const changedPrinter = message('journal.print.printer-changed', { printer: name });
      const record = {
        activity: activityAt(clock.now(), 'station', 'repeat-print-questions', null, changedPrinter),
      };
      const withdrawn = await records.resetPrintQuestions(name, record);
      currentBasis = now;
      if (withdrawn > 0) announce('print jobs', 'parcels');
    },
  };
}

/** Milliseconds until a label is drawn again that could not be drawn, at least and at most. */
const redrawAfterMs = 10_000;
const longestDelayMs = 300_000;

export const heldManually: Failure = {
  code: 'printer-held',
  message: message('print-job.printer-paused'),
};
