import { useState } from 'react';
import { type DeliveryAnswer, deliveryAnswers, isRefusal } from '../../../../shared/settings/delivery-answers.ts';
import type { ListedDelivery } from '../../../../shared/settings/webhook-view.ts';
import type { KeptEvent } from '../../../../shared/shipments/shipment-event.ts';
import { createQuery, useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { clockTime } from '../../../text/dates.ts';
import { text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Code } from '../../../ui/code.tsx';
import { Details } from '../../../ui/disclosure.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge, type Tone } from '../../../ui/tone.tsx';
import { HelpButton } from '../../help/help-button.tsx';

interface WebhookDeliveriesProps {
  readonly deliveries: readonly ListedDelivery[];
  readonly canSendTest: boolean;
}

/** The last deliveries since the station was started; in practice a test event can be sent. */
export function WebhookDeliveries({ deliveries, canSendTest }: WebhookDeliveriesProps) {
  const action = useAction();
  return (
    <div className="webhook-deliveries">
      <h3>{text('webhooks.deliveries')}</h3>
      {deliveries.length === 0 ? (
        <p className="settings-hint">{text('webhooks.deliveries.none')}</p>
      ) : (
        <ul aria-label={text('webhooks.deliveries')} className="settings-list">
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryLine delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      {canSendTest && (
        <div className="settings-buttons">
          <Button
            size="small"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('webhook.send-test', null))}
          >
            {text('webhooks.send-test')}
          </Button>
        </div>
      )}
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: ListedDelivery }) {
  const { at, environment, event, answer, count } = delivery;
  return (
    <div className="webhook-delivery">
      <time dateTime={at}>{clockTime(at)}</time>
      <StateBadge tone={deliveryTones[answer]} word={text(`webhooks.delivery.${answer}`)} />
      <span className="webhook-delivery-text">
        {environment !== null && <span>{environment}</span>}
        {event !== '' && <Code>{event}</Code>}
        {count > 1 && <span>{text('webhooks.delivered.count', { count })}</span>}
        {answer !== 'stored' && <span className="settings-hint">{text(`webhooks.delivery.${answer}.reason`)}</span>}
        <Details lines={deliveryDetails(answer)} />
      </span>
    </div>
  );
}

const deliveryTones: Readonly<Record<DeliveryAnswer, Tone>> = {
  stored: 'success',
  'known already': 'quiet',
  'no event': 'warning',
  'wrong header': 'error',
  'no such address': 'warning',
  'address check': 'quiet',
  'method not allowed': 'warning',
  'too slow': 'warning',
  'too large': 'warning',
  'too many at once': 'warning',
  'not stored': 'error',
};

/** The HTTP status of a refusal. */
export const deliveryDetails = (answer: DeliveryAnswer): string[] =>
  isRefusal(answer) ? [text('webhooks.http-status', { status: deliveryAnswers[answer] })] : [];

/** Fields shown of an event; its codes come first. */
const shownFactCount = 4;

/** Events that match no order yet: they are matched when their order becomes known. */
export function UnmatchedEvents() {
  const [query] = useState(() =>
    createQuery({ topics: ['parcels', 'webhook deliveries'], read: () => call('events.unmatched', { code: null }) }),
  );
  const { value, failure } = useQuery(query);
  if (!value || value.total === 0) return <FailureStrip failure={failure} />;
  return (
    <div className="webhook-deliveries">
      <h3>{text('webhooks.unmatched', { count: value.total })}</h3>
      <p className="settings-hint">{text('webhooks.unmatched.hint')}</p>
      <HelpButton page="unmatched-events" />
      <ul aria-label={text('webhooks.unmatched.name')} className="settings-list">
        {value.events.map((event) => (
          <li key={event.id}>
            <UnmatchedEvent event={event} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function UnmatchedEvent({ event }: { readonly event: KeptEvent }) {
  const { receivedAt, event: name, unmatchedBecause, facts } = event;
  return (
    <div className="webhook-delivery">
      <time dateTime={receivedAt}>{clockTime(receivedAt)}</time>
      <span className="webhook-delivery-text">
        <Code>{name}</Code>
        {unmatchedBecause !== null && <span>{text(`event.unmatched.${unmatchedBecause}`)}</span>}
        <span className="settings-hint">
          {facts
            .slice(0, shownFactCount)
            .map(({ name: field, value }) => text('webhooks.unmatched.fact', { field, value }))
            .join(', ')}
        </span>
      </span>
    </div>
  );
}
