import { spokenDate } from '../answers/local-time.ts';
import { dropOffSlot, serviceZone } from '../answers/time-slots.ts';
import type { StoredOrder, StoredParcel } from '../orders/stored-order.ts';
import { type Address, dropOffOf } from '../request.ts';

/** One side of the journey, as words; absent ones are empty. */
interface Party {
  name: string;
  address: string;
  phone: string;
}

/** Everything that stands on one parcel's label. */
export interface LabelFacts {
  service: string;
  delivery: string;
  zone: string;
  from: Party;
  to: Party;
  note: string;
  trackingCode: string;
  customCode: string | null;
  pickUpCode: string;
  place: string;
  weight: string;
  order: string;
}

export function labelFacts(order: StoredOrder, parcel: StoredParcel): LabelFacts {
  const { address } = dropOffOf(order.request);
  return {
    service: 'SCHEDULED',
    delivery: `${spokenDate(order.dropOffDate)}, ${dropOffSlot.name}`,
    zone: serviceZone,
    from: sender(order.request.pick_up_address, address),
    to: { name: address.person_name ?? '', address: address.text, phone: address.person_phone ?? '' },
    note: address.description ?? '',
    trackingCode: order.trackingCode,
    customCode: parcel.customCode,
    pickUpCode: parcel.pickUpCode,
    place: `Parcel ${order.parcels.indexOf(parcel) + 1} of ${order.parcels.length}`,
    weight: `${parcel.weightGrams} g`,
    order: order.uniqueId,
  };
}

/** The sender's words may stand at either address. */
function sender(pickUp: Address, dropOff: Address): Party {
  const first = (...words: (string | null | undefined)[]) => words.find((word) => word?.trim()) ?? '';
  return {
    name: first(
      dropOff.sender_name,
      pickUp.sender_name,
      dropOff.sender_person_name,
      pickUp.sender_person_name,
      pickUp.person_name,
    ),
    address: first(dropOff.sender_address_text, pickUp.sender_address_text, pickUp.text),
    phone: first(dropOff.sender_person_phone, pickUp.sender_person_phone, pickUp.person_phone),
  };
}
