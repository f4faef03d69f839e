import { createScanDesk } from '../scanner/scan-desk.ts';
import { createTones } from '../sound/tones.ts';
import { call, onChanged } from '../station.ts';
import { createScanMode } from './scan-mode.ts';

/** What a scan does, in this window. */
export const scanMode = createScanMode();

/** Where this window's scans go. */
export const scanDesk = createScanDesk({ call, onChanged, play: createTones(), now: () => Date.now() });
