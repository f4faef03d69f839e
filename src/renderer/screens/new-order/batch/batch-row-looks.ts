import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  Clock,
  type LucideIcon,
  Send,
  TriangleAlert,
} from 'lucide-react';
import type { BatchProblem, BatchRow, BatchState } from '../../../../shared/batch.ts';
import { assertNever } from '../../../../shared/failure.ts';
import type { Tone } from '../../../ui/tone.ts';

export interface RowLook {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
}

/** A row's state as shape, word and tone. */
export function rowLook({ state, problems }: Pick<BatchRow, 'state' | 'problems'>, batch: BatchState): RowLook {
  switch (state) {
    case 'ready':
      return problems.length > 0
        ? { tone: 'warning', icon: TriangleAlert, word: 'Ready, look at it' }
        : { tone: 'success', icon: CircleCheck, word: 'Ready' };
    case 'faulty':
      return { tone: 'error', icon: CircleX, word: batch === 'draft' ? 'Has a fault' : 'Not ordered' };
    case 'skipped':
      return { tone: 'quiet', icon: CircleMinus, word: 'Left out' };
    case 'on the way':
      return { tone: 'information', icon: Send, word: 'Creating' };
    case 'created':
      return { tone: 'success', icon: CircleCheck, word: 'Created' };
    case 'refused':
      return { tone: 'error', icon: CircleX, word: 'Refused' };
    case 'uncertain':
      return { tone: 'warning', icon: TriangleAlert, word: 'Uncertain' };
    case 'not begun':
      return batch === 'stopped' || batch === 'done'
        ? { tone: 'quiet', icon: CircleDashed, word: 'Never created' }
        : { tone: 'quiet', icon: Clock, word: 'In line' };
    default:
      return assertNever(state);
  }
}

/** Faults before warnings; of one weight as given. */
export function worstFirst(problems: readonly BatchProblem[]): readonly BatchProblem[] {
  return [...problems].sort((one, other) => Number(other.weight === 'fault') - Number(one.weight === 'fault'));
}

/** Problems of one column, or of the row as a whole (null); a row that was left out has none any more. */
export const problemsAt = ({ problems, state }: BatchRow, place: number | null): readonly BatchProblem[] =>
  state === 'skipped' ? [] : worstFirst(problems.filter((problem) => problem.place === place));

/** What stands under a row's state. */
export function rowSentence(row: BatchRow): string | null {
  if (row.words !== null && row.words !== '') return row.words;
  if (row.state === 'uncertain') return 'Look under Print queue, Waiting to send.';
  const [first] = problemsAt(row, null);
  return first?.words ?? null;
}
