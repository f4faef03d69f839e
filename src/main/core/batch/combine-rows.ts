import { addressFieldNames } from '../../../shared/order-book.ts';
import { mostParcelsPerOrder, type OrderRequest, type RequestAddress } from '../../../shared/order-request.ts';

/** A row that can be ordered: its line, and its order of one parcel. */
export interface SoundRow {
  line: number;
  request: OrderRequest;
}

export interface RowsOrder {
  /** One for each parcel, in their order. */
  lines: number[];
  request: OrderRequest;
}

export interface OrdersOfRows {
  readonly orders: RowsOrder[];
  /** The next row, in the order of their lines. */
  add(row: SoundRow): void;
}

/** Each row an order of its own; or, where rows combine, those of one receiver together, up to five parcels an order. */
export function ordersOfRows(combines: boolean): OrdersOfRows {
  const orders: RowsOrder[] = [];
  const growing = new Map<string, RowsOrder>();
  return {
    orders,
    add({ line, request }) {
      const key = combines ? receiverKey(request) : '';
      const order = combines ? growing.get(key) : undefined;
      const [{ address, parcels }] = request.drop_offs;
      if (order && order.lines.length < mostParcelsPerOrder) {
        order.lines.push(line);
        order.request.drop_offs[0].parcels.push(...parcels);
        return;
      }
      const begun: RowsOrder = {
        lines: [line],
        request: { ...request, drop_offs: [{ address, parcels: [...parcels] }] },
      };
      orders.push(begun);
      if (combines) growing.set(key, begun);
    },
  };
}

/** The same for two rows of one receiver at one pick-up: every field, without case and without double spaces. */
function receiverKey({ pick_up_address: pickUp, drop_offs: [{ address }] }: OrderRequest): string {
  return JSON.stringify([folded(pickUp), folded(address)]);
}

const folded = (address: RequestAddress): string[] =>
  addressFieldNames.map((name) => (address[name] ?? '').normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim());
