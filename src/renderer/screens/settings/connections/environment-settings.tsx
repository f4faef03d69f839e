import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import { type Waiting, waitingCount, waitingItems } from '../../../../shared/orders/waiting-work.ts';
import type { Environment } from '../../../../shared/settings/environment.ts';
import { useScreen } from '../../../data/current-screen.ts';
import { waitingQuery } from '../../../data/queries.ts';
import { useQuery } from '../../../data/query.ts';
import { call } from '../../../data/station-client.ts';
import { type Action, useAction } from '../../../data/use-action.ts';
import { list, messageText, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Details } from '../../../ui/disclosure.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge } from '../../../ui/tone.tsx';
import { HelpButton } from '../../help/help-button.tsx';
import { ConfirmButton, EnvironmentName, SettingsLine } from '../settings-controls.tsx';
import { EnvironmentEditor } from './environment-editor.tsx';

/** Stands for the form of a new environment. */
const newEnvironment = null;

/** The services this station can use; one is in use. */
export function EnvironmentSettings({ view }: { readonly view: StationView }) {
  /** The environments whose forms are open. Opening another form closes none, so that nothing entered is lost. */
  const [opened, setOpened] = useState<readonly (string | typeof newEnvironment)[]>([]);
  const action = useAction();
  const { environments } = view.settings;
  const { settingsTarget } = useScreen();
  useEffect(() => {
    if (settingsTarget) setOpened((before) => [...before, settingsTarget.environment]);
  }, [settingsTarget]);
  const open = (name: string | typeof newEnvironment) => setOpened((before) => [...before, name]);
  const editorProps = (name: string | typeof newEnvironment) => ({
    environments,
    vault: view.vault,
    onClose: () => setOpened((before) => before.filter((other) => other !== name)),
  });
  return (
    <Card title={text('environments.title')} className="settings-card">
      <ul aria-label={text('environments.title')} className="settings-list">
        {environments.map((environment) => (
          <li key={environment.name}>
            {opened.includes(environment.name) ? (
              <EnvironmentEditor
                existing={environment}
                focusField={settingsTarget?.environment === environment.name ? settingsTarget.field : null}
                {...editorProps(environment.name)}
              />
            ) : (
              <EnvironmentLine
                environment={environment}
                isActive={view.settings.activeEnvironment === environment.name}
                token={tokenState(environment, view)}
                action={action}
                onEdit={() => open(environment.name)}
              />
            )}
          </li>
        ))}
      </ul>
      <WaitingHere name={view.environment.name} hasOthers={environments.length > 1} />
      <FailureStrip failure={action.failure} />
      {opened.includes(newEnvironment) ? (
        <EnvironmentEditor existing={null} {...editorProps(newEnvironment)} />
      ) : (
        <div className="settings-buttons">
          <Button size="small" icon={Plus} onPress={() => open(newEnvironment)}>
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
  readonly token: TokenState;
  readonly action: Action;
  readonly onEdit: () => void;
}

function EnvironmentLine({ environment, isActive, token, action, onEdit }: EnvironmentLineProps) {
  const { name, kind, currency } = environment;
  return (
    <SettingsLine
      text={
        <>
          <EnvironmentName name={name} kind={kind}>
            {isActive && <StateBadge tone="success" word={text('environments.in-use')} />}
          </EnvironmentName>
          {kind === 'practice' && <p className="settings-hint">{text('environments.simulated')}</p>}
          {currency !== undefined && <p className="settings-hint">{text('environments.prices', { currency })}</p>}
          {kind !== 'practice' && <TokenLine token={token} />}
          <Details lines={environmentAddresses(environment)} />
        </>
      }
      buttons={
        <>
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
          {kind !== 'practice' && (
            <ConfirmButton
              label={text('environments.remove')}
              subject={name}
              consequence={text('environments.remove.consequence', { environment: name })}
              confirmLabel={text('environments.remove.confirm')}
              isDisabled={action.isRunning}
              disabledReason={isActive ? text('environments.remove.in-use') : null}
              onConfirm={() => action.run(() => call('environment.remove', { name }))}
            />
          )}
        </>
      }
    />
  );
}

/** Where the service and its labels are; they are edited in the form. */
const environmentAddresses = ({ baseUrl, labelUrl }: Environment): string[] => [
  ...(baseUrl === undefined ? [] : [text('environments.details.service', { address: baseUrl })]),
  ...(labelUrl === undefined ? [] : [text('environments.details.labels', { address: labelUrl })]),
];

/** Shown before another environment is used: what waits in this one. */
function WaitingHere({ name, hasOthers }: { readonly name: string; readonly hasOthers: boolean }) {
  const { value } = useQuery(waitingQuery);
  const notice = value && hasOthers && waitingNotice(name, value);
  return notice ? <NoticeStrip tone="information">{notice}</NoticeStrip> : null;
}

/** Of the saved token, as far as it is known. */
type TokenState = 'saved' | 'rejected' | 'missing';

function tokenState({ name }: Environment, view: StationView): TokenState {
  if (!view.vault.environmentsWithToken.includes(name)) return 'missing';
  return view.environmentsWithRejectedToken.includes(name) ? 'rejected' : 'saved';
}

function TokenLine({ token }: { readonly token: TokenState }) {
  return (
    <>
      <p className={token === 'saved' ? 'settings-hint' : 'settings-warning'}>
        {text(`environments.token-state.${token}`)}
      </p>
      <HelpButton page={token === 'saved' ? null : 'token-rejected'} />
    </>
  );
}

/** What waits in the environment in use, and when it continues; null if nothing waits. */
export function waitingNotice(environment: string, waiting: Waiting): string | null {
  const items = waitingItems(waiting).map(messageText);
  if (items.length === 0) return null;
  return text('environments.waiting', { environment, items: list(items), count: waitingCount(waiting) });
}
