import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Recipient } from '../../../shared/shipments/parcel.ts';
import type { ChosenLabel } from '../printing/label-choice.ts';

export interface NewParcel {
  customCode: string | null;
  pickUpCode: string | null;
  position: number;
  weightGrams: number | null;
  sizeCode: string | null;
  label: ChosenLabel | null;
  missing: string[];
}

export interface NewShipment {
  /** The drop-off shipment's `unique_id`. */
  trackingCode: string | null;
  /** The drop-off shipment's `id`. */
  dropOffId: number | null;
  pickUpUniqueId: string | null;
  pickUpId: number | null;
  pickUpDate: string | null;
  dropOffDate: string | null;
  recipient: Recipient;
  parcels: NewParcel[];
}

/** An order as it is stored. `rawAnswer` is the service's answer as received. */
export interface NewOrder {
  uniqueId: string | null;
  createdAt: string | null;
  source: 'created here' | 'imported';
  request: OrderRequest | null;
  rawAnswer: string;
  priceWithTax: number | null;
  shipments: NewShipment[];
  missing: string[];
}
