import type { OrderRequest } from '../../../shared/order-request.ts';
import { sha256Of } from '../sha256.ts';

/** The same for two orders that cost the same: all of the request but its codes. */
export function quoteDigest({ pick_up_address, drop_offs: [{ address, parcels }] }: OrderRequest): string {
  const priced = [pick_up_address, address, parcels.map(({ values }) => values)];
  return sha256Of(new TextEncoder().encode(JSON.stringify(priced))).slice(0, 32);
}
