import { describe, expect, it } from 'vitest';
import { createdShipment, type Json, newCode, orderRequest, startPractice } from './practice-fixture.ts';

const parcel = (more: object = {}) => ({ unit: 'g', values: 500, ...more });

describe('practice service: a created order', () => {
  it('has exactly the fields of the document', async () => {
    const practice = await startPractice({ now: () => Date.parse('2026-03-10T06:30:00.250Z') });
    const [first, second] = [newCode(), newCode()];
    const answer = await practice.create(
      orderRequest({
        name: 'Receiver',
        address: '12 Palm Street, M5V 2T6',
        dropOff: { description: 'Ring twice', person_email: 'r@example.test' },
        parcels: [parcel({ custom_code: first }), parcel({ values: 9000, custom_code: second }), parcel()],
      }),
    );
    expect(answer.status).toBe(201);
    const body: Json = await answer.json();
    expect(Object.keys(body)).toEqual(['status', 'code', 'message', 'object']);
    expect(body).toMatchObject({ status: 'success', code: 201 });

    const entries = (pattern: string) =>
      [
        ['4x6', 'zpl', '4x6.zpl'],
        ['4x6', 'pdf', '4x6.pdf'],
        ['A4', 'pdf', 'a4.pdf'],
      ].map(([size, format, file]) => ({
        name: expect.any(String),
        size,
        format,
        url: expect.stringMatching(new RegExp(`^${practice.labelUrl}/labels/[0-9a-f]{24}/${pattern}/${file}$`)),
      }));
    const label = expect.stringContaining(`${practice.labelUrl}/labels/`);
    const times = (date: string, from: string, to: string) => ({
      time_slot_datetime_start: `${date}T${from}:00:00+04:00`,
      time_slot_datetime_end: `${date}T${to}:00:00+04:00`,
    });
    const parcelEntry = (code: string | null, size: string) => ({
      pick_up_index: '0',
      drop_off_index: 0,
      pick_up_code: expect.stringMatching(/^P\d{7}[A-Z]{2}$/),
      custom_code: code,
      pick_up_label_urls: entries('P\\d{7}[A-Z]{2}'),
      parcel_size_code: size,
      label,
    });
    expect(body.object).toEqual({
      unique_id: expect.stringMatching(/^SO\d{7}[A-Z]{2}$/),
      created_at: '2026-03-10T10:30:00.250+04:00',
      shipments: [
        {
          shipment_order_id: expect.any(Number),
          shipment_order_unique_id: expect.any(String),
          pick_up_shipment: {
            scheduled_date: '2026-03-10',
            unique_id: expect.stringMatching(/^PU/),
            id: expect.any(Number),
            pick_up_label_urls: entries('all'),
            label,
            ...times('2026-03-10', '14', '18'),
          },
          drop_off_shipment: {
            scheduled_date: '2026-03-11',
            user_ref_id: null,
            unique_id: expect.stringMatching(/^DO\d{7}[A-Z]{2}$/),
            id: expect.any(Number),
            pick_up_label_urls: [],
            label,
            time_slot: { code: expect.any(String) },
            ...times('2026-03-11', '09', '18'),
          },
          drop_off_address: {
            text: '12 Palm Street, M5V 2T6',
            description: 'Ring twice',
            person_name: 'Receiver',
            person_phone: '+971 500000000',
            person_email: 'r@example.test',
            sender_person_name: null,
            sender_person_phone: null,
            sender_person_email: null,
            sender_name: null,
            sender_address_text: null,
            postal_code: 'm5v 2t6',
            lat: expect.any(Number),
            lng: expect.any(Number),
            region: expect.any(String),
            google_place_id: expect.any(String),
            location_service_postal_code: 'm5v 2t6',
          },
          parcel_count: { SAME: { small: 2, large: 1 } },
          parcels: [parcelEntry(first, 'small'), parcelEntry(second, 'large'), parcelEntry(null, 'small')],
          actual_total_price: 51,
          actual_total_tax: 2.55,
          actual_price_with_tax: 53.55,
          total_price: 51,
          total_tax: 2.55,
          price_with_tax: 53.55,
        },
      ],
    });
  });

  it('shares no id or code with another made at the same time', async () => {
    const practice = await startPractice();
    const shipments = await Promise.all(
      Array.from({ length: 12 }, () => createdShipment(practice, { parcels: [parcel(), parcel()] })),
    );
    const all = shipments.flatMap((shipment) => [
      shipment.order.unique_id,
      shipment.shipment_order_id,
      shipment.shipment_order_unique_id,
      shipment.pick_up_shipment.id,
      shipment.pick_up_shipment.unique_id,
      shipment.drop_off_shipment.id,
      shipment.drop_off_shipment.unique_id,
      ...shipment.parcels.map((entry: Json) => entry.pick_up_code),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('accepts a charset parameter in the content type', async () => {
    const practice = await startPractice();
    const headers = { ...practice.json, 'content-type': 'application/json; charset=utf-8' };
    expect((await practice.send('POST', '/requests/sync', headers, orderRequest())).status).toBe(201);
  });
});

describe('practice service: an order that exceeds a limit is refused with 422, by field', () => {
  const used = newCode();
  const bad: Record<string, [request: object, field: string]> = {
    'no drop-off': [{ ...orderRequest(), drop_offs: [] }, 'drop_offs'],
    'two drop-offs': [
      { ...orderRequest(), drop_offs: [...orderRequest().drop_offs, ...orderRequest().drop_offs] },
      'drop_offs',
    ],
    'drop-offs missing': [{ pick_up_address: { text: 'x' } }, 'drop_offs'],
    'no parcel': [orderRequest({ parcels: [] }), 'drop_offs.0.parcels'],
    'six parcels': [orderRequest({ parcels: Array.from({ length: 6 }, () => parcel()) }), 'drop_offs.0.parcels'],
    'a code of 15': [
      orderRequest({ parcels: [parcel({ custom_code: 'A'.repeat(15) })] }),
      'drop_offs.0.parcels.0.custom_code',
    ],
    'a code of 21': [
      orderRequest({ parcels: [parcel({ custom_code: 'A'.repeat(21) })] }),
      'drop_offs.0.parcels.0.custom_code',
    ],
    'a code with a hyphen': [
      orderRequest({ parcels: [parcel({ custom_code: 'ABCD-EFGH-1234-5678' })] }),
      'drop_offs.0.parcels.0.custom_code',
    ],
    'a code with a letter of another alphabet': [
      orderRequest({ parcels: [parcel({ custom_code: 'ABCDEFGH1234567é' })] }),
      'drop_offs.0.parcels.0.custom_code',
    ],
    'a code with a line end': [
      orderRequest({ parcels: [parcel({ custom_code: 'ABCDEFGH12345678\n' })] }),
      'drop_offs.0.parcels.0.custom_code',
    ],
    'a code twice in it': [
      orderRequest({ parcels: [parcel({ custom_code: used }), parcel({ custom_code: used })] }),
      'drop_offs.0.parcels.1.custom_code',
    ],
    'weight 0': [orderRequest({ parcels: [parcel({ values: 0 })] }), 'drop_offs.0.parcels.0.values'],
    'a weight below 0': [orderRequest({ parcels: [parcel({ values: -1 })] }), 'drop_offs.0.parcels.0.values'],
    'a weight as text': [orderRequest({ parcels: [parcel({ values: '900' })] }), 'drop_offs.0.parcels.0.values'],
    'another unit': [orderRequest({ parcels: [parcel({ unit: 'kg' })] }), 'drop_offs.0.parcels.0.unit'],
    'no pick-up text': [orderRequest({ pickUp: { text: ' ' } }), 'pick_up_address.text'],
    'no drop-off text': [orderRequest({ address: '' }), 'drop_offs.0.address.text'],
    'a text of 1,001': [orderRequest({ name: 'x'.repeat(1001) }), 'drop_offs.0.address.person_name'],
    'a list as body': [[], 'body'],
  };
  for (const [what, [request, field]] of Object.entries(bad)) {
    it(what, async () => {
      const practice = await startPractice();
      const answer = await practice.create(request);
      expect(answer.status).toBe(422);
      const body: Json = await answer.json();
      expect(body).toMatchObject({ status: 'error', code: 422, message: expect.stringContaining(field) });
      expect(body.errors).toContainEqual({ field, message: expect.any(String) });
    });
  }

  it('five parcels, and codes of 16 and 20 characters in either case, are within the limits', async () => {
    const practice = await startPractice();
    const codes = ['abcdEFGH12345678', 'ABCDefgh12345678', '12345678901234567890', 'Z'.repeat(17), undefined];
    const shipment = await createdShipment(practice, { parcels: codes.map((code) => parcel({ custom_code: code })) });
    expect(shipment.parcels.map((entry: Json) => entry.custom_code)).toEqual([...codes.slice(0, 4), null]);
  });

  it('a custom code stays reserved after its deletion, and a refused order creates nothing', async () => {
    const practice = await startPractice();
    const [code, fresh] = [newCode(), newCode()];
    await createdShipment(practice, { parcels: [parcel({ custom_code: code })] });
    const again = () =>
      practice.create(orderRequest({ parcels: [parcel({ custom_code: fresh }), parcel({ custom_code: code })] }));
    const taken = { field: 'drop_offs.0.parcels.1.custom_code', message: 'has already been taken' };

    const whileItLives = await again();
    expect(whileItLives.status).toBe(422);
    expect(((await whileItLives.json()) as Json).errors).toEqual([taken]);

    expect((await practice.remove(code)).status).toBe(200);
    const afterwards = await again();
    expect(afterwards.status).toBe(422);
    expect((await practice.create(orderRequest({ parcels: [parcel({ custom_code: fresh })] }))).status).toBe(201);
  });

  it('of two concurrent orders with one code, one is created', async () => {
    const practice = await startPractice();
    const code = newCode();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => practice.create(orderRequest({ parcels: [parcel({ custom_code: code })] }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 422)]);
  });
});

describe('practice service: a request that cannot be read', () => {
  it('is refused with 400 when it is not JSON, or has no body', async () => {
    const practice = await startPractice();
    const post = (init: RequestInit) =>
      fetch(`${practice.baseUrl}/scheduled-service/api/v1/requests/sync`, {
        method: 'POST',
        headers: practice.json,
        ...init,
      });
    for (const answer of [await post({ body: '{"pick_up' }), await post({})]) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ status: 'error', code: 400, message: 'The body is not JSON.' });
    }
  });

  it('is refused with 400 that names the header when its type is missing or wrong', async () => {
    const practice = await startPractice();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/jsonp']) {
      const headers = { ...practice.json, 'content-type': type };
      for (const to of ['/requests/sync', '/requests/preview']) {
        const answer = await practice.send('POST', to, headers, orderRequest());
        expect(answer.status).toBe(400);
        expect(((await answer.json()) as Json).message).toContain('Content-Type');
      }
    }
  });

  it('is refused with 413 above 64 KiB', async () => {
    const practice = await startPractice();
    const answer = await practice.create({ ...orderRequest(), filler: 'x'.repeat(70_000) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ status: 'error', code: 413 });
  });
});
