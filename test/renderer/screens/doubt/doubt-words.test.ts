import { describe, expect, it } from 'vitest';
import { alarmSentence, replaceableFrom, webhookSentence } from '../../../../src/renderer/screens/doubt/doubt-words.ts';
import { clockTime } from '../../../../src/renderer/words/ages.ts';
import { lateDeletion } from '../../../../src/shared/order-alarm.ts';
import type { WebhooksView } from '../../../../src/shared/webhook-view.ts';

const now = Date.parse('2026-11-21T14:05:00.000Z');
const at = '2026-11-21T14:02:00.000Z';

const view = (change: Partial<WebhooksView> = {}): WebhooksView => ({
  settings: { enabled: true, host: '127.0.0.1', port: 8787 },
  listening: { kind: 'listening' },
  environments: [
    {
      name: 'sandbox',
      kind: 'sandbox',
      webhook: { path: '/webhooks/sandbox', headerName: 'X-Hook-Key', hasOtherValue: false },
    },
    { name: 'bare', kind: 'sandbox', webhook: null },
  ],
  canSendTest: false,
  deliveries: [],
  ...change,
});
const delivery = {
  id: 1,
  at,
  environment: 'sandbox',
  event: 'same.shipment.scheduled',
  answer: 'stored',
  count: 1,
} as const;

describe('waiting for the webhook', () => {
  it('says when the last event of this environment came', () => {
    const deliveries = [{ ...delivery, id: 2, answer: 'wrong header' as const, environment: null }, delivery];
    expect(webhookSentence(view({ deliveries }), 'sandbox', now)).toContain(
      `The last event came at ${clockTime(at, now)}.`,
    );
    expect(webhookSentence(view(), 'sandbox', now)).toContain('No event came since the station started.');
  });

  it('promises nothing where none is set up, or none is received', () => {
    expect(webhookSentence(view(), 'bare', now)).toContain('No webhook is set up');
    expect(webhookSentence(view({ listening: { kind: 'off' } }), 'sandbox', now)).toContain('No events are received');
  });

  it('trusts the listener practice brings along', () => {
    expect(webhookSentence(view({ canSendTest: true, listening: { kind: 'off' } }), 'bare', now)).toContain('An event');
  });
});

it('an order may be replaced ten minutes after it fell into doubt, and the button says when that is', () => {
  const from = clockTime('2026-11-21T14:12:00.000Z', now);
  expect(replaceableFrom(at, now)).toBe(`possible from ${from}`);
  expect(replaceableFrom(at, Date.parse(at) + 10 * 60_000 - 1)).toBe(`possible from ${from}`);
  expect(replaceableFrom(at, Date.parse(at) + 10 * 60_000)).toBeNull();
});

it('an alarm says what told it, and when', () => {
  const when = clockTime(at, now);
  expect(alarmSentence({ event: 'same.shipment.picked_up', at }, now)).toContain(
    `the event same.shipment.picked_up named its code at ${when}`,
  );
  expect(alarmSentence({ event: lateDeletion, at }, now)).toContain(`its second deletion found it at ${when}`);
});
