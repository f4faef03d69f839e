import type { Waiting } from '../../shared/waiting.ts';
import { call } from '../station.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** What waits in the environment in use, for the service and for printers. */
export const waitingMirror: Mirror<Waiting> = createMirror({
  topics: ['commands', 'deletions', 'print jobs', 'station'],
  read: () => call('waiting.read', null),
});
