import { Plus, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useRef, useState } from 'react';
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
import { TextField } from '../../ui/fields.tsx';
import { useFirstFieldFocus } from '../../ui/hooks.ts';
import { FailureStrip, NoticeStrip } from '../../ui/notice-strip.tsx';
import { Select } from '../../ui/select.tsx';
import { createSettingSaver, SettingCard, useSettingSaver } from './setting-group.tsx';
import { ConfirmButton, SettingsLine, useFocusAfterForm } from './settings-controls.tsx';
import { useUnsaved } from './unsaved-changes.tsx';

/** What the next badge is for. */
type Awaited =
  | { readonly kind: 'add'; readonly name: string; readonly role: Role }
  /** With the name and the role as they are entered now. */
  | { readonly kind: 'replace'; readonly person: ShownPerson }
  | { readonly kind: 'turn on' };

/** An open form: of that person, or of a new one. */
type OpenForm = number | 'new';

/** The form whose badge is scanned next. */
function formOf(awaited: Awaited | null): OpenForm | null {
  if (awaited?.kind === 'replace') return awaited.person.id;
  return awaited?.kind === 'add' ? 'new' : null;
}

/** Until they are read; never shown. */
const unknownRules: PeopleRules = { idleMinutes: 10, deletionsPerHour: null, reprintsPerHour: null };

/** Who signs in here, with their roles, and what a packer may do without a lead. */
export function PeopleCard({ view }: { readonly view: StationView }) {
  const { value: people, failure } = useQuery(peopleQuery);
  const action = useAction();
  const [awaited, setAwaited] = useState<Awaited | null>(null);
  /** Opening another form closes none, so that nothing entered is lost. */
  const [opened, setOpened] = useState<readonly OpenForm[]>([]);
  const [saver] = useState(() => createSettingSaver<PeopleRules>((rules) => call('people.save-rules', rules)));
  const rules = useSettingSaver(saver, people?.rules ?? unknownRules);
  const open = (form: OpenForm) => setOpened((before) => [...before, form]);
  const close = (form: OpenForm | null): void => {
    setAwaited((now) => (formOf(now) === form ? null : now));
    setOpened((before) => before.filter((other) => other !== form));
  };
  const take = async (badge: ScanReading): Promise<void> => {
    if (awaited === null) return;
    if (await action.run(() => sendBadge(awaited, badge))) close(formOf(awaited));
  };
  useBadgeReceiver(awaited === null ? null : (badge) => void take(badge));
  const persons = people?.persons ?? [];
  const hasAdmin = persons.some(({ role }) => role === 'admin');
  return (
    <SettingCard title={text('people.title')} setting={rules}>
      <p>{text('people.about')}</p>
      <FailureStrip failure={failure ?? action.failure} />
      {awaited && <AwaitedBadge awaited={awaited} onCancel={() => setAwaited(null)} />}
      <ul className="settings-list" aria-label={text('people.list')}>
        {persons.map((person) => (
          <li key={person.id}>
            {opened.includes(person.id) ? (
              <PersonForm
                person={person}
                isDisabled={action.isRunning || awaited !== null}
                onSave={async (name, role) => {
                  const change = { personId: person.id, name, role, badge: null };
                  if (await action.run(() => call('person.change', change))) close(person.id);
                }}
                onBadge={(name, role) => setAwaited({ kind: 'replace', person: { ...person, name, role } })}
                onClose={() => close(person.id)}
              />
            ) : (
              <PersonLine person={person} action={action} onEdit={() => open(person.id)} />
            )}
          </li>
        ))}
      </ul>
      {opened.includes('new') ? (
        <PersonForm
          person={null}
          isDisabled={action.isRunning || awaited !== null}
          onSave={(name, role) => setAwaited({ kind: 'add', name, role })}
          onClose={() => close('new')}
        />
      ) : (
        <div className="settings-buttons">
          <Button size="small" icon={Plus} onPress={() => open('new')}>
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
      {people && <Rules rules={rules.shown} onSave={rules.save} />}
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
  readonly onBadge?: (name: string, role: Role) => void;
  readonly onClose: () => void;
}

function PersonForm({ person, isDisabled, onSave, onBadge, onClose }: PersonFormProps) {
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? 'packer');
  const form = useRef<HTMLDivElement>(null);
  useUnsaved(name !== (person?.name ?? '') || role !== (person?.role ?? 'packer'));
  // Before the first field takes the focus from the button that opened the form.
  useFocusAfterForm(form);
  useFirstFieldFocus(form);
  const isIncomplete = isDisabled || name.trim() === '';
  return (
    <div ref={form} className="settings-editor">
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
        <Button size="small" tone="solid" isDisabled={isIncomplete} onPress={() => onSave(name.trim(), role)}>
          {text(person === null ? 'people.form.next' : 'people.form.save')}
        </Button>
        {onBadge && (
          <Button size="small" isDisabled={isIncomplete} onPress={() => onBadge(name.trim(), role)}>
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
  /** True if it was saved. */
  readonly onSave: (change: Partial<PeopleRules>) => Promise<boolean>;
}

/** Each is saved when its field is left. */
const Rules = (props: RulesProps) =>
  (['idleMinutes', 'deletionsPerHour', 'reprintsPerHour'] as const).map((field) => (
    <RuleField key={field} field={field} {...props} />
  ));

function RuleField({ field, rules, onSave }: RulesProps & { readonly field: keyof PeopleRules }) {
  const saved = rules[field] === null ? '' : String(rules[field]);
  const [entered, setEntered] = useState<string | null>(null);
  useUnsaved(entered !== null);
  const shown = entered ?? saved;
  const value = numberAsTyped(shown.trim());
  const issue = peopleRulesSchema.shape[field].safeParse(value).error?.issues[0];
  const save = async (): Promise<void> => {
    if (issue !== undefined) return;
    const isSaved = shown.trim() === saved || (await onSave({ [field]: value }));
    // Unless another text was typed meanwhile.
    if (isSaved) setEntered((now) => (now === entered ? null : now));
  };
  return (
    <TextField
      label={text(`people.rule.${field}`)}
      description={text(`people.rule-hint.${field}`)}
      value={shown}
      error={issue ? messageText(issueMessage(issue)) : null}
      inputMode="decimal"
      onChange={setEntered}
      onBlur={() => void save()}
      onKeyDown={(key) => key === 'Enter' && void save()}
    />
  );
}
