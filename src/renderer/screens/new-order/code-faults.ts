import { customCodeFault } from '../../../shared/custom-code.ts';
import { customCodePath, type FormFaults, type ParcelFields } from './order-form.ts';

interface CodesKnown {
  /** The parcel whose code is being written: that more is needed is not held against it yet. */
  readonly writing: number | null;
  /** Why a code cannot be used here, as far as main has said. */
  readonly taken: Readonly<Record<string, string>>;
  /** The form holds an order that was sent: it is this very order that has its codes. */
  readonly isSent: boolean;
}

/** What is wrong with the codes as they are written, before anything is asked of the form. */
export function codeFaults(parcels: readonly ParcelFields[], { writing, taken, isSent }: CodesKnown): FormFaults {
  const faults: Record<string, string> = {};
  const codes = parcels.map(({ customCode }) => customCode);
  parcels.forEach(({ key, customCode }, index) => {
    if (customCode === '') return;
    const fault = customCodeFault(customCode);
    const first = codes.indexOf(customCode);
    const words = fault ? (fault.isShort && writing === key ? null : fault.words) : isSent ? null : taken[customCode];
    if (words) faults[customCodePath(index)] = words;
    else if (!fault && first !== index)
      faults[customCodePath(index)] = `Parcel ${first + 1} of this order has this code`;
  });
  return faults;
}
