import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { type Command, commandOffers } from '../../../shared/orders/command.ts';
import { makeCustomCode } from '../../../shared/orders/custom-code.ts';
import {
  deleteAgainAfterMs,
  lateDeletion,
  mayReplaceAfterMs,
  type OrderAlarm,
} from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { createTimedQueue, type SerialQueue } from '../../concurrency/serial-queue.ts';
import type { Announce, Notices } from '../notices.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { OrderRecords, UncertainOrderRecords } from '../ports/order-records.ts';
import type { PublishEvent } from '../runtime-events.ts';
import { checkOutboxRoom } from './order-creation.ts';
import type { SpendGuard } from './spend-guard.ts';

export interface ReplacementParts {
  records: UncertainOrderRecords & CommandRecords & OrderRecords;
  clock: Clock;
  announce: Announce;
  randomBytes: (size: number) => Uint8Array;
  /** The old order may be charged as well: both count towards the cap. */
  guard: Pick<SpendGuard, 'checkCap'>;
  publish: PublishEvent;
}

/** Replaces an uncertain order by a new one with new codes; returns the new one. */
export async function replaceOrder(parts: ReplacementParts, commandId: number): Promise<Result<Command>> {
  const { records, clock } = parts;
  const command = await records.command(commandId);
  if (!command || !commandOffers('replace', command)) return failed(notUncertain);
  const refusal =
    checkTooEarly(command, clock.now()) ??
    (await checkOutboxRoom(records)) ??
    (await parts.guard.checkCap(command.quotedPrice ?? 0));
  if (refusal) return failed(refusal);
  const request = await records.createRequest(commandId);
  if (!request) return failed(notUncertain);
  const replacement = {
    request: withNewCodes(request, parts.randomBytes),
    failure: orderReplaced,
    unmovedSince: command.updatedAt,
  };
  const at = instant(clock.now());
  const code = command.codes[0] ?? null;
  const created = await records.replaceCreate(commandId, replacement, {
    activity: { at, who: 'operator', what: 'replace-order', code, outcome: orderReplaced.message },
  });
  if (!created) return failed(notUncertain);
  parts.announce('commands', 'station', 'deletions');
  parts.publish({ type: 'command stored' });
  return success(created);
}

/** A request may be delayed for minutes: an order deleted too early would be created after its deletion. */
function checkTooEarly({ updatedAt }: Command, now: number): Failure | null {
  const from = Date.parse(updatedAt) + mayReplaceAfterMs;
  if (now >= from) return null;
  const minutes = Math.ceil((from - now) / 60_000);
  return { code: 'not-allowed-now', message: message('uncertain-order.too-early', { minutes, at: instant(from) }) };
}

/** Every parcel gets a new code, even where the operator chose the old one: that stays with the old order. */
function withNewCodes(request: OrderRequest, randomBytes: (size: number) => Uint8Array): OrderRequest {
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel) => ({ ...parcel, custom_code: makeCustomCode(randomBytes) }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

const orderReplaced: Failure = { code: 'not-allowed-now', message: message('uncertain-order.replaced') };

const notUncertain: Failure = { code: 'not-allowed-now', message: message('uncertain-order.not-uncertain') };

/** Alarms reported at once. */
const maxReportedAtOnce = 20;

/** What the work on uncertain and replaced orders needs. */
export interface UncertainOrderQueueParts {
  records: UncertainOrderRecords & CommandRecords & OrderRecords;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  publish: PublishEvent;
  onBug: (error: unknown) => void;
}

/**
 * Deletes replaced codes once more after a while, and reports once each replaced order found to exist. Woken when a deletion may be
 * due, or an alarm may have to be reported.
 */
export function createReplacedCodeMonitor(parts: UncertainOrderQueueParts): SerialQueue {
  const { records, clock, announce, notices, publish, onBug } = parts;

  const notifyAlarms = async (): Promise<void> => {
    const alarms = await records.unreportedAlarms(maxReportedAtOnce);
    if (alarms.length === 0) return;
    for (const alarm of alarms) notices.notify(alarmNotice(alarm));
    const ids = alarms.map(({ id }) => id);
    await records.markAlarmsReported(ids, instant(clock.now()));
    announce('commands');
    if (alarms.length === maxReportedAtOnce) queue.wake();
  };

  const deleteDue = async (stopping: () => boolean): Promise<void> => {
    const now = clock.now();
    const before = instant(now - deleteAgainAfterMs);
    const { begun, asked, nextAt } = await records.deleteReplacedCodesAgain(before, instant(now));
    if (begun + asked > 0) announce('commands', 'station', 'deletions', 'parcels');
    if (begun > 0) publish({ type: 'command stored' });
    if (asked > 0) publish({ type: 'confirmation needed', commands: asked });
    if (nextAt === null || stopping()) return;
    const wait = Math.max(0, Date.parse(nextAt) + deleteAgainAfterMs - clock.now());
    // A clock that was set back must not lengthen the wait.
    queue.wakeAfter(Math.min(wait, deleteAgainAfterMs));
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    await notifyAlarms();
    if (!stopping()) await deleteDue(stopping);
  };

  const queue = createTimedQueue(clock, pass, onBug);
  return queue;
}

function alarmNotice({ code, event, newCodes }: OrderAlarm) {
  const codes = { code, newCodes: newCodes.join(', ') };
  return {
    tone: 'error' as const,
    message:
      event === lateDeletion
        ? message('uncertain-order.replaced-order-deleted-late', codes)
        : message('uncertain-order.replaced-order-named', { ...codes, event }),
  };
}
