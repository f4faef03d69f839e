import { stationViewQuery } from '../data/queries.ts';
import { call, onChanged } from '../data/station-client.ts';
import { verdictContext } from '../presentation/verdict-facts.ts';
import { createSoundPlayer, type Sound } from '../ui/sounds.ts';
import { createScanMode } from './scan-mode.ts';
import { createScanStore } from './scan-store.ts';

/** What a scan does, in this window. */
export const scanMode = createScanMode();

const player = createSoundPlayer();

/** Plays a sound as loud as the settings say. */
export const playSound = (sound: Sound): void =>
  player(sound, stationViewQuery.getState().value?.settings.sound.volume ?? 'normal');

/** Where this window's scans go. */
export const scanStore = createScanStore({
  call,
  onChanged,
  play: playSound,
  now: () => Date.now(),
  context: () => verdictContext(stationViewQuery.getState().value, Date.now()),
});
