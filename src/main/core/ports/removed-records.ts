import { type Message, type MessageCode, message } from '../../../shared/messages/message.ts';
import type { Removed } from './records.ts';
import { type Activity, activityAt } from './write-context.ts';

export const removedKinds = ['orders', 'parcels', 'commands', 'scans', 'events', 'labels', 'journal'] as const;

/** The journal's code for each count. */
const countCodes = {
  orders: 'journal.removed-records.orders',
  parcels: 'journal.removed-records.parcels',
  commands: 'journal.removed-records.commands',
  scans: 'journal.removed-records.scans',
  events: 'journal.removed-records.events',
  labels: 'journal.removed-records.labels',
  journal: 'journal.removed-records.entries',
} as const satisfies Record<(typeof removedKinds)[number], MessageCode>;

/** How many of each kind were removed; none where nothing was. */
export const removedCounts = (removed: Removed): Message[] =>
  removedKinds.filter((what) => removed[what] > 0).map((what) => message(countCodes[what], { count: removed[what] }));

/** The journal's entry about removed records; null where none were. @param now milliseconds since 1970 */
export function recordsRemoved(removed: Removed, before: string, now: number): Activity | null {
  const items = removedCounts(removed);
  const outcome = message('journal.records-removed', { items, before });
  return items.length === 0 ? null : activityAt(now, 'station', 'remove-old-records', null, outcome);
}
