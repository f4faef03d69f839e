import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import { createEvents } from '../../../src/main/core/events/event-intake.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { WebhookDelivery } from '../../../src/main/core/ports/webhook.ts';
import { createEventRouter, reportedToSite } from '../../../src/main/station/event-router.ts';
import { openRecordsIn } from '../../../src/main/storage/open-records.ts';
import { fleetSchema } from '../../../src/shared/settings/fleet.ts';
import type { Settings } from '../../../src/shared/settings/settings.ts';
import { sourceWorker } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';

const folders = temporaryFolders();
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

async function startRouter() {
  const storage = openRecordsIn({ folder: await folders.make(), ...sourceWorker });
  const bugs: unknown[] = [];
  const opened: string[] = [];
  let whenIdle: (() => void)[] = [];
  const clock = {
    now: Date.now,
    after(_milliseconds: number, action: () => void) {
      whenIdle.push(action);
      return () => {
        whenIdle = whenIdle.filter((waiting) => waiting !== action);
      };
    },
  };
  const onBug = (error: unknown): void => void bugs.push(error);
  const records: Records[] = [];
  const router = createEventRouter({
    ...{ clock, onBug, active: () => null },
    async openRecords(environment) {
      opened.push(environment);
      const one = await storage.open(environment);
      records.push(one);
      return one;
    },
    eventsOver: (_environment, over) =>
      createEvents({ records: over, clock, onBug, notices: null, announce: () => {}, publish: () => {} }),
  });
  closings.push(storage.close, router.close);
  return {
    router,
    bugs,
    opened,
    records,
    storage,
    /** A minute passes without a key or a scan. */
    passIdle() {
      for (const action of whenIdle.splice(0)) action();
    },
  };
}

const delivery = (trackingCode: string): WebhookDelivery => {
  const data = { tracking_code: trackingCode };
  const raw = Buffer.from(JSON.stringify({ event: 'same.shipment.delivered', data }));
  return { receivedAt: '2026-03-10T06:30:00.000Z', raw, event: 'same.shipment.delivered', data };
};

it('event router: records opened for another environment are reused, and closed when idle', async () => {
  const { router, opened, records, passIdle, bugs } = await startRouter();
  await Promise.all([router.take('other', delivery('A')), router.take('other', delivery('B'))]);
  await router.take('other', delivery('C'));
  expect(opened).toEqual(['other']);
  passIdle();
  await expect(router.take('other', delivery('C'))).resolves.toBe('known');
  expect(opened).toEqual(['other', 'other']);
  await expect(records[0]?.parcel(1)).rejects.toThrow('closed');
  expect(bugs).toEqual([]);
});

it('event router: every environment has its own records, and accepted events are on disk after closing', async () => {
  const { router, opened, storage } = await startRouter();
  const taken = ['one', 'two'].map((environment) => router.take(environment, delivery(environment)));
  expect(await Promise.all(taken)).toEqual(['stored', 'stored']);
  await router.close();
  expect(opened).toEqual(['one', 'two']);
  for (const environment of ['one', 'two']) {
    const records = await storage.open(environment);
    expect((await records.unmatchedEvents({ code: null, limit: 10 })).total).toBe(1);
    expect((await records.unmatchedEvents({ code: environment, limit: 10 })).total).toBe(1);
  }
});

it('event router: what arrives for an environment that is not in use is reported to the benches that share it, and of no other', async () => {
  const storage = openRecordsIn({ folder: await folders.make(), ...sourceWorker });
  closings.push(storage.close);
  const environments = [
    { name: 'Live', kind: 'production' as const },
    { name: 'Trial', kind: 'sandbox' as const },
    { name: 'Practice', kind: 'practice' as const },
  ];
  const fleet = fleetSchema.parse({
    ...{ bench: 'bench-1', servers: ['nats://127.0.0.1:4222'], environments: ['Live', 'Practice'] },
  });
  const settings = () => ({ fleet, environments }) as unknown as Settings;
  const onBug = (error: unknown): void => expect.fail(String(error));
  const router = createEventRouter({
    ...{ clock: systemClock, onBug, active: () => null, openRecords: reportedToSite(storage.open, settings) },
    eventsOver: (_environment, over) =>
      createEvents({ records: over, clock: systemClock, onBug, notices: null, announce: () => {}, publish: () => {} }),
  });
  for (const { name } of environments) await router.take(name, delivery('A'));
  await router.close();
  const reported = await Promise.all(
    environments.map(async ({ name }) => {
      const records = await storage.open(name);
      const facts = await records.outgoingFacts('bench-1', 0, 10);
      return facts.map(({ data }) => JSON.parse(Buffer.from(data).toString()).kind);
    }),
  );
  expect(reported).toEqual([['event'], [], []]);
});
