import type { Failure } from '../../../shared/contract/failure.ts';
import type { Notice } from '../../../shared/contract/station-view.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Batch, BatchAction, BatchState } from '../../../shared/orders/batch.ts';

const notAllowed = (reason: Message): Failure => ({ code: 'not-allowed-now', message: reason });

export const noBatch = notAllowed(message('batch.none'));
export const anotherBatchOpen = notAllowed(message('batch.already-open'));
export const environmentChanged = notAllowed(message('call.environment-changed'));
export const unreadableRow = notAllowed(message('batch.row-unreadable'));
export const truncatedCell = notAllowed(message('batch.cell-truncated'));
export const unknownFolder = notAllowed(message('batch.folder-unknown'));
export const orderedSinceCheck = (rows: number): Failure => notAllowed(message('batch.new-duplicates', { rows }));
export const actionNotAllowed = (action: BatchAction, state: BatchState): Failure =>
  notAllowed(message('batch.action-not-allowed', { action, state }));

export const nothingToOrder: Failure = { code: 'invalid-input', message: message('batch.nothing-to-order') };
export const rowNotFound: Failure = { code: 'not-found-here', message: message('batch.row-unknown') };
export const columnNotFound: Failure = { code: 'not-found-here', message: message('batch.column-unknown') };

export const resultNotSaved = (name: string, failure: Failure): Pick<Notice, 'tone' | 'message'> => ({
  tone: 'warning',
  message: message('batch.result-not-saved', { name, reason: failure.message }),
});

/** For a batch that ended, or paused automatically, while its screen may not be shown. */
export function batchNotice(
  name: string,
  state: 'paused' | 'done',
  why: Failure | null,
  { created, refused, uncertain }: Batch['counts'],
): Pick<Notice, 'tone' | 'message'> {
  if (state === 'paused') {
    const reason = why?.message ?? null;
    return { tone: 'warning', message: message('batch.paused-automatically', { name, reason }) };
  }
  const done = message('batch.done', { name, created, rejected: refused, uncertain });
  return { tone: refused + uncertain > 0 ? 'warning' : 'success', message: done };
}
