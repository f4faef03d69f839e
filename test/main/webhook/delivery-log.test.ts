import { expect, it } from 'vitest';
import { createDeliveryLog } from '../../../src/main/station/webhook-receiver.ts';

const stored = { environment: 'sandbox', event: 'same.shipment.delivered', answer: 'stored' } as const;
const refused = { environment: null, event: '', answer: 'wrong header' } as const;

it('webhook delivery log: has the last fifty deliveries, newest first', () => {
  const log = createDeliveryLog();
  for (let index = 0; index < 60; index += 1) log.add({ ...stored, event: `event ${index}` }, 'now');
  expect(log.list().map(({ event }) => event)).toEqual(Array.from({ length: 50 }, (_, index) => `event ${59 - index}`));
});

it('webhook delivery log: a flood of refusals is one entry with a count', () => {
  const log = createDeliveryLog();
  for (let index = 0; index < 40; index += 1) log.add(stored, 'before');
  for (let index = 0; index < 10_000; index += 1) {
    log.add(refused, `at ${index}`);
    log.add({ environment: 'sandbox', event: '', answer: 'too large' }, 'now');
  }
  const [newest, second, ...others] = log.list();
  expect(newest).toMatchObject({ answer: 'too large', environment: 'sandbox', count: 10_000 });
  expect(second).toMatchObject({ answer: 'wrong header', environment: null, at: 'at 9999', count: 10_000 });
  expect(others).toHaveLength(40);
  expect(new Set(log.list().map(({ id }) => id)).size).toBe(42);
});
