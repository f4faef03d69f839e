import type { ImportReport, ImportState } from '../../../shared/orders/import-state.ts';
import { groupDigits } from '../../text/dates.ts';
import type { Tone } from '../../ui/tone.ts';

type Running = NonNullable<ImportState['running']>;

const steps: Record<Running['step'], string> = { reading: 'Reading', checking: 'Comparing', storing: 'Importing' };

/** "Importing orders.json: 1 240 of 5 000 orders". */
export function progressWords({ name, step, done, total, isStopping }: Running): string {
  if (isStopping) return `Stopping ${name}`;
  if (total === null)
    return done === 0 ? `${steps[step]} ${name}` : `${steps[step]} ${name}: ${groupDigits(done)} orders`;
  return `${steps[step]} ${name}: ${groupDigits(done)} of ${groupDigits(total)} orders`;
}

/** How far it is, 0 to 1, in the step that changes something; null before. */
export function progressShare({ step, done, total }: Running): number | null {
  return step === 'storing' && total !== null && total > 0 ? done / total : null;
}

export const outcomeWords: Record<ImportReport['outcome'], string> = {
  imported: 'Imported',
  'already known': 'Already known',
  refused: 'Refused',
  stopped: 'Stopped',
};

export const outcomeTones: Record<ImportReport['outcome'], Tone> = {
  imported: 'success',
  'already known': 'information',
  refused: 'warning',
  stopped: 'warning',
};

/** "2 more files wait." */
export function waitingWords(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 more file waits.' : `${count} more files wait.`;
}

/** What a watched folder does now. */
export function watchedWords({ environment, standing }: NonNullable<ImportState['watched']>): string {
  switch (standing) {
    case 'watching':
      return `Files put into it are imported into ${environment}.`;
    case 'another environment is in use':
      return `Waits until ${environment} is in use again.`;
    case 'cannot be read':
      return 'Its files are not imported now.';
  }
}
