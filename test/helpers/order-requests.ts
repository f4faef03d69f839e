import type { OrderRequest } from '../../src/shared/orders/order-request.ts';

/** An order of parcels with these custom codes. */
export const orderTo = (receiver: string, codes: readonly string[]): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street', person_name: receiver },
      parcels: codes.map((custom_code) => ({ unit: 'g', values: 900, custom_code })),
    },
  ],
});
