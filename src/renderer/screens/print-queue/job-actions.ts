import { assertNever, type Result } from '../../../shared/contract/failure.ts';
import { type PrintAnswer, type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import { noPrinterName } from '../../../shared/printing/printer.ts';
import { call } from '../../data/station-client.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  notPrintedReason,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { text } from '../../text/text.ts';
import type { QueuedJob } from './jobs-by-printer.ts';
import type { MoveTarget } from './printer-actions.ts';

/** Something an operator can do about a job. */
export type JobAction =
  | { readonly kind: 'answer'; readonly answer: PrintAnswer }
  | { readonly kind: 'cancel' | 'pause' | 'resume' | 'mark not printed' | 'confirm printed' }
  | { readonly kind: 'move'; readonly to: MoveTarget }
  /** Null: a first copy; `ask`: a copy may be on paper, and another needs a reason. */
  | { readonly kind: 'print again'; readonly reason: string | null | 'ask' };

export interface JobActions {
  /** Buttons beside the job. */
  readonly shown: readonly JobAction[];
  /** Buttons behind "More". */
  readonly more: readonly JobAction[];
}

/**
 * The buttons of a job, the most likely first. A job with a question shows every answer; any other job at most two buttons.
 * @param others the station's other printers, the best one to move to first.
 */
export function jobActions(entry: QueuedJob, others: readonly MoveTarget[]): JobActions {
  const actions = allowedActions(entry);
  const moves: JobAction[] = printJobCan('move', entry.job.state) ? others.map((to) => ({ kind: 'move', to })) : [];
  if (entry.job.question) {
    return moves.length === 1 && !others[0]?.makesNoPaper
      ? { shown: [...actions, ...moves], more: [] }
      : { shown: actions, more: moves };
  }
  // An uncertain label is settled first: a copy printed before that may be one too many.
  if (entry.job.state === 'uncertain') return { shown: actions.slice(0, 2), more: actions.slice(2) };
  // The printer prints it without help: the buttons stay behind "More".
  if (isInPrinter(entry.job)) return { shown: [], more: actions };
  const all = [...actions, ...moves];
  return all.length <= 2 && others.every(({ makesNoPaper }) => !makesNoPaper)
    ? { shown: all, more: [] }
    : { shown: all.slice(0, 1), more: all.slice(1) };
}

/** True where the job waits for the operator. */
export const needsOperator = ({ state, question }: QueuedJob['job']): boolean =>
  state === 'uncertain' || question !== null;

function allowedActions({ job, isNewest, copies }: QueuedJob): JobAction[] {
  switch (job.state) {
    case 'queued':
      return [{ kind: 'cancel' }, { kind: 'pause' }];
    case 'held':
      if (job.question)
        return [...job.question.answers.map((answer) => ({ kind: 'answer', answer }) as const), { kind: 'cancel' }];
      if (job.printer === noPrinterName) return [{ kind: 'cancel' }];
      return job.onHold ? [{ kind: 'resume' }, { kind: 'cancel' }] : [{ kind: 'cancel' }, { kind: 'pause' }];
    case 'sending':
      return [];
    case 'uncertain':
      return [{ kind: 'confirm printed' }, { kind: 'mark not printed' }, ...printAgain(isNewest, 'ask')];
    case 'sent':
      return [
        ...printAgain(isNewest && !isInPrinter(job), 'ask'),
        { kind: 'mark not printed' },
        { kind: 'confirm printed' },
      ];
    case 'printed':
      return printAgain(isNewest, 'ask');
    case 'failed':
    case 'cancelled':
      return printAgain(isNewest, isMarkedNotPrinted(job) ? notPrintedReason() : copies > 0 ? 'ask' : null);
    default:
      return assertNever(job.state);
  }
}

/** Only on the newest job of a parcel. */
const printAgain = (isNewest: boolean, reason: string | null | 'ask'): JobAction[] =>
  isNewest ? [{ kind: 'print again', reason }] : [];

/** The text of the button. */
export function jobActionText(action: JobAction): string {
  switch (action.kind) {
    case 'answer':
      return printAnswerText(action.answer);
    case 'move':
      return text('print-queue.action.move', { printer: action.to.name, makesNoPaper: action.to.makesNoPaper });
    case 'cancel':
      return text('print-queue.action.cancel');
    case 'pause':
      return text('print-queue.action.pause');
    case 'resume':
      return text('print-queue.action.resume');
    case 'mark not printed':
      return text('print-queue.action.mark-not-printed');
    case 'confirm printed':
      return text('print-queue.action.confirm-printed');
    case 'print again':
      return text('print-queue.action.print-again');
    default:
      return assertNever(action);
  }
}

/** Runs an action. Main refuses a copy that needs a reason and has none. */
export function runJobAction({ id: jobId, parcelId }: PrintJob, action: JobAction): Promise<Result<unknown>> {
  switch (action.kind) {
    case 'answer':
      return call('print-job.answer', { jobId, answer: action.answer });
    case 'cancel':
      return call('print-job.cancel', { jobId });
    case 'pause':
      return call('print-job.hold', { jobId });
    case 'resume':
      return call('print-job.resume', { jobId });
    case 'move':
      return call('print-job.move', { jobId, printer: action.to.name });
    case 'mark not printed':
      return call('print-job.settle', { jobId, printed: false });
    case 'confirm printed':
      return call('print-job.settle', { jobId, printed: true });
    case 'print again':
      return call('parcel.print', { parcelId, reprintReason: action.reason === 'ask' ? null : action.reason });
    default:
      return assertNever(action);
  }
}
