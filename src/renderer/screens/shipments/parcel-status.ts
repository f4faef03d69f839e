import type { LucideIcon } from 'lucide-react';
import { CircleHelp } from 'lucide-react';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import { shipmentStateWords } from '../../../shared/shipments/shipment-state.ts';
import { shipmentStateStyles } from '../../presentation/shipment-status.ts';
import { ageWords, clockTime } from '../../text/dates.ts';
import type { Tone } from '../../ui/tone.ts';

/** A parcel's state as the screen says it: never without where it comes from and how old it is. */
export interface ParcelStatusView {
  readonly word: string;
  readonly tone: Tone;
  readonly icon: LucideIcon;
  /** "webhook"; null where there is no source. */
  readonly from: string | null;
  /** "webhook, 14:02". */
  readonly source: string | null;
  /** "6 min ago". */
  readonly age: string | null;
}

/** "Deleted" once the service confirmed it; else the newest status; else that no source ever spoke. */
export function parcelStatusView(parcel: Pick<Parcel, 'status' | 'deletedAt'>, now: number): ParcelStatusView {
  const status =
    parcel.deletedAt !== null && parcel.status?.state !== 'deleted'
      ? ({ state: 'deleted', source: 'deletion', at: parcel.deletedAt } as const)
      : parcel.status;
  if (!status)
    return { word: 'No status source', tone: 'quiet', icon: CircleHelp, from: null, source: null, age: null };
  return {
    word: shipmentStateWords[status.state],
    ...shipmentStateStyles[status.state],
    from: status.source,
    source: `${status.source}, ${clockTime(status.at, now)}`,
    age: ageWords(status.at, now),
  };
}
