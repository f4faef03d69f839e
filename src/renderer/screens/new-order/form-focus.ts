import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isBlankForm, type OrderForm, type ParcelFields } from './order-form.ts';

export type ParcelFieldName = 'grams' | 'customCode';

/** Where in the form the focus is: a field of a parcel, another field of the form, or neither. */
export type FormFocus =
  | { readonly kind: 'parcel'; readonly key: number; readonly field: ParcelFieldName }
  | { readonly kind: 'address' }
  | { readonly kind: 'elsewhere' };

/**
 * The parcel whose custom code a scan is for; null where the scan is not for the form. In a code's field it is that one's. From a
 * weight's field it goes on to the next parcel without a code rather than over a code that is there. From an address it is for the
 * first parcel without a code, once an order is being written; a blank form leaves scans to the Scan screen.
 */
export function parcelForScan(form: OrderForm, focus: FormFocus): number | null {
  switch (focus.kind) {
    case 'elsewhere':
      return null;
    case 'address':
      return isBlankForm(form) ? null : (form.parcels.find(lacksCode)?.key ?? null);
    case 'parcel': {
      const index = form.parcels.findIndex(({ key }) => key === focus.key);
      const current = form.parcels[index];
      if (!current) return null;
      if (focus.field === 'customCode' || lacksCode(current)) return current.key;
      return (form.parcels.slice(index).find(lacksCode) ?? current).key;
    }
  }
}

/** Where a hand goes on after a scan: this parcel's weight, else the next parcel without a code, else the first weight that is missing. */
export function focusAfterScan(form: OrderForm, key: number): { key: number; field: ParcelFieldName } | null {
  const index = form.parcels.findIndex((parcel) => parcel.key === key);
  const current = form.parcels[index];
  if (current && lacksWeight(current)) return { key, field: 'grams' };
  const next = form.parcels.slice(index + 1).find(lacksCode);
  if (next) return { key: next.key, field: lacksWeight(next) ? 'grams' : 'customCode' };
  const unweighed = form.parcels.find(lacksWeight);
  return unweighed ? { key: unweighed.key, field: 'grams' } : null;
}

const lacksCode = ({ customCode }: ParcelFields): boolean => customCode === '';
const lacksWeight = ({ grams }: ParcelFields): boolean => grams.trim() === '';

/** Where a hand begins in a form that was just filled: the first weight that is missing, else the first code. */
export function firstIncompleteField(form: OrderForm): { key: number; field: ParcelFieldName } {
  const unweighed = form.parcels.find(lacksWeight);
  const first = unweighed ?? form.parcels.find(lacksCode) ?? form.parcels[0];
  return { key: first?.key ?? 1, field: unweighed ? 'grams' : 'customCode' };
}

/** Marks the element around one parcel's fields with the parcel's key; the weight comes first in it, then the code. */
export const parcelAttribute = (key: number) => ({ 'data-parcel': key });

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
export function focusParcelField(column: HTMLElement | null, key: number, field: ParcelFieldName): void {
  const fields = column?.querySelectorAll<HTMLInputElement>(`[data-parcel="${key}"] input`);
  const input = fields?.[field === 'grams' ? 0 : 1];
  input?.focus();
  input?.select();
}

/** The field after this one in the form's column; null after the last. */
function nextField(column: HTMLElement, field: HTMLInputElement): HTMLElement | null {
  const fields = [...column.querySelectorAll<HTMLInputElement>('input:not([disabled])')];
  return fields[fields.indexOf(field) + 1] ?? null;
}

/** As it is shown beside the button it stands for. */
export const createKeys = 'Ctrl Enter';

interface FormKeys {
  /** The whole screen. */
  readonly screen: RefObject<HTMLElement | null>;
  readonly create: () => void;
}

/**
 * While the screen is shown: Enter in a field goes on to the next one, from the last to Get quote, which books nothing; it never
 * creates. Ctrl Enter creates: two keys that neither a scanner nor a slip presses together, and a held key counts once.
 */
export function useFormKeys({ screen, create }: FormKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const root = screen.current;
    const { target } = event;
    if (key !== 'Enter' || altKey || metaKey || shiftKey || event.isComposing || !root) return;
    if (!(target instanceof HTMLElement) || !(root.contains(target) || target === document.body)) return;
    if (!ctrlKey) {
      if (target instanceof HTMLInputElement) focusNextField(event, root, target);
      return;
    }
    // A button that has the focus is not pressed as well.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) create();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

function focusNextField(event: KeyboardEvent, screen: HTMLElement, field: HTMLInputElement): void {
  const column = field.closest<HTMLElement>('.new-order-form');
  // A small form within the form has an Enter of its own, and so has a list that is open.
  if (!column || field.closest('[data-own-enter]') || field.ariaExpanded === 'true') return;
  event.preventDefault();
  if (event.repeat) return;
  const next = nextField(column, field) ?? screen.querySelector<HTMLElement>('.new-order-buttons button:enabled');
  next?.focus();
}
