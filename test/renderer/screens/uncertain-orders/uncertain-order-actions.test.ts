import { describe, expect, it } from 'vitest';
import {
  alarmSentence,
  questionBefore,
  replaceableFrom,
  uncertainOrderActions,
  webhookSentence,
} from '../../../../src/renderer/screens/uncertain-orders/uncertain-order-actions.ts';
import { clockTime } from '../../../../src/renderer/text/dates.ts';
import { messageDetails, messageText } from '../../../../src/renderer/text/text.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { commandOffers, commandStates } from '../../../../src/shared/orders/command.ts';
import { lateDeletion } from '../../../../src/shared/orders/order-progress.ts';
import type { WebhooksView } from '../../../../src/shared/settings/webhook-view.ts';
import { command } from '../samples.ts';

const offered = (change: Parameters<typeof command>[0]) =>
  uncertainOrderActions
    .filter(({ action }) => action !== null && commandOffers(action, command(change)))
    .map(({ id }) => id);

it('uncertain order: the actions are offered safest first', () => {
  expect(uncertainOrderActions[0]?.id).toBe('import');
  expect(offered({ kind: 'create', state: 'uncertain', requestLeft: true })).toEqual([
    'send-again',
    'replace',
    'mark-missing',
    'mark-existing',
  ]);
});

it('uncertain order: no other order and no deletion offers any of the actions', () => {
  for (const state of commandStates.filter((one) => one !== 'uncertain')) {
    expect(offered({ kind: 'create', state })).toEqual([]);
  }
  expect(offered({ kind: 'delete', state: 'uncertain' })).toEqual([]);
});

it('uncertain order: what cannot be undone asks first, and replacing warns about the charge and the stickers', () => {
  const asking = uncertainOrderActions.filter(({ question }) => question);
  expect(asking.map(({ id }) => id)).toEqual(['replace', 'mark-missing']);
  expect(asking[0]?.question?.text()).toContain('may still be charged');
  expect(asking[0]?.question?.text()).toContain('Stickers with the old codes are no longer valid');
});

it('uncertain order: sending it again asks first until the service has rejected a used code', () => {
  const sendAgain = uncertainOrderActions.find(({ id }) => id === 'send-again');
  if (!sendAgain) throw new Error('No such action');
  expect(questionBefore(sendAgain, false)?.text()).toBe('This service may book the order a second time.');
  expect(questionBefore(sendAgain, true)).toBeNull();
  for (const other of uncertainOrderActions.filter(({ question }) => question)) {
    expect(questionBefore(other, true)).toEqual(other.question);
  }
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

describe('uncertain order: waiting for the webhook', () => {
  it('names the last event of this environment', () => {
    const deliveries = [{ ...delivery, id: 2, answer: 'wrong header' as const, environment: null }, delivery];
    expect(webhookSentence(view({ deliveries }), 'sandbox', now)).toContain(
      `The last event arrived at ${clockTime(at, now)}.`,
    );
    expect(webhookSentence(view(), 'sandbox', now)).toContain('No event has arrived since the station started.');
  });

  it('promises nothing where no webhook is set up, or none is received', () => {
    expect(webhookSentence(view(), 'bare', now)).toContain('No webhook is set up');
    expect(webhookSentence(view({ listening: { kind: 'off' } }), 'sandbox', now)).toContain('not being received');
  });

  it('relies on the practice environment’s own listener', () => {
    expect(webhookSentence(view({ canSendTest: true, listening: { kind: 'off' } }), 'bare', now)).toContain(
      'confirmed automatically',
    );
  });
});

it('uncertain order: it can be replaced after ten minutes, and the button names the time', () => {
  const from = clockTime('2026-11-21T14:12:00.000Z', now);
  expect(replaceableFrom(at, now)).toBe(`Available from ${from}`);
  expect(replaceableFrom(at, Date.parse(at) + 10 * 60_000 - 1)).toBe(`Available from ${from}`);
  expect(replaceableFrom(at, Date.parse(at) + 10 * 60_000)).toBeNull();
});

it('order alarm: the sentence says what was reported and when; an event that the document does not show keeps its name', () => {
  const when = clockTime(at, now);
  expect(alarmSentence({ event: 'same.shipment.picked_up', at }, now)).toBe(
    `A replaced order exists. The service reported it at ${when}: Picked up.`,
  );
  expect(alarmSentence({ event: 'same.parcel.weighed', at }, now)).toContain(`at ${when}: same.parcel.weighed.`);
  expect(alarmSentence({ event: lateDeletion, at }, now)).toContain(`Its code was deleted late, at ${when}`);
});

it('order alarm: its notice has the name of the event under Details', () => {
  const notice = message('uncertain-order.replaced-order-named', {
    ...{ code: 'OLD', newCodes: 'NEW', event: 'same.shipment.picked_up' },
  });
  expect(messageText(notice)).toBe(
    'A replaced order exists: the service reported its code OLD. The replacement is NEW.',
  );
  expect(messageDetails(notice)).toEqual(['Event of the service: same.shipment.picked_up']);
});
