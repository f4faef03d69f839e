import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../../shared/contract/station-view.ts';
import {
  type BackupState,
  type LostWork,
  lostWorkKinds,
  type StoredBackup,
} from '../../../../shared/settings/backups.ts';
import { call } from '../../../data/station-client.ts';
import { type Action, useAction } from '../../../data/use-action.ts';
import { clockTime } from '../../../text/dates.ts';
import { enumeration, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { Details } from '../../../ui/disclosure.tsx';
import { FailureStrip } from '../../../ui/notice-strip.tsx';
import { StateBadge, type Tone } from '../../../ui/tone.tsx';
import { SettingsLine } from '../settings-controls.tsx';

/** A backup that was chosen, and what a restore would lose; null: that is not known. */
type Choice = Readonly<{ backup: StoredBackup; lost: LostWork | null }>;

/** The backups of the environment in use; they are read and checked when they are asked for, because large ones take a while. */
export function BackupsCard({ view }: { readonly view: StationView }) {
  const { name } = view.environment;
  // What is read and chosen belongs to one environment.
  return <BackupsOf key={name} environment={name} />;
}

function BackupsOf({ environment }: { readonly environment: string }) {
  const [backups, setBackups] = useState<readonly StoredBackup[] | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const action = useAction();
  const show = async () => {
    setChoice(null);
    const listed = await call('backups.list', null);
    setBackups(listed.ok ? listed.value : null);
    return listed;
  };
  const choose = (backup: StoredBackup) => () =>
    void action.run(async () => {
      const compared = await call('backups.lost-work', { name: backup.name });
      if (compared.ok) setChoice({ backup, lost: compared.value.lost });
      return compared;
    });
  return (
    <Card title={text('backups.title')} className="settings-card">
      <p className="settings-hint">{text('backups.hint')}</p>
      {backups !== null && (
        <ul aria-label={text('backups.list', { environment })} className="settings-list">
          {backups.map((backup) => (
            <li key={`${backup.kind} ${backup.name}`}>
              <BackupLine {...backup} isBusy={action.isRunning} onChoose={choose(backup)} />
              {choice?.backup.name === backup.name && (
                <RestoreQuestion {...{ choice, environment, action }} onCancel={() => setChoice(null)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {backups?.length === 0 && <p>{text('backups.none')}</p>}
      <div className="settings-buttons">
        <Button size="small" isDisabled={action.isRunning} onPress={() => void action.run(show)}>
          {text(backups === null ? 'backups.show' : 'backups.show-again')}
        </Button>
      </div>
      <p role="status">{action.isRunning ? text('backups.checking') : ''}</p>
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

const stateTones: Readonly<Record<BackupState, Tone>> = { whole: 'success', damaged: 'error', newer: 'warning' };

type BackupLineProps = Readonly<StoredBackup & { isBusy: boolean; onChoose: () => void }>;

function BackupLine({ kind, name, at, bytes, version, state, isBusy, onChoose }: BackupLineProps) {
  return (
    <SettingsLine
      text={
        <>
          <p className="settings-line-name">
            <time dateTime={at}>{clockTime(at)}</time>
            <StateBadge tone={stateTones[state]} word={text(`backups.state.${state}`)} />
          </p>
          <p className="settings-hint">
            {text('backups.size', { megabytes: Math.max(0.1, Math.round(bytes / 1e5) / 10) })}
          </p>
          {kind === 'replaced' && <p className="settings-hint">{text('backups.replaced')}</p>}
          <Details lines={[name, ...(version === null ? [] : [text('backups.version', { version })])]} />
        </>
      }
      buttons={
        <Button
          size="small"
          icon={ArchiveRestore}
          subject={clockTime(at)}
          isDisabled={isBusy || state !== 'whole'}
          onPress={onChoose}
        >
          {text('backups.restore')}
        </Button>
      }
    />
  );
}

type RestoreQuestionProps = Readonly<{ choice: Choice; environment: string; action: Action; onCancel: () => void }>;

/** Names what is lost before anything is. */
function RestoreQuestion({ choice: { backup, lost }, environment, action, onCancel }: RestoreQuestionProps) {
  const time = clockTime(backup.at);
  const found = lostWorkKinds.filter((kind) => lost !== null && lost[kind] > 0);
  const items = enumeration(found.map((kind) => text(`backups.lost.${kind}`, { count: lost?.[kind] ?? 0 })));
  const known = found.length === 0 ? text('backups.loss-none', { time }) : text('backups.lost', { time, items });
  return (
    <Confirmation
      label={text('button.confirm-name', { action: text('backups.restore'), subject: time })}
      tone="delete"
      size="small"
      focus="cancel"
      confirm={{
        label: text('backups.restore.confirm'),
        tone: 'delete',
        isDisabled: action.isRunning,
        onPress: () => void action.run(() => call('backups.restore', { name: backup.name })),
      }}
      cancel={{ label: text('button.cancel'), onPress: onCancel }}
    >
      <div>
        <p>{text('backups.restore.question', { environment, time })}</p>
        <p>{lost === null ? text('backups.loss-unknown', { time }) : known}</p>
        <p>{text('backups.restore.consequence')}</p>
      </div>
    </Confirmation>
  );
}
