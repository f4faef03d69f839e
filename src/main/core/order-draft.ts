import type { DraftAddress, OrderDraft } from '../../shared/order-book.ts';
import {
  longestField,
  mostParcelsPerOrder,
  type OrderRequest,
  type RequestAddress,
} from '../../shared/order-request.ts';
import type { Parcel } from '../../shared/parcel.ts';

/** The words of an order that was asked for, without its codes. */
export function draftOfRequest({ pick_up_address, drop_offs: [dropOff] }: OrderRequest): OrderDraft {
  return {
    pickUpAddress: filledIn(pick_up_address),
    dropOffAddress: filledIn(dropOff.address),
    parcels: dropOff.parcels.map(({ values }) => ({ grams: gramsText(values) })),
  };
}

/** What is known of an order that another system made: to whom, and the weights. */
export function draftOfParcels(parcels: readonly Parcel[]): OrderDraft {
  const { name, phone, addressText } = parcels[0]?.recipient ?? { name: null, phone: null, addressText: null };
  const [first = { grams: '' }, ...rest] = parcels
    .slice(0, mostParcelsPerOrder)
    .map(({ weightGrams }) => ({ grams: weightGrams === null ? '' : gramsText(weightGrams) }));
  return {
    pickUpAddress: {},
    dropOffAddress: filledIn({
      text: text(addressText),
      person_name: text(name),
      person_phone: text(phone),
    }),
    parcels: [first, ...rest],
  };
}

const text = (known: string | null): string => (known ?? '').slice(0, longestField);

function filledIn(address: RequestAddress): DraftAddress {
  return Object.fromEntries(Object.entries(address).filter(([, words]) => words));
}

/** As somebody writes it: digits and a point, never an exponent. At most ten digits and nine decimals, 20 characters. */
function gramsText(grams: number): string {
  const written = grams.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 });
  return grams > 0 && Number(written) > 0 ? written : '';
}
