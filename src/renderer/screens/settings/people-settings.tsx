import { Plus, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { StationView } from '../../../shared/contract/station-view.ts';
import { issueMessage } from '../../../shared/contract/validation-issues.ts';
import type { ScanReading } from '../../../shared/scanning/scan.ts';
import { type PeopleRules, peopleRulesSchema, type ShownPerson } from '../../../shared/settings/people.ts';
import { type Role, roles } from '../../../shared/settings/roles.ts';
import { peopleQuery } from '../../data/queries.ts';
import { useQuery } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { numberAsTyped } from '../../data/use-form.ts';
import { useBadgeReceiver } from '../../scanner/badges.ts';
import { messageText, text } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmButton } from '../../ui/confirmation.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingCard } from './setting-group.tsx';
import { SettingsLine } from './settings-controls.tsx';

/** What the next badge is for. */
type Awaited =
  | { readonly kind: 'add'; readonly name: string; readonly role: Role }
  | { readonly kind: 'replace'; readonly person: ShownPerson }
  | { readonly kind: 'turn on' };

/** Who signs in here, with their roles, and what a packer may do without a lead. */
export function PeopleCard({ view }: { readonly view: StationView }) {
  const { value: people, failure } = useQuery(peopleQuery);
  const action = useAction();
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const [areRulesSaved, setAreRulesSaved] = useState(false);
  const saveRules = async (rules: PeopleRules): Promise<void> => {
    setAreRulesSaved(false);
    setAreRulesSaved(await action.run(() => call('people.save-rules', rules)));
  };
  const close = (): void => {
    setAwaited(null);
    setOpened(null);
  };
  const take = async (badge: ScanReading): Promise<void> => {
    if (awaited === null) return;
    if (await action.run(() => sendBadge(awaited, badge))) close();
  };
  useBadgeReceiver(awaited === null ? null : (badge) => void take(badge));
  const persons = people?.persons ?? [];
  const hasAdmin = persons.some(({ role }) => role === 'admin');
  return (
    <SettingCard title={text('people.title')} setting={{ isSaved: areRulesSaved, failure: null }}>
      <p>{text('people.about')}</p>
      <FailureStrip failure={failure ?? action.failure} />
      {awaited && <AwaitedBadge awaited={awaited} onCancel={() => setAwaited(null)} />}
      <ul className="settings-list" aria-label={text('people.list')}>
        {persons.map((person) => (
          <li key={person.id}>
            {opened === person.id ? (
              <PersonForm
                person={person}
                isDisabled={action.isRunning || awaited !== null}
                onSave={async (name, role) => {
                  const change = { personId: person.id, name, role, badge: null };
                  if (await action.run(() => call('person.change', change))) close();
                }}
                onBadge={() => setAwaited({ kind: 'replace', person })}
                onClose={close}
              />
            ) : (
              <PersonLine person={person} action={action} onEdit={() => setOpened(person.id)} />
            )}
          </li>
        ))}
      </ul>
      {opened === 'new' ? (
        <PersonForm
          person={null}
          isDisabled={action.isRunning || awaited !== null}
          onSave={(name, role) => setAwaited({ kind: 'add', name, role })}
          onClose={close}
        />
      ) : (
        <div className="settings-buttons">
          <Button size="small" icon={Plus} onPress={() => setOpened('new')}>
            {text('people.add')}
          </Button>
          {view.people.isOn ? (
            <Button
              size="small"
              icon={UserRoundX}
              isDisabled={action.isRunning}
              onPress={() => void action.run(() => call('people.turn-off', null))}
            >
              {text('people.turn-off')}
            </Button>
          ) : (
            <Button
              size="small"
              icon={UserRoundCheck}
              disabledReason={hasAdmin ? null : text('people.turn-on.no-admin')}
              onPress={() => setAwaited({ kind: 'turn on' })}
            >
              {text('people.turn-on')}
            </Button>
          )}
        </div>
      )}
      {people && <Rules rules={people.rules} onSave={saveRules} />}
    </SettingCard>
  );
}

function sendBadge(awaited: Awaited, badge: ScanReading) {
  switch (awaited.kind) {
    case 'add':
      return call('person.add', { name: awaited.name, role: awaited.role, badge });
    case 'replace': {
      const { id: personId, name, role } = awaited.person;
      return call('person.change', { personId, name, role, badge });
    }
    case 'turn on':
      return call('people.turn-on', { badge });
  }
}

function AwaitedBadge({ awaited, onCancel }: { readonly awaited: Awaited; readonly onCancel: () => void }) {
  const name = awaited.kind === 'add' ? awaited.name : awaited.kind === 'replace' ? awaited.person.name : null;
  return (
    <div role="status">
      <NoticeStrip
        tone="information"
        actions={
          <Button size="small" onPress={onCancel}>
            {text('button.cancel')}
          </Button>
        }
      >
        {name === null ? text('people.scan-admin') : text('people.scan-badge', { name })}
      </NoticeStrip>
    </div>
  );
}

interface PersonLineProps {
  readonly person: ShownPerson;
  readonly action: Action;
  readonly onEdit: () => void;
}

function PersonLine({ person: { id, name, role }, action, onEdit }: PersonLineProps) {
  return (
    <SettingsLine
      text={
        <>
          <p className="settings-line-name">{name}</p>
          <p className="settings-hint">{text(`people.role.${role}`)}</p>
        </>
      }
      buttons={
        <>
          <Button size="small" subject={name} onPress={onEdit}>
            {text('people.edit')}
          </Button>
          <ConfirmButton
            label={text('people.remove')}
            subject={name}
            consequence={text('people.remove.consequence', { name })}
            confirmLabel={text('people.remove')}
            isDisabled={action.isRunning}
            onConfirm={() => action.run(() => call('person.remove', { personId: id }))}
          />
        </>
      }
    />
  );
}

interface PersonFormProps {
  /** null: a new one. */
  readonly person: ShownPerson | null;
  readonly isDisabled: boolean;
  readonly onSave: (name: string, role: Role) => void;
  /** Their badge is replaced; absent for a new person, whose badge is scanned next. */
  readonly onBadge?: () => void;
  readonly onClose: () => void;
}

function PersonForm({ person, isDisabled, onSave, onBadge, onClose }: PersonFormProps) {
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? 'packer');
  return (
    <div className="settings-editor">
      <TextField label={text('people.form.name')} value={name} onChange={setName} isDisabled={isDisabled} />
      <Select
        label={text('people.form.role')}
        value={role}
        choices={roles.map((value) => ({
          value,
          label: text(`people.role.${value}`),
          detail: text(`people.role-hint.${value}`),
        }))}
        onChange={setRole}
        isDisabled={isDisabled}
      />
      <div className="settings-buttons">
        <Button
          size="small"
          tone="solid"
          isDisabled={isDisabled || name.trim() === ''}
          onPress={() => onSave(name.trim(), role)}
        >
          {text(person === null ? 'people.form.next' : 'people.form.save')}
        </Button>
        {onBadge && (
          <Button size="small" isDisabled={isDisabled} onPress={onBadge}>
            {text('people.form.new-badge')}
          </Button>
        )}
        <Button size="small" onPress={onClose}>
          {text('button.cancel')}
        </Button>
      </div>
    </div>
  );
}

interface RulesProps {
  readonly rules: PeopleRules;
  readonly onSave: (rules: PeopleRules) => Promise<void>;
}

/** Each is saved when its field is left. */
const Rules = (props: RulesProps) =>
  (['idleMinutes', 'deletionsPerHour', 'reprintsPerHour'] as const).map((field) => (
    <RuleField key={field} field={field} {...props} />
  ));

function RuleField({ field, rules, onSave }: RulesProps & { readonly field: keyof PeopleRules }) {
  const saved = rules[field] === null ? '' : String(rules[field]);
  const [entered, setEntered] = useState(saved);
  useEffect(() => setEntered(saved), [saved]);
  const value = numberAsTyped(entered.trim());
  const issue = peopleRulesSchema.shape[field].safeParse(value).error?.issues[0];
  const save = (): void => {
    if (issue === undefined && entered.trim() !== saved)
      void onSave(peopleRulesSchema.parse({ ...rules, [field]: value }));
  };
  return (
    <TextField
      label={text(`people.rule.${field}`)}
      description={text(`people.rule-hint.${field}`)}
      value={entered}
      error={issue ? messageText(issueMessage(issue)) : null}
      inputMode="decimal"
      onChange={setEntered}
      onBlur={save}
      onKeyDown={(key) => key === 'Enter' && save()}
    />
  );
}
