import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const screenNames = ['scan', 'shipments', 'new-order', 'print-queue', 'settings'] as const;
export type ScreenName = (typeof screenNames)[number];

interface ScreenState {
  readonly current: ScreenName;
  /** Screens opened so far: they stay mounted but hidden, so that half-filled forms are kept. */
  readonly opened: readonly ScreenName[];
}

const screenStore = createStore<ScreenState>(() => ({ current: 'scan', opened: ['scan'] }));

/** Shows one of the five screens. */
export function showScreen(name: ScreenName): void {
  screenStore.setState(({ opened }) => ({
    current: name,
    opened: opened.includes(name) ? opened : [...opened, name],
  }));
}

export const useScreen = (): ScreenState => useStore(screenStore);
