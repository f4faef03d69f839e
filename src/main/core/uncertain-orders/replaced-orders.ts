import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Command, commandOffers, unansweredStates } from '../../../shared/orders/command.ts';
import { makeCustomCode } from '../../../shared/orders/custom-code.ts';
import {
  deleteAgainAfterMs,
  lateDeletion,
  mayReplaceAfterMs,
  type OrderAlarm,
} from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import { createSerialQueue } from '../../concurrency/serial-queue.ts';
import type { Announce, Notices } from '../common/notices.ts';
import type { SpendGuard } from '../orders/spend-guard.ts';
import { maxOpenCommands } from '../outbox/outbox.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';

export interface ReplacementParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  randomBytes: (size: number) => Uint8Array;
  /** The old order may be charged as well: the new one is not paid out of its share. */
  guard: Pick<SpendGuard, 'checkCap'>;
  /** Deletions and an order are on disk: they may leave. */
  onCommandStored: () => void;
}

/** Lets an order in doubt give way to a new one with new codes; gives the new one. */
export async function replaceOrder(parts: ReplacementParts, commandId: number): Promise<Result<Command>> {
  const { records, clock } = parts;
  const command = await records.command(commandId);
  if (!command || !commandOffers('replace', command)) return failed(notUncertain);
  const refusal =
    checkTooEarly(command, clock.now()) ??
    (await checkOutboxFull(records)) ??
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
    activity: { at, who: 'operator', what: 'replace order', code, outcome: 'its codes are deleted, new ones ordered' },
  });
  if (!created) return failed(notUncertain);
  parts.announce('commands', 'station', 'deletions');
  parts.onCommandStored();
  return success(created);
}

/** A request may lie somewhere on its way for minutes: what is deleted too early is ordered after its deletion. */
function checkTooEarly({ updatedAt }: Command, now: number): Failure | null {
  const from = Date.parse(updatedAt) + mayReplaceAfterMs;
  if (now >= from) return null;
  const minutes = Math.ceil((from - now) / 60_000);
  return {
    code: 'not-allowed-now',
    message: `The order may still be on its way: it can be replaced in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, at ${clockWords(from)}.`,
    next: 'Until then wait for its webhook, or import the order response.',
  };
}

/** The desk's clock time, "14:32". */
function clockWords(moment: number): string {
  const at = new Date(moment);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

async function checkOutboxFull(records: Records): Promise<Failure | null> {
  return (await records.countCommands(unansweredStates)) >= maxOpenCommands ? outboxIsFull : null;
}

/** Every parcel gets another code, also where the operator gave the old one: it stays with the old order. */
function withNewCodes(request: OrderRequest, randomBytes: (size: number) => Uint8Array): OrderRequest {
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel) => ({ ...parcel, custom_code: makeCustomCode(randomBytes) }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

const orderReplaced: Failure = {
  code: 'not-allowed-now',
  message: 'It was replaced: its codes are deleted, and the order was made again with new ones.',
  next: 'Stickers with the old codes are void.',
};

const notUncertain: Failure = {
  code: 'not-allowed-now',
  message: 'This order is not in doubt any more; nothing was changed.',
  next: 'Look again.',
};

const outboxIsFull: Failure = {
  code: 'not-allowed-now',
  message: 'Too much waits for the service already: nothing was done.',
  next: 'Do it again when some of it has gone.',
};

/** Alarms told in one go. */
const maxToldAtOnce = 20;

export interface ReplacedCodeMonitorParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  /** Deletions are on disk: they may leave. */
  onCommandStored: () => void;
  onBug: (error: unknown) => void;
}

/** The codes of orders that gave way to others. */
export interface ReplacedCodeMonitor {
  /** Something may be due, or to be told. */
  wake(): void;
  stop(): Promise<void>;
}

/** Deletes replaced codes once more when their time has come, and tells of each sign of life, once. */
export function createReplacedCodeMonitor(parts: ReplacedCodeMonitorParts): ReplacedCodeMonitor {
  const { records, clock, announce, notices, onCommandStored, onBug } = parts;
  let cancelTimer: (() => void) | null = null;

  const notifyAlarms = async (): Promise<void> => {
    const alarms = await records.unreportedAlarms(maxToldAtOnce);
    if (alarms.length === 0) return;
    for (const alarm of alarms) notices.notify(alarmNotice(alarm));
    const ids = alarms.map(({ id }) => id);
    await records.markAlarmsReported(ids, instant(clock.now()));
    announce('commands');
    if (alarms.length === maxToldAtOnce) queue.wake();
  };

  const deleteDue = async (stopping: () => boolean): Promise<void> => {
    const now = clock.now();
    const { begun, nextAt } = await records.deleteReplacedCodesAgain(instant(now - deleteAgainAfterMs), instant(now));
    if (begun > 0) {
      announce('commands', 'station', 'deletions');
      onCommandStored();
    }
    if (nextAt === null || stopping()) return;
    const wait = Math.max(0, Date.parse(nextAt) + deleteAgainAfterMs - clock.now());
    // A clock set back must not keep it waiting longer than it was meant to.
    cancelTimer = clock.after(Math.min(wait, deleteAgainAfterMs), () => queue.wake());
  };

  const queue = createSerialQueue(async (stopping) => {
    cancelTimer?.();
    cancelTimer = null;
    await notifyAlarms();
    if (!stopping()) await deleteDue(stopping);
  }, onBug);

  return {
    wake: () => queue.wake(),
    async stop() {
      await queue.stop();
      cancelTimer?.();
    },
  };
}

function alarmNotice({ code, event, newCodes }: OrderAlarm) {
  const sign =
    event === lateDeletion
      ? `was there when its code ${code} was deleted once more`
      : `is at the service: the event ${event} names its code ${code}`;
  return {
    tone: 'error' as const,
    message: `An order that was replaced ${sign}. It may be carried out beside the new one, ${newCodes.join(', ')}.`,
    next: 'Look under Print queue, Waiting to send.',
  };
}
