/** Order-creation responses as the interface document shows them, made for tests. */
export const labelOrigin = 'https://labels.example';

export const customCodeOf = (number: number): string => `BENCH${String(number).padStart(13, '0')}`;

interface OrderFields {
  uniqueId?: string;
  trackingCode?: string;
  receiver?: string;
  customCodes?: string[];
  labels?: string;
}

/** The object of one order's answer. `number` makes all its codes its own. */
export function orderObject(number: number, fields: OrderFields = {}): Record<string, unknown> {
  const { uniqueId = `ORD-${number}`, trackingCode = `DO-${number}`, receiver = `Receiver ${number}` } = fields;
  const { customCodes = [customCodeOf(number)], labels = labelOrigin } = fields;
  return {
    unique_id: uniqueId,
    created_at: '2026-11-21T08:12:45+04:00',
    shipments: [
      {
        shipment_order_id: number,
        shipment_order_unique_id: `SO-${number}`,
        pick_up_shipment: {
          scheduled_date: '2026-11-21',
          unique_id: `PU-${number}`,
          id: number,
          pick_up_label_urls: [],
        },
        drop_off_shipment: { scheduled_date: '2026-11-22', user_ref_id: null, unique_id: trackingCode, id: number },
        drop_off_address: { text: 'Marina Plaza, Dubai', person_name: receiver, person_phone: '+971500000000' },
        parcel_count: { SAME: { small: customCodes.length } },
        parcels: customCodes.map((custom_code, index) => ({
          pick_up_index: '0',
          drop_off_index: index,
          pick_up_code: `PC-${number}-${index}`,
          custom_code,
          pick_up_label_urls: [
            { name: 'Parcel label', size: '4x6', format: 'zpl', url: `${labels}/parcels/${number}-${index}.zpl` },
          ],
          parcel_size_code: 'small',
          label: `${labels}/parcels/${number}-${index}`,
        })),
        total_price: 45,
        total_tax: 2.25,
        price_with_tax: 47.25,
      },
    ],
  };
}

export const envelope = (object: unknown): Record<string, unknown> => ({
  status: 'success',
  code: 201,
  message: 'Order created',
  object,
});

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Files with the same three orders, as different programs would write them. */
export const sameOrders: Record<string, (objects: unknown[]) => string> = {
  'one array of bare objects': (objects) => JSON.stringify(objects),
  'one array of envelopes, laid out': (objects) => JSON.stringify(objects.map(envelope), null, 2),
  'one bare object a line': (objects) => objects.map((one) => JSON.stringify(one)).join('\n'),
  'one envelope a line, with blank lines and Windows line ends': (objects) =>
    `${objects.map((one) => JSON.stringify(envelope(one))).join('\r\n\r\n')}\r\n`,
  'objects laid out one behind the other': (objects) => objects.map((one) => JSON.stringify(one, null, 1)).join('\n'),
  'a byte order mark before it': (objects) => `\ufeff${JSON.stringify(objects)}`,
  'an array a line': (objects) => objects.map((one) => JSON.stringify([one])).join('\n'),
};
