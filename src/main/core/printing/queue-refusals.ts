import type { Failure } from '../../../shared/failure.ts';
import { isDeletedOrDeleting, isLabelUntold, type Parcel } from '../../../shared/parcel.ts';

/** Why this parcel's label may not be queued now; null where it may. */
export function refusalOf(parcel: Parcel, reprintReason: string | null, hasPrinter: boolean): Failure | null {
  if (isDeletedOrDeleting(parcel)) return deletedParcel;
  if (parcel.label?.state !== 'kept') return noLabel(parcel);
  if (reprintReason === null && parcel.copies > 0) return maybePrinted;
  return hasPrinter ? null : noPrinter;
}

const deletedParcel: Failure = {
  code: 'not-allowed-now',
  message: 'This parcel is deleted or being deleted.',
  next: 'Undo the deletion first, if it still counts down.',
};

const maybePrinted: Failure = {
  code: 'not-allowed-now',
  message: 'A copy of this label may already be on paper.',
  next: 'Look for it, or print another copy and say why.',
};

export const noPrinter: Failure = {
  code: 'no-printer',
  message: 'No printer is set up.',
  next: 'Add one under Settings.',
};

export const unknownPrinter: Failure = {
  code: 'not-found-here',
  message: 'There is no such other printer.',
  next: 'Look under Settings.',
};

export const changedMeanwhile: Failure = {
  code: 'not-allowed-now',
  message: 'The parcel changed just now; nothing was printed.',
  next: 'Scan it again.',
};

export const notInThatState: Failure = {
  code: 'not-allowed-now',
  message: 'The job has moved on; nothing was changed.',
  next: 'Look at the job again.',
};

function noLabel(parcel: Parcel): Failure {
  const label = parcel.label;
  if (isLabelUntold(parcel)) {
    return {
      code: 'no-label',
      message: 'Where the label of this parcel is was not told.',
      next: 'Import the order response to print it.',
    };
  }
  if (label?.state === 'failed' && label.failure) return label.failure;
  if (label?.state === 'wanted') {
    return { code: 'no-label', message: 'The label is still being fetched.', next: 'Scan again in a moment.' };
  }
  return {
    code: 'no-label',
    message: 'The service gave no 4x6 label for this parcel.',
    next: 'Ask the service for its label.',
  };
}
