import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDeliveryService } from '../../../../src/main/service/delivery-service.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import { startRawServer } from '../../service/raw-server.ts';
import { openCounted } from '../../storage/open-test-records.ts';
import { manualClock } from '../manual-clock.ts';
import { openOutboxFixture } from '../outbox/outbox-fixture.ts';

const codes = ['NLCCCCCCCCCCCCCCC301', 'NLCCCCCCCCCCCCCCC302', 'NLCCCCCCCCCCCCCCC303'];

it('an order of three parcels leaves for the service after four questions to the records', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-order-creation-'));
  const { records, cost } = openCounted(join(folder, 'records.sqlite3'));
  const server = await startRawServer({});
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const service = createDeliveryService({ baseUrl, labelUrl: null, token: 'token-1', limits: { closeMs: 10 } });
  const fixture = await openOutboxFixture({ records, service, clock: manualClock(Date.parse('2026-11-23T08:00:00Z')) });
  onTestFinished(async () => {
    await service.close();
    await fixture.stop();
    await server.close();
    await records.close();
    await rm(folder, { recursive: true, force: true });
  });

  // These records answer within the turn, so what a start looks for is over in the next one.
  await setImmediate();
  const before = await cost(async () => {
    await fixture.orders.create(orderTo('Aya Noor', codes), { quotedPrice: null, evenIfDuplicate: false });
    await vi.waitUntil(() => server.requests.length > 0);
  });

  expect(before.calls).toEqual(['orderFacts', 'beginCreate', 'dueCommands', 'moveCommand']);
  expect(before.commits).toBe(2);
});
