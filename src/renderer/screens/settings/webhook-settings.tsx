import './settings.css';
import { useState } from 'react';
import type { Settings } from '../../../shared/settings/settings.ts';
import { webhookOrigin } from '../../../shared/settings/webhook-view.ts';
import { shipmentStates } from '../../../shared/shipments/shipment-state.ts';
import { shipmentEventNames } from '../../../shared/shipments/status-rules.ts';
import { webhooksQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Code } from '../../ui/code.tsx';
import { NumberField, TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { CopyButton, SettingsSwitch } from './settings-controls.tsx';
import { useSavedGroup } from './use-saved-group.ts';
import { UnmatchedEvents, WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookEditor } from './webhook-editor.tsx';
import { fieldsOfListener, type ListenerErrors, type ListenerFields, readListener } from './webhook-form.ts';
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
  // null: nothing was typed, the fields show the saved values.
  const [edited, setEdited] = useState<ListenerFields | null>(null);
  const [errors, setErrors] = useState<ListenerErrors>({});
  const { save: saveGroup, isSaving, failure } = useSavedGroup('webhooks', { webhooks: settings });
  const fields = edited ?? fieldsOfListener(settings);
  const set = (change: Partial<ListenerFields>) => setEdited({ ...fields, ...change });

  const save = async () => {
    const read = readListener(fields, settings.enabled);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok && (await saveGroup(read.settings))) setEdited(null);
  };

  return (
    <>
      <SettingsSwitch
        label={text('webhooks.receive')}
        isOn={settings.enabled}
        onChange={(enabled) => void saveGroup({ enabled })}
        description={text('webhooks.receive.hint')}
      />
      <div className="settings-host">
        <TextField
          label={text('webhooks.field.host')}
          isCode
          value={fields.host}
          onChange={(host) => set({ host })}
          error={errors.host ? messageText(errors.host) : null}
          description={text('webhooks.host.hint')}
        />
        <NumberField
          label={text('webhooks.field.port')}
          value={fields.port}
          onChange={(port) => set({ port })}
          error={errors.port ? messageText(errors.port) : null}
        />
      </div>
      <TextField
        label={text('webhooks.field.public-address')}
        isCode
        value={fields.publicAddress}
        onChange={(publicAddress) => set({ publicAddress })}
        error={errors.publicAddress ? messageText(errors.publicAddress) : null}
        description={text('webhooks.public-address.hint')}
      />
      <FailureStrip failure={failure} />
      {edited && (
        <div className="settings-buttons">
          <Button size="small" tone="solid" isDisabled={isSaving} onPress={() => void save()}>
            {text('webhooks.save-addresses')}
          </Button>
          <Button size="small" onPress={() => setEdited(null)}>
            {text('button.cancel')}
          </Button>
        </div>
      )}
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
