import { ArchiveRestore, Search, UserX } from 'lucide-react';
import { useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { type BackupState, type LostWork, lostWorkKinds, type StoredBackup } from '../../../shared/settings/backups.ts';
import {
  type Erasure,
  type FoundPerson,
  type PersonData,
  shortestSearch,
  type Touched,
  touchedKinds,
} from '../../../shared/settings/erasure.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { clockTime, plainDate } from '../../text/dates.ts';
import { enumeration, list, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Details } from '../../ui/disclosure.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StateBadge, type Tone } from '../../ui/tone.tsx';

/** A backup that was chosen, and what a restore would lose; null: that is not known. */
type Choice = Readonly<{ backup: StoredBackup; lost: LostWork | null }>;

/** The backups of the environment in use; they are read and checked when they are asked for, because large ones take a while. */
export function BackupsCard({ view }: { readonly view: StationView }) {
  const { name: environment } = view.environment;
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
    <div className="settings-line">
      <div className="settings-line-text">
        <p className="settings-line-name">
          <time dateTime={at}>{clockTime(at)}</time>
          <StateBadge tone={stateTones[state]} word={text(`backups.state.${state}`)} />
        </p>
        <p className="settings-hint">
          {text('backups.size', { megabytes: Math.max(0.1, Math.round(bytes / 1e5) / 10) })}
        </p>
        {kind === 'replaced' && <p className="settings-hint">{text('backups.replaced')}</p>}
        <Details lines={[name, ...(version === null ? [] : [text('backups.version', { version })])]} />
      </div>
      <div className="settings-buttons">
        <Button
          size="small"
          icon={ArchiveRestore}
          subject={clockTime(at)}
          isDisabled={isBusy || state !== 'whole'}
          onPress={onChoose}
        >
          {text('backups.restore')}
        </Button>
      </div>
    </div>
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

/** What was found, and what erasing the chosen person would touch, or touched. */
interface FoundPeople {
  people: readonly FoundPerson[];
  chosen: { person: PersonData; preview: Erasure } | null;
  erased: Erasure | null;
}

/** Finds a person in the records of every environment, shows what would be erased, and erases it. */
export function ErasureCard() {
  const [find, setFind] = useState('');
  const [search, setSearch] = useState<FoundPeople | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const action = useAction();
  const canFind = find.trim().length >= shortestSearch && !action.isRunning;
  const look = () =>
    void action.run(async () => {
      setSearch(null);
      const found = await call('erasure.find', { text: find });
      if (found.ok) setSearch({ people: found.value, chosen: null, erased: null });
      return found;
    });
  const choose = ({ name, phone, address }: FoundPerson) =>
    void action.run(async () => {
      const person = { name, phone, address };
      const preview = await call('erasure.preview', { people: [person] });
      if (preview.ok && search) setSearch({ ...search, erased: null, chosen: { person, preview: preview.value } });
      return preview;
    });
  const erase = (person: PersonData) =>
    void action.run(async () => {
      const erased = await call('erasure.erase', { people: [person] });
      if (erased.ok) setSearch({ people: [], chosen: null, erased: erased.value });
      if (erased.ok) setFind('');
      return erased;
    });
  return (
    <Card title={text('erasure.title')} className="settings-card">
      <p className="settings-hint">{text('erasure.hint')}</p>
      {!isOpen && (
        <div className="settings-buttons">
          <Button size="small" icon={Search} onPress={() => setIsOpen(true)}>
            {text('erasure.open')}
          </Button>
        </div>
      )}
      {isOpen && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canFind) look();
          }}
        >
          <SearchField label={text('erasure.find')} value={find} onChange={setFind} takesFocus />
          <div className="settings-buttons">
            <Button size="small" icon={Search} isDisabled={!canFind} onPress={look}>
              {text('erasure.search')}
            </Button>
          </div>
        </form>
      )}
      {search && search.people.length > 0 && (
        <ul aria-label={text('erasure.found')} className="settings-list">
          {search.people.map((person) => (
            <li key={JSON.stringify(person)}>
              <div className="settings-line">
                <div className="settings-line-text">
                  <p className="settings-line-name">
                    <bdi>{nameOf(person)}</bdi>
                  </p>
                  {detailsOf(person).map((detail) => (
                    <p key={detail} className="settings-hint">
                      <bdi>{detail}</bdi>
                    </p>
                  ))}
                  <p className="settings-hint">
                    {person.orders > 0
                      ? text('erasure.kind.orders', { count: person.orders })
                      : text('erasure.as-typed')}
                  </p>
                </div>
                <div className="settings-buttons">
                  <Button
                    size="small"
                    icon={UserX}
                    subject={nameOf(person)}
                    isDisabled={action.isRunning}
                    onPress={() => choose(person)}
                  >
                    {text('erasure.erase')}
                  </Button>
                </div>
              </div>
              {search.chosen && isSame(search.chosen.person, person) && (
                <ErasureQuestion
                  preview={search.chosen.preview}
                  person={nameOf(person)}
                  isBusy={action.isRunning}
                  onErase={() => erase(search.chosen?.person ?? person)}
                  onCancel={() => setSearch({ ...search, chosen: null })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status">{statusOf(search, action.isRunning)}</p>
      {search?.erased && (
        <NoticeStrip tone="success" next={backupsText(search.erased)}>
          {text('erasure.done')} {sentencesOf(search.erased).join(' ')}
        </NoticeStrip>
      )}
      <FailureStrip failure={action.failure} />
    </Card>
  );
}

const nameOf = ({ name, phone, address }: PersonData): string => name ?? phone ?? address ?? '';
const detailsOf = ({ name, phone, address }: PersonData): string[] =>
  [phone, address].filter((detail) => detail !== null && detail !== nameOf({ name, phone, address })) as string[];
const isSame = (one: PersonData, other: PersonData): boolean =>
  one.name === other.name && one.phone === other.phone && one.address === other.address;

function statusOf(search: FoundPeople | null, isRunning: boolean): string {
  if (isRunning) return text('erasure.working');
  return search?.people.length === 0 && !search.erased ? text('erasure.none') : '';
}

interface ErasureQuestionProps {
  readonly preview: Erasure;
  readonly person: string;
  readonly isBusy: boolean;
  readonly onErase: () => void;
  readonly onCancel: () => void;
}

/** Shows all that is touched before anything is. */
function ErasureQuestion({ preview, person, isBusy, onErase, onCancel }: ErasureQuestionProps) {
  return (
    <Confirmation
      label={text('button.confirm-name', { action: text('erasure.erase'), subject: person })}
      tone="delete"
      size="small"
      focus="cancel"
      confirm={{ label: text('erasure.confirm'), tone: 'delete', isDisabled: isBusy, onPress: onErase }}
      cancel={{ label: text('button.cancel'), onPress: onCancel }}
    >
      <div>
        <p>{text('erasure.question')}</p>
        {sentencesOf(preview).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p>{backupsText(preview)}</p>
        <p>{text('erasure.elsewhere')}</p>
      </div>
    </Confirmation>
  );
}

/** What is touched in each environment, and what is left because it still waits. */
function sentencesOf({ environments }: Erasure): string[] {
  return environments.flatMap(({ environment, touched, unfinished, cleansAtStart }) => {
    const items = itemsOf(touched);
    const { codes, count } = unfinished;
    return [
      ...(items.length > 0 ? [text('erasure.touched', { environment, items: enumeration(items) })] : []),
      ...(count > 0 && codes.length > 0
        ? [text('erasure.unfinished', { environment, count, codes: list(codes) })]
        : []),
      ...(count > 0 && codes.length === 0 ? [text('erasure.unfinished-without-code', { environment, count })] : []),
      ...(cleansAtStart && items.length > 0 ? [text('erasure.cleans-at-start', { environment })] : []),
    ];
  });
}

const itemsOf = (touched: Touched): string[] =>
  touchedKinds
    .filter((kind) => touched[kind] > 0)
    .map((kind) => text(`erasure.kind.${kind}`, { count: touched[kind] }));

const backupsText = ({ backups }: Erasure): string =>
  backups
    ? text('erasure.backups', { count: backups.count, date: plainDate(backups.endAt.slice(0, 10)) })
    : text('erasure.no-backups');
