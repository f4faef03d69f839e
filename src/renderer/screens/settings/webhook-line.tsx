import type { EnteredWebhook } from '../../../shared/settings/webhook-view.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';
import { text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { ConfirmButton } from '../../ui/confirmation.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { CopyButton, EnvironmentName } from './settings-controls.tsx';
import type { WebhookEnvironment } from './webhook-form.ts';

interface WebhookLineProps {
  readonly environment: WebhookEnvironment;
  /** Where the service reaches the listener; null if unknown. */
  readonly origin: string | null;
  readonly onEdit: () => void;
}

/** One environment's webhook: what to enter in the service's dashboard, and its actions. */
export function WebhookLine({ environment, origin, onEdit }: WebhookLineProps) {
  const action = useAction();
  const { name, kind, webhook } = environment;
  const saveSecondValue = (otherValue: EnteredWebhook['otherValue']) => {
    if (!webhook) return Promise.resolve(false);
    const { path, headerName } = webhook;
    return action.run(() => call('webhook.save', { environment: name, path, headerName, value: null, otherValue }));
  };
  return (
    <div className="settings-line">
      <div className="settings-line-text">
        <EnvironmentName name={name} kind={kind} />
        {webhook ? <DashboardEntry name={name} webhook={webhook} origin={origin} /> : <NoWebhook kind={kind} />}
      </div>
      <div className="settings-buttons">
        {webhook?.hasOtherValue && (
          <>
            <ConfirmButton
              label={text('webhooks.use-second')}
              subject={name}
              consequence={text('webhooks.use-second.consequence')}
              confirmLabel={text('webhooks.use-second.confirm')}
              isDisabled={action.isRunning}
              onConfirm={() => saveSecondValue({ kind: 'in its place' })}
            />
            <Button
              size="small"
              subject={name}
              isDisabled={action.isRunning}
              onPress={() => void saveSecondValue({ kind: 'none' })}
            >
              {text('webhooks.remove-second')}
            </Button>
          </>
        )}
        <Button size="small" subject={name} onPress={onEdit}>
          {webhook ? text('webhooks.edit') : text('webhooks.set-up')}
        </Button>
        {webhook && (
          <ConfirmButton
            label={text('webhooks.remove')}
            subject={name}
            consequence={text('webhooks.remove.consequence', { environment: name })}
            confirmLabel={text('webhooks.remove.confirm')}
            isDisabled={action.isRunning}
            onConfirm={() => action.run(() => call('webhook.remove', { environment: name }))}
          />
        )}
      </div>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function NoWebhook({ kind }: Pick<WebhookEnvironment, 'kind'>) {
  return kind === 'practice' ? (
    <p className="settings-hint">{text('webhooks.practice')}</p>
  ) : (
    <p className="settings-warning">{text('webhooks.none')}</p>
  );
}

interface DashboardEntryProps {
  readonly name: string;
  readonly webhook: NonNullable<WebhookEnvironment['webhook']>;
  readonly origin: string | null;
}

/** The values for the service's dashboard. */
function DashboardEntry({ name, webhook, origin }: DashboardEntryProps) {
  const address = origin === null ? null : origin + webhook.path;
  return (
    <dl className="webhook-entry">
      <dt>{text('webhooks.entry.address')}</dt>
      <dd>
        <Code>{address ?? webhook.path}</Code>
        {address === null ? (
          <span className="settings-warning">{text('webhooks.entry.no-address')}</span>
        ) : (
          <CopyButton text={address} name={text('webhooks.copy.address', { environment: name })} />
        )}
      </dd>
      <dt>{text('webhooks.field.header-name')}</dt>
      <dd>
        <Code>{webhook.headerName}</Code>
        <CopyButton text={webhook.headerName} name={text('webhooks.copy.header-name', { environment: name })} />
      </dd>
      <dt>{text('webhooks.field.header-value')}</dt>
      <dd>{webhook.hasOtherValue ? text('webhooks.entry.two-values') : text('webhooks.entry.value-set')}</dd>
    </dl>
  );
}
