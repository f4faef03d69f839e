import { describe, expect, it } from 'vitest';
import { createdShipment, type Json, newCode, startPractice, token } from './practice-fixture.ts';

describe('practice service: deleting a parcel by its custom code', () => {
  it('is answered with an empty object, once', async () => {
    const practice = await startPractice();
    const code = newCode();
    await createdShipment(practice, { parcels: [{ unit: 'g', values: 1, custom_code: code }] });
    const first = await practice.remove(code);
    expect(first.status).toBe(200);
    expect(await first.json()).toEqual({ status: 'success', code: 200, message: expect.any(String), object: {} });

    const second = await practice.remove(code);
    expect(second.status).toBe(404);
    expect(((await second.json()) as Json).message).toContain('deleted before');
  });

  it('is answered 404 for an unknown code, repeating the code exactly', async () => {
    const practice = await startPractice();
    const code = 'abcdABCD12345678';
    await createdShipment(practice, { parcels: [{ unit: 'g', values: 1, custom_code: code }] });
    for (const other of [code.toUpperCase(), 'x', newCode(), '..%2F..%2F']) {
      expect((await practice.remove(other)).status).toBe(404);
    }
  });

  it('leaves the other parcels of the shipment, and refuses the labels of the deleted one', async () => {
    const practice = await startPractice();
    const codes = [newCode(), newCode()];
    const shipment = await createdShipment(practice, {
      parcels: codes.map((custom_code) => ({ unit: 'g', values: 1, custom_code })),
    });
    await practice.remove(codes[0] as string);
    const statusOf = async (index: number) => (await fetch(shipment.parcels[index].pick_up_label_urls[0].url)).status;
    expect([await statusOf(0), await statusOf(1)]).toEqual([410, 200]);
    expect((await practice.remove(codes[1] as string)).status).toBe(200);
    expect((await fetch(shipment.pick_up_shipment.label)).status).toBe(410);
  });

  it('is refused with 409 once the shipment has reached a final state', async () => {
    const practice = await startPractice();
    const code = newCode();
    const shipment = await createdShipment(practice, { parcels: [{ unit: 'g', values: 1, custom_code: code }] });
    await practice.scenario('happy', { drop_off_shipment_ids: [shipment.drop_off_shipment.id] });
    expect((await practice.remove(code)).status).toBe(409);
  });

  it('requires both headers of the document, and names the missing one', async () => {
    const practice = await startPractice();
    const authorization = `Bearer ${token}`;
    const ask = async (headers: Record<string, string>): Promise<string> => {
      const answer = await practice.remove(newCode(), { authorization, ...headers });
      expect(answer.status).toBe(400);
      return ((await answer.json()) as Json).message;
    };
    expect(await ask({ 'x-requested-with': 'XMLHttpRequest' })).toContain('Content-Type');
    expect(await ask({ 'x-requested-with': 'XMLHttpRequest', 'content-type': 'nonsense' })).toContain('Content-Type');
    expect(await ask({ 'content-type': 'application/json' })).toContain('X-Requested-With');
    expect(await ask({ 'content-type': 'application/json', 'x-requested-with': 'fetch' })).toContain(
      'X-Requested-With',
    );
  });
});
