import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Failure, type Result, success } from '../../../shared/contract/failure.ts';
import type { CallInput } from '../../../shared/contract/station-contract.ts';
import {
  type SettingGroup,
  type Settings,
  type SettingValue,
  settingIssue,
} from '../../../shared/settings/settings.ts';
import type { ReadableStore } from '../../data/query.ts';
import { call } from '../../data/station-client.ts';
import { numberAsTyped } from '../../data/use-form.ts';
import { messageText, text } from '../../text/text.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FailureStrip } from '../../ui/notice-strip.tsx';
import { useUnsaved } from './unsaved-changes.tsx';

/** A group of settings on the screen: each change is saved as soon as it is made. */
export interface SettingGroupState<G extends SettingGroup> {
  readonly group: G;
  readonly shown: SettingValue<G>;
  /** Saves the group with the change. True if it was saved. */
  readonly save: (change: Partial<SettingValue<G>>) => Promise<boolean>;
  /** The last change was saved. */
  readonly isSaved: boolean;
  readonly failure: Failure | null;
}

/** One saver for each group: several cards show parts of the same group, and must not undo each other's changes. */
const savers = new Map<SettingGroup, SettingSaver<object>>();

function saverOf<G extends SettingGroup>(group: G): SettingSaver<SettingValue<G>> {
  const known = savers.get(group);
  if (known) return known as unknown as SettingSaver<SettingValue<G>>;
  const saver = createSettingSaver<SettingValue<G>>((value) =>
    call('settings.save', { group, value } as CallInput<'settings.save'>),
  );
  savers.set(group, saver as unknown as SettingSaver<object>);
  return saver;
}

/** Shows and saves one group of settings. */
export function useSettingGroup<G extends SettingGroup>(group: G, settings: Pick<Settings, G>): SettingGroupState<G> {
  return { group, ...useSettingSaver(saverOf(group), settings[group] as SettingValue<G>) };
}

/** Shows and saves values that are reported by the station. Whether they were saved is said where they were changed. */
export function useSettingSaver<Value extends object>(saver: SettingSaver<Value>, reported: Value) {
  const { changed } = useStore(saver);
  const [outcome, setOutcome] = useState<Result<unknown> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new report counts, equal or not
  useEffect(() => saver.settle(), [saver, reported]);
  return {
    shown: changed ?? reported,
    async save(change: Partial<Value>) {
      setOutcome(null);
      const result = await saver.save(reported, change);
      setOutcome(result);
      return result.ok;
    },
    isSaved: outcome?.ok === true,
    failure: outcome?.ok === false ? outcome.failure : null,
  };
}

interface SettingCardProps {
  readonly title: string;
  readonly setting: Pick<SettingGroupState<SettingGroup>, 'isSaved' | 'failure'>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A card of settings that are saved as they change; it says when they were, or why not. */
export function SettingCard({ title, setting, className = '', children }: SettingCardProps) {
  return (
    <Card title={title} aside={<SavedMark isSaved={setting.isSaved} />} className={`settings-card ${className}`}>
      {children}
      <FailureStrip failure={setting.failure} />
    </Card>
  );
}

/** Announces that the last change was saved. */
export const SavedMark = ({ isSaved }: { readonly isSaved: boolean }) => (
  <span role="status" className="settings-saved">
    {isSaved && text('settings.saved')}
  </span>
);

interface FieldSettingProps<G extends SettingGroup> {
  readonly setting: SettingGroupState<G>;
  readonly field: keyof SettingValue<G> & string;
  readonly label: string;
  readonly description?: string;
}

/** A text of a group, saved when the field is left or Enter is pressed; Escape shows the saved text again. */
export function TextSetting<G extends SettingGroup>(
  props: FieldSettingProps<G> & { readonly isCode?: boolean; readonly isOptional?: boolean },
) {
  const { isOptional = false } = props;
  const draft = useDraft(props, (entered) => (isOptional && entered === '' ? undefined : entered));
  return <SettingField {...props} draft={draft} />;
}

/** A number of a group. One that is not allowed stays in the field, with what is. */
export function NumberSetting<G extends SettingGroup>(props: FieldSettingProps<G>) {
  return <SettingField {...props} draft={useDraft(props, numberAsTyped)} inputMode="decimal" />;
}

/** What is wrong with one value of a group, in a sentence; null where nothing is. */
export function settingError<G extends SettingGroup>(
  group: G,
  field: keyof SettingValue<G> & string,
  value: unknown,
): string | null {
  const issue = settingIssue(group, field, value);
  return issue && messageText(issue);
}

interface Draft {
  readonly text: string;
  readonly error: string | null;
  readonly change: (text: string) => void;
  readonly commit: (text: string) => void;
  readonly discard: () => void;
}

/** The text of a field until it is saved. */
function useDraft<G extends SettingGroup>(
  { setting, field }: FieldSettingProps<G>,
  read: (entered: string) => unknown,
): Draft {
  const { group, shown, save } = setting;
  const [entered, setEntered] = useState<string | null>(null);
  const [wasCommitted, setWasCommitted] = useState(false);
  useUnsaved(entered !== null);
  /** Shows the saved text again, unless another one was typed meanwhile. */
  const drop = (written: string) => setEntered((now) => (now === written ? null : now));
  const discard = () => {
    setEntered(null);
    setWasCommitted(false);
  };
  const commit = (written: string) => {
    const value = read(written.trim());
    if (value === (shown[field] ?? read(''))) return discard();
    const isAllowed = settingError(group, field, value) === null;
    setWasCommitted(!isAllowed);
    if (!isAllowed) return;
    const change = { [field]: value } as Partial<SettingValue<G>>;
    void save(change).then((isSaved) => isSaved && drop(written));
  };
  return {
    text: entered ?? String(shown[field] ?? ''),
    error: entered !== null && wasCommitted ? settingError(group, field, read(entered.trim())) : null,
    change: setEntered,
    commit,
    discard,
  };
}

interface SettingFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly isCode?: boolean;
  readonly inputMode?: 'decimal';
  readonly draft: Draft;
}

function SettingField({ label, description, isCode = false, inputMode, draft }: SettingFieldProps) {
  const onKeyDown = (key: string, written: string) => {
    if (key === 'Enter') draft.commit(written);
    if (key === 'Escape') draft.discard();
  };
  return (
    <TextField
      label={label}
      isCode={isCode}
      value={draft.text}
      onChange={draft.change}
      onKeyDown={onKeyDown}
      onBlur={draft.commit}
      error={draft.error}
      {...(inputMode && { inputMode })}
      {...(description !== undefined && { description })}
    />
  );
}

interface SaverState<Value> {
  /** The values that are being saved, or were saved and not yet reported back; null: the reported ones count. */
  readonly changed: Value | null;
}

/** Saves the values of one group of settings as they change. */
export interface SettingSaver<Value> extends ReadableStore<SaverState<Value>> {
  /** Saves the values with the change, and with every change since. */
  save(reported: Value, change: Partial<Value>): Promise<Result<unknown>>;
  /** The station reported the settings anew. */
  settle(): void;
}

/**
 * One request at a time. A change during a request is saved by the next one, with the changes before it, so that two quick changes do
 * not undo each other.
 */
export function createSettingSaver<Value extends object>(
  send: (value: Value) => Promise<Result<unknown>>,
): SettingSaver<Value> {
  const store = createStore<SaverState<Value>>(() => ({ changed: null }));
  let sending: Promise<Result<unknown>> | null = null;

  const sendLatest = async (): Promise<Result<unknown>> => {
    for (;;) {
      const { changed } = store.getState();
      if (!changed) return success(null);
      const result = await send(changed);
      if (store.getState().changed !== changed) continue;
      if (!result.ok) store.setState({ changed: null });
      return result;
    }
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    async save(reported, change) {
      const changed = { ...(store.getState().changed ?? reported), ...change };
      store.setState({ changed });
      sending ??= sendLatest().finally(() => {
        sending = null;
      });
      return sending;
    },
    settle() {
      if (!sending && store.getState().changed) store.setState({ changed: null });
    },
  };
}
