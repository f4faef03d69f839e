import './settings.css';
import { useState } from 'react';
import type { Settings } from '../../../shared/settings/settings.ts';
import { webhookOrigin } from '../../../shared/settings/webhook-view.ts';
import { shipmentStates } from '../../../shared/shipments/shipment-state.ts';
import { shipmentEventNames } from '../../../shared/shipments/status-rules.ts';
import { webhooksQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { useForm } from '../../data/use-form.ts';
import { text } from '../../text/text.ts';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { CopyButton, EditorButtons, SettingsSwitch } from './settings-controls.tsx';
import { useSavedGroup } from './use-saved-group.ts';
import { UnmatchedEvents, WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookEditor } from './webhook-editor.tsx';
import { fieldsOfListener, type ListenerFields, readListener } from './webhook-form.ts';
import { WebhookLine } from './webhook-line.tsx';
import { listeningText, reachText } from './webhook-text.ts';

/** How the service's events reach the station, and what to enter in the service's dashboard. */
export function WebhookSettings() {
  const { value: view, failure } = useQuery(webhooksQuery);
  const [editedName, setEditedName] = useState<string | null>(null);
  if (!view) return <FailureStrip failure={failure} />;
  const { settings, listening, environments } = view;
  const reach = listening.kind === 'off' ? null : reachText(settings);
  return (
    <Card title={text('webhooks.title')} className="settings-card">
      <p
        role="status"
        aria-label={text('webhooks.title')}
        className={listening.kind === 'failed' ? 'settings-warning' : ''}
      >
        {listeningText(listening, settings)}
      </p>
      <WebhookListenerFields settings={settings} />
      {reach !== null && <p className="settings-hint">{reach}</p>}
      <ul aria-label={text('webhooks.by-environment')} className="settings-list">
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

/** Whether and where the listener listens. The switch is saved at once, the fields with their button. */
function WebhookListenerFields({ settings }: { readonly settings: Settings['webhooks'] }) {
  const group = useSavedGroup('webhooks', { webhooks: settings });
  const form = useForm({
    saved: fieldsOfListener(settings),
    read: (entered: ListenerFields) => readListener(entered, settings.enabled),
    save: (value) => call('settings.save', { group: 'webhooks', value }),
  });

  return (
    <>
      <SettingsSwitch
        label={text('webhooks.receive')}
        isOn={settings.enabled}
        onChange={(enabled) => void group.save({ enabled })}
        description={text('webhooks.receive.hint')}
      />
      <div className="settings-host">
        <TextField
          label={text('webhooks.field.host')}
          isCode
          description={text('webhooks.host.hint')}
          {...form.textField('host')}
        />
        <NumberField
          label={text('webhooks.field.port')}
          value={form.fields.port}
          onChange={(port) => form.change({ port })}
          error={form.errorOf('port')}
        />
      </div>
      <TextField
        label={text('webhooks.field.public-address')}
        isCode
        description={text('webhooks.public-address.hint')}
        {...form.textField('publicAddress')}
      />
      <FailureStrip failure={group.failure ?? form.failure} />
      {form.isChanged && <EditorButtons form={form} saveLabel={text('webhooks.save-addresses')} onClose={form.reset} />}
    </>
  );
}

const names = shipmentStates.map((state) => shipmentEventNames[state]);

/** The events to select in the service's dashboard. */
function WebhookEvents() {
  return (
    <details className="webhook-events">
      <summary>{text('webhooks.events', { count: names.length })}</summary>
      <ul aria-label={text('webhooks.events.name')} className="webhook-event-names">
        {names.map((name) => (
          <li key={name}>
            <Code>{name}</Code>
          </li>
        ))}
      </ul>
      <CopyButton text={names.join('\n')} name={text('webhooks.copy.events')} />
      <p className="settings-hint">{text('webhooks.events.parcel-events')}</p>
    </details>
  );
}
