import type { LucideIcon } from 'lucide-react';
import { CircleHelp } from 'lucide-react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { shipmentStateStyles } from '../../presentation/shipment-status.ts';
import { ageText, clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.ts';

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

/** "Deleted" once the service confirmed it; else the newest status; else that there is none yet. */
export function parcelStatusView(parcel: Pick<Parcel, 'status' | 'deletedAt'>, now: number): ParcelStatusView {
  const status =
    parcel.deletedAt !== null && parcel.status?.state !== 'deleted'
      ? ({ state: 'deleted', source: 'deletion', at: parcel.deletedAt } as const)
      : parcel.status;
  if (!status) {
    return { word: text('shipment.state.none'), tone: 'quiet', icon: CircleHelp, updated: null, updatedShort: null };
  }
  const { state, source, at } = status;
  const age = ageText(at, now);
  return {
    word: text(`shipment.state.${state}`),
    ...shipmentStateStyles[state],
    updated: text('parcel.status-updated', { time: clockTime(at, now), source, age }),
    updatedShort: text('parcel.status-updated-short', { source, age }),
  };
}
