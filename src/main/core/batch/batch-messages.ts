import type { Failure } from '../../../shared/contract/failure.ts';
import type { Batch, BatchAction, BatchState } from '../../../shared/orders/batch.ts';

const notAllowed = (message: string, next: string): Failure => ({ code: 'not-allowed-now', message, next });

export const noBatch = notAllowed('There is no batch any more.', 'Take a file, or paste rows.');

export const anotherBatchOpen = notAllowed('Another batch is open.', 'Put it away first; its orders stay.');

export const environmentChanged: Failure = {
  code: 'not-allowed-now',
  message: 'The environment was changed meanwhile; nothing was done.',
  next: 'Do it again if it is still wanted.',
};

export const nothingToOrder: Failure = {
  code: 'invalid-input',
  message: 'No row of it can be ordered as it is.',
  next: 'Look at what is wrong with the rows, or match the columns to their fields.',
};

export const orderedSinceCheck = (rows: number): Failure =>
  notAllowed(
    `${rows === 1 ? '1 row is' : `${rows} rows are`} like an order that was made since the rows were looked at; nothing was started.`,
    'Leave out what is not wanted twice, then start it again.',
  );

const notFound = (message: string): Failure => ({ code: 'not-found-here', message });
export const rowNotFound = notFound('The batch has no such row.');
export const columnNotFound = notFound('The batch has no such column.');

export const unreadableRow = notAllowed(
  'This row cannot be taken apart into cells.',
  'Leave it out, or put it right in the file and take that again.',
);

export const truncatedCell = notAllowed(
  'Only the beginning of this cell is shown: changing it here would lose the rest.',
  'Change it in the file and take that again, or leave the row out.',
);

export const unknownFolder = notAllowed('The folder of its input is not known.', 'Choose where the result goes.');

export const resultNotWritten = (name: string, { message, next }: Failure) =>
  ({
    tone: 'warning',
    message: `The result of ${name} was not written. ${message}`,
    next: next ?? 'Export it from the batch.',
  }) as const;

/** A batch ended, or paused, by itself while its screen may not be shown. */
export function endWords(name: string, state: 'paused' | 'done', why: Failure | null, counts: Batch['counts']) {
  if (state === 'paused') {
    const next = why?.next ?? 'Look at it under New order, Batch.';
    return { tone: 'warning', message: `The batch ${name} paused. ${why?.message ?? ''}`.trim(), next } as const;
  }
  const { created, refused, uncertain } = counts;
  const others = [...(refused > 0 ? [`${refused} refused`] : []), ...(uncertain > 0 ? [`${uncertain} uncertain`] : [])];
  const text = `The batch ${name} is done: ${[`${created} created`, ...others].join(', ')}.`;
  return { tone: others.length > 0 ? 'warning' : 'success', message: text } as const;
}

const actionWords: Record<BatchAction, string> = {
  match: 'changed',
  quote: 'priced',
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  stop: 'stopped',
  export: 'exported',
  dismiss: 'put away',
};
const stateWords: Record<BatchState, string> = {
  draft: 'it is not started yet',
  running: 'it is running',
  paused: 'it is paused',
  stopped: 'it was stopped',
  done: 'it is done',
};

export const actionNotAllowed = (action: BatchAction, state: BatchState): Failure => ({
  code: 'not-allowed-now',
  message: `The batch cannot be ${actionWords[action]} now: ${stateWords[state]}.`,
});
