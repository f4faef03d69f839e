import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { type Waiting, waitingCount, waitingItems } from '../../../shared/orders/waiting-work.ts';
import type { Environment } from '../../../shared/settings/environment.ts';
import { waitingQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { list, messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { StateBadge } from '../../ui/tone.tsx';
import { EnvironmentEditor } from './environment-editor.tsx';
import { EnvironmentName } from './settings-controls.tsx';

/** Which editor is open: of one environment, of a new one, or none. */
type Editing = { readonly kind: 'none' } | { readonly kind: 'new' } | { readonly kind: 'known'; readonly name: string };

/** The services this station can use; one is in use. */
export function EnvironmentSettings({ view }: { readonly view: StationView }) {
  const [editing, setEditing] = useState<Editing>({ kind: 'none' });
  const action = useAction();
  const { environments } = view.settings;
  const close = () => setEditing({ kind: 'none' });
  const editorProps = { environments, vault: view.vault, onClose: close };
  return (
    <Card title={text('environments.title')} className="settings-card">
      <ul aria-label={text('environments.title')} className="settings-list">
        {environments.map((environment) => (
          <li key={environment.name}>
            {editing.kind === 'known' && editing.name === environment.name ? (
              <EnvironmentEditor existing={environment} {...editorProps} />
            ) : (
              <EnvironmentLine
                environment={environment}
                isActive={view.settings.activeEnvironment === environment.name}
                hasToken={view.vault.environmentsWithToken.includes(environment.name)}
                action={action}
                onEdit={() => setEditing({ kind: 'known', name: environment.name })}
              />
            )}
          </li>
        ))}
      </ul>
      <WaitingHere name={view.environment.name} hasOthers={environments.length > 1} />
      <FailureStrip failure={action.failure} />
      {editing.kind === 'new' ? (
        <EnvironmentEditor existing={null} {...editorProps} />
      ) : (
        <div className="settings-buttons">
          <Button size="small" icon={Plus} onPress={() => setEditing({ kind: 'new' })}>
            {text('environments.add')}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface EnvironmentLineProps {
  readonly environment: Environment;
  readonly isActive: boolean;
  readonly hasToken: boolean;
  readonly action: Action;
  readonly onEdit: () => void;
}

function EnvironmentLine({ environment, isActive, hasToken, action, onEdit }: EnvironmentLineProps) {
  const { name, kind, baseUrl, currency } = environment;
  return (
    <div className="settings-line">
      <div className="settings-line-text">
        <EnvironmentName name={name} kind={kind}>
          {isActive && <StateBadge tone="success" word={text('environments.in-use')} />}
        </EnvironmentName>
        <p className="settings-hint">
          {text('environments.service', { address: baseUrl ?? null, currency: currency ?? null })}
        </p>
        {kind !== 'practice' && <TokenLine hasToken={hasToken} />}
      </div>
      <div className="settings-buttons">
        {!isActive && (
          <Button
            size="small"
            subject={name}
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('environment.use', { name }))}
          >
            {text('environments.use')}
          </Button>
        )}
        <Button size="small" subject={name} onPress={onEdit}>
          {text('environments.edit')}
        </Button>
      </div>
    </div>
  );
}

/** Shown before another environment is used: what waits in this one. */
function WaitingHere({ name, hasOthers }: { readonly name: string; readonly hasOthers: boolean }) {
  const { value } = useQuery(waitingQuery);
  const notice = value && hasOthers && waitingNotice(name, value);
  return notice ? <NoticeStrip tone="information">{notice}</NoticeStrip> : null;
}

function TokenLine({ hasToken }: { readonly hasToken: boolean }) {
  return hasToken ? (
    <p className="settings-hint">{text('environments.token.saved')}</p>
  ) : (
    <p className="settings-warning">{text('environments.token.missing')}</p>
  );
}

/** What waits in the environment in use, and when it continues; null if nothing waits. */
export function waitingNotice(environment: string, waiting: Waiting): string | null {
  const items = waitingItems(waiting).map(messageText);
  if (items.length === 0) return null;
  return text('environments.waiting', { environment, items: list(items), count: waitingCount(waiting) });
}
