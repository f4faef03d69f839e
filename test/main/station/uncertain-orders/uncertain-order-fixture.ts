import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { orderResponse } from '../../../../src/main/practice/order-responses.ts';
import { readOrderJournal } from '../../../../src/main/practice/order-store.ts';
import { type PracticeService, startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import type { StoredOrder } from '../../../../src/main/practice/stored-order.ts';
import type { ImportReport } from '../../../../src/shared/orders/import-state.ts';
import type { OrderProgress } from '../../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../../src/shared/orders/order-request.ts';
import {
  defaultPracticeBehaviour,
  type PracticeBehaviour,
} from '../../../../src/shared/settings/practice-behaviour.ts';
import { type AdjustableClock, adjustableClock } from '../../../helpers/adjustable-clock.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { openStation } from '../../../helpers/open-station.ts';
import { orderTo } from '../../../helpers/order-requests.ts';
import type { StationInNode } from '../../../helpers/station-in-node.ts';

export const token = 'right-token-0123456789';
export const codes = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T'];
/** A station is started twice in many of these tests. */
export const testTimeout = 60_000;

/** How the answer was lost, and whether the service has the order. */
export const losses = [
  { word: 'lost-before', exists: false },
  { word: 'error-502', exists: false },
  { word: 'lost-after', exists: true },
  { word: '502-after', exists: true },
] as const;

/** A practice service whose orders get lost answers, and a station on it. */
export interface UncertainOrderFixture {
  readonly station: StationInNode;
  readonly service: PracticeService;
  readonly clock: AdjustableClock;
  /** A service without a webhook, so that nothing is confirmed automatically, and a station on it. */
  startSandbox(behaviour?: Partial<PracticeBehaviour>): Promise<void>;
  /** A station in practice mode, whose service sends events. */
  startPractice(): Promise<void>;
  /** Stops the station and starts it again after that time. */
  restartStation(afterMs?: number): Promise<void>;
  /** Orders, and waits until the order is created, rejected or uncertain. */
  order(receiver: string): Promise<OrderProgress>;
  settled(commandId: number): Promise<OrderProgress>;
  sendAgain(commandId: number): Promise<OrderProgress>;
  /** The orders at the service. */
  ordersAtService(): Promise<StoredOrder[]>;
  /** The codes of each order at the service that is not deleted. */
  codesAtService(): Promise<(string | null)[][]>;
  /** Imports the answer that was lost, as the service's dashboard would give it. */
  importAnswer(): Promise<ImportReport>;
  /** Expects that the order has its labels, and that they print. */
  expectLabelsPrint(commandId: number): Promise<void>;
}

export function uncertainOrderFixture(): UncertainOrderFixture {
  const opened = closedAfterEach();
  let folder: string;
  let service: PracticeService;
  let station: StationInNode;
  let clock: AdjustableClock;

  beforeEach(async () => {
    folder = await opened.folder();
    clock = adjustableClock();
  });

  async function startStation(): Promise<void> {
    const { baseUrl, labelUrl } = service;
    station = await openStation(opened, {
      folder: join(folder, 'station'),
      settings: { bench: { deleteUndoSeconds: 1 } },
      provisioning: {
        environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }],
        activeEnvironment: 'sandbox',
        printers: [{ name: 'Practice printer', default: true }],
      },
      clock,
    });
  }

  const isSettled = ({ state }: OrderProgress): boolean => !['creating', 'waiting'].includes(state);
  const settled = (commandId: number): Promise<OrderProgress> =>
    station.until('order.progress', { commandId }, isSettled);

  async function ordersAtService(): Promise<StoredOrder[]> {
    const orders = new Map<number, StoredOrder>();
    await readOrderJournal(join(folder, 'service'), (line) => {
      if (line.kind === 'order') orders.set(line.order.sequence, line.order);
    });
    return [...orders.values()];
  }

  return {
    get station() {
      return station;
    },
    get service() {
      return service;
    },
    get clock() {
      return clock;
    },
    async startSandbox(behaviour = {}) {
      const options = { folder: join(folder, 'service'), token };
      service = opened.keep(
        await startPracticeService({ ...options, behaviour: () => ({ ...defaultPracticeBehaviour, ...behaviour }) }),
      );
      await startStation();
    },
    async startPractice() {
      station = await openStation(opened, { clock });
    },
    async restartStation(afterMs = 0) {
      await station.stop();
      clock.advance(afterMs);
      await startStation();
    },
    async order(receiver) {
      const request = orderTo(receiver, codes);
      const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
      return settled(command.id);
    },
    settled,
    async sendAgain(commandId) {
      await station.call('order.send-again', { commandId, evenIfBookedTwice: true });
      return settled(commandId);
    },
    ordersAtService,
    async codesAtService() {
      return (await ordersAtService())
        .filter(({ parcels }) => parcels.some(({ deletedAt }) => deletedAt === null))
        .map(({ parcels }) => parcels.map(({ customCode }) => customCode));
    },
    async importAnswer() {
      const [made] = await ordersAtService();
      if (!made) throw new Error('The service has no order');
      const envelope = { status: 'success', code: 201, message: '', object: orderResponse(made, service.labelUrl) };
      const bytes = new TextEncoder().encode(JSON.stringify(envelope));
      return station.call('import.file', { name: 'answer.json', bytes });
    },
    async expectLabelsPrint(commandId) {
      const progress = await station.until('order.progress', { commandId }, ({ parcels }) =>
        parcels.every(({ label }) => label?.state === 'stored'),
      );
      expect(progress.parcels.map(({ customCode, missing }) => [customCode, missing])).toEqual(
        codes.map((code) => [code, []]),
      );
      const [parcel] = progress.parcels;
      await station.call('parcel.print', { parcelId: parcel?.id ?? 0, reprintReason: null });
      await station.until('print-jobs.list', null, (jobs) => jobs.some(({ state }) => state === 'sent'));
    },
  };
}

export const dropOffWithoutCodes = (receiver: string): OrderRequest['drop_offs'][0] => ({
  address: { text: '9 Palm Street', person_name: receiver },
  parcels: [{ unit: 'g', values: 400 }],
});
