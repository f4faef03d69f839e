import type { Command } from '../../../shared/command.ts';
import type { Announce } from '../announce.ts';
import { completeAnswered } from '../kept-answers.ts';
import type { Notices } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import { createLane, type Lane } from '../task-lane.ts';
import { settleAsExisting } from './known-to-exist.ts';

/** Orders settled in one go. */
const mostAtOnce = 50;

export interface NamedOrdersParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  /** An order is known now. */
  onOrderStored: () => void;
  onBug: (error: unknown) => void;
}

/** Settles orders in doubt that an event named: they exist. Kicked when one is named, and when one falls into doubt. */
export function settleNamedOrders(parts: NamedOrdersParts): Lane {
  const { records, clock, announce, notices, onOrderStored, onBug } = parts;

  const settle = async (command: Command): Promise<boolean> => {
    const code = command.codes[0] ?? null;
    const at = instant(clock.now());
    const activity = {
      at,
      who: 'service',
      what: 'settle order',
      code,
      outcome: 'an event names it: it exists',
    } as const;
    const settled = await settleAsExisting(records, command.id, 'webhook', activity);
    if (settled.ok) notices.say(existsWords(command));
    return settled.ok;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    if ((await records.namedCreates(1)).length === 0) return;
    // An answer that was kept whole tells more than an event does.
    const completed = await completeAnswered(records, clock);
    let settled = 0;
    for (const command of await records.namedCreates(mostAtOnce)) {
      if (stopping()) return;
      if (await settle(command)) settled += 1;
    }
    if (settled + completed === 0) return;
    announce('commands', 'station', 'parcels', 'deletions', 'scans');
    onOrderStored();
    if (settled === mostAtOnce) lane.kick();
  };

  const lane = createLane(pass, onBug);
  return lane;
}

const existsWords = ({ codes }: Command) => ({
  tone: 'information' as const,
  text: `The order in doubt with code ${codes[0] ?? ''} exists: an event names it.`,
  next: 'Where its labels are was not told: import the order response to print them.',
});
