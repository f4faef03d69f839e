import { boardStateWords } from '../../../shared/board-query.ts';
import type { Parcel } from '../../../shared/parcel.ts';

/** The columns of exported shipments, in order. */
export const parcelColumns = [
  'State',
  'State source',
  'State since',
  'Custom code',
  'Tracking code',
  'Pick-up code',
  'Order',
  'Parcel',
  'Parcels',
  'Recipient',
  'Phone',
  'Address',
  'Postal code',
  'Pick-up date',
  'Drop-off date',
  'Weight (g)',
  'Size',
  'Label',
  'Copies on paper',
  'Created',
  'Deleted',
] as const;

/** A parcel's cells under those columns. Moments are ISO 8601, UTC; days are the service's text. */
export function parcelCells(parcel: Parcel): (string | number | null)[] {
  const { recipient } = parcel;
  return [
    ...statusCells(parcel),
    parcel.customCode,
    parcel.trackingCode,
    parcel.pickUpCode,
    parcel.orderUniqueId,
    parcel.position,
    parcel.parcelCount,
    recipient.name,
    recipient.phone,
    recipient.addressText,
    recipient.postalCode?.toUpperCase() ?? null,
    parcel.pickUpDate,
    parcel.dropOffDate,
    parcel.weightGrams,
    parcel.sizeCode,
    parcel.label?.state ?? 'none',
    parcel.copies,
    parcel.createdAt,
    parcel.deletedAt,
  ];
}

/** Deleted once the service confirmed it, else the newest status, as on the board. */
function statusCells({ status, deletedAt }: Parcel): (string | null)[] {
  if (deletedAt !== null && status?.state !== 'deleted') return [boardStateWords.deleted, 'deletion', deletedAt];
  if (status === null) return [boardStateWords.none, null, null];
  return [boardStateWords[status.state], status.source, status.at];
}
