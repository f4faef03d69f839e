import type { EnteredWebhook } from '../../../../shared/settings/webhook-view.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { Code } from '../../../ui/code.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { environmentKindWords } from '../environments/environment-form.ts';
import { ConfirmButton, CopyButton, NamedButton } from '../settings-controls.tsx';
import type { WebhookEnvironment } from './webhook-form.ts';

interface WebhookLineProps {
  readonly environment: WebhookEnvironment;
  /** Where the service reaches the listener; null where that is not known. */
  readonly origin: string | null;
  readonly onEdit: () => void;
}

/** One environment: what to enter in its dashboard, and what can be done about it. */
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
      <div className="settings-line-words">
        <p className="settings-line-name">
          <span className={`environment-block environment-block-${kind}`}>
            {environmentKindWords[kind].toUpperCase()}
          </span>
          {name}
        </p>
        {webhook ? <DashboardEntry name={name} webhook={webhook} origin={origin} /> : <NoWebhook kind={kind} />}
      </div>
      <div className="settings-buttons">
        {webhook?.hasOtherValue && (
          <>
            <ConfirmButton
              words="Use the second value only"
              name={name}
              consequence="Events under the first value are refused from then on."
              confirmLabel="Use the second only"
              cancelLabel="Keep both"
              isDisabled={action.isRunning}
              onConfirm={() => saveSecondValue({ kind: 'in its place' })}
            />
            <NamedButton
              words="Remove the second value"
              name={name}
              isDisabled={action.isRunning}
              onPress={() => void saveSecondValue({ kind: 'none' })}
            />
          </>
        )}
        <NamedButton words={webhook ? 'Edit webhook' : 'Set up webhook'} name={name} onPress={onEdit} />
        {webhook && (
          <ConfirmButton
            words="Remove webhook"
            name={name}
            consequence={`Events for ${name} are refused from then on.`}
            confirmLabel="Remove"
            cancelLabel="Keep"
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
    <p className="settings-hint">The practice service brings its events by itself; there is nothing to enter.</p>
  ) : (
    <p className="settings-warning">No webhook: its shipments have no status.</p>
  );
}

interface DashboardEntryProps {
  readonly name: string;
  readonly webhook: NonNullable<WebhookEnvironment['webhook']>;
  readonly origin: string | null;
}

/** Exactly what goes into the service's dashboard. */
function DashboardEntry({ name, webhook, origin }: DashboardEntryProps) {
  const address = origin === null ? null : origin + webhook.path;
  return (
    <dl className="webhook-entry">
      <dt>Address</dt>
      <dd>
        <Code>{address ?? webhook.path}</Code>
        {address === null ? (
          <span className="settings-warning">Behind the address of this computer: enter a public address above.</span>
        ) : (
          <CopyButton text={address} name={`address of ${name}`} />
        )}
      </dd>
      <dt>Header name</dt>
      <dd>
        <Code>{webhook.headerName}</Code>
        <CopyButton text={webhook.headerName} name={`header name of ${name}`} />
      </dd>
      <dt>Header value</dt>
      <dd>{webhook.hasOtherValue ? 'Set; a second one is valid too' : 'Set'}</dd>
    </dl>
  );
}
