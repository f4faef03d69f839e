import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { codesOfReading, type ScanReading } from '../../../shared/scanning/scan.ts';
import { useScanDestination } from '../../scanner/scan-destination.ts';
import { playSound } from '../../scanner/scan-session.ts';
import { text } from '../../text/text.ts';
import type { NewOrderStore } from './new-order-store.ts';
import { isBlankForm, type OrderForm, type ParcelFields, withParcel } from './order-form.ts';

export type ParcelFieldName = 'grams' | 'customCode';

/** Where in the form the focus is: a field of a parcel, another field of the form, or neither. */
export type FormFocus =
  | { readonly kind: 'parcel'; readonly key: number; readonly field: ParcelFieldName }
  | { readonly kind: 'address' }
  | { readonly kind: 'elsewhere' };

/**
 * The parcel whose custom code a scan is for; null where the scan is not for the form. In a code field, that parcel. In a weight
 * field, the next parcel without a code rather than overwriting a code. In an address, the first parcel without a code, unless the
 * form is blank; a blank form leaves scans to the Scan screen.
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

/** Where the focus goes after a scan: this parcel's weight, else the next parcel without a code, else the first missing weight. */
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

/** Where the focus goes in a form that was just filled: the first missing weight, else the first missing code. */
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

/** Focuses a parcel's field and selects its text, so that typing replaces it. */
export function focusParcelField(column: HTMLElement | null, key: number, field: ParcelFieldName): void {
  const fields = column?.querySelectorAll<HTMLInputElement>(`[data-parcel="${key}"] input`);
  const input = fields?.[field === 'grams' ? 0 : 1];
  input?.focus();
  input?.select();
}

/** Focuses the first field with a fault; false where there is none. */
export function focusFirstFault(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field !== null && field !== undefined;
}

/** The first required field of the form, with the form scrolled to its top. */
export function focusFirstField(form: HTMLElement | null): void {
  form?.querySelector<HTMLElement>('[aria-required="true"]')?.focus({ preventScroll: true });
  const column = form?.querySelector<HTMLElement>('.new-order-form');
  if (column) column.scrollTop = 0;
  // In a narrow window the whole screen scrolls.
  form?.closest('.screen')?.scrollTo({ top: 0 });
}

/** The field after this one in the form's column; null after the last. */
function nextField(column: HTMLElement, field: HTMLInputElement): HTMLElement | null {
  const fields = [...column.querySelectorAll<HTMLInputElement>('input:not([disabled])')];
  return fields[fields.indexOf(field) + 1] ?? null;
}

interface FormKeys {
  /** The whole screen. */
  readonly screen: RefObject<HTMLElement | null>;
  readonly create: (options: { print: boolean }) => void;
}

/**
 * While the screen is shown: Enter in a field moves to the next one, from the last to Get quote, which orders nothing; it never
 * creates. Ctrl Enter creates, with Shift it also prints: a scanner never sends these keys together, and a held key counts once.
 */
export function useFormKeys({ screen, create }: FormKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const root = screen.current;
    const { target } = event;
    if (key !== 'Enter' || altKey || metaKey || (shiftKey && !ctrlKey) || event.isComposing || !root) return;
    if (!(target instanceof HTMLElement) || !(root.contains(target) || target === document.body)) return;
    if (!ctrlKey) {
      if (target instanceof HTMLInputElement) focusNextField(event, root, target);
      return;
    }
    // Must not also press the focused button.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) create({ print: shiftKey });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener, { capture: true });
    return () => document.removeEventListener('keydown', listener, { capture: true });
  }, []);
}

function focusNextField(event: KeyboardEvent, screen: HTMLElement, field: HTMLInputElement): void {
  const column = field.closest<HTMLElement>('.new-order-form');
  // A nested form and an open list handle Enter themselves.
  if (!column || field.closest('[data-own-enter]') || field.ariaExpanded === 'true') return;
  event.preventDefault();
  if (event.repeat) return;
  // Get quote: a second Enter there must order nothing.
  const next = nextField(column, field) ?? screen.querySelector<HTMLElement>('.new-order-create + button');
  next?.focus();
}

export type CodeScan =
  | { readonly kind: 'code'; readonly code: string }
  /** The two readings are different codes, and it is unknown which of them is on the sticker. */
  | { readonly kind: 'ambiguous' }
  /** No custom code: the scan may be used elsewhere. */
  | { readonly kind: 'other' };

/** What a scan means to a custom code's field. */
export function readCodeScan(reading: ScanReading): CodeScan {
  const [code, other] = codesOfReading(reading).filter(isCustomCode);
  if (code === undefined) return { kind: 'other' };
  return other === undefined ? { kind: 'code', code } : { kind: 'ambiguous' };
}

/** Why a scan was not used, shown beside the parcel it was for. */
export interface ScanFault {
  readonly key: number;
  readonly message: string;
}

/** A scan in the form goes into the current parcel's custom code, and the focus moves to what is missing next. */
export function useFormScans(
  store: NewOrderStore,
  column: RefObject<HTMLElement | null>,
): { readonly fault: ScanFault | null; readonly clear: () => void } {
  const [fault, setFault] = useState<ScanFault | null>(null);

  useScanDestination((reading) => {
    const { form } = store.getState();
    const key = parcelForScan(form, formFocus(column.current));
    const scan = key === null ? null : readCodeScan(reading);
    if (key === null || scan === null || scan.kind === 'other') return false;
    const refuse = (message: string): true => {
      setFault({ key, message });
      playSound('refused', message);
      return true;
    };
    if (scan.kind === 'ambiguous') return refuse(text('new-order.scan.ambiguous'));
    const other = form.parcels.findIndex((parcel) => parcel.key !== key && parcel.customCode === scan.code);
    if (other >= 0) return refuse(text('new-order.scan.code-repeated', { parcel: other + 1 }));
    setFault(null);
    playSound('done');
    store.change((now) => withParcel(now, key, { customCode: scan.code }));
    const next = focusAfterScan(store.getState().form, key);
    if (next) focusParcelField(column.current, next.key, next.field);
    return true;
  });

  return { fault, clear: () => setFault(null) };
}
