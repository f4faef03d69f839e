import type { Announce } from './announce.ts';
import { deletionNotices } from './events/deletion-notices.ts';
import { readEvent } from './events/read-event.ts';
import type { Notices } from './notices.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { NewEvent, TakenEvent } from './ports/events.ts';
import type { Records } from './ports/records.ts';
import type { WebhookDelivery } from './ports/webhook.ts';
import { createLane } from './task-lane.ts';

/** Most deliveries that wait for the disk at once; one more is refused, and its sender comes again. */
export const mostWaiting = 2_000;
const mostBytesWaiting = 64 * 1024 * 1024;
/** Most deliveries, and most of their bytes, in one transaction. */
const mostAtOnce = 200;
const mostBytesAtOnce = 2 * 1024 * 1024;
/** Most deletions told of in one go. */
const mostToldAtOnce = 50;

export interface EventsParts {
  records: Pick<Records, 'keepEvents' | 'unaskedDeletions' | 'noteDeletionsTold'>;
  clock: Clock;
  announce: Announce;
  /** Where deletions nobody here asked for are told; null for an environment that is not shown: they are told when it is. */
  notices: Notices | null;
  /** An event named an order in doubt: it exists. */
  onOrderNamed?: () => void;
  /** An event named an order that gave way to another. */
  onAlarm?: () => void;
  onBug: (error: unknown) => void;
}

/** The events of one environment. */
export interface Events {
  /**
   * Resolves when the event is on disk with all that follows from it. `known`: it came before, the same bytes or the same event from
   * a second webhook; then it changed nothing. Rejects when the disk refuses, or too many wait for it.
   */
  take(delivery: WebhookDelivery): Promise<'stored' | 'known'>;
  /** Tells of shipments deleted at the service without anybody here having asked, each once. */
  tellDeletions(): void;
  /** Keeps what was taken so far, and takes no more. */
  stop(): Promise<void>;
}

interface Waiting {
  event: NewEvent;
  resolve(outcome: TakenEvent['outcome']): void;
  reject(error: unknown): void;
}

/** Puts events on disk, as many as have come meanwhile in one transaction, so that a flood shares the disk's slowest act. */
export function createEvents(parts: EventsParts): Events {
  const { records, clock, announce, notices, onBug } = parts;
  let waiting: Waiting[] = [];
  let bytesWaiting = 0;
  let isStopped = false;

  const keep = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const taken = await records.keepEvents(batch.map(({ event }) => event));
      for (const [at, { resolve }] of batch.entries()) resolve(taken[at]?.outcome ?? 'stored');
      tellScreens(taken);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only?.reject(error);
      // One that cannot be kept must not keep the others out.
      else for (const one of batch) await keep([one]);
    }
  };

  const tellScreens = (taken: readonly TakenEvent[]): void => {
    if (taken.some(({ outcome }) => outcome === 'stored')) announce('parcels', 'scans');
    if (taken.some(({ namesCreate }) => namesCreate)) {
      announce('commands');
      parts.onOrderNamed?.();
    }
    if (taken.some(({ alarms }) => alarms)) {
      announce('commands');
      parts.onAlarm?.();
    }
    if (!taken.some(({ deleted }) => deleted)) return;
    announce('deletions', 'commands', 'print jobs', 'station');
    telling.kick();
  };

  const keeping = createLane(async () => {
    while (waiting.length > 0) {
      const count = batchSize(waiting);
      const batch = waiting.slice(0, count);
      waiting = waiting.slice(count);
      bytesWaiting -= bytesOf(batch);
      await keep(batch);
    }
  }, onBug);

  const telling = createLane(async () => {
    if (notices === null) return;
    const due = await records.unaskedDeletions(mostToldAtOnce);
    if (due.length === 0) return;
    for (const notice of deletionNotices(due)) notices.say(notice);
    const eventIds = due.map(({ eventId }) => eventId);
    await records.noteDeletionsTold(eventIds, instant(clock.now()));
    if (due.length === mostToldAtOnce) telling.kick();
  }, onBug);

  return {
    async take(delivery) {
      if (isStopped) throw new Error('No more events are taken');
      if (waiting.length >= mostWaiting || bytesWaiting > mostBytesWaiting)
        throw new Error('Too many events wait for the disk');
      const event = readEvent(delivery);
      return new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject });
        bytesWaiting += delivery.raw.byteLength;
        keeping.kick();
      });
    },
    tellDeletions: () => telling.kick(),
    async stop() {
      isStopped = true;
      await keeping.stop();
      await telling.stop();
    },
  };
}

const bytesOf = (batch: readonly Waiting[]): number => batch.reduce((sum, { event }) => sum + event.raw.byteLength, 0);

/** How many of those in front go together. */
function batchSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex(({ event }, at) => {
    bytes += event.raw.byteLength;
    return at > 0 && (at >= mostAtOnce || bytes > mostBytesAtOnce);
  });
  return tooMany === -1 ? waiting.length : tooMany;
}
