import { assertNever } from '../../../shared/failure.ts';
import type { PrintAnswer } from '../../../shared/print-evidence.ts';
import { printJobCan } from '../../../shared/print-job.ts';
import { didNotComeOut, isInPrinter, isSaidNotPrinted, printAnswerWords } from '../../words/print-jobs.ts';
import type { JobInLine } from './jobs-by-printer.ts';

/** Something a person may do about a job. */
export type JobAct =
  | { readonly act: 'answer'; readonly answer: PrintAnswer }
  | { readonly act: 'cancel' | 'hold' | 'go on' | 'not printed' | 'label in hand' }
  | { readonly act: 'move'; readonly to: string }
  /** Null: a first copy; `ask`: a copy may be on paper, and another needs a reason. */
  | { readonly act: 'print again'; readonly reason: string | null | 'ask' };

export interface JobActs {
  /** Buttons beside the job. */
  readonly shown: readonly JobAct[];
  /** Buttons behind "More". */
  readonly more: readonly JobAct[];
}

/**
 * The buttons of a job, the likeliest first. A job that asks shows all it may be answered; any other two at most.
 * @param others the names of the station's other printers, the best one to move to first.
 */
export function jobActs(entry: JobInLine, others: readonly string[]): JobActs {
  const acts = allowedActs(entry);
  const moves: JobAct[] = printJobCan('move', entry.job.state) ? others.map((to) => ({ act: 'move', to })) : [];
  if (entry.job.asked) {
    return moves.length === 1 ? { shown: [...acts, ...moves], more: [] } : { shown: acts, more: moves };
  }
  // What is in doubt is settled first: a copy made before that may be one too many.
  if (entry.job.state === 'uncertain') return { shown: acts.slice(0, 2), more: acts.slice(2) };
  // It comes out of the printer by itself: what may be said of it is not in the way.
  if (isInPrinter(entry.job)) return { shown: [], more: acts };
  const all = [...acts, ...moves];
  return all.length <= 2 ? { shown: all, more: [] } : { shown: all.slice(0, 1), more: all.slice(1) };
}

/** True where nothing goes on with the job until a person said something. */
export const asksPerson = ({ state, asked }: JobInLine['job']): boolean => state === 'uncertain' || asked !== null;

function allowedActs({ job, isNewest, copies }: JobInLine): JobAct[] {
  switch (job.state) {
    case 'queued':
      return [{ act: 'cancel' }, { act: 'hold' }];
    case 'held':
      if (job.asked)
        return [...job.asked.answers.map((answer) => ({ act: 'answer', answer }) as const), { act: 'cancel' }];
      return job.onHold ? [{ act: 'go on' }, { act: 'cancel' }] : [{ act: 'cancel' }, { act: 'hold' }];
    case 'sending':
      return [];
    case 'uncertain':
      return [{ act: 'label in hand' }, { act: 'not printed' }, ...again(isNewest, 'ask')];
    case 'sent':
      return [...again(isNewest && !isInPrinter(job), 'ask'), { act: 'not printed' }, { act: 'label in hand' }];
    case 'printed':
      return again(isNewest, 'ask');
    case 'failed':
    case 'cancelled':
      return again(isNewest, copies > 0 ? 'ask' : isSaidNotPrinted(job) ? didNotComeOut : null);
    default:
      return assertNever(job.state);
  }
}

/** Only at the newest job of a parcel: what became of it stands there. */
const again = (isNewest: boolean, reason: string | null | 'ask'): JobAct[] =>
  isNewest ? [{ act: 'print again', reason }] : [];

/** What stands on the button. */
export function jobActWords(act: JobAct): string {
  switch (act.act) {
    case 'answer':
      return printAnswerWords[act.answer];
    case 'move':
      return `Move to ${act.to}`;
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
      return assertNever(act);
  }
}
