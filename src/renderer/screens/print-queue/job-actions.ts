import { assertNever, type Result } from '../../../shared/contract/failure.ts';
import { type PrintAnswer, type PrintJob, printJobCan } from '../../../shared/printing/print-job.ts';
import { call } from '../../data/station-client.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  notPrintedReason,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import type { QueuedJob } from './jobs-by-printer.ts';

/** Something a person may do about a job. */
export type JobAction =
  | { readonly kind: 'answer'; readonly answer: PrintAnswer }
  | { readonly kind: 'cancel' | 'hold' | 'go on' | 'not printed' | 'label in hand' }
  | { readonly kind: 'move'; readonly to: string }
  /** Null: a first copy; `ask`: a copy may be on paper, and another needs a reason. */
  | { readonly kind: 'print again'; readonly reason: string | null | 'ask' };

export interface JobActions {
  /** Buttons beside the job. */
  readonly shown: readonly JobAction[];
  /** Buttons behind "More". */
  readonly more: readonly JobAction[];
}

/**
 * The buttons of a job, the likeliest first. A job that asks shows all it may be answered; any other two at most.
 * @param others the names of the station's other printers, the best one to move to first.
 */
export function jobActions(entry: QueuedJob, others: readonly string[]): JobActions {
  const actions = allowedActions(entry);
  const moves: JobAction[] = printJobCan('move', entry.job.state) ? others.map((to) => ({ kind: 'move', to })) : [];
  if (entry.job.asked) {
    return moves.length === 1 ? { shown: [...actions, ...moves], more: [] } : { shown: actions, more: moves };
  }
  // What is in doubt is settled first: a copy made before that may be one too many.
  if (entry.job.state === 'uncertain') return { shown: actions.slice(0, 2), more: actions.slice(2) };
  // It comes out of the printer by itself: what may be said of it is not in the way.
  if (isInPrinter(entry.job)) return { shown: [], more: actions };
  const all = [...actions, ...moves];
  return all.length <= 2 ? { shown: all, more: [] } : { shown: all.slice(0, 1), more: all.slice(1) };
}

/** True where nothing goes on with the job until a person said something. */
export const needsOperator = ({ state, asked }: QueuedJob['job']): boolean => state === 'uncertain' || asked !== null;

function allowedActions({ job, isNewest, copies }: QueuedJob): JobAction[] {
  switch (job.state) {
    case 'queued':
      return [{ kind: 'cancel' }, { kind: 'hold' }];
    case 'held':
      if (job.asked)
        return [...job.asked.answers.map((answer) => ({ kind: 'answer', answer }) as const), { kind: 'cancel' }];
      return job.onHold ? [{ kind: 'go on' }, { kind: 'cancel' }] : [{ kind: 'cancel' }, { kind: 'hold' }];
    case 'sending':
      return [];
    case 'uncertain':
      return [{ kind: 'label in hand' }, { kind: 'not printed' }, ...printAgain(isNewest, 'ask')];
    case 'sent':
      return [...printAgain(isNewest && !isInPrinter(job), 'ask'), { kind: 'not printed' }, { kind: 'label in hand' }];
    case 'printed':
      return printAgain(isNewest, 'ask');
    case 'failed':
    case 'cancelled':
      return printAgain(isNewest, copies > 0 ? 'ask' : isMarkedNotPrinted(job) ? notPrintedReason() : null);
    default:
      return assertNever(job.state);
  }
}

/** Only at the newest job of a parcel: what became of it stands there. */
const printAgain = (isNewest: boolean, reason: string | null | 'ask'): JobAction[] =>
  isNewest ? [{ kind: 'print again', reason }] : [];

/** What stands on the button. */
export function jobActionWords(action: JobAction): string {
  switch (action.kind) {
    case 'answer':
      return printAnswerText(action.answer);
    case 'move':
      return `Move to ${action.to}`;
    case 'cancel':
      return 'Cancel';
    case 'hold':
      return 'Hold';
    case 'go on':
      return 'Go on';
    case 'not printed':
      return 'Not printed';
    case 'label in hand':
      return 'Label in hand';
    case 'print again':
      return 'Print again';
    default:
      return assertNever(action);
  }
}

/** Does what was pressed at a job. A copy that needs a reason is not printed without one: main refuses it. */
export function runJobAction({ id: jobId, parcelId }: PrintJob, action: JobAction): Promise<Result<unknown>> {
  switch (action.kind) {
    case 'answer':
      return call('print-job.answer', { jobId, answer: action.answer });
    case 'cancel':
      return call('print-job.cancel', { jobId });
    case 'hold':
      return call('print-job.hold', { jobId });
    case 'go on':
      return call('print-job.release', { jobId });
    case 'move':
      return call('print-job.move', { jobId, printer: action.to });
    case 'not printed':
      return call('print-job.settle', { jobId, printed: false });
    case 'label in hand':
      return call('print-job.settle', { jobId, printed: true });
    case 'print again':
      return call('parcel.print', { parcelId, reprintReason: action.reason === 'ask' ? null : action.reason });
    default:
      return assertNever(action);
  }
}
