import { ofParcels } from '../../../shared/contract/changes.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Announce, NewNotice, Notices } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type {
  EventOutcome,
  NewEvent,
  OpenDeletionConflict,
  UnrequestedDeletion,
  WebhookDelivery,
} from '../ports/webhook.ts';
import type { PublishEvent } from '../runtime-events.ts';
import { readEvent } from './event-reader.ts';

/** Most deliveries that wait for the disk at once; further ones are refused, and their senders retry. */
export const maxWaiting = 2_000;
const maxBytesWaiting = 64 * 1024 * 1024;
/** Most deliveries, and most of their bytes, in one transaction. */
const maxAtOnce = 200;
const maxBytesAtOnce = 2 * 1024 * 1024;
/** Most deletions reported at once. */
const maxReportedAtOnce = 50;

export interface EventsParts {
  records: Pick<Records, 'storeEvents' | 'unrequestedDeletions' | 'markDeletionsReported' | 'openDeletionConflicts'>;
  clock: Clock;
  announce: Announce;
  /** Where deletions that this station did not request, and reports that contradict a deletion, are shown; null for an environment that is not shown: they are reported when it is. */
  notices: Notices | null;
  publish: PublishEvent;
  onBug: (error: unknown) => void;
  /** The environment's own offset, minutes east of UTC; null, or left out: it has none. */
  utcOffset?: () => number | null;
}

/** The events of one environment. */
export interface Events {
  /**
   * Resolves when the event and its effects are on disk. `known`: the same bytes, or the same event from a second webhook, came
   * before; nothing changed. Rejects when the disk fails, or too many wait for it.
   */
  take(delivery: WebhookDelivery): Promise<'stored' | 'known'>;
  /** What events that another bench received did here. */
  announceOutcomes(outcomes: readonly EventOutcome[]): void;
  /**
   * Reports shipments deleted at the service without a request from this station, each once, and parcels reported as deleted and later
   * as picked up until an operator decided.
   */
  notifyDeletions(): void;
  /** Stores what was accepted so far, and accepts no more. */
  stop(): Promise<void>;
}

interface Waiting {
  event: NewEvent;
  resolve(outcome: EventOutcome['outcome']): void;
  reject(error: unknown): void;
}

/** Stores events, all that arrived meanwhile in one transaction, so that a flood of them shares one disk sync. */
export function createEvents(parts: EventsParts): Events {
  const { records, clock, announce, notices, onBug } = parts;
  let waiting: Waiting[] = [];
  let bytesWaiting = 0;
  let isStopped = false;

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const taken = await records.storeEvents(batch.map(({ event }) => event));
      for (const [at, { resolve }] of batch.entries()) resolve(taken[at]?.outcome ?? 'stored');
      announceOutcomes(taken);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1) only?.reject(error);
      // An event that cannot be stored must not keep the others out.
      else for (const one of batch) await store([one]);
    }
  };

  const announceOutcomes = (taken: readonly EventOutcome[]): void => {
    if (taken.some(({ outcome }) => outcome === 'stored')) {
      announce(
        ...ofParcels(
          taken.flatMap(({ parcels }) => parcels),
          'parcels',
        ),
      );
      noticeQueue.wake();
    }
    if (taken.some(({ namesCreate }) => namesCreate)) {
      announce('commands');
      parts.publish({ type: 'order named' });
    }
    if (taken.some(({ alarms }) => alarms)) {
      announce('commands');
      parts.publish({ type: 'replaced order named' });
    }
    if (!taken.some(({ deleted }) => deleted)) return;
    announce('deletions', 'commands', 'print jobs', 'station');
  };

  const storeQueue = createSerialQueue(async () => {
    while (waiting.length > 0) {
      const count = batchSize(waiting);
      const batch = waiting.slice(0, count);
      waiting = waiting.slice(count);
      bytesWaiting -= bytesOf(batch);
      await store(batch);
    }
  }, onBug);

  const notifyUnrequested = async (shown: Notices): Promise<void> => {
    const due = await records.unrequestedDeletions(maxReportedAtOnce);
    if (due.length === 0) return;
    for (const deletion of deletionMessages(due)) shown.notify({ tone: 'warning', message: deletion });
    const eventIds = due.map(({ eventId }) => eventId);
    await records.markDeletionsReported(eventIds, instant(clock.now()));
    if (due.length === maxReportedAtOnce) noticeQueue.wake();
  };

  const conflictNotices = notices && createConflictNotices(notices);
  const noticeQueue = createSerialQueue(async () => {
    if (notices === null) return;
    await notifyUnrequested(notices);
    conflictNotices?.show(await records.openDeletionConflicts(maxReportedAtOnce));
  }, onBug);

  return {
    async take(delivery) {
      if (isStopped) throw new Error('No more events are taken');
      if (waiting.length >= maxWaiting || bytesWaiting > maxBytesWaiting)
        throw new Error('Too many events wait for the disk');
      const event = readEvent(delivery, parts.utcOffset?.() ?? null);
      return new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject });
        bytesWaiting += delivery.raw.byteLength;
        storeQueue.wake();
      });
    },
    announceOutcomes,
    notifyDeletions: () => noticeQueue.wake(),
    async stop() {
      isStopped = true;
      await storeQueue.stop();
      await noticeQueue.stop();
      conflictNotices?.show([]);
    },
  };
}

const bytesOf = (batch: readonly Waiting[]): number => batch.reduce((sum, { event }) => sum + event.raw.byteLength, 0);

/** How many of the first deliveries are stored together. */
function batchSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex(({ event }, at) => {
    bytes += event.raw.byteLength;
    return at > 0 && (at >= maxAtOnce || bytes > maxBytesAtOnce);
  });
  return tooMany === -1 ? waiting.length : tooMany;
}

/** Shipments reported one by one; more of them at once are one notice, or they would push out all others. */
const maxOneByOne = 3;
/** Codes named in one notice; an order has five parcels. */
const maxCodes = 5;

/** The messages about shipments that were deleted at the service without a request from this station. */
function deletionMessages(deletions: readonly UnrequestedDeletion[]): Message[] {
  if (deletions.length <= maxOneByOne) {
    return deletions.map(({ trackingCode, codes, copies }) =>
      message('webhook.shipment-deleted', {
        ...{ shipment: trackingCode, parcels: codes.length, labels: copies },
        ...namedCodes(codes),
      }),
    );
  }
  const labels = deletions.reduce((sum, { copies }) => sum + copies, 0);
  const codes = deletions.flatMap((deletion) => deletion.codes);
  return [message('webhook.shipments-deleted', { shipments: deletions.length, labels, ...namedCodes(codes) })];
}

/**
 * The notices of conflicts that no operator decided about. Each conflict is reported once in a run of the station, and its notice goes with
 * the decision.
 */
function createConflictNotices(notices: Notices) {
  /** The notice of each conflict. */
  let reported = new Map<string, number>();

  return {
    show(open: readonly OpenDeletionConflict[]): void {
      const before = reported;
      const added = open.filter((conflict) => !before.has(keyOf(conflict)));
      reported = new Map(open.flatMap((conflict) => entryOf(before, keyOf(conflict))));
      const kept = new Set(reported.values());
      for (const noticeId of new Set(before.values())) if (!kept.has(noticeId)) notices.dismiss(noticeId);
      const groups = added.length <= maxOneByOne ? added.map((conflict) => [conflict]) : [added];
      for (const group of groups) {
        const noticeId = notices.notify(conflictNotice(group));
        for (const conflict of group) reported.set(keyOf(conflict), noticeId);
      }
    },
  };
}

const keyOf = ({ parcelId, at, state }: OpenDeletionConflict): string => `${parcelId} ${at} ${state}`;

const entryOf = (known: ReadonlyMap<string, number>, key: string): [string, number][] => {
  const noticeId = known.get(key);
  return noticeId === undefined ? [] : [[key, noticeId]];
};

/** Leads to the first of the parcels. */
function conflictNotice(conflicts: readonly OpenDeletionConflict[]): NewNotice {
  const [{ code, state } = { code: null, state: '' }] = conflicts;
  const codes = conflicts.flatMap((conflict) => conflict.code ?? []);
  return {
    tone: 'warning',
    ...(code !== null && { code }),
    message:
      conflicts.length === 1
        ? message('webhook.deletion-conflict', { code, state })
        : message('webhook.deletion-conflicts', { parcels: conflicts.length, ...namedCodes(codes) }),
  };
}

const namedCodes = (codes: readonly string[]): { codes: string; more: number } => ({
  codes: codes.slice(0, maxCodes).join(', '),
  more: Math.max(0, codes.length - maxCodes),
});
