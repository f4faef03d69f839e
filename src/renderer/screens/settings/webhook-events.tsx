import { shipmentStates } from '../../../shared/shipment-state.ts';
import { shipmentEventNames } from '../../../shared/status-rules.ts';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from './copy-button.tsx';

const names = shipmentStates.map((state) => shipmentEventNames[state]);

/** Which events to choose in the dashboard. */
export function WebhookEvents() {
  return (
    <details className="webhook-events">
      <summary>Events to choose in the dashboard: all twelve shipment events</summary>
      <ul aria-label="Events to choose" className="webhook-event-names">
        {names.map((name) => (
          <li key={name}>
            <Code>{name}</Code>
          </li>
        ))}
      </ul>
      <CopyButton text={names.join('\n')} name="the event names" />
      <p className="settings-hint">
        Parcel events are taken too, but bring codes only and no status; the service is giving them up.
      </p>
    </details>
  );
}
