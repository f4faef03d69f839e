import type { ListedDelivery } from '../../../shared/webhook-delivery.ts';
import { call } from '../../station.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { clockTime } from '../../words/ages.ts';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { answerWords, deliveryWords } from './webhook-words.ts';

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
