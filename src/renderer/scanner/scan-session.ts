import { call, onChanged } from '../data/station-client.ts';
import { createSoundPlayer } from '../ui/sounds.ts';
import { createScanMode } from './scan-mode.ts';
import { createScanStore } from './scan-store.ts';

/** What a scan does, in this window. */
export const scanMode = createScanMode();

/** Where this window's scans go. */
export const scanStore = createScanStore({ call, onChanged, play: createSoundPlayer(), now: () => Date.now() });
