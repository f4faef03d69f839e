import type { EnteredWebhook } from '../../../shared/webhook-view.ts';
import { call } from '../../station.ts';
import { Code } from '../../ui/code.tsx';
import { FailureStrip } from '../failure-strip.tsx';
import { useAction } from '../use-action.ts';
import { AskingButton } from './asking-button.tsx';
import { CopyButton } from './copy-button.tsx';
import { environmentKindWords } from './environment-form.ts';
import { NamedButton } from './named-button.tsx';
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
  const saveOther = (otherValue: EnteredWebhook['otherValue']) => {
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
        {webhook ? <WhatToEnter name={name} webhook={webhook} origin={origin} /> : <NothingSet kind={kind} />}
      </div>
      <div className="settings-buttons">
        {webhook?.hasOtherValue && (
          <>
            <AskingButton
              words="Use the second value only"
              name={name}
              consequence="Events under the first value are refused from then on."
              yes="Use the second only"
              no="Keep both"
              isDisabled={action.isRunning}
              onYes={() => saveOther({ kind: 'in its place' })}
            />
            <NamedButton
              words="Remove the second value"
              name={name}
              isDisabled={action.isRunning}
              onPress={() => void saveOther({ kind: 'none' })}
            />
          </>
        )}
        <NamedButton words={webhook ? 'Edit webhook' : 'Set up webhook'} name={name} onPress={onEdit} />
        {webhook && (
          <AskingButton
            words="Remove webhook"
            name={name}
            consequence={`Events for ${name} are refused from then on.`}
            yes="Remove"
            no="Keep"
            isDisabled={action.isRunning}
            onYes={() => action.run(() => call('webhook.remove', { environment: name }))}
          />
        )}
      </div>
      <FailureStrip failure={action.failure} />
    </div>
  );
}

function NothingSet({ kind }: Pick<WebhookEnvironment, 'kind'>) {
  return kind === 'practice' ? (
    <p className="settings-hint">The practice service brings its events by itself; there is nothing to enter.</p>
  ) : (
    <p className="settings-warning">No webhook: its shipments have no status.</p>
  );
}

interface WhatToEnterProps {
  readonly name: string;
  readonly webhook: NonNullable<WebhookEnvironment['webhook']>;
  readonly origin: string | null;
}

/** Exactly what goes into the service's dashboard. */
function WhatToEnter({ name, webhook, origin }: WhatToEnterProps) {
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
