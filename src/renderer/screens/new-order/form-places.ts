import type { FormFocus, ParcelFieldName } from './scan-place.ts';

/** Marks the element around one parcel's fields with the parcel's key; the weight comes first in it, then the code. */
export const parcelMark = (key: number) => ({ 'data-parcel': key });

/** Where the focus is, seen from the form's column. */
export function formFocus(column: HTMLElement | null): FormFocus {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement) || !column?.contains(focused)) return { kind: 'elsewhere' };
  const parcel = focused.closest<HTMLElement>('[data-parcel]');
  if (!parcel) return { kind: 'address' };
  const field = parcel.querySelector('input') === focused ? 'grams' : 'customCode';
  return { kind: 'parcel', key: Number(parcel.dataset.parcel), field };
}

/** Puts the focus into a parcel's field, its text selected, so that what is written next stands there. */
export function focusParcel(column: HTMLElement | null, key: number, field: ParcelFieldName): void {
  const fields = column?.querySelectorAll<HTMLInputElement>(`[data-parcel="${key}"] input`);
  const input = fields?.[field === 'grams' ? 0 : 1];
  input?.focus();
  input?.select();
}

/** The field after this one in the form's column; null after the last. */
export function nextField(column: HTMLElement, field: HTMLInputElement): HTMLElement | null {
  const fields = [...column.querySelectorAll<HTMLInputElement>('input:not([disabled])')];
  return fields[fields.indexOf(field) + 1] ?? null;
}
