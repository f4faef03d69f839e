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
export function scanPlace(form: OrderForm, focus: FormFocus): number | null {
  switch (focus.kind) {
    case 'elsewhere':
      return null;
    case 'address':
      return isBlankForm(form) ? null : (form.parcels.find(isWithoutCode)?.key ?? null);
    case 'parcel': {
      const index = form.parcels.findIndex(({ key }) => key === focus.key);
      const current = form.parcels[index];
      if (!current) return null;
      if (focus.field === 'customCode' || isWithoutCode(current)) return current.key;
      return (form.parcels.slice(index).find(isWithoutCode) ?? current).key;
    }
  }
}

/** Where a hand goes on after a scan: this parcel's weight, else the next parcel without a code, else the first weight that is missing. */
export function afterScan(form: OrderForm, key: number): { key: number; field: ParcelFieldName } | null {
  const index = form.parcels.findIndex((parcel) => parcel.key === key);
  const current = form.parcels[index];
  if (current && isWithoutWeight(current)) return { key, field: 'grams' };
  const next = form.parcels.slice(index + 1).find(isWithoutCode);
  if (next) return { key: next.key, field: isWithoutWeight(next) ? 'grams' : 'customCode' };
  const unweighed = form.parcels.find(isWithoutWeight);
  return unweighed ? { key: unweighed.key, field: 'grams' } : null;
}

const isWithoutCode = ({ customCode }: ParcelFields): boolean => customCode === '';
const isWithoutWeight = ({ grams }: ParcelFields): boolean => grams.trim() === '';

/** Where a hand begins in a form that was just filled: the first weight that is missing, else the first code. */
export function firstGap(form: OrderForm): { key: number; field: ParcelFieldName } {
  const unweighed = form.parcels.find(isWithoutWeight);
  const first = unweighed ?? form.parcels.find(isWithoutCode) ?? form.parcels[0];
  return { key: first?.key ?? 1, field: unweighed ? 'grams' : 'customCode' };
}
