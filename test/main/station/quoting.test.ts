import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();

interface HeldQuestion {
  grams: number;
  /** The station no longer waits for this answer. */
  isGone: boolean;
  answer(body: object): void;
}

/** A service that answers a preview when the test says so. */
async function slowService(): Promise<{ url: string; questions: HeldQuestion[] }> {
  const questions: HeldQuestion[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')) as OrderRequest;
    const question: HeldQuestion = {
      grams: asked.drop_offs[0].parcels[0]?.values ?? 0,
      isGone: false,
      answer: (object) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ status: 'success', code: 200, message: '', object })),
    };
    response.once('close', () => {
      question.isGone = !response.writableFinished;
    });
    questions.push(question);
  };
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.keep({
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, questions };
}

const stationAt = (url: string): Promise<StationInNode> =>
  openStation(opened, {
    provisioning: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: url, labelUrl: url, token: 'token-of-the-test' }],
      activeEnvironment: 'sandbox',
    },
  });

const order = (values: number): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values }] }],
});
const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 5 });

describe('quote', () => {
  it('a newer request cancels the one before: its connection is closed, and its call fails', async () => {
    const { url, questions } = await slowService();
    const station = await stationAt(url);
    const older = failureOf(station.call('order.quote', order(900)));
    await until(() => expect(questions).toHaveLength(1));
    const newer = station.call('order.quote', order(5000));
    expect((await older).code).toBe('not-allowed-now');
    await until(() =>
      expect(questions.map(({ grams, isGone }) => [grams, isGone])).toEqual([
        [900, true],
        [5000, false],
      ]),
    );
    questions[1]?.answer({ price_with_tax: 60 });
    expect((await newer).quote.price_with_tax).toBe(60);
  });

  it('a request that is stopped fails, and does not affect the service’s health', async () => {
    const { url, questions } = await slowService();
    const station = await stationAt(url);
    const before = (await station.call('station.read', null)).service;
    const asked = failureOf(station.call('order.quote', order(900)));
    await until(() => expect(questions).toHaveLength(1));
    await station.call('order.stop-quote', null);
    expect((await asked).code).toBe('not-allowed-now');
    await until(() => expect(questions[0]?.isGone).toBe(true));
    expect((await station.call('station.read', null)).service).toEqual(before);
    await station.call('order.stop-quote', null);
  });

  it('an answer that differs from the document is read as far as it fits, and the rest is named', async () => {
    const { url, questions } = await slowService();
    const station = await stationAt(url);
    const asked = station.call('order.quote', order(900));
    await until(() => expect(questions).toHaveLength(1));
    questions[0]?.answer({ price_with_tax: 'a lot', pick_ups: [{ parcels_total_price: 12, parcel_summary: [] }] });
    const { quote, missing } = await asked;
    expect(quote.price_with_tax).toBeUndefined();
    expect(quote.pick_ups?.[0]?.parcels_total_price).toBe(12);
    expect(missing).toEqual(expect.arrayContaining(['price_with_tax', 'payment_type']));
  });
});
