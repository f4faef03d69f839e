import type { Settings } from '../../../../shared/settings/settings.ts';
import {
  isLocalOnly,
  type WebhookListening,
  type WebhooksView,
  webhookOrigin,
} from '../../../../shared/settings/webhook-view.ts';
import { shipmentStates } from '../../../../shared/shipments/shipment-state.ts';
import { shipmentEventNames } from '../../../../shared/shipments/status-rules.ts';
import { webhooksQuery } from '../../../data/queries.ts';
import { useQuery } from '../../../data/query.ts';
import { failureParagraph, text } from '../../../text/text.ts';
import { Code } from '../../../ui/code.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { HelpButton } from '../../help/help-button.tsx';
import { NumberSetting, SettingCard, type SettingGroupState, TextSetting, useSettingGroup } from '../setting-group.tsx';
import { CopyButton, SettingsSwitch } from '../settings-controls.tsx';
import { EnvironmentWebhook } from './environment-webhook.tsx';
import { UnmatchedEvents, WebhookDeliveries } from './webhook-deliveries.tsx';

/** How the service's events reach the station, and what to enter in the service's dashboard. */
export function WebhookSettings() {
  const { value: view, failure } = useQuery(webhooksQuery);
  return view ? <WebhookCard view={view} /> : <FailureStrip failure={failure} />;
}

function WebhookCard({ view }: { readonly view: WebhooksView }) {
  const { settings, listening, environments } = view;
  const setting = useSettingGroup('webhooks', { webhooks: settings });
  const reach = listening.kind === 'off' ? null : reachText(settings);
  return (
    <SettingCard title={text('webhooks.title')} setting={setting}>
      <p
        role="status"
        aria-label={text('webhooks.title')}
        className={listening.kind === 'failed' ? 'settings-warning' : ''}
      >
        {listeningText(listening)}
      </p>
      <WebhookListenerFields setting={setting} />
      {reach !== null && <p className="settings-hint">{reach}</p>}
      {listening.kind !== 'listening' && <HelpButton page="no-status" />}
      <ul aria-label={text('webhooks.by-environment')} className="settings-list">
        {environments.map((environment) => (
          <li key={environment.name}>
            <EnvironmentWebhook environment={environment} origin={webhookOrigin(settings)} />
          </li>
        ))}
      </ul>
      <WebhookEvents />
      <WebhookDeliveries deliveries={view.deliveries} canSendTest={view.canSendTest} />
      <UnmatchedEvents />
    </SettingCard>
  );
}

/** Whether and where the listener listens. */
function WebhookListenerFields({ setting }: { readonly setting: SettingGroupState<'webhooks'> }) {
  return (
    <>
      <SettingsSwitch
        label={text('webhooks.receive')}
        isOn={setting.shown.enabled}
        onChange={(enabled) => void setting.save({ enabled })}
        description={text('webhooks.receive.hint')}
      />
      <div className="settings-host">
        <TextSetting
          setting={setting}
          field="host"
          label={text('webhooks.field.host')}
          isCode
          description={text('webhooks.host.hint')}
        />
        <NumberSetting setting={setting} field="port" label={text('webhooks.field.port')} />
      </div>
      <TextSetting
        setting={setting}
        field="publicAddress"
        label={text('webhooks.field.public-address')}
        isCode
        isOptional
        description={text('webhooks.public-address.hint')}
      />
    </>
  );
}

/** Whether events are being received. */
export function listeningText(listening: WebhookListening): string {
  switch (listening.kind) {
    case 'off':
      return text('webhooks.off');
    case 'failed':
      return failureParagraph(listening.failure);
    case 'listening':
      return text('webhooks.listening');
  }
}

/** Who can reach the listener, and what to do about it; null with a public address. */
export function reachText(settings: Settings['webhooks']): string | null {
  if (settings.publicAddress !== undefined) return null;
  if (isLocalOnly(settings)) return text('webhooks.reach.this-computer');
  return webhookOrigin(settings) === null ? text('webhooks.reach.every-address') : text('webhooks.reach.network');
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
