import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { shipmentStates } from '../../shared/shipments/shipment-state.ts';
import { dropOffOf, type OrderRequest, orderRequestSchema } from './request-schemas.ts';
import { schedule } from './schedule.ts';

const storedParcelSchema = z.object({
  customCode: z.string().nullable(),
  pickUpCode: z.string(),
  weightGrams: z.number(),
  /** Milliseconds since 1970; null while the parcel exists. */
  deletedAt: z.number().nullable(),
});
export type StoredParcel = z.infer<typeof storedParcelSchema>;

/** One stored order, from which every answer and label is created. Immutable. */
export const storedOrderSchema = z.object({
  /** Increases with each order; every id is derived from it. */
  sequence: z.int().positive(),
  uniqueId: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** The unguessable part of its label addresses. */
  labelKey: z.string(),
  minimumPrice: z.number(),
  request: orderRequestSchema,
  pickUpDate: z.string(),
  dropOffDate: z.string(),
  pickUpUniqueId: z.string(),
  pickUpId: z.int(),
  /** The drop-off shipment's `unique_id`: the tracking code. */
  trackingCode: z.string(),
  dropOffId: z.int(),
  shipmentOrderId: z.int(),
  shipmentOrderUniqueId: z.string(),
  parcels: z.array(storedParcelSchema).min(1),
  state: z.enum(shipmentStates),
  /** True once a scenario was run: later ones change nothing. */
  final: z.boolean(),
  /** Time of the newest event, milliseconds since 1970; the next one is later. */
  lastEventAt: z.number(),
});
export type StoredOrder = z.infer<typeof storedOrderSchema>;

export const weightsOf = (order: StoredOrder): number[] => order.parcels.map((parcel) => parcel.weightGrams);

/** Letters that do not look like digits and have the same key in all keyboard layouts. */
const letters = 'CDEFGHJKNPRTX';

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');

/** A code that is unique by its number; the letters make consecutive codes easy to distinguish. */
const code = (prefix: string, number: number, digits: number, count: number): string =>
  `${prefix}${String(number).padStart(digits, '0')}${randomLetters(count)}`;

/** Creates the order of an accepted request. */
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
