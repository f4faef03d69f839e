import { z } from 'zod';
import { failureSchema } from '../contract/failure.ts';
import { commandSettlers, commandStates } from '../orders/command.ts';
import { printJobSchema } from '../printing/print-job.ts';
import { actsElsewhereSchema } from '../site/acts-elsewhere.ts';
import { deletionConflictSchema } from './deletion-conflict.ts';
import { shipmentStates } from './shipment-state.ts';

/** Which of the order's labels is used for the parcel, best first. */
const labelSources = [
  'parcel zpl',
  'parcel pdf',
  'parcel label',
  'pick-up zpl',
  'pick-up pdf',
  'pick-up label',
] as const;

export const labelStateSchema = z.object({
  id: z.int(),
  /**
   * pending: its address is known, its bytes are not stored yet; on demand: the same of another bench's parcel, downloaded when it is
   * printed here.
   */
  state: z.enum(['pending', 'on demand', 'stored', 'failed']),
  source: z.enum(labelSources),
  format: z.enum(['zpl', 'pdf', 'unknown']),
  url: z.string(),
  sha256: z.string().nullable(),
  /** Why the last attempt failed; of a pending label, another attempt follows. */
  failure: failureSchema.nullable(),
  /** When a pending label is tried again; null where the first attempt has not failed. */
  nextAttemptAt: z.string().nullable(),
});
export type LabelState = z.infer<typeof labelStateSchema>;

export const recipientSchema = z.object({
  name: z.string().nullable(),
  phone: z.string().nullable(),
  addressText: z.string().nullable(),
  /** As the service gave it (lower case); compare without case, show in capitals. */
  postalCode: z.string().nullable(),
});

/** A status with its source and time: never shown without both. */
export const statusSchema = z.object({
  state: z.enum(shipmentStates),
  source: z.enum(['webhook', 'deletion', 'import']),
  at: z.string(),
});

/** Everything the screens show of one parcel, read at once. */
export const parcelSchema = z.object({
  id: z.int(),
  customCode: z.string().nullable(),
  pickUpCode: z.string().nullable(),
  /** The drop-off shipment's `unique_id`: shared by all parcels of the shipment. */
  trackingCode: z.string().nullable(),
  /** The drop-off shipment's `id`. */
  dropOffId: z.int().nullable(),
  orderId: z.int(),
  orderUniqueId: z.string().nullable(),
  shipmentId: z.int(),
  /** 1-based place among the shipment's parcels, and how many there are. */
  position: z.int(),
  parcelCount: z.int(),
  weightGrams: z.number().nullable(),
  sizeCode: z.string().nullable(),
  recipient: recipientSchema,
  /** Plain dates as given (YYYY-MM-DD). */
  pickUpDate: z.string().nullable(),
  dropOffDate: z.string().nullable(),
  /** null: no status yet. */
  status: statusSchema.nullable(),
  /** Its deletion: one that is not settled, else the newest; null where none was begun, or all were undone. */
  deletion: z
    .object({
      commandId: z.int(),
      state: z.enum(commandStates),
      notBefore: z.number(),
      updatedAt: z.string(),
      requestLeft: z.boolean(),
      settledBy: z.enum(commandSettlers).nullable(),
    })
    .nullable(),
  /** When the service confirmed the deletion, or its event arrived; null while the parcel exists. */
  deletedAt: z.string().nullable(),
  /** A later event says that the deleted parcel exists, and no operator has decided. It stays deleted until then. */
  deletionConflict: deletionConflictSchema.nullable(),
  label: labelStateSchema.nullable(),
  /** It has no label, and its order has labels of which it is not known whose they are. */
  needsLabelAssignment: z.boolean(),
  lastJob: printJobSchema.nullable(),
  /** Copies that are or may be printed. */
  copies: z.int(),
  /** Fields missing from the service's answer, by name. */
  missing: z.array(z.string()),
  createdAt: z.string(),
  /** What happened to it at other benches; absent where nothing did, and without a site. */
  elsewhere: actsElsewhereSchema.optional(),
});
export type Parcel = z.infer<typeof parcelSchema>;
export type Recipient = z.infer<typeof recipientSchema>;

/** A parcel that is deleted or being deleted is never printed. */
export function isDeletedOrDeleting(parcel: Pick<Parcel, 'deletedAt' | 'deletion'>): boolean {
  if (parcel.deletedAt !== null) return true;
  const state = parcel.deletion?.state;
  return state !== undefined && state !== 'undone' && state !== 'rejected';
}

/** True where the service's answer to the order never arrived: the order exists, and no label address is known. */
export const isLabelAddressUnknown = ({ label, missing }: Pick<Parcel, 'label' | 'missing'>): boolean =>
  label === null && missing.includes('parcel');

/** The code that names the parcel on this station. */
export function parcelCode(parcel: Pick<Parcel, 'customCode' | 'pickUpCode' | 'trackingCode'>): string {
  return parcel.customCode ?? parcel.pickUpCode ?? parcel.trackingCode ?? 'no code';
}

const price = z.number().nullable();

/**
 * The prices of a shipment from the order's answer (interface document, "Order creation response object"); null where missing.
 * `actual_…` is without the minimum-price rule. Prices carry no currency.
 */
const shipmentPricesSchema = z.object({
  total_price: price,
  total_tax: price,
  price_with_tax: price,
  actual_total_price: price,
  actual_total_tax: price,
  actual_price_with_tax: price,
});
export type ShipmentPrices = z.infer<typeof shipmentPricesSchema>;

/** A parcel with facts that the board does not show. */
export const parcelDetailSchema = z.object({
  parcel: parcelSchema,
  /** Its print jobs, newest first, at most 50. */
  copies: z.array(printJobSchema),
  /** null where the order's answer had none. */
  prices: shipmentPricesSchema.nullable(),
  /** Of the whole order, where provided. */
  orderPriceWithTax: price,
});
export type ParcelDetail = z.infer<typeof parcelDetailSchema>;

/** A label of an order of which it is not known whose it is: the service did not repeat the custom codes. */
export const unassignedLabelSchema = labelStateSchema.extend({
  pickUpCode: z.string().nullable(),
  sizeCode: z.string().nullable(),
});
export type UnassignedLabel = z.infer<typeof unassignedLabelSchema>;

/** What an operator decides about: the unassigned labels of an order, and the parcels that need one. */
export const openAssignmentSchema = z.object({
  labels: z.array(unassignedLabelSchema),
  parcels: z.array(parcelSchema),
});
export type OpenAssignment = z.infer<typeof openAssignmentSchema>;

/** Whose a label is. */
export const labelAssignmentSchema = z.object({ labelId: z.int().positive(), parcelId: z.int().positive() });
export const labelAssignmentsSchema = z.object({ assignments: z.array(labelAssignmentSchema).min(1).max(50) });
export type LabelAssignment = z.infer<typeof labelAssignmentSchema>;
