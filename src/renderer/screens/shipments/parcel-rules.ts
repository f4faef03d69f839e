import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { maybeOnPaper } from '../../../shared/printing/print-job.ts';
import { isDeletedOrDeleting, isLabelAddressUnknown, type Parcel } from '../../../shared/shipments/parcel.ts';
import { text } from '../../text/text.ts';

/** True where another copy needs a reason: one may already be printed. */
export function needsReprintReason(parcel: Pick<Parcel, 'lastJob' | 'copies'>): boolean {
  return parcel.copies > 0 || (parcel.lastJob !== null && maybeOnPaper.includes(parcel.lastJob.state));
}

/** Why this parcel cannot be printed now; null where it can. */
export function whyNotPrintable(parcel: Pick<Parcel, 'label' | 'missing' | 'deletedAt' | 'deletion'>): string | null {
  if (parcel.deletedAt !== null) return text('parcel-page.not-printable.deleted');
  if (isDeletedOrDeleting(parcel)) return text('parcel-page.not-printable.deleting');
  if (isLabelAddressUnknown(parcel)) return text('parcel-page.not-printable.address-unknown');
  if (!parcel.label) return text('parcel-page.not-printable.no-label');
  if (parcel.label.state === 'failed') return text('parcel-page.not-printable.failed');
  return parcel.label.state === 'pending' ? text('parcel-page.not-printable.pending') : null;
}

/** Why this parcel cannot be deleted now; null where it can. */
export function whyNotDeletable(parcel: Pick<Parcel, 'customCode' | 'deletedAt' | 'deletion'>): string | null {
  if (parcel.deletedAt !== null) return text('parcel-page.not-deletable.deleted');
  if (isDeletedOrDeleting(parcel)) return text('parcel-page.not-deletable.deleting');
  const { customCode } = parcel;
  return customCode !== null && isCustomCode(customCode) ? null : text('parcel-page.not-deletable.no-custom-code');
}
