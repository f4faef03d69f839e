import type { OrderAnswer } from '../../shared/order-answer.ts';
import type { OrderRequest } from '../../shared/order-request.ts';
import type { LabelState, Recipient } from '../../shared/parcel.ts';

/** A label the station wants to have: which one stands for the parcel, and where it is. */
export interface WantedLabel {
  url: string;
  source: LabelState['source'];
  format: LabelState['format'];
}

export interface NewParcel {
  customCode: string | null;
  pickUpCode: string | null;
  position: number;
  weightGrams: number | null;
  sizeCode: string | null;
  label: WantedLabel | null;
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

/** An order as the records keep it. `rawAnswer` is the service's answer as it came. */
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

export type ReadOrderFacts = (answer: OrderAnswer, missing: readonly string[], rawAnswer: string, request: OrderRequest) => NewOrder;
