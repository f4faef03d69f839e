import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { BoardFilter, BoardQuery } from '../../../shared/shipments/board-query.ts';
import type { Parcel } from '../../../shared/shipments/parcel.ts';
import type { SandboxPreview, SandboxSelection } from '../../../shared/shipments/sandbox-scenario.ts';

/** The parcels that a code finds: exact matches, or else a single match ignoring case. */
export interface CodeMatch {
  by: 'custom code' | 'pick-up code' | 'tracking code';
  parcels: Parcel[];
}

/** Reads the known parcels and their orders. */
export interface ShipmentRecords {
  findByCode(code: string): Promise<CodeMatch | null>;
  parcel(id: number): Promise<Parcel | null>;
  /**
   * A page of the board. `find` matches the beginning of any code, of any term of name and address, or of a phone number, ignoring case.
   * A search or a day with too many hits returns the newest of them, or the oldest if sorted so; `isMore` is true then.
   */
  parcelsPage(query: BoardQuery): Promise<{ total: number; isMore: boolean; rows: Parcel[] }>;
  /**
   * The next parcels that match a filter, newest first, with ids below the given one; possibly none. `next` is the cursor, null at the
   * end. All chunks together contain each parcel once.
   */
  parcelsChunk(filter: BoardFilter, below: number | null): Promise<{ rows: Parcel[]; next: number | null }>;
  parcelsOfOrder(orderId: number): Promise<Parcel[]>;
  order(orderId: number): Promise<{
    id: number;
    uniqueId: string | null;
    request: OrderRequest | null;
    rawAnswer: string | null;
    priceWithTax: number | null;
    /** Fields of the document that the answer left out. */
    missing: string[];
  } | null>;
}

/** Shipments that a sandbox scenario would change. */
export interface SandboxRecords {
  /** Counts the shipments of a selection, and those with a final status. */
  scenarioShipments(selection: SandboxSelection): Promise<SandboxPreview>;
  /** The service accepted a scenario for them: they are final from then on. */
  markScenarioRun(selection: SandboxSelection, at: string): Promise<void>;
}
