import { z } from 'zod';
import { shipmentStates } from '../../../shared/shipment-state.ts';
import { orderRequestSchema } from '../request.ts';

const storedParcelSchema = z.object({
  customCode: z.string().nullable(),
  pickUpCode: z.string(),
  weightGrams: z.number(),
  /** Milliseconds since 1970; null while the parcel lives. */
  deletedAt: z.number().nullable(),
});
export type StoredParcel = z.infer<typeof storedParcelSchema>;

/** One order as practice keeps it; every answer and label is made from it. A value: changes make a new one. */
export const storedOrderSchema = z.object({
  /** Counts up for ever; every id is derived from it. */
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
  /** A scenario ran: later ones change nothing. */
  final: z.boolean(),
  /** When the newest event was triggered, so that the next one is later. */
  lastEventAt: z.number(),
});
export type StoredOrder = z.infer<typeof storedOrderSchema>;

export const weightsOf = (order: StoredOrder): number[] => order.parcels.map((parcel) => parcel.weightGrams);
