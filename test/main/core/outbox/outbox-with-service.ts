import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import type { ServiceLimits } from '../../../../src/main/service/delivery-service.ts';
import { createDeliveryService } from '../../../../src/main/service/delivery-service.ts';
import {
  type FakeDeliveryService,
  type PlannedResponse,
  startFakeDeliveryService,
} from '../../../fakes/delivery-service.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { openInThread } from '../../storage/open-test-records.ts';
import { type OutboxFixture, type OutboxFixtureParts, openOutboxFixture } from './outbox-fixture.ts';

/** A pause of half a minute is over in 60 ms. */
export const factor = 500;

interface OpenOptions extends Partial<Pick<OutboxFixtureParts, 'shiftMs' | 'undoSeconds' | 'clock' | 'holding'>> {
  token?: string | null;
  limits?: Partial<ServiceLimits>;
  /** The error of a call of the records instead of its answer; null: the call is made. */
  recordsFault?: (...call: [method: string, ...args: unknown[]]) => Error | null;
}

/** An outbox on records in a folder of the test, with a fake delivery service. */
export interface OutboxWithService {
  readonly folder: string;
  readonly service: FakeDeliveryService;
  /** The outbox that was opened last. */
  readonly fixture: OutboxFixture;
  /** Opens the outbox on the records of the test; the second time it is a restart. */
  open(options?: OpenOptions): Promise<OutboxFixture>;
  /** Closes the outbox that was opened last. */
  close(): Promise<void>;
}

export function outboxWithService(): OutboxWithService {
  let folder: string;
  let service: FakeDeliveryService;
  let fixture: OutboxFixture;
  let close: () => Promise<void>;
  let closings: (() => Promise<unknown>)[];

  beforeEach(async () => {
    closings = [];
    folder = await mkdtemp(join(tmpdir(), 'packbench-outbox-'));
    service = await startFakeDeliveryService();
  });

  afterEach(async () => {
    for (const closeOne of closings.splice(0).reverse()) await closeOne();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get folder() {
      return folder;
    },
    get service() {
      return service;
    },
    get fixture() {
      return fixture;
    },
    async open({ token = 'token-1', limits = {}, recordsFault, ...more } = {}) {
      const records = openInThread(join(folder, 'records.sqlite3'));
      const options = { baseUrl: service.baseUrl, labelUrl: null, token, limits: { closeMs: 10, ...limits } };
      const opened = await openOutboxFixture({
        records: recordsFault ? withFaults(records, recordsFault) : records,
        service: createDeliveryService(options),
        clock: acceleratedClock(factor),
        ...more,
      });
      fixture = opened;
      let isClosed = false;
      close = async () => {
        if (isClosed) return;
        isClosed = true;
        await opened.stop();
        await records.close();
        expect(opened.bugs).toEqual([]);
      };
      closings.push(close);
      return opened;
    },
    close: () => close(),
  };
}

const withFaults = (records: Records, faultOf: NonNullable<OpenOptions['recordsFault']>): Records =>
  new Proxy(records, {
    get: (target, method: string) => {
      const call = Reflect.get(target, method) as (...args: unknown[]) => unknown;
      return async (...args: unknown[]) => {
        const fault = faultOf(method, ...args);
        if (fault) throw fault;
        return call.apply(target, args);
      };
    },
  });

/** The service answers with this status. */
export const status = (
  code: number,
  more: Partial<Extract<PlannedResponse, { kind: 'status' }>> = {},
): PlannedResponse => ({
  kind: 'status',
  status: code,
  ...more,
});
