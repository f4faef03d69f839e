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
import { assertNever } from '../../../shared/contract/failure.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { BatchProblem, BatchRow, BatchState } from '../../../shared/orders/batch.ts';
import { messageText, quotedServiceText } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.ts';
import type { BatchRowChoice } from './batch-data.ts';

export interface RowBadge {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
}

/** A row's state as shape, word and tone. */
export function rowBadge({ state, problems }: Pick<BatchRow, 'state' | 'problems'>, batch: BatchState): RowBadge {
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
function worstFirst(problems: readonly BatchProblem[]): readonly BatchProblem[] {
  return [...problems].sort((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'));
}

/** Problems of one column, or of the row as a whole (null); a row that was left out has none any more. */
export const problemsAt = ({ problems, state }: BatchRow, place: number | null): readonly BatchProblem[] =>
  state === 'skipped' ? [] : worstFirst(problems.filter((problem) => problem.place === place));

/** What stands under a row's state. */
export function rowSentence(row: BatchRow): string | null {
  if (row.message) return rowMessage(row.message, row.serviceText);
  if (row.state === 'uncertain') return 'Look under Print queue, Waiting to send.';
  const [first] = problemsAt(row, null);
  return first ? messageText(first.message) : null;
}

/** What happened to the row's order, with what the service said. */
export const rowMessage = (message: Message, serviceText: string | null): string =>
  serviceText === null ? messageText(message) : `${messageText(message)} ${quotedServiceText(serviceText)}`;

/** One row at a place among those of a choice, and how many those are; null where it cannot be read. */
export type ReadRow = (only: BatchRowChoice, index: number) => Promise<{ total: number; row: BatchRow | null } | null>;

export interface FoundRow {
  readonly index: number;
  readonly row: BatchRow;
}

/**
 * The next row with problems after a line of the input, from the top again after the last one; its place is among the rows shown.
 * Null where no row has any. Rows stand in the order of their lines, so that halving finds it in a dozen readings of one row each.
 */
export async function nextProblemRow(
  read: ReadRow,
  shown: BatchRowChoice,
  afterLine: number,
): Promise<FoundRow | null> {
  const next = (await firstAt(read, 'with problems', afterLine + 1)) ?? (await firstAt(read, 'with problems', 0));
  if (!next || shown === 'with problems') return next;
  return firstAt(read, shown, next.row.line);
}

/** The first row that begins at that line or after it. */
async function firstAt(read: ReadRow, only: BatchRowChoice, line: number): Promise<FoundRow | null> {
  let low = 0;
  let found: FoundRow | null = null;
  let high = (await read(only, 0))?.total ?? 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = (await read(only, middle))?.row;
    if (!row) return null;
    if (row.line >= line) {
      found = { index: middle, row };
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return found;
}
