import { type RefObject, useState } from 'react';
import { useScanDestination } from '../../scanner/destination.ts';
import { readCodeScan } from './code-scan.ts';
import { focusParcel, formFocus } from './form-places.ts';
import type { OrderDesk } from './order-desk.ts';
import { withParcel } from './order-form.ts';
import { afterScan, scanPlace } from './scan-place.ts';

/** Why a scan was not taken, beside the parcel it was for. */
export interface ScanFault {
  readonly key: number;
  readonly words: string;
}

/** A scan in the form lands in the current parcel's custom code, and the focus goes on to what is missing next. */
export function useFormScans(
  desk: OrderDesk,
  column: RefObject<HTMLElement | null>,
): { readonly fault: ScanFault | null; readonly clear: () => void } {
  const [fault, setFault] = useState<ScanFault | null>(null);

  useScanDestination((reading) => {
    const { form } = desk.getState();
    const key = scanPlace(form, formFocus(column.current));
    const scan = key === null ? null : readCodeScan(reading);
    if (key === null || scan === null || scan.kind === 'other') return false;
    if (scan.kind === 'doubt') {
      setFault({ key, words: scan.words });
      return true;
    }
    const other = form.parcels.findIndex((parcel) => parcel.key !== key && parcel.customCode === scan.code);
    if (other >= 0) {
      setFault({ key, words: `Parcel ${other + 1} of this order has the code just scanned` });
      return true;
    }
    setFault(null);
    desk.change((now) => withParcel(now, key, { customCode: scan.code }));
    const next = afterScan(desk.getState().form, key);
    if (next) focusParcel(column.current, next.key, next.field);
    return true;
  });

  return { fault, clear: () => setFault(null) };
}
