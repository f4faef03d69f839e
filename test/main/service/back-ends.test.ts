import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { orderFromAnswer } from '../../../src/main/core/orders/answered-order.ts';
import { classifyCreateAnswer } from '../../../src/main/core/outbox/answer-rules.ts';
import type { ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import { type OrderAnswer, readOrderAnswer } from '../../../src/shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { answering, orderRequest, withService } from './client-fixture.ts';

const folder = new URL('../../fixtures/service/back-ends/', import.meta.url);
const bodyOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
const files = readdirSync(folder).sort();

const codes = ['BENCH0000000000001', 'BENCH0000000000002'];
const request: OrderRequest = {
  ...orderRequest,
  drop_offs: [
    {
      address: orderRequest.drop_offs[0].address,
      parcels: codes.map((custom_code) => ({ unit: 'g', values: 1200, custom_code })),
    },
  ],
};

async function answerTo(status: number, body: string): Promise<ServiceAnswer<OrderAnswer>> {
  const answers: ServiceAnswer<OrderAnswer>[] = [];
  await withService(answering(status, body), async (client) => void answers.push(await client.create(request)));
  const [answer] = answers;
  if (!answer) throw new Error('No answer');
  return answer;
}

/** Fields that a back end's answer leaves out: its envelope, or what it writes in a form of its own. */
const missingOf: Readonly<Record<string, string[]>> = {
  'rails.create.json': ['envelope'],
  'express.create.json': ['envelope'],
  'soap-gateway.create.json': ['shipments[0].drop_off_shipment.user_ref_id'],
};

describe('service response: a created order as common back ends write it', () => {
  it.each(files.filter((file) => file.includes('.create.')))('%s is created with all that is needed', async (file) => {
    const answer = await answerTo(201, bodyOf(file));
    expect(classifyCreateAnswer(answer, null).kind).toBe('done');
    if (answer.kind !== 'answered') throw new Error(answer.kind);
    expect(answer.missing).toEqual(missingOf[file] ?? []);
    const order = orderFromAnswer(answer.value, answer.missing, answer.rawBody, request);
    expect(order.priceWithTax).toBe(47.25);
    expect(order.shipments[0]?.trackingCode).toMatch(/88417$/);
    expect(order.shipments[0]?.parcels).toMatchObject([
      { customCode: codes[0], pickUpCode: 'PC-3001', label: { format: 'zpl' }, missing: [] },
      { customCode: codes[1], pickUpCode: 'PC-3002', label: { format: 'zpl' }, missing: [] },
    ]);
  });

  it.each(files.filter((file) => file.includes('.create.')))(
    '%s is read in the same way after a crash',
    async (file) => {
      const answer = await answerTo(201, bodyOf(file));
      if (answer.kind !== 'answered') throw new Error(answer.kind);
      const { value, missing } = answer;
      expect(readOrderAnswer(answer.rawBody, codes)).toEqual({ kind: 'order', value, missing });
    },
  );
});

describe('service response: an error as common back ends write it', () => {
  it.each(files.filter((file) => file.includes('.invalid.')))('%s with status 200 creates nothing', async (file) => {
    const answer = await answerTo(200, bodyOf(file));
    expect(classifyCreateAnswer(answer, null).kind).toBe('uncertain');
    expect(readOrderAnswer(bodyOf(file), codes).kind).not.toBe('order');
  });

  it.each(files.filter((file) => file.includes('.invalid.')))('%s with status 422 is rejected', async (file) => {
    const answer = await answerTo(422, bodyOf(file));
    expect(classifyCreateAnswer(answer, null).kind).toBe('rejected');
  });
});

const bare = { unique_id: 'ORD-1', shipments: [{ parcels: [{ custom_code: codes[0] }] }] };

describe('service response: a create answered without envelope', () => {
  it('is created, and marked as such', async () => {
    expect(await answerTo(201, JSON.stringify(bare))).toMatchObject({
      kind: 'answered',
      value: bare,
      missing: expect.arrayContaining(['envelope']),
    });
  });

  it.each([
    ['without an identifier', { shipments: bare.shipments }],
    ['with a blank identifier', { ...bare, unique_id: ' ' }],
    ['with the parcel of another order', { ...bare, shipments: [{ parcels: [{ custom_code: 'OTHER000000000001' }] }] }],
    ['without custom codes', { ...bare, shipments: [{ parcels: [{ pick_up_code: 'P' }] }] }],
    ['that repeats the request', { unique_id: 'E-1', ...request }],
    ['that repeats the request in its payload', { message: 'invalid', object: { unique_id: 'E-1', ...request } }],
    ['with an error beside an order', { ...bare, error: 'duplicate' }],
    ['with errors beside an order', { ...bare, errors: [{ field: 'custom_code' }] }],
    ['with a flag that says no', { ...bare, success: false }],
    ['with a code outside 2xx', { ...bare, code: '422' }],
    ['with another status', { ...bare, status: 'pending' }],
    ['that is empty', {}],
    ['that is an empty list', []],
    ['that is a list of orders', [bare]],
  ])('is uncertain %s', async (_what, body) => {
    const answer = await answerTo(201, JSON.stringify(body));
    expect(classifyCreateAnswer(answer, null).kind).toBe('uncertain');
    expect(readOrderAnswer(JSON.stringify(body), codes).kind).not.toBe('order');
  });
});

describe('service response: other calls answered without envelope', () => {
  it.each([
    ['{}', 'answered'],
    ['[]', 'answered'],
    ['{"message":"Parcel deleted"}', 'unreadable'],
    ['{"error":"Not found"}', 'unreadable'],
    ['{"status":" SUCCESS ","code":"200","message":"","object":[]}', 'answered'],
  ])('a deletion answered %s is %s', async (body, kind) => {
    await withService(answering(200, body), async (client) => {
      expect((await client.deleteByCustomCode(codes[0] ?? '')).kind).toBe(kind);
    });
  });

  it.each([
    ['{"price_with_tax":"47.25"}', 'answered'],
    ['{"message":"No price"}', 'unreadable'],
    ['{"error":"No price","price_with_tax":0}', 'unreadable'],
  ])('a preview answered %s is %s', async (body, kind) => {
    await withService(answering(200, body), async (client) => {
      expect((await client.preview(request)).kind).toBe(kind);
    });
  });
});
