import { describe, expect, it } from 'vitest';
import { orderFromAnswer } from '../../../../src/main/core/orders/answered-order.ts';
import { chooseLabel } from '../../../../src/main/core/printing/label-choice.ts';
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

  it.each(['', '  '])(
    'an identifier that is blank (%j) is none, so that two orders with blank ones stay apart',
    (blank) => {
      const parcel = { custom_code: codes[0], pick_up_code: blank, label: url('1') };
      const shipment = {
        ...{ shipment_order_unique_id: blank, parcels: [parcel] },
        ...{ pick_up_shipment: { unique_id: blank }, drop_off_shipment: { unique_id: blank } },
      };
      const order = orderFromAnswer({ unique_id: blank, shipments: [shipment] }, [], '{}', request(codes[0]));
      expect(order).toMatchObject({ uniqueId: null, missing: ['unique_id'] });
      expect(order.shipments[0]).toMatchObject({
        ...{ trackingCode: null, pickUpUniqueId: null, shipmentOrderUniqueId: null },
        parcels: [{ customCode: codes[0], pickUpCode: null, missing: ['pick_up_code'] }],
      });
    },
  );

  it('every requested code is stored when the answer has no shipment', () => {
    const order = orderFromAnswer({}, ['unique_id', 'shipments'], '{"status":"success"}', request(...codes));
    expect(order.shipments[0]?.parcels.map((parcel) => parcel.customCode)).toEqual([...codes]);
    expect(order.shipments[0]?.recipient.name).toBe('Aya Noor');
    expect(order.missing).toEqual(['unique_id', 'shipments']);
  });

  it('two parcels without a code never get one by their position', () => {
    const answer = {
      shipments: [
        {
          parcels: [
            { pick_up_code: 'P-1', label: url('1') },
            { pick_up_code: 'P-2', label: url('2') },
          ],
        },
      ],
    };
    const [shipment] = orderFromAnswer(answer, [], '{}', request(...codes)).shipments;
    const missing = ['custom_code', 'pick_up_code', 'label'];
    expect(shipment?.parcels).toMatchObject([
      { customCode: codes[0], pickUpCode: null, label: null, position: 1, weightGrams: 100, missing },
      { customCode: codes[1], pickUpCode: null, label: null, position: 2, weightGrams: 200, missing },
    ]);
    expect(shipment?.parcels).toHaveLength(2);
    expect(shipment?.unassignedLabels).toMatchObject([
      { pickUpCode: 'P-1', label: { url: url('1') } },
      { pickUpCode: 'P-2', label: { url: url('2') } },
    ]);
  });

  it('the only parcel of an order is matched without an echoed code', () => {
    const answer = { shipments: [{ parcels: [{ pick_up_code: 'P-1', label: url('1') }] }] };
    const parcels = orderFromAnswer(answer, [], '{}', request(codes[0])).shipments[0]?.parcels;
    expect(parcels).toHaveLength(1);
    expect(parcels?.[0]).toMatchObject({ customCode: codes[0], pickUpCode: 'P-1' });
  });
});

describe('the only parcel of an order, answered with another custom code', () => {
  it('keeps its own code, and the label waits until it is known whose it is', () => {
    const parcel = { custom_code: 'SERVICEGAVETHISCODE1', pick_up_code: 'P-1', label: url('1') };
    const [shipment] = orderFromAnswer({ shipments: [{ parcels: [parcel] }] }, [], '{}', request(codes[0])).shipments;
    expect(shipment?.parcels).toMatchObject([{ customCode: codes[0], pickUpCode: null, label: null }]);
    expect(shipment?.unassignedLabels).toMatchObject([{ pickUpCode: 'P-1', label: { url: url('1') } }]);
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

describe('label choice: other spellings and formats', () => {
  const choose = (...entries: object[]) => chooseLabel({ pick_up_label_urls: entries }, undefined);

  it.each([
    ['4 x 6', 'ZPL '],
    [' 4X6', 'zpl'],
    ['4 X 6', ' Zpl'],
  ])('takes a label of size "%s" and format "%s"', (size, format) => {
    expect(choose(entry('pdf', 'A4'), { size, format, url: url('zpl') })).toMatchObject({ source: 'parcel zpl' });
  });

  it('prefers a known format, and reads an unknown one from the file', () => {
    const png = { size: '4x6', format: 'png', url: url('png') };
    const unnamed = { size: '4x6', url: url('unnamed') };
    expect(choose(png, entry('pdf'))).toMatchObject({ source: 'parcel pdf' });
    expect(choose(unnamed)).toMatchObject({ url: url('unnamed'), format: 'unknown' });
    expect(choose(png, entry('zpl', 'A4'))).toMatchObject({ url: url('png'), format: 'unknown' });
    expect(choose(entry('zpl', 'A4'))).toBeNull();
  });
});

it('created order: prices of several shipments are summed exactly', () => {
  const shipments = [{ price_with_tax: 0.1 }, { price_with_tax: 0.2 }, {}];
  expect(orderFromAnswer({ shipments }, [], '{}', null).priceWithTax).toBe(0.3);
});
