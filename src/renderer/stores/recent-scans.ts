import type { CallOutput } from '../../shared/station-contract.ts';
import { call } from '../station.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** The last scans with their outcomes as they stand now, and how many there were today. */
export const recentScansMirror: Mirror<CallOutput<'scans.recent'>> = createMirror({
  topics: ['scans', 'parcels', 'print jobs', 'deletions', 'commands'],
  read: () => call('scans.recent', null),
});
