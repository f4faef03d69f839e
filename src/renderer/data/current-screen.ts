import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ConnectionField } from '../../shared/settings/connection-test.ts';

const screenNames = [
  'scan',
  'shipments',
  'new-order',
  'print-queue',
  'figures',
  'settings',
  'attention',
  'help',
] as const;
export type ScreenName = (typeof screenNames)[number];

/** A field of an environment's form on Settings. */
export interface SettingsTarget {
  readonly environment: string;
  readonly field: ConnectionField;
}

/** The parts of Settings, in the order of the screen. */
export const settingsSections = [
  'service',
  'printers',
  'bench',
  'orders',
  'webhooks',
  'site',
  'records',
  'display',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

interface ScreenState {
  readonly current: ScreenName;
  /** Where the help was opened. */
  readonly beforeHelp: ScreenName;
  /** Screens opened so far: they stay mounted but hidden, so that half-filled forms are kept. */
  readonly opened: readonly ScreenName[];
  /** Find was asked for, and does not have the cursor yet. */
  readonly isFindRequested: boolean;
  /** How often the next item of Needs attention was asked for. */
  readonly attentionSteps: number;
  /** The field that Settings opens and focuses next; null once it did. */
  readonly settingsTarget: SettingsTarget | null;
  /** The part that Settings brings to the upper edge next; null once it did. */
  readonly settingsSection: SettingsSection | null;
}

/** Which screen is shown. */
export const screenStore = createStore<ScreenState>(() => ({
  current: 'scan',
  beforeHelp: 'scan',
  opened: ['scan'],
  isFindRequested: false,
  attentionSteps: 0,
  settingsTarget: null,
  settingsSection: null,
}));

/** Shows one of the screens. Each scan shows its own: where that is shown already, nothing of the window is drawn again. */
export function showScreen(name: ScreenName): void {
  if (screenStore.getState().current === name) return;
  screenStore.setState(({ current, beforeHelp, opened }) => ({
    current: name,
    beforeHelp: current === 'help' ? beforeHelp : current,
    opened: opened.includes(name) ? opened : [...opened, name],
  }));
}

/** Returns from the help to the screen it was opened from; false where the help is not shown. */
export function closeHelpScreen(): boolean {
  const { current, beforeHelp } = screenStore.getState();
  if (current !== 'help') return false;
  showScreen(beforeHelp);
  return true;
}

/** Shows Shipments, with the cursor in Find. */
export function showFind(): void {
  showScreen('shipments');
  screenStore.setState({ isFindRequested: true });
}

/** Shows Needs attention, with its next item open. */
export function showNextAttention(): void {
  showScreen('attention');
  screenStore.setState(({ attentionSteps }) => ({ attentionSteps: attentionSteps + 1 }));
}

/** Shipments gave Find the cursor. */
export const clearFindRequest = (): void => screenStore.setState({ isFindRequested: false });

/** Shows Settings with the form of that environment, and the focus in the field. */
export function showSettingsField(settingsTarget: SettingsTarget): void {
  screenStore.setState({ settingsTarget });
  showScreen('settings');
}

/** Shows that part of Settings. */
export function showSettingsSection(settingsSection: SettingsSection): void {
  screenStore.setState({ settingsSection });
  showScreen('settings');
}

/** Settings shows the part. */
export const clearSettingsSection = (): void => screenStore.setState({ settingsSection: null });

/** Settings focused the field. */
export const clearSettingsTarget = (): void => screenStore.setState({ settingsTarget: null });

/** The screen that is shown now. */
export const currentScreen = (): ScreenName => screenStore.getState().current;

export const useScreen = (): ScreenState => useStore(screenStore);

/** Where the screen is kept in the page's session, which lives in memory and outlives the page's process. */
const keptAs = 'screen';

/** Shows the screen again that was shown when the page's process crashed. A page that is left keeps none. */
export function restoreScreen(): void {
  // To read it takes another process, which a page that opens does not wait for.
  const isReloaded = performance.getEntriesByType('navigation').some((one) => Object(one).type === 'reload');
  const kept = isReloaded ? sessionStorage.getItem(keptAs) : null;
  const screen = screenNames.find((name) => name === kept);
  if (screen !== undefined) showScreen(screen);
  screenStore.subscribe(({ current }) => sessionStorage.setItem(keptAs, current));
  addEventListener('pagehide', () => sessionStorage.removeItem(keptAs));
}
