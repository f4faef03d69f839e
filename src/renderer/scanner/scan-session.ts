import { stationViewQuery } from '../data/queries.ts';
import { call, onChanged } from '../data/station-client.ts';
import { verdictContext } from '../presentation/verdict-facts.ts';
import { createSoundPlayer } from '../ui/sounds.ts';
import { createScanMode } from './scan-mode.ts';
import { createScanStore } from './scan-store.ts';

/** What a scan does, in this window. */
export const scanMode = createScanMode();

const playSound = createSoundPlayer();

/** Where this window's scans go. */
export const scanStore = createScanStore({
  call,
  onChanged,
  play: (sound) => playSound(sound, stationViewQuery.getState().value?.settings.sound.volume ?? 'normal'),
  now: () => Date.now(),
  context: () => verdictContext(stationViewQuery.getState().value, Date.now()),
});
