import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderAlarm } from '../../../shared/orders/order-progress.ts';
import { createSerialQueue, type SerialQueue } from '../../concurrency/serial-queue.ts';
import type { NewNotice } from '../notices.ts';
import { instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { Activity } from '../ports/write-context.ts';
import { completeStoredAnswers, orderFromRequest } from './answered-order.ts';
import {
  createReplacedCodeMonitor,
  type ReplacementParts,
  replaceOrder,
  type UncertainOrderQueueParts,
} from './replaced-orders.ts';

/** Most alarms a list shows. */
const maxAlarms = 50;

export type UncertainOrdersParts = ReplacementParts & UncertainOrderQueueParts;

/** Orders that may or may not exist at the service: what confirms them, and what an operator can do. */
export interface UncertainOrders {
  /** An event named an uncertain order, or an order that an event had named became uncertain. */
  settleNamedOrders(): void;
  /** A replaced order may exist after all, or an order was replaced. */
  checkReplacedCodes(): void;
  replace(commandId: number): Promise<Result<Command>>;
  alarms(): Promise<OrderAlarm[]>;
  dismissAlarm(alarmId: number): Promise<Result<null>>;
  stop(): Promise<void>;
}

export function createUncertainOrders(parts: UncertainOrdersParts): UncertainOrders {
  const { records, clock } = parts;
  const namedOrders = createNamedOrderQueue(parts);
  const replacedCodes = createReplacedCodeMonitor(parts);
  return {
    settleNamedOrders: () => namedOrders.wake(),
    checkReplacedCodes: () => replacedCodes.wake(),
    async replace(commandId) {
      const replaced = await replaceOrder(parts, commandId);
      if (replaced.ok) replacedCodes.wake();
      return replaced;
    },
    alarms: () => records.orderAlarms(maxAlarms),
    async dismissAlarm(alarmId) {
      const at = instant(clock.now());
      const outcome = message('journal.command.dismissed');
      const activity = { at, who: 'operator', what: 'dismiss-alarm', code: null, outcome } as const;
      if (!(await records.dismissAlarm(alarmId, { activity }))) return failed(alarmDismissed);
      parts.announce('commands');
      return success(null);
    },
    async stop() {
      await Promise.all([namedOrders.stop(), replacedCodes.stop()]);
    },
  };
}

const alarmDismissed: Failure = {
  code: 'not-allowed-now',
  message: message('uncertain-order.alarm-already-dismissed'),
};

/** Orders settled at once. */
const maxAtOnce = 50;

/** Settles uncertain orders that an event named: they exist. Woken when one is named, and when one becomes uncertain. */
function createNamedOrderQueue(parts: UncertainOrderQueueParts): SerialQueue {
  const { records, clock, announce, notices, publish, onBug } = parts;

  const settle = async (command: Command): Promise<boolean> => {
    const code = command.codes[0] ?? null;
    const at = instant(clock.now());
    const activity = {
      at,
      who: 'service',
      what: 'settle-order',
      code,
      outcome: message('order.confirmed', { by: 'webhook' }),
    } as const;
    const settled = await settleAsExisting(records, command.id, 'webhook', activity);
    if (settled.ok) notices.notify(orderExistsNotice(command));
    return settled.ok;
  };

  const pass = async (stopping: () => boolean): Promise<void> => {
    if ((await records.namedCreates(1)).length === 0) return;
    // A stored answer holds more than an event does.
    const completed = await completeStoredAnswers(records, clock);
    let settled = 0;
    for (const command of await records.namedCreates(maxAtOnce)) {
      if (stopping()) return;
      if (await settle(command)) settled += 1;
    }
    if (settled + completed === 0) return;
    announce('commands', 'station', 'parcels', 'deletions');
    publish({ type: 'order stored' });
    if (settled === maxAtOnce) queue.wake();
  };

  const queue = createSerialQueue(pass, onBug);
  return queue;
}

function orderExistsNotice({ codes, failure }: Command): NewNotice {
  // It may have been ordered again since it counted as not created.
  if (failure?.message.code === 'uncertain-order.exists-after-all')
    return { tone: 'warning', message: failure.message };
  return { tone: 'information', message: message('uncertain-order.confirmed-by-event', { code: codes[0] ?? null }) };
}

/**
 * Settles an uncertain create as an order that exists: its parcels are known from now on under their custom codes, with label and
 * pick-up code missing.
 */
export async function settleAsExisting(
  records: Pick<Records, 'createRequest' | 'settleAsExisting'>,
  commandId: number,
  by: 'webhook' | 'operator',
  activity: Activity,
): Promise<Result<Command>> {
  const request = await records.createRequest(commandId);
  if (!request) return failed(requestUnreadable);
  const settlement = { by, from: ['uncertain'] } as const;
  const settled = await records.settleAsExisting(commandId, settlement, orderFromRequest(request), { activity });
  return settled ? success(settled) : failed(stateChanged);
}

const stateChanged: Failure = { code: 'not-allowed-now', message: message('uncertain-order.state-changed') };

const requestUnreadable: Failure = { code: 'storage', message: message('uncertain-order.request-unreadable') };
