import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import { type Waiting, waitingCount, waitingWords } from '../../../../shared/orders/waiting.ts';
import type { Environment } from '../../../../shared/settings/environment.ts';
import { waitingQuery } from '../../../data/queries.ts';
import { useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { type Action, useAction } from '../../../data/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { EnvironmentEditor } from './environment-editor.tsx';
import { environmentKindWords } from './environment-form.ts';

/** Which editor is open: of one environment, of a new one, or none. */
type Editing = { readonly kind: 'none' } | { readonly kind: 'new' } | { readonly kind: 'known'; readonly name: string };

/** The services this station can talk to; one is in use. */
export function EnvironmentSettings({ view }: { readonly view: StationView }) {
  const [editing, setEditing] = useState<Editing>({ kind: 'none' });
  const action = useAction();
  const { environments } = view.settings;
  const close = () => setEditing({ kind: 'none' });
  const editorProps = { environments, vault: view.vault, onClose: close };
  return (
    <Card title="Environments" className="settings-card">
      <ul aria-label="Environments" className="settings-list">
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
            Add environment
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
      <div className="settings-line-words">
        <p className="settings-line-name">
          <span className={`environment-block environment-block-${kind}`}>
            {environmentKindWords[kind].toUpperCase()}
          </span>
          {name}
          {isActive && <StateBadge tone="success" word="In use" />}
        </p>
        <p className="settings-hint">
          {baseUrl ?? 'The station’s own simulated service'}
          {currency && `, prices in ${currency}`}
        </p>
        {kind !== 'practice' && <TokenLine hasToken={hasToken} />}
      </div>
      <div className="settings-buttons">
        {!isActive && (
          <Button
            size="small"
            isDisabled={action.isRunning}
            onPress={() => void action.run(() => call('environment.use', { name }))}
          >
            Use <span className="only-spoken">{name}</span>
          </Button>
        )}
        <Button size="small" onPress={onEdit}>
          Edit <span className="only-spoken">{name}</span>
        </Button>
      </div>
    </div>
  );
}

/** Before another environment is used: what waits in this one, and that it waits there. */
function WaitingHere({ name, hasOthers }: { readonly name: string; readonly hasOthers: boolean }) {
  const { value } = useQuery(waitingQuery);
  const words = value && hasOthers && leavingWords(name, value);
  return words ? <NoticeStrip tone="information">{words}</NoticeStrip> : null;
}

function TokenLine({ hasToken }: { readonly hasToken: boolean }) {
  return hasToken ? (
    <p className="settings-hint">A token is kept.</p>
  ) : (
    <p className="settings-warning">No token: nothing can be sent. Edit it to enter one.</p>
  );
}

/** What is said before another environment is used; null where nothing waits in this one. */
export function leavingWords(name: string, waiting: Waiting): string | null {
  const words = waitingWords(waiting);
  if (words === null) return null;
  const [wait, they, go] = waitingCount(waiting) === 1 ? ['waits', 'it', 'goes'] : ['wait', 'they', 'go'];
  return `${words} ${wait} in ${name}. If you use another environment, ${they} ${wait} here, and ${go} on when ${name} is in use again.`;
}
