import { type RefObject, useState } from 'react';
import { isCustomCode } from '../../../shared/orders/custom-code.ts';
import { codesOfReading, type ScanReading } from '../../../shared/scanning/scan.ts';
import { useScanDestination } from '../../scanner/scan-destination.ts';
import { focusAfterScan, focusParcelField, formFocus, parcelForScan } from './form-focus.ts';
import type { NewOrderStore } from './new-order-store.ts';
import { withParcel } from './order-form.ts';

export type CodeScan =
  | { readonly kind: 'code'; readonly code: string }
  /** The two readings are two different codes, and nothing here tells which of them the sticker carries. */
  | { readonly kind: 'ambiguous'; readonly words: string }
  /** No custom code: whoever else wants the scan may have it. */
  | { readonly kind: 'other' };

/** What a scan means to a custom code's field. */
export function readCodeScan(reading: ScanReading): CodeScan {
  const [code, other] = codesOfReading(reading).filter(isCustomCode);
  if (code === undefined) return { kind: 'other' };
  if (other === undefined) return { kind: 'code', code };
  return {
    kind: 'ambiguous',
    words: 'The scanner’s keyboard layout makes this code doubtful. Set the scanner to a US keyboard, or type the code',
  };
}

/** Why a scan was not taken, beside the parcel it was for. */
export interface ScanFault {
  readonly key: number;
  readonly words: string;
}

/** A scan in the form lands in the current parcel's custom code, and the focus goes on to what is missing next. */
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
    if (scan.kind === 'ambiguous') {
      setFault({ key, words: scan.words });
      return true;
    }
    const other = form.parcels.findIndex((parcel) => parcel.key !== key && parcel.customCode === scan.code);
    if (other >= 0) {
      setFault({ key, words: `Parcel ${other + 1} of this order has the code just scanned` });
      return true;
    }
    setFault(null);
    store.change((now) => withParcel(now, key, { customCode: scan.code }));
    const next = focusAfterScan(store.getState().form, key);
    if (next) focusParcelField(column.current, next.key, next.field);
    return true;
  });

  return { fault, clear: () => setFault(null) };
}
