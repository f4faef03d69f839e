import { CircleAlert, CircleHelp, type LucideIcon } from 'lucide-react';
import { isCustomCode } from '../../shared/orders/custom-code.ts';
import { maybePrintedStates, printJobCan } from '../../shared/printing/print-job.ts';
import { isDeletedOrDeleting, isLabelAddressUnknown, type Parcel } from '../../shared/shipments/parcel.ts';
import { stateOfEvent } from '../../shared/shipments/status-rules.ts';
import { ageText, clockTime } from '../text/dates.ts';
import { text } from '../text/text.ts';
import type { Tone } from '../ui/tone.tsx';
import { isMarkedNotPrinted } from './print-job-text.ts';
import { shipmentStateStyles } from './state-styles.ts';

/** A parcel's state as shown: always with its source and age. */
export interface ParcelStatusView {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** "14:02, by webhook (6 min ago)"; null where there is no source. */
  readonly updated: string | null;
  /** "webhook, 6 min ago". */
  readonly updatedShort: string | null;
}

/** A conflict until it is resolved; "Deleted" once the service confirmed it; else the newest status; else that there is none yet. */
export function parcelStatusView(
  parcel: Pick<Parcel, 'status' | 'deletedAt' | 'deletionConflict'>,
  now: number,
): ParcelStatusView {
  if (parcel.deletionConflict !== null) {
    const style = { word: text('shipment.state.conflict'), tone: 'warning', icon: CircleAlert } as const;
    return { ...style, ...updatedTexts('webhook', parcel.deletionConflict.at, now) };
  }
  const status =
    parcel.deletedAt !== null && parcel.status?.state !== 'deleted'
      ? ({ state: 'deleted', source: 'deletion', at: parcel.deletedAt } as const)
      : parcel.status;
  if (!status) {
    return { word: text('shipment.state.none'), tone: 'quiet', icon: CircleHelp, updated: null, updatedShort: null };
  }
  const { state, source, at } = status;
  return {
    word: text(`shipment.state.${state}`),
    ...shipmentStateStyles[state],
    ...updatedTexts(source, at, now),
  };
}

/** Events without a status in plain language; the document shows the name of the first one alone. */
const parcelEventTexts: Readonly<Record<string, () => string>> = {
  'same.parcel.created': () => text('event.parcel-created'),
  'same.parcel.deleted': () => text('event.parcel-deleted'),
};

/** What an event of the service reports, in plain language; a name that is not known is shown as it is. */
export function eventText(name: string): string {
  const state = stateOfEvent(name);
  return state === null ? (parcelEventTexts[name]?.() ?? name) : text(`shipment.state.${state}`);
}

function updatedTexts(source: string, at: string, now: number): Pick<ParcelStatusView, 'updated' | 'updatedShort'> {
  const age = ageText(at, now);
  return {
    updated: text('parcel.status-updated', { time: clockTime(at, now), source, age }),
    updatedShort: text('parcel.status-updated-short', { source, age }),
  };
}

/** True where another copy needs a reason: one may already be printed. "Not printed" of the newest one is a reason given before. */
export function needsReprintReason(parcel: Pick<Parcel, 'lastJob' | 'copies'>): boolean {
  if (parcel.lastJob !== null && isMarkedNotPrinted(parcel.lastJob)) return false;
  return parcel.copies > 0 || (parcel.lastJob !== null && maybePrintedStates.includes(parcel.lastJob.state));
}

/** Why this parcel cannot be printed now; null where it can. */
export function printDisabledReason(
  parcel: Pick<
    Parcel,
    'label' | 'lastJob' | 'missing' | 'deletedAt' | 'deletion' | 'deletionConflict' | 'needsLabelAssignment'
  >,
): string | null {
  if (parcel.deletionConflict !== null) return text('parcel-page.not-printable.conflict');
  if (parcel.deletedAt !== null) return text('parcel-page.not-printable.deleted');
  if (isDeletedOrDeleting(parcel)) return text('parcel-page.not-printable.deleting');
  if (parcel.lastJob && printJobCan('cancel', parcel.lastJob.state)) return text('parcel-page.not-printable.queued');
  if (parcel.lastJob?.state === 'sending') return text('parcel.not-printable.sending');
  if (parcel.needsLabelAssignment) return text('parcel-page.not-printable.not-assigned');
  if (isLabelAddressUnknown(parcel)) return text('parcel-page.not-printable.address-unknown');
  if (!parcel.label) return text('parcel-page.not-printable.no-label');
  if (parcel.label.state === 'failed') return text('parcel-page.not-printable.failed');
  if (parcel.label.state !== 'pending') return null;
  return text(parcel.label.failure ? 'parcel-page.not-printable.delayed' : 'parcel-page.not-printable.pending');
}

/** Why this parcel cannot be deleted now; null where it can. */
export function deleteDisabledReason(
  parcel: Pick<Parcel, 'customCode' | 'deletedAt' | 'deletion' | 'deletionConflict'>,
): string | null {
  if (parcel.deletionConflict !== null) return text('parcel-page.not-deletable.conflict');
  if (parcel.deletedAt !== null) return text('parcel-page.not-deletable.deleted');
  if (isDeletedOrDeleting(parcel)) return text('parcel-page.not-deletable.deleting');
  const { customCode } = parcel;
  return customCode !== null && isCustomCode(customCode) ? null : text('parcel-page.not-deletable.no-custom-code');
}
