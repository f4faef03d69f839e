import type { LabelState } from '../../shared/parcel.ts';

/** A label's address as the service lists it, as far as it fits. */
export interface LabelUrlEntry {
  size?: string | undefined;
  format?: string | undefined;
  url?: string | undefined;
}

export interface LabelledEntity {
  pick_up_label_urls?: LabelUrlEntry[] | undefined;
  label?: string | undefined;
}

/** A label the station wants to have: which one stands for the parcel, and where it is. */
export interface WantedLabel {
  url: string;
  source: LabelState['source'];
  format: LabelState['format'];
}

/**
 * Which label stands for a parcel, best first: its own 4x6 `zpl`, its own 4x6 `pdf`, its `label` address (told apart by what it
 * contains). The pick-up shipment's stand in only for an order of one parcel, so the caller passes it only then.
 */
export function pickLabel(parcel: LabelledEntity, onlyParcelsPickUp: LabelledEntity | undefined): WantedLabel | null {
  return ofEntity(parcel, 'parcel') ?? (onlyParcelsPickUp ? ofEntity(onlyParcelsPickUp, 'pick-up') : null);
}

function ofEntity(entity: LabelledEntity, whose: 'parcel' | 'pick-up'): WantedLabel | null {
  for (const format of ['zpl', 'pdf'] as const) {
    const entry = entity.pick_up_label_urls?.find((candidate) => isFourBySix(candidate, format));
    if (entry?.url) return { url: entry.url, source: `${whose} ${format}`, format };
  }
  return entity.label ? { url: entity.label, source: `${whose} label`, format: 'unknown' } : null;
}

function isFourBySix(entry: LabelUrlEntry, format: string): boolean {
  return entry.size?.trim().toLowerCase() === '4x6' && entry.format?.trim().toLowerCase() === format && !!entry.url;
}
