import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openOrderStore, orderStoreLimits } from '../../../src/main/practice/order-store.ts';
import { orderRequestSchema } from '../../../src/main/practice/request-schemas.ts';
import { newOrder } from '../../../src/main/practice/stored-order.ts';
import { newCode, newFolder, orderRequest } from './practice-fixture.ts';

const small = { orders: 3, forgottenCodes: 2, addedLines: 5, addedBytes: 1_000_000 };

async function openBook(folder: string, limits = small) {
  const store = await openOrderStore(folder, limits);
  onTestFinished(() => store.close().catch(() => undefined));
  const add = async (code: string) => {
    const request = orderRequestSchema.parse(orderRequest({ parcels: [{ unit: 'g', values: 1, custom_code: code }] }));
    return store.change(() => {
      const order = newOrder(request, store.nextSequence(), 0, 45);
      return { orders: [order], outcome: order };
    });
  };
  return { store, add };
}

describe('practice service: the order store', () => {
  it('keeps the newest orders, and the codes of some older ones, over a restart', async () => {
    const folder = await newFolder();
    const { store, add } = await openBook(folder);
    const codes = Array.from({ length: 6 }, () => newCode());
    for (const code of codes) await add(code);
    const state = (of: typeof store) => ({
      orders: [...of.all()].map((order) => order.sequence),
      taken: codes.map((code) => of.isCodeTaken(code)),
      next: of.nextSequence(),
    });
    const expected = { orders: [4, 5, 6], taken: [false, true, true, true, true, true], next: 7 };
    expect(state(store)).toEqual(expected);
    await store.close();
    expect(state((await openBook(folder)).store)).toEqual(expected);
  });

  it('finds a code that was used again at its newest order, also after older ones change or go', async () => {
    const folder = await newFolder();
    const { store, add } = await openBook(folder);
    const code = newCode();
    const [first, second] = [await add(code), await add(code)];
    await store.change(() => ({ orders: [{ ...first, lastEventAt: 1 }], outcome: undefined }));
    expect(store.findByCustomCode(code)?.sequence).toBe(second.sequence);
    for (let count = 0; count < 2; count += 1) await add(newCode());
    expect([...store.all()].map(({ sequence }) => sequence)).not.toContain(first.sequence);
    expect(store.findByCustomCode(code)?.sequence).toBe(second.sequence);
    await store.close();
    expect((await openBook(folder)).store.findByCustomCode(code)?.sequence).toBe(second.sequence);
  });

  it('keeps its file short, however often orders change', async () => {
    const folder = await newFolder();
    const { store, add } = await openBook(folder);
    const order = await add(newCode());
    for (let turn = 0; turn < 40; turn += 1) {
      await store.change(() => ({ orders: [{ ...order, lastEventAt: turn }], outcome: undefined }));
    }
    const lines = (await readFile(join(folder, 'orders.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(small.addedLines + 2);
    expect([...store.all()].map(({ lastEventAt }) => lastEventAt)).toEqual([39]);
  });

  it('changes nothing when a write fails, and continues afterwards', async () => {
    const { store, add } = await openBook(await newFolder());
    const code = newCode();
    await add(code);
    const refused = store.change(() => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    await store.close();
    const late = newCode();
    await expect(add(late)).rejects.toThrow();
    expect([store.isCodeTaken(code), store.isCodeTaken(late)]).toEqual([true, false]);
  });

  it('holds two thousand orders', () => {
    expect(orderStoreLimits.orders).toBe(2000);
  });
});
