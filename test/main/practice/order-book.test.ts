import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newOrder } from '../../../src/main/practice/orders/new-order.ts';
import { bookLimits, openOrderBook } from '../../../src/main/practice/orders/order-book.ts';
import { orderRequestSchema } from '../../../src/main/practice/request.ts';
import { newCode, newFolder, orderRequest } from './practice-bench.ts';

const small = { orders: 3, forgottenCodes: 2, addedLines: 5, addedBytes: 1_000_000 };

async function openBook(folder: string, limits = small) {
  const book = await openOrderBook(folder, limits);
  onTestFinished(() => book.close().catch(() => undefined));
  const add = async (code: string) => {
    const request = orderRequestSchema.parse(orderRequest({ parcels: [{ unit: 'g', values: 1, custom_code: code }] }));
    return book.change(() => {
      const order = newOrder(request, book.nextSequence(), 0, 45);
      return { orders: [order], outcome: order };
    });
  };
  return { book, add };
}

describe('the practice order book', () => {
  it('keeps the newest orders, and the codes of some older ones, over a restart', async () => {
    const folder = await newFolder();
    const { book, add } = await openBook(folder);
    const codes = Array.from({ length: 6 }, () => newCode());
    for (const code of codes) await add(code);
    const state = (of: typeof book) => ({
      orders: [...of.all()].map((order) => order.sequence),
      taken: codes.map((code) => of.isCodeTaken(code)),
      next: of.nextSequence(),
    });
    const expected = { orders: [4, 5, 6], taken: [false, true, true, true, true, true], next: 7 };
    expect(state(book)).toEqual(expected);
    await book.close();
    expect(state((await openBook(folder)).book)).toEqual(expected);
  });

  it('keeps its file short, however often orders change', async () => {
    const folder = await newFolder();
    const { book, add } = await openBook(folder);
    const order = await add(newCode());
    for (let turn = 0; turn < 40; turn += 1) {
      await book.change(() => ({ orders: [{ ...order, lastEventAt: turn }], outcome: undefined }));
    }
    const lines = (await readFile(join(folder, 'orders.jsonl'), 'utf8')).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(small.addedLines + 2);
    expect([...book.all()].map(({ lastEventAt }) => lastEventAt)).toEqual([39]);
  });

  it('changes nothing when the disk says no, and goes on afterwards', async () => {
    const { book, add } = await openBook(await newFolder());
    const code = newCode();
    await add(code);
    const refused = book.change(() => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    await book.close();
    const late = newCode();
    await expect(add(late)).rejects.toThrow();
    expect([book.isCodeTaken(code), book.isCodeTaken(late)]).toEqual([true, false]);
  });

  it('holds two thousand orders', () => {
    expect(bookLimits.orders).toBe(2000);
  });
});
