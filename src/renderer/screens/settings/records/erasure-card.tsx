import { Search, UserX } from 'lucide-react';
import { useState } from 'react';
import {
  type Erasure,
  type FoundPerson,
  type PersonData,
  shortestSearch,
  type Touched,
  touchedKinds,
} from '../../../../shared/settings/erasure.ts';
import { call } from '../../../data/station-client.ts';
import { useAction } from '../../../data/use-action.ts';
import { plainDate } from '../../../text/dates.ts';
import { enumeration, list, text } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirmation } from '../../../ui/confirmation.tsx';
import { FailureStrip, NoticeStrip } from '../../../ui/notice-strip.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { SettingsLine } from '../settings-controls.tsx';

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
              <SettingsLine
                text={
                  <>
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
                  </>
                }
                buttons={
                  <Button
                    size="small"
                    icon={UserX}
                    subject={nameOf(person)}
                    isDisabled={action.isRunning}
                    onPress={() => choose(person)}
                  >
                    {text('erasure.erase')}
                  </Button>
                }
              />
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
