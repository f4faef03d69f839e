import type { Notice } from '../../../shared/contract/station-view.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Announce, Notices } from '../common/notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { EventOutcome, NewEvent, UnrequestedDeletion, WebhookDelivery } from '../ports/webhook.ts';
import { readEvent } from './event-reader.ts';

/** Most deliveries that wait for the disk at once; one more is refused, and its sender comes again. */
export const maxWaiting = 2_000;
const maxBytesWaiting = 64 * 1024 * 1024;
/** Most deliveries, and most of their bytes, in one transaction. */
const maxAtOnce = 200;
const maxBytesAtOnce = 2 * 1024 * 1024;
/** Most deletions told of in one go. */
const maxToldAtOnce = 50;

export interface EventsParts {
  records: Pick<Records, 'storeEvents' | 'unrequestedDeletions' | 'markDeletionsReported'>;
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
  notifyDeletions(): void;
  /** Keeps what was taken so far, and takes no more. */
  stop(): Promise<void>;
}

interface Waiting {
  event: NewEvent;
  resolve(outcome: EventOutcome['outcome']): void;
  reject(error: unknown): void;
}

/** Puts events on disk, as many as have come meanwhile in one transaction, so that a flood shares the disk's slowest act. */
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
      // One that cannot be kept must not keep the others out.
      else for (const one of batch) await store([one]);
    }
  };

  const announceOutcomes = (taken: readonly EventOutcome[]): void => {
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
    noticeQueue.wake();
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

  const noticeQueue = createSerialQueue(async () => {
    if (notices === null) return;
    const due = await records.unrequestedDeletions(maxToldAtOnce);
    if (due.length === 0) return;
    for (const notice of deletionNotices(due)) notices.notify(notice);
    const eventIds = due.map(({ eventId }) => eventId);
    await records.markDeletionsReported(eventIds, instant(clock.now()));
    if (due.length === maxToldAtOnce) noticeQueue.wake();
  }, onBug);

  return {
    async take(delivery) {
      if (isStopped) throw new Error('No more events are taken');
      if (waiting.length >= maxWaiting || bytesWaiting > maxBytesWaiting)
        throw new Error('Too many events wait for the disk');
      const event = readEvent(delivery);
      return new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject });
        bytesWaiting += delivery.raw.byteLength;
        storeQueue.wake();
      });
    },
    notifyDeletions: () => noticeQueue.wake(),
    async stop() {
      isStopped = true;
      await storeQueue.stop();
      await noticeQueue.stop();
    },
  };
}

const bytesOf = (batch: readonly Waiting[]): number => batch.reduce((sum, { event }) => sum + event.raw.byteLength, 0);

/** How many of those in front go together. */
function batchSize(waiting: readonly Waiting[]): number {
  let bytes = 0;
  const tooMany = waiting.findIndex(({ event }, at) => {
    bytes += event.raw.byteLength;
    return at > 0 && (at >= maxAtOnce || bytes > maxBytesAtOnce);
  });
  return tooMany === -1 ? waiting.length : tooMany;
}

type DeletionNotice = Omit<Notice, 'id' | 'at'>;

/** Shipments told of one by one; more of them at once are one notice, or they would push out all others. */
const maxOneByOne = 3;
/** Codes named in one notice; an order has five parcels. */
const maxCodes = 5;

/** What to say of shipments that were deleted at the service although nobody here asked. */
function deletionNotices(deletions: readonly UnrequestedDeletion[]): DeletionNotice[] {
  if (deletions.length <= maxOneByOne) return deletions.map(oneDeletion);
  const codes = deletions.flatMap((deletion) => deletion.codes);
  const copies = deletions.reduce((sum, deletion) => sum + deletion.copies, 0);
  const text = `The service deleted ${deletions.length} shipments that nobody here asked to delete: ${listed(codes)}.`;
  return [{ tone: 'warning', message: text, next: whatToDo(copies) }];
}

function oneDeletion({ trackingCode, codes, copies }: UnrequestedDeletion): DeletionNotice {
  const shipment = trackingCode === null ? 'a shipment' : `shipment ${trackingCode}`;
  const parcels = `${codes.length === 1 ? 'parcel' : 'parcels'} ${listed(codes)}`;
  const text = `The service deleted ${shipment}, and nobody here asked for it: ${parcels}.`;
  return { tone: 'warning', message: text, next: whatToDo(copies) };
}

function whatToDo(copies: number): string {
  if (copies === 0) return 'No label was printed here. Do not hand the goods over.';
  const labels = copies === 1 ? 'the label that was printed' : `the ${copies} labels that were printed`;
  return `Find and tear up ${labels}, and do not hand the goods over.`;
}

function listed(codes: readonly string[]): string {
  const more = codes.length - maxCodes;
  return codes.slice(0, maxCodes).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
