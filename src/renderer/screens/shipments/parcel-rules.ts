import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { maybeOnPaper } from '../../../shared/printing/print-job.ts';
import { isDeletedOrDeleting, isLabelAddressUnknown, type Parcel } from '../../../shared/shipments/parcel.ts';

/** True where another copy needs a person's reason: one may be on paper already. */
export function needsReprintReason(parcel: Pick<Parcel, 'lastJob' | 'copies'>): boolean {
  return parcel.copies > 0 || (parcel.lastJob !== null && maybeOnPaper.includes(parcel.lastJob.state));
}

/** Why this parcel cannot be printed now; null where it can. */
export function whyNotPrintable(parcel: Pick<Parcel, 'label' | 'missing' | 'deletedAt' | 'deletion'>): string | null {
  if (parcel.deletedAt !== null) return 'the parcel is deleted';
  if (isDeletedOrDeleting(parcel)) return 'the parcel is being deleted';
  if (isLabelAddressUnknown(parcel)) return 'nobody told where its label is; import the order response';
  if (!parcel.label) return 'the service gave no 4x6 label';
  if (parcel.label.state === 'failed') return 'the label could not be fetched; scan the parcel to fetch it again';
  return parcel.label.state === 'wanted' ? 'the label is still being fetched' : null;
}

/** Why this parcel cannot be deleted now; null where it can. */
export function whyNotDeletable(parcel: Pick<Parcel, 'customCode' | 'deletedAt' | 'deletion'>): string | null {
  if (parcel.deletedAt !== null) return 'it is deleted';
  if (isDeletedOrDeleting(parcel)) return 'it is being deleted';
  const { customCode } = parcel;
  return customCode !== null && isCustomCode(customCode)
    ? null
    : 'the service deletes by custom code only, and this parcel has none';
}
