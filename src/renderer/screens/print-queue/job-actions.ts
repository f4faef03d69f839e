import { assertNever, type Result } from '../../../shared/contract/failure.ts';
import { type PrintAnswer, type PrintJob, waitsForSite } from '../../../shared/printing/print-job.ts';
import { call } from '../../data/station-client.ts';
import type { OfferedAction } from '../../presentation/offered-actions.ts';
import { needsReprintReason } from '../../presentation/parcel-text.ts';
import {
  isInPrinter,
  isMarkedNotPrinted,
  notPrintedReason,
  printAnswerText,
} from '../../presentation/print-job-text.ts';
import { text } from '../../text/text.ts';
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

/** What the buttons of a job depend on. */
interface ActionContext {
  /** What the verdict on the job offers. */
  readonly actions: readonly OfferedAction[];
  /** The station's other printers, the best one to move to first. */
  readonly others: readonly MoveTarget[];
  /** Copies of the parcel's label that may be printed. */
  readonly copies: number;
}

/** The buttons of a job, the most likely first. A job with a question shows every answer; any other job at most two buttons. */
export function jobActions(job: PrintJob, context: ActionContext): JobActions {
  const all = allJobActions(job, context);
  const moves = all.filter(({ kind }) => kind === 'move');
  const actions = all.filter(({ kind }) => kind !== 'move');
  const makePaper = context.others.every(({ makesNoPaper }) => !makesNoPaper);
  if (job.question) {
    return moves.length === 1 && makePaper ? { shown: all, more: [] } : { shown: actions, more: moves };
  }
  // An uncertain label is settled first: a copy printed before that may be one too many.
  if (job.state === 'uncertain') return { shown: actions.slice(0, 2), more: actions.slice(2) };
  // The printer prints it without help: the buttons stay behind "More".
  if (isInPrinter(job)) return { shown: [], more: actions };
  return all.length <= 2 && makePaper ? { shown: all, more: [] } : { shown: all.slice(0, 1), more: all.slice(1) };
}

/** Every button that the verdict on a job allows: one for each answer, and one for each printer to move to. */
export function allJobActions(job: PrintJob, { actions, others, copies }: ActionContext): readonly JobAction[] {
  return actions.flatMap((action): readonly JobAction[] => {
    switch (action) {
      case 'answer':
        return job.question?.answers.map((answer) => ({ kind: 'answer', answer }) as const) ?? [];
      case 'move':
        return others.map((to) => ({ kind: 'move', to }) as const);
      case 'print again':
        return [{ kind: action, reason: copyReason(job, copies) }];
      case 'resume':
      case 'cancel':
      case 'pause':
      case 'confirm printed':
      case 'mark not printed':
        return [{ kind: action }];
      default:
        return [];
    }
  });
}

/** Why another copy is printed: `ask` where one may be printed already, null where none is. */
function copyReason(job: PrintJob, copies: number): string | null | 'ask' {
  if (isMarkedNotPrinted(job)) return notPrintedReason();
  return needsReprintReason({ lastJob: job, copies }) ? 'ask' : null;
}

/** True where the job waits for the operator. */
export const needsOperator = ({ state, question }: Pick<PrintJob, 'state' | 'question'>): boolean =>
  state === 'uncertain' || (question !== null && !waitsForSite(question));

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

/** True where main refused a copy without a reason: it counts copies of jobs too that the list, which is cut, does not hold. */
export const isReasonMissing = (result: Result<unknown>): boolean =>
  !result.ok && result.failure.message.code === 'print-job.maybe-printed';

/** Runs an action. Main refuses a copy that needs a reason and has none. */
export function runJobAction({ id: jobId, parcelId, question }: PrintJob, action: JobAction): Promise<Result<unknown>> {
  switch (action.kind) {
    case 'answer':
      return call('print-job.answer', { jobId, answer: action.answer, asked: question?.message });
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
      return call('parcel.print', {
        parcelId,
        reprintReason: action.reason === 'ask' ? null : action.reason,
        reprintKind: 'not printed',
      });
    default:
      return assertNever(action);
  }
}
