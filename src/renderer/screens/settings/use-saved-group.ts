import { useState } from 'react';
import type { Failure } from '../../../shared/contract/failure.ts';
import type { CallInput } from '../../../shared/contract/station-contract.ts';
import type { SettingGroup, Settings, SettingValue } from '../../../shared/settings/settings.ts';
import { call } from '../../data/station-client.ts';
import { useAction } from '../../data/use-action.ts';

/** A group of settings on the screen: each change is saved at once. */
export interface SavedGroup<G extends SettingGroup> {
  /** The values to show: a change counts until it is saved, so that two quick changes do not undo each other. */
  readonly shown: SettingValue<G>;
  /** Saves the group with the change. True if it was saved. */
  readonly save: (change: Partial<SettingValue<G>>) => Promise<boolean>;
  readonly isSaving: boolean;
  readonly failure: Failure | null;
}

/** Shows and saves one group of settings. */
export function useSavedGroup<G extends SettingGroup>(group: G, settings: Pick<Settings, G>): SavedGroup<G> {
  const [changed, setChanged] = useState<SettingValue<G> | null>(null);
  const action = useAction();
  const shown = changed ?? (settings[group] as SettingValue<G>);
  const save = async (change: Partial<SettingValue<G>>): Promise<boolean> => {
    const value = { ...shown, ...change };
    setChanged(value);
    const isSaved = await action.run(() => call('settings.save', { group, value } as CallInput<'settings.save'>));
    setChanged(null);
    return isSaved;
  };
  return { shown, save, isSaving: action.isRunning, failure: action.failure };
}
