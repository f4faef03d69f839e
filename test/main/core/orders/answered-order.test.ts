import { describe, expect, it } from 'vitest';
import { orderFromAnswer } from '../../../../src/main/core/orders/answered-order.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';

const codes = ['FIRST00000000000001', 'SECOND0000000000002'] as const;
const request = (...parcelCodes: string[]): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street', person_name: 'Aya Noor', person_phone: '+971500000000' },
      parcels: parcelCodes.map((custom_code, index) => ({ unit: 'g', values: 100 * (index + 1), custom_code })),
    },
  ],
});
const url = (name: string): string => `https://labels.example/${name}`;
const entry = (format: string, size = '4x6') => ({ name: 'label', size, format, url: url(`${size}.${format}`) });

describe('created order: the stored answer', () => {
  it('each parcel has its own label, even when the answer lists the parcels in reverse', () => {
    const answer = {
      shipments: [
        {
          parcels: [
            { custom_code: codes[1], pick_up_code: 'P-2', label: url('2') },
            { custom_code: codes[0], pick_up_code: 'P-1', label: url('1') },
          ],
        },
      ],
    };
    const [shipment] = orderFromAnswer(answer, [], '{}', request(...codes)).shipments;
    const byCode = new Map(shipment?.parcels.map((parcel) => [parcel.customCode, parcel]));
    expect(byCode.get(codes[0])).toMatchObject({ pickUpCode: 'P-1', weightGrams: 100, label: { url: url('1') } });
    expect(byCode.get(codes[1])).toMatchObject({ pickUpCode: 'P-2', weightGrams: 200, label: { url: url('2') } });
  });

  it('a requested parcel that the answer omits is stored, with its missing fields', () => {
    const answer = { shipments: [{ parcels: [{ custom_code: codes[0], pick_up_code: 'P-1', label: url('1') }] }] };
    const parcels = orderFromAnswer(answer, [], '{}', request(...codes)).shipments[0]?.parcels;
    expect(parcels).toHaveLength(2);
    expect(parcels?.[1]).toMatchObject({
      customCode: codes[1],
      label: null,
      missing: ['parcel', 'pick_up_code', 'label'],
    });
  });

  it('every requested code is stored when the answer has no shipment', () => {
    const order = orderFromAnswer({}, ['unique_id', 'shipments'], '{"status":"success"}', request(...codes));
    expect(order.shipments[0]?.parcels.map((parcel) => parcel.customCode)).toEqual([...codes]);
    expect(order.shipments[0]?.recipient.name).toBe('Aya Noor');
    expect(order.missing).toEqual(['unique_id', 'shipments']);
  });

  it('two parcels without a code never get one by their position', () => {
    const answer = { shipments: [{ parcels: [{ pick_up_code: 'P-1' }, { pick_up_code: 'P-2' }] }] };
    const parcels = orderFromAnswer(answer, [], '{}', request(...codes)).shipments[0]?.parcels ?? [];
    expect(parcels.slice(0, 2).map((parcel) => parcel.customCode)).toEqual([null, null]);
    expect(parcels.slice(2).map((parcel) => parcel.customCode)).toEqual([...codes]);
  });

  it('the only parcel of an order is matched without an echoed code', () => {
    const answer = { shipments: [{ parcels: [{ pick_up_code: 'P-1', label: url('1') }] }] };
    const parcels = orderFromAnswer(answer, [], '{}', request(codes[0])).shipments[0]?.parcels;
    expect(parcels).toHaveLength(1);
    expect(parcels?.[0]).toMatchObject({ customCode: codes[0], pickUpCode: 'P-1' });
  });
});

describe('label choice', () => {
  const pick = (parcel: object, pickUp: object = {}, parcelCodes: readonly string[] = [codes[0]]) =>
    orderFromAnswer(
      { shipments: [{ pick_up_shipment: pickUp, parcels: [{ custom_code: codes[0], ...parcel }] }] },
      [],
      '{}',
      request(...parcelCodes),
    ).shipments[0]?.parcels[0]?.label;

  it('a parcel uses its own 4x6 ZPL, else its PDF, else its label address', () => {
    const all = [entry('pdf', 'A4'), entry('pdf'), entry('zpl')];
    expect(pick({ pick_up_label_urls: all, label: url('any') })).toMatchObject({ source: 'parcel zpl' });
    expect(pick({ pick_up_label_urls: all.slice(0, 2), label: url('any') })).toMatchObject({ source: 'parcel pdf' });
    expect(pick({ pick_up_label_urls: all.slice(0, 1), label: url('any') })).toMatchObject({
      source: 'parcel label',
      format: 'unknown',
    });
  });

  it('the pick-up shipment’s label is used only where the order has one parcel', () => {
    const pickUp = { pick_up_label_urls: [entry('zpl')] };
    expect(pick({}, pickUp)).toMatchObject({ source: 'pick-up zpl' });
    expect(pick({}, pickUp, codes)).toBeNull();
  });
});
