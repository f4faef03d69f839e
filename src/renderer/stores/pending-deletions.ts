import type { Command } from '../../shared/command.ts';
import { call } from '../station.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** Deletions that count down and can still be taken back. */
export const pendingDeletionsMirror: Mirror<Command[]> = createMirror({
  topics: ['deletions'],
  read: () => call('deletions.pending', null),
});
