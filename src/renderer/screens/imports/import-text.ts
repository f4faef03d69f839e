import type { ImportReport, ImportState } from '../../../shared/orders/import-state.ts';
import { text } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.ts';

type Running = NonNullable<ImportState['running']>;

/** "Importing orders.json: 1,240 of 5,000 orders." */
export function progressText({ name, step, done, total, isStopping }: Running): string {
  if (isStopping) return text('imports.progress.stopping', { name });
  if (step === 'reading' || total === null) return text('imports.progress.reading', { name, done });
  return text(`imports.progress.${step}`, { name, done, total });
}

/** How far it is, 0 to 1, in the step that changes something; null before. */
export function progressShare({ step, done, total }: Running): number | null {
  return step === 'storing' && total !== null && total > 0 ? done / total : null;
}

export const outcomeTones: Record<ImportReport['outcome'], Tone> = {
  imported: 'success',
  'already known': 'information',
  refused: 'warning',
  stopped: 'warning',
};

/** "2 more files wait."; null where none does. */
export const waitingText = (count: number): string | null => (count === 0 ? null : text('imports.waiting', { count }));
