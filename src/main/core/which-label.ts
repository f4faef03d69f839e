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
  /** The service's 4x6 PDF of the same label, where this one is ZPL: it can be drawn at any printer's resolution. */
  pdfUrl: string | null;
}

/**
 * Which label stands for a parcel, best first: its own 4x6 `zpl`, its own 4x6 `pdf`, its `label` address (told apart by what it
 * contains). The pick-up shipment's stand in only for an order of one parcel, so the caller passes it only then.
 */
export function pickLabel(parcel: LabelledEntity, onlyParcelsPickUp: LabelledEntity | undefined): WantedLabel | null {
  return ofEntity(parcel, 'parcel') ?? (onlyParcelsPickUp ? ofEntity(onlyParcelsPickUp, 'pick-up') : null);
}

function ofEntity(entity: LabelledEntity, whose: 'parcel' | 'pick-up'): WantedLabel | null {
  const addressOf = (format: string): string | undefined =>
    entity.pick_up_label_urls?.find((candidate) => isFourBySix(candidate, format))?.url;
  const [zpl, pdf] = [addressOf('zpl'), addressOf('pdf')];
  if (zpl) return { url: zpl, source: `${whose} zpl`, format: 'zpl', pdfUrl: pdf ?? null };
  if (pdf) return { url: pdf, source: `${whose} pdf`, format: 'pdf', pdfUrl: null };
  return entity.label ? { url: entity.label, source: `${whose} label`, format: 'unknown', pdfUrl: null } : null;
}

function isFourBySix(entry: LabelUrlEntry, format: string): boolean {
  return entry.size?.trim().toLowerCase() === '4x6' && entry.format?.trim().toLowerCase() === format && !!entry.url;
}
