import type { LabelState } from '../../../shared/shipments/parcel.ts';

/** A label's address as the service lists it; fields that do not fit are left out. */
export interface LabelUrlEntry {
  size?: string | undefined;
  format?: string | undefined;
  url?: string | undefined;
}

export interface EntityWithLabels {
  pick_up_label_urls?: LabelUrlEntry[] | undefined;
  label?: string | undefined;
}

/** The label to download for a parcel, and its address. */
export interface ChosenLabel {
  url: string;
  source: LabelState['source'];
  format: LabelState['format'];
  /** The service's 4x6 PDF of the same label, where this one is ZPL: it can be drawn at any printer's resolution. */
  pdfUrl: string | null;
}

/**
 * The label of a parcel, best first: its own 4x6 `zpl`, its own 4x6 `pdf`, its `label` address, its own 4x6 of an unknown format (both by
 * what the file is). The labels of the pick-up shipment are used only for an order of one parcel, so the caller passes it only then.
 */
export function chooseLabel(
  parcel: EntityWithLabels,
  onlyParcelsPickUp: EntityWithLabels | undefined,
): ChosenLabel | null {
  return labelOfEntity(parcel, 'parcel') ?? (onlyParcelsPickUp ? labelOfEntity(onlyParcelsPickUp, 'pick-up') : null);
}

function labelOfEntity(entity: EntityWithLabels, owner: 'parcel' | 'pick-up'): ChosenLabel | null {
  const addressOf = (format: string): string | undefined =>
    entity.pick_up_label_urls?.find((candidate) => isFourBySix(candidate, format))?.url;
  const [zpl, pdf] = [addressOf('zpl'), addressOf('pdf')];
  if (zpl) return { url: zpl, source: `${owner} zpl`, format: 'zpl', pdfUrl: pdf ?? null };
  if (pdf) return { url: pdf, source: `${owner} pdf`, format: 'pdf', pdfUrl: null };
  // A 4x6 entry of another format is the last choice: what it is, is read from the file.
  const url =
    entity.label || entity.pick_up_label_urls?.find((entry) => plainTerm(entry.size) === '4x6' && entry.url)?.url;
  return url ? { url, source: `${owner} label`, format: 'unknown', pdfUrl: null } : null;
}

function isFourBySix(entry: LabelUrlEntry, format: string): boolean {
  return plainTerm(entry.size) === '4x6' && plainTerm(entry.format) === format && !!entry.url;
}

/** "4 X 6" and "ZPL " are the terms of the document with other spaces and letters. */
const plainTerm = (term: string | undefined): string | undefined => term?.replaceAll(/\s+/g, '').toLowerCase();
