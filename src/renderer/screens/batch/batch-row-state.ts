import { CircleCheck, CircleDashed, CircleMinus, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { assertNever } from '../../../shared/contract/failure.ts';
import type { BatchProblem, BatchRow, BatchState } from '../../../shared/orders/batch.ts';
import { orderStyles } from '../../presentation/state-styles.ts';
import { messageText, quotedServiceText, text } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.tsx';
import type { BatchRowChoice } from './batch-data.ts';

export interface RowBadge {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly word: string;
}

/** A row's state as icon, text and tone. */
export function rowBadge({ state, problems }: Pick<BatchRow, 'state' | 'problems'>, batch: BatchState): RowBadge {
  switch (state) {
    case 'ready':
      return problems.length > 0
        ? { tone: 'warning', icon: TriangleAlert, word: text('batch.row.state.ready-with-warnings') }
        : { tone: 'success', icon: CircleCheck, word: text('batch.row.state.ready') };
    case 'faulty':
      return {
        tone: 'error',
        icon: CircleX,
        word: batch === 'draft' ? text('batch.row.state.error') : text('batch.row.state.not-ordered'),
      };
    case 'skipped':
      return { tone: 'quiet', icon: CircleMinus, word: text('batch.row.state.skipped') };
    case 'on the way':
      return { ...orderStyles.sending, word: text('batch.row.state.on the way') };
    case 'created':
      return { ...orderStyles.done, word: text('batch.row.state.created') };
    case 'rejected':
      return { ...orderStyles.rejected, word: text('batch.row.state.rejected') };
    case 'uncertain':
      return { ...orderStyles.uncertain, word: text('batch.row.state.uncertain') };
    case 'not begun':
      return batch === 'stopped' || batch === 'done'
        ? { tone: 'quiet', icon: CircleDashed, word: text('batch.row.state.never-created') }
        : { tone: 'quiet', icon: Clock, word: text('batch.row.state.not begun') };
    default:
      return assertNever(state);
  }
}

/** Errors before warnings. */
function worstFirst(problems: readonly BatchProblem[]): readonly BatchProblem[] {
  return [...problems].sort((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'));
}

/** Problems of one column, or of the row as a whole (null); a row that is left out has none. */
export const problemsAt = ({ problems, state }: BatchRow, place: number | null): readonly BatchProblem[] =>
  state === 'skipped' ? [] : worstFirst(problems.filter((problem) => problem.place === place));

/** Why a row needs attention, in one line: what happened to its order, else its worst problem and how many more it has. */
export function rowProblem(row: BatchRow): string | null {
  const result = orderText(row);
  if (result !== null) return result;
  if (row.state === 'uncertain') return text('batch.row.uncertain');
  if (row.state === 'skipped') return null;
  const [worst, ...others] = worstFirst(row.problems);
  if (!worst) return null;
  return text('batch.row.problem', { problem: messageText(worst.message), more: others.length });
}

/** What happened to the row's order, with the service's own text; null where there is nothing to report. */
export function orderText({ message, serviceText }: Pick<BatchRow, 'message' | 'serviceText'>): string | null {
  if (!message) return null;
  return serviceText === null ? messageText(message) : `${messageText(message)} ${quotedServiceText(serviceText)}`;
}

/** The row at a place among those of a choice, and their number; null where it cannot be read. */
export type ReadRow = (only: BatchRowChoice, index: number) => Promise<{ total: number; row: BatchRow | null } | null>;

export interface FoundRow {
  readonly index: number;
  readonly row: BatchRow;
}

/**
 * The next row with problems after a line of the input, from the top again after the last one, with its place among the rows shown.
 * Null where no row has problems. Rows are in the order of their lines, so a binary search finds it by reading few rows.
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
