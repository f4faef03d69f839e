import { describe, expect, it } from 'vitest';
import {
  alarmSentence,
  replaceableFrom,
  uncertainOrderActions,
  webhookSentence,
} from '../../../../src/renderer/screens/uncertain-orders/uncertain-order-actions.ts';
import { clockTime } from '../../../../src/renderer/text/dates.ts';
import { commandOffers, commandStates } from '../../../../src/shared/orders/command.ts';
import { lateDeletion } from '../../../../src/shared/orders/order-progress.ts';
import type { WebhooksView } from '../../../../src/shared/settings/webhook-view.ts';
import { command } from '../samples.ts';

const offered = (change: Parameters<typeof command>[0]) =>
  uncertainOrderActions
    .filter(({ action }) => action !== null && commandOffers(action, command(change)))
    .map(({ words }) => words);

it('an order in doubt offers what is safe, the safest first', () => {
  expect(uncertainOrderActions[0]?.words).toBe('Import the order response');
  expect(offered({ kind: 'create', state: 'uncertain', requestLeft: true })).toEqual([
    'Send again with the same codes',
    'Delete its codes and create with new ones',
    'It does not exist',
    'It is there',
  ]);
});

it('no other order and no deletion offers any of it', () => {
  for (const state of commandStates.filter((one) => one !== 'uncertain')) {
    expect(offered({ kind: 'create', state })).toEqual([]);
  }
  expect(offered({ kind: 'delete', state: 'uncertain' })).toEqual([]);
});

it('what cannot be taken back asks first, and replacing says what nobody knows of the charge', () => {
  const asking = uncertainOrderActions.filter(({ question }) => question);
  expect(asking.map(({ words }) => words)).toEqual(['Delete its codes and create with new ones', 'It does not exist']);
  expect(asking[0]?.question?.words).toContain('does not tell whether deleting undoes the charge');
  expect(asking[0]?.question?.words).toContain('Stickers with the old codes become void');
});

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
