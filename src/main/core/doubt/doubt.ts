import type { Command } from '../../../shared/command.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import type { OrderAlarm } from '../../../shared/order-alarm.ts';
import { instant } from '../ports/clock.ts';
import { type NamedOrdersParts, settleNamedOrders } from './named-orders.ts';
import { type ReplacingParts, replaceOrder } from './replacing.ts';
import { watchReplacedCodes } from './watched-codes.ts';

/** Most alarms a list shows. */
const mostAlarms = 50;

export type DoubtParts = NamedOrdersParts & ReplacingParts;

/** Orders nobody knows the end of: what settles them by itself, and what a person may do. */
export interface Doubt {
  /** An event named an order in doubt, or an order an event named fell into doubt. */
  orderNamed(): void;
  /** A replaced order may have given a sign of life, or one was replaced. */
  codesWatched(): void;
  replace(commandId: number): Promise<Result<Command>>;
  alarms(): Promise<OrderAlarm[]>;
  putAwayAlarm(alarmId: number): Promise<Result<null>>;
  stop(): Promise<void>;
}

export function createDoubt(parts: DoubtParts): Doubt {
  const { records, clock } = parts;
  const named = settleNamedOrders(parts);
  const watched = watchReplacedCodes(parts);
  return {
    orderNamed: () => named.kick(),
    codesWatched: () => watched.kick(),
    async replace(commandId) {
      const replaced = await replaceOrder(parts, commandId);
      if (replaced.ok) watched.kick();
      return replaced;
    },
    alarms: () => records.orderAlarms(mostAlarms),
    async putAwayAlarm(alarmId) {
      const at = instant(clock.now());
      const activity = { at, who: 'operator', what: 'put away alarm', code: null, outcome: 'done' } as const;
      if (!(await records.putAwayAlarm(alarmId, { activity }))) return failed(noAlarm);
      parts.announce('commands');
      return success(null);
    },
    async stop() {
      await Promise.all([named.stop(), watched.stop()]);
    },
  };
}

const noAlarm: Failure = {
  code: 'not-allowed-now',
  message: 'That alarm is put away already.',
};
