import { randomBytes } from 'node:crypto';
import { createEvents, type Events } from '../../../../src/main/core/events/event-intake.ts';
import { observeService } from '../../../../src/main/core/health.ts';
import { createNotices, type Notices } from '../../../../src/main/core/notices.ts';
import { createOrders, type Orders } from '../../../../src/main/core/orders/order-creation.ts';
import { createSpendGuard } from '../../../../src/main/core/orders/spend-guard.ts';
import { createUncertainOrders, type UncertainOrders } from '../../../../src/main/core/orders/uncertain-orders.ts';
import { createOutbox, type Outbox } from '../../../../src/main/core/outbox/outbox.ts';
import { createOutboxActions, type OutboxActions } from '../../../../src/main/core/outbox/outbox-actions.ts';
import { createDeletions, type Deletions } from '../../../../src/main/core/outbox/pending-deletions.ts';
import { createUsedCodes } from '../../../../src/main/core/outbox/used-codes.ts';
import type { Clock } from '../../../../src/main/core/ports/clock.ts';
import { instant } from '../../../../src/main/core/ports/clock.ts';
import type { ParcelHolding } from '../../../../src/main/core/ports/parcel-holding.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { DeliveryService } from '../../../../src/main/core/ports/service.ts';
import { createRuntimeEvents } from '../../../../src/main/core/runtime-events.ts';
import { success } from '../../../../src/shared/contract/failure.ts';
import type { ServiceHealth } from '../../../../src/shared/contract/station-view.ts';
import type { Command, CommandState } from '../../../../src/shared/orders/command.ts';
import { commandStates } from '../../../../src/shared/orders/command.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import { orderTo } from '../../../helpers/order-requests.ts';

/** The parts of a station that use the service, on open records. */
export interface OutboxFixture {
  outbox: Outbox;
  deletions: Deletions;
  orders: Orders;
  actions: OutboxActions;
  uncertainOrders: UncertainOrders;
  events: Events;
  notices: Notices;
  health(): ServiceHealth;
  /** The service, as the outbox uses it. */
  service: DeliveryService;
  /** The number of commands that need confirmation, each time it is announced. */
  asked: number[];
  bugs: unknown[];
  /** An order of one parcel with that code. */
  create(code: string): Promise<Command>;
  /** A deletion whose countdown ends at once. */
  remove(code: string, parcelId?: number | null): Promise<Command>;
  command(id: number): Promise<Command>;
  all(): Promise<Command[]>;
  /** Resolves when the condition is true; checked after every change. */
  until(check: () => Promise<boolean> | boolean): Promise<void>;
  /** Resolves with the command when it is in one of these states. */
  settled(id: number, ...states: CommandState[]): Promise<Command>;
  stop(): Promise<void>;
}

export interface OutboxFixtureParts {
  records: Records;
  service: DeliveryService;
  clock: Clock;
  holding?: ParcelHolding;
  shiftMs?: number;
  undoSeconds?: number;
  random?: () => number;
}

/** Starts the outbox as a station does: work left over from the previous run is settled first. */
export async function openOutboxFixture(parts: OutboxFixtureParts): Promise<OutboxFixture> {
  const { records, clock, shiftMs = Number.POSITIVE_INFINITY, undoSeconds = 0, random = Math.random } = parts;
  const bugs: unknown[] = [];
  const asked: number[] = [];
  const listeners = new Set<() => void>();
  const announce = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const onBug = (error: unknown): void => void bugs.push(error);
  const { publish, subscribe } = createRuntimeEvents(onBug);
  const observed = observeService(parts.service, { clock, announce, publish });
  const common = { records, service: observed.service, clock, announce, publish, random, onBug };
  const usedCodes = createUsedCodes({
    environment: { baseUrl: 'https://service.example' },
    practiceUsedCodes: () => 'rejected',
    records,
    clock,
  });
  const { previousStatus } = observed;
  const outbox = createOutbox({ ...common, usedCodes, previousStatus, shiftMs: () => shiftMs, holding: parts.holding });
  const notices = createNotices(clock, announce);
  const guard = createSpendGuard({ ...common, capPerHour: () => null, currency: null });
  const uncertainOrders = createUncertainOrders({
    ...{ ...common, notices, randomBytes, guard },
  });
  const events = createEvents({ ...common, notices });
  const deletions = createDeletions({ ...common, undoSeconds: () => undoSeconds });
  const actions = createOutboxActions({ ...common, deletions });
  const orders = createOrders({
    ...common,
    ...{ guard, currency: null, randomBytes, isSendingPaused: outbox.isSendingPaused },
    printOnCreate: () => false,
    printOrder: async () => success({ queued: 0, awaited: 0 }),
  });

  for (const type of ['command stored', 'deletion due', 'command undone'] as const) {
    subscribe(type, () => outbox.wake());
  }
  for (const type of ['deletion confirmed', 'replaced order named'] as const) {
    subscribe(type, uncertainOrders.checkReplacedCodes);
  }
  for (const type of ['order uncertain', 'order named'] as const) subscribe(type, uncertainOrders.settleNamedOrders);
  subscribe('confirmation needed', ({ commands }) => void asked.push(commands));
  subscribe('send requested', outbox.retryWithToken);
  subscribe('service recovered', () => outbox.wake(true));
  subscribe('token accepted', () => void outbox.tokenRenewed().catch(onBug));

  await records.recoverAfterRestart(clock.now() + undoSeconds * 1000, instant(clock.now()), []);
  await deletions.resume();
  uncertainOrders.settleNamedOrders();
  uncertainOrders.checkReplacedCodes();
  outbox.wake(true);

  const command = async (id: number): Promise<Command> => {
    const found = await records.command(id);
    if (!found) throw new Error(`No command ${id}`);
    return found;
  };
  const until: OutboxFixture['until'] = (check) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        Promise.resolve(check()).then((isTrue) => {
          if (!isTrue) return;
          listeners.delete(look);
          resolve();
        }, reject);
      };
      listeners.add(look);
      look();
    });

  return {
    outbox,
    deletions,
    orders,
    actions,
    uncertainOrders,
    events,
    notices,
    health: observed.health,
    service: observed.service,
    asked,
    bugs,
    async create(code) {
      const begun = await orders.create(orderFor(code), { quotedPrice: null, evenIfDuplicate: true });
      if (!begun.ok) throw new Error(JSON.stringify(begun.failure));
      return begun.value.command;
    },
    async remove(code, parcelId = null) {
      const begun = await deletions.begin({ customCode: code, parcelId });
      if (!begun.ok) throw new Error(JSON.stringify(begun.failure));
      return begun.value.command;
    },
    command,
    all: () => records.commands(commandStates, 1_000),
    until,
    async settled(id, ...states) {
      await until(async () => states.includes((await command(id)).state));
      return command(id);
    },
    async stop() {
      deletions.stop();
      await Promise.all([parts.service.close(), outbox.stop(), events.stop(), uncertainOrders.stop()]);
    },
  };
}

export const orderFor = (...codes: string[]): OrderRequest => orderTo('Aya Noor', codes);

/** A custom code that ends in that number. */
export const codeNumber = (number: number): string => `NLTEST${String(number).padStart(12, '0')}`;
