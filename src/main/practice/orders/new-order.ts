import { randomBytes, randomInt } from 'node:crypto';
import { schedule } from '../answers/time-slots.ts';
import { dropOffOf, type OrderRequest } from '../request.ts';
import type { StoredOrder } from './stored-order.ts';

/** Letters that neither look like a digit nor move between keyboard layouts. */
const letters = 'CDEFGHJKNPRTX';

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');

/** Unique by the sequence; the letters keep neighbours apart for the eye. */
const code = (prefix: string, number: number, digits: number, count: number): string =>
  `${prefix}${String(number).padStart(digits, '0')}${randomLetters(count)}`;

/** Makes the order an accepted request becomes. */
export function newOrder(request: OrderRequest, sequence: number, now: number, minimumPrice: number): StoredOrder {
  const parcels = dropOffOf(request).parcels.map((parcel, index) => ({
    customCode: parcel.custom_code ?? null,
    pickUpCode: code('P', sequence * 10 + index + 1, 7, 2),
    weightGrams: parcel.values,
    deletedAt: null,
  }));
  return {
    sequence,
    uniqueId: code('SO', sequence, 7, 2),
    createdAt: now,
    labelKey: randomBytes(12).toString('hex'),
    minimumPrice,
    request,
    ...schedule(now),
    pickUpUniqueId: code('PU', sequence, 7, 2),
    pickUpId: 3_000_000 + sequence,
    trackingCode: code('DO', sequence, 7, 2),
    dropOffId: 5_000_000 + sequence,
    shipmentOrderId: 1_000_000 + sequence,
    shipmentOrderUniqueId: code('SH', sequence, 7, 2),
    parcels,
    state: 'scheduled',
    final: false,
    lastEventAt: now,
  };
}
