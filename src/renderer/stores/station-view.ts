import type { StationView } from '../../shared/station-view.ts';
import { call } from '../station.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** What every screen shows around itself: settings, environment, health, notices. */
export const stationViewMirror: Mirror<StationView> = createMirror({
  topics: ['station'],
  read: () => call('station.read', null),
});
