import { useState } from 'react';
import type { ListedDelivery } from '../../../../shared/settings/webhook-view.ts';
import { type KeptEvent, unmatchedReasonWords } from '../../../../shared/shipments/shipment-event.ts';
import { createQuery, useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { clockTime } from '../../../text/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Code } from '../../../ui/code.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { answerWords, deliveryWords } from './webhook-text.ts';

interface WebhookDeliveriesProps {
  readonly deliveries: readonly ListedDelivery[];
  readonly canSendTest: boolean;
}

/** The last deliveries since the station was started, and in practice a way to see one arrive. */
export function WebhookDeliveries({ deliveries, canSendTest }: WebhookDeliveriesProps) {
  const action = useAction();
  return (
    <div className="webhook-deliveries">
      <h3>Last deliveries</h3>
      {deliveries.length === 0 ? (
        <p className="settings-hint">None since the station was started.</p>
      ) : (
        <ul aria-label="Last deliveries" className="settings-list">
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
            Send me a test
          </Button>
        </div>
      )}
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function DeliveryLine({ delivery }: { readonly delivery: ListedDelivery }) {
  const { at, environment, event, answer, count } = delivery;
  const { tone, why } = deliveryWords[answer];
  return (
    <div className="webhook-delivery">
      <time dateTime={at}>{clockTime(at)}</time>
      <StateBadge tone={tone} word={answerWords(answer)} />
      <span className="webhook-delivery-words">
        {environment !== null && <span>{environment}</span>}
        {event !== '' && <Code>{event}</Code>}
        {count > 1 && <span>{count} times</span>}
        {why !== '' && <span className="settings-hint">{why}</span>}
      </span>
    </div>
  );
}

/** Fields shown of an event, its codes first as the service gives them. */
const shownFactCount = 4;

/** Events kept although they belong to nothing here yet: they are matched when their order becomes known. */
export function UnmatchedEvents() {
  const [query] = useState(() =>
    createQuery({ topics: ['parcels', 'webhook deliveries'], read: () => call('events.unmatched', { code: null }) }),
  );
  const { value, failure } = useQuery(query);
  if (!value || value.total === 0) return <FailureStrip failure={failure} />;
  return (
    <div className="webhook-deliveries">
      <h3>{value.total === 1 ? '1 event belongs to nothing here' : `${value.total} events belong to nothing here`}</h3>
      <p className="settings-hint">They are kept, and matched by themselves when their order becomes known.</p>
      <ul aria-label="Unmatched events" className="settings-list">
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
      <span className="webhook-delivery-words">
        <Code>{name}</Code>
        {unmatchedBecause !== null && <span>{unmatchedReasonWords[unmatchedBecause]}.</span>}
        <span className="settings-hint">
          {facts
            .slice(0, shownFactCount)
            .map((fact) => `${fact.name}: ${fact.value ?? 'nothing'}`)
            .join(', ')}
        </span>
      </span>
    </div>
  );
}
