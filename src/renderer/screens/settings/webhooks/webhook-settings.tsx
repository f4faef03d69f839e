import '../settings.css';
import { useState } from 'react';
import type { Settings } from '../../../../shared/settings/settings.ts';
import { webhookOrigin } from '../../../../shared/settings/webhook-view.ts';
import { shipmentStates } from '../../../../shared/shipments/shipment-state.ts';
import { shipmentEventNames } from '../../../../shared/shipments/status-rules.ts';
import { webhooksQuery } from '../../../data/queries.ts';
import { useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Code } from '../../../ui/code.tsx';
import { NumberField, TextField } from '../../../ui/fields.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { CopyButton, SettingsSwitch } from '../settings-controls.tsx';
import { UnmatchedEvents, WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookEditor } from './webhook-editor.tsx';
import { fieldsOfListener, type ListenerErrors, type ListenerFields, readListener } from './webhook-form.ts';
import { WebhookLine } from './webhook-line.tsx';
import { listeningWords, reachWords } from './webhook-text.ts';

/** How the service's events reach the station, and what to enter in its dashboard for that. */
export function WebhookSettings() {
  const { value: view, failure } = useQuery(webhooksQuery);
  const [editedName, setEditedName] = useState<string | null>(null);
  if (!view) return <FailureStrip failure={failure} />;
  const { settings, listening, environments } = view;
  const reach = listening.kind === 'off' ? null : reachWords(settings);
  return (
    <Card title="Webhooks" className="settings-card">
      <p role="status" aria-label="Webhooks" className={listening.kind === 'failed' ? 'settings-warning' : ''}>
        {listeningWords(listening, settings)}
      </p>
      <WebhookListenerFields settings={settings} />
      {reach !== null && <p className="settings-hint">{reach}</p>}
      <ul aria-label="Webhooks by environment" className="settings-list">
        {environments.map((environment) => (
          <li key={environment.name}>
            {editedName === environment.name ? (
              <WebhookEditor environment={environment} onClose={() => setEditedName(null)} />
            ) : (
              <WebhookLine
                environment={environment}
                origin={webhookOrigin(settings)}
                onEdit={() => setEditedName(environment.name)}
              />
            )}
          </li>
        ))}
      </ul>
      <WebhookEvents />
      <WebhookDeliveries deliveries={view.deliveries} canSendTest={view.canSendTest} />
      <UnmatchedEvents />
    </Card>
  );
}

/** Whether and where the listener listens. The switch counts at once, the fields when they are saved. */
function WebhookListenerFields({ settings }: { readonly settings: Settings['webhooks'] }) {
  // null: nothing was written, the fields follow what is kept.
  const [edited, setEdited] = useState<ListenerFields | null>(null);
  const [errors, setErrors] = useState<ListenerErrors>({});
  const action = useAction();
  const fields = edited ?? fieldsOfListener(settings);
  const set = (change: Partial<ListenerFields>) => setEdited({ ...fields, ...change });

  const save = async () => {
    const read = readListener(fields, settings.enabled);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok && (await action.run(() => call('settings.webhooks', read.settings)))) setEdited(null);
  };

  return (
    <>
      <SettingsSwitch
        label="Receive events"
        isOn={settings.enabled}
        onChange={(enabled) => void action.run(() => call('settings.webhooks', { ...settings, enabled }))}
        description="The service tells by events how each shipment is getting on."
      />
      <div className="settings-host">
        <TextField
          label="Webhook host"
          isCode
          value={fields.host}
          onChange={(host) => set({ host })}
          error={errors.host ?? null}
          description="127.0.0.1: this computer alone."
        />
        <NumberField
          label="Webhook port"
          value={fields.port}
          onChange={(port) => set({ port })}
          error={errors.port ?? null}
        />
      </div>
      <TextField
        label="Public address"
        isCode
        value={fields.publicAddress}
        onChange={(publicAddress) => set({ publicAddress })}
        error={errors.publicAddress ?? null}
        description="Where the service reaches the station, such as https://hooks.example. Blank: host and port above."
      />
      <FailureStrip failure={action.failure} />
      {edited && (
        <div className="settings-buttons">
          <Button size="small" tone="solid" isDisabled={action.isRunning} onPress={() => void save()}>
            Save addresses
          </Button>
          <Button size="small" onPress={() => setEdited(null)}>
            Keep as they were
          </Button>
        </div>
      )}
    </>
  );
}

const names = shipmentStates.map((state) => shipmentEventNames[state]);

/** Which events to choose in the dashboard. */
function WebhookEvents() {
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
