import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, instant } from '../../../../src/main/core/ports/clock.ts';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import {
  createLabelDownloads,
  type LabelDownloads,
  type LabelDownloadsParts,
} from '../../../../src/main/core/printing/label-downloads.ts';
import { createDeliveryService } from '../../../../src/main/service/delivery-service.ts';
import { unfilteredBoard } from '../../../../src/shared/shipments/board-query.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { adjustableClock } from '../../../helpers/adjustable-clock.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { by, orderOf, parcelOf, requestFor, shipmentOf, storeOrder } from '../../../suites/records/record-fixtures.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { sharedRecords } from '../../storage/shared-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';

const folders = temporaryFolders();
let records: Records;
/** Paths requested from the label host, and its answers: a status, or `hold` until it is released. */
let asked: string[];
let answerTo: (path: string) => number | Promise<number>;
let kept: number[];
let delayed: number[];
let bugs: unknown[];

beforeEach(async () => {
  records = await openTestRecords(folders);
  [asked, kept, delayed, bugs] = [[], [], [], []];
  answerTo = () => 200;
});

async function labelHost(port = 0): Promise<{ origin: string; port: number; close(): Promise<void> }> {
  const server: Server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    response.statusCode = await answerTo(request.url ?? '');
    response.end(`^XA^FD${request.url}^FS^XZ`);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  folders.before(close);
  return { origin: `http://127.0.0.1:${taken}`, port: taken, close };
}

function labelsOf(
  origin: string,
  clock: Clock = acceleratedClock(50),
  more: Partial<LabelDownloadsParts> = {},
): LabelDownloads {
  const service = createDeliveryService({ baseUrl: origin, labelUrl: origin, token: null });
  const labels = createLabelDownloads({
    ...{ records, service, clock, announce: () => {}, random: () => 0.5 },
    onLabelStored: async (parcelId) => void kept.push(parcelId),
    onUnassignedLabelStored: () => {},
    onLabelDelayed: async (parcelId) => void delayed.push(parcelId),
    onBug: (error) => bugs.push(error),
    ...more,
  });
  folders.before(async () => {
    await Promise.all([labels.stop(), service.close()]);
    expect(bugs).toEqual([]);
  });
  return labels;
}

const parcel = (origin: string, name: string, code = name.padStart(20, '0')) =>
  parcelOf(code, { label: { url: `${origin}/${name}`, source: 'parcel zpl', format: 'zpl', pdfUrl: null } });
/** Imported parcels, ten an order. */
async function importMany(origin: string, count: number): Promise<void> {
  const orders = Array.from({ length: count / 10 }, (_, order) =>
    orderOf(
      [
        shipmentOf(
          Array.from({ length: 10 }, (_, index) => parcel(origin, `I${order * 10 + index}`)),
          { trackingCode: `DO${order}` },
        ),
      ],
      { source: 'imported' },
    ),
  );
  expect((await records.importOrders(orders, by('import-file'))).every(({ kind }) => kind === 'new')).toBe(true);
}
const create = (origin: string, name: string) => storeOrder(records, orderOf([shipmentOf([parcel(origin, name)])]));
const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 50 });
const stillWanted = async (): Promise<number> => (await records.pendingLabels(1_000)).length;

describe('label downloads: imported orders', () => {
  it('are all downloaded, however many, and none is printed automatically', async () => {
    const { origin } = await labelHost();
    await importMany(origin, 250); // more than are read for one pass
    labelsOf(origin).wake();
    await until(async () => expect(await stillWanted()).toBe(0));
    expect(new Set(asked).size).toBe(250);
    expect(kept).toEqual([]);
  });

  it('follow the label of an order created here meanwhile', async () => {
    const { origin } = await labelHost();
    await importMany(origin, 100);
    const labels = labelsOf(origin);
    answerTo = async (path) => {
      if (path === '/I3') {
        const [id] = await create(origin, 'MINE');
        labels.wake();
        created.push(id ?? 0);
      }
      return 200;
    };
    const created: number[] = [];
    labels.wake();
    await until(async () => expect(await stillWanted()).toBe(0));
    expect(asked.indexOf('/MINE')).toBe(4);
    expect(kept).toEqual(created);
  });

  it('start at once for a scanned parcel', async () => {
    const { origin } = await labelHost();
    await importMany(origin, 100);
    const labels = labelsOf(origin);
    const wanted = (await records.pendingLabels(1_000)).find(({ url }) => url.endsWith('/I77'));
    if (!wanted) throw new Error('No such label');
    answerTo = (path) => {
      if (path === '/I3') void labels.requestAgain(wanted.parcelId ?? 0, wanted);
      return 200;
    };
    labels.wake();
    await until(async () => expect(await stillWanted()).toBe(0));
    expect(asked.indexOf('/I77')).toBe(4);
    expect(asked.filter((path) => path === '/I77')).toHaveLength(1);
  });

  it('are not requested one by one from an unreachable host, and all are downloaded when it is back', async () => {
    const host = await labelHost();
    await host.close();
    await importMany(host.origin, 100);
    const labels = labelsOf(host.origin);
    labels.wake();
    await until(async () => expect(await stillWanted()).toBe(100));
    expect(asked).toEqual([]);
    await labelHost(host.port);
    await until(async () => expect(await stillWanted()).toBe(0));
    expect(asked).toHaveLength(100);
  });

  it('do not wait for one label that never arrives', async () => {
    const { origin } = await labelHost();
    await importMany(origin, 250); // more than are read for one pass
    answerTo = (path) => (/\/I[0-9]$/.test(path) ? 503 : 200);
    labelsOf(origin).wake();
    await until(async () => expect(await stillWanted()).toBe(10));
    await until(() => expect(asked.filter((path) => path === '/I0').length).toBeGreaterThan(1));
    answerTo = () => 200;
    await until(async () => expect(await stillWanted()).toBe(0));
  });
});

describe('label downloads: trouble with the label host', () => {
  /** A parcel created at that moment, milliseconds since 1970, and its label. */
  async function createdAt(origin: string, at: number) {
    const order = orderOf([shipmentOf([parcel(origin, 'MINE')])]);
    const command = await records.beginCreate(requestFor('MINE'.padStart(20, '0')), by('create-order'));
    await records.moveCommand(command.id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
    const { activity } = by('order-answer');
    const context = { activity: { ...activity, at: instant(at) } };
    const { parcelIds } = await records.completeCreate(command.id, order, context);
    const [id = 0] = parcelIds;
    return { id, label: async () => (await records.parcel(id))?.label ?? null };
  }

  it.each([
    [401, 'token-missing'],
    [403, 'token-missing'],
    [500, 'service-error'],
  ])('%i is shown on the label with the time of the next attempt', async (status, code) => {
    const { origin } = await labelHost();
    const clock = adjustableClock();
    answerTo = () => status;
    const { id, label } = await createdAt(origin, clock.now());
    const labels = labelsOf(origin, clock);
    labels.wake();
    await until(async () => expect((await label())?.failure?.code).toBe(code));
    const next = Date.parse((await label())?.nextAttemptAt ?? '');
    expect(next).toBeGreaterThan(clock.now() - 1_000);
    expect(next).toBeLessThan(clock.now() + 1_000);
    expect(delayed).toContain(id);
    answerTo = () => 200;
    clock.advance(60_000);
    await until(async () =>
      expect(await label()).toMatchObject({ state: 'stored', failure: null, nextAttemptAt: null }),
    );
  });

  it('404 soon after the creation is retried, and abandoned ten minutes after it', async () => {
    const { origin } = await labelHost();
    const clock = adjustableClock();
    answerTo = () => 404;
    const { label } = await createdAt(origin, clock.now());
    labelsOf(origin, clock).wake();
    await until(async () => expect(await label()).toMatchObject({ state: 'pending', failure: { code: 'not-found' } }));
    await until(() => {
      clock.advance(60_000);
      expect(asked.length).toBeGreaterThan(3);
    });
    await until(async () => {
      clock.advance(60_000);
      expect(await label()).toMatchObject({ state: 'failed', failure: { code: 'not-found' }, nextAttemptAt: null });
    });
  });

  it('404 for a label that is late ends when the label is there', async () => {
    const { origin } = await labelHost();
    const clock = adjustableClock();
    answerTo = () => (asked.length < 3 ? 404 : 200);
    const { id, label } = await createdAt(origin, clock.now());
    labelsOf(origin, clock).wake();
    await until(async () => {
      clock.advance(1_000);
      expect((await label())?.state).toBe('stored');
    });
    expect(kept).toEqual([id]);
  });

  it('404 for an old label is final until an operator retries', async () => {
    const { origin } = await labelHost();
    answerTo = () => 404;
    const { id, label } = await createdAt(origin, Date.now() - 11 * 60_000);
    const labels = labelsOf(origin, adjustableClock());
    labels.wake();
    await until(async () => expect((await label())?.state).toBe('failed'));
    answerTo = () => 200;
    const failed = await label();
    if (!failed) throw new Error('No label');
    await labels.requestAgain(id, failed);
    expect((await label())?.state).toBe('stored');
    expect(asked).toHaveLength(2);
  });

  it('a retry during an attempt returns what its own attempt found', async () => {
    const { origin } = await labelHost();
    const clock = adjustableClock();
    let release = (_status: number): void => {};
    answerTo = () => (asked.length > 1 ? 200 : new Promise((resolve) => (release = resolve)));
    const { id, label } = await createdAt(origin, clock.now());
    const labels = labelsOf(origin, clock);
    labels.wake();
    await until(() => expect(asked).toHaveLength(1));
    const pending = await label();
    if (!pending) throw new Error('No label');
    const retried = labels.requestAgain(id, pending);
    release(404);
    await retried;
    expect(await label()).toMatchObject({ state: 'stored', failure: null });
  });

  it('that cannot be reached is shown on every label, and withdrawn when the host is back', async () => {
    const host = await labelHost();
    await host.close();
    await importMany(host.origin, 20);
    labelsOf(host.origin).wake();
    const waiting = () => records.pendingLabels(100);
    await until(async () => {
      const labels = await waiting();
      expect(labels.map(({ failure }) => failure?.code)).toEqual(Array(20).fill('no-route'));
      expect(labels.every(({ nextAttemptAt }) => nextAttemptAt !== null)).toBe(true);
    });
    answerTo = (path) => (path === '/I7' ? 403 : 200);
    await labelHost(host.port);
    await until(async () => expect(await waiting()).toMatchObject([{ failure: { code: 'token-missing' } }]));
  });

  it('that cannot be reached is shown on the one label of another bench that is wanted here, not on the others', async () => {
    const host = await labelHost();
    await host.close();
    const site = sharedRecords(folders);
    const [one, other] = [await site.open('bench-1'), await site.open('bench-2')];
    const shipment = shipmentOf([parcel(host.origin, 'WANTED'), parcel(host.origin, 'OTHER')], {
      trackingCode: 'DO-1',
    });
    await storeOrder(one.records, orderOf([shipment], { uniqueId: 'ORD-1' }));
    await one.send();
    await other.read();
    records = other.records;
    const board = async () => (await records.parcelsPage({ ...unfilteredBoard, offset: 0, limit: 10 })).rows;
    const wanted = (await board()).find(({ label }) => label?.url.endsWith('WANTED'));
    if (!wanted?.label) throw new Error('No label');
    expect(wanted.label.state).toBe('on demand');
    void labelsOf(host.origin).requestAgain(wanted.id, wanted.label);
    const shown = async () =>
      (await board()).map(({ id, label }) => [id === wanted.id, label?.state, label?.failure?.code ?? null]);
    await until(async () =>
      expect((await shown()).toSorted()).toEqual([
        [false, 'on demand', null],
        [true, 'pending', 'no-route'],
      ]),
    );
  });

  it('of an earlier run is no longer shown when the host answers', async () => {
    const { origin } = await labelHost();
    await importMany(origin, 20);
    const failure = { code: 'no-route', message: storedSentence('Unreachable.') } as const;
    await records.delayLabels({ except: [] }, { failure, nextAttemptAt: instant(0) });
    const labels = labelsOf(origin);
    answerTo = async (path) => {
      if (path === '/I1')
        expect((await records.pendingLabels(100)).every((label) => label.failure === null)).toBe(true);
      return 200;
    };
    labels.wake();
    await until(async () => expect(await stillWanted()).toBe(0));
  });
});

describe('label downloads: a disk that refuses one write', () => {
  /** Fails once. */
  function onceRefused<T extends unknown[], R>(call: (...given: T) => Promise<R>): (...given: T) => Promise<R> {
    let isRefused = false;
    return async (...given) => {
      if (isRefused) return call(...given);
      isRefused = true;
      throw new Error('The disk is full');
    };
  }
  const order = (origin: string) => storeOrder(records, orderOf([shipmentOf([parcel(origin, 'N1')])]));

  it('stores the label at the next attempt, without anything new', async () => {
    const { origin } = await labelHost();
    await order(origin);
    const saveLabel = onceRefused(records.saveLabel);
    const refusals: unknown[] = [];
    labelsOf(origin, undefined, { records: { ...records, saveLabel }, onBug: (bug) => refusals.push(bug) }).wake();
    await until(async () => expect(kept).toHaveLength(1));
    expect(refusals).toHaveLength(1);
  });

  it('reports the label of a new order again, so that it prints', async () => {
    const { origin } = await labelHost();
    await order(origin);
    const refusals: unknown[] = [];
    const onLabelStored = onceRefused(async (parcelId: number) => void kept.push(parcelId));
    labelsOf(origin, undefined, { onLabelStored, onBug: (bug) => refusals.push(bug) }).wake();
    await until(async () => expect(kept).toHaveLength(1));
    expect([refusals.length, asked]).toEqual([1, ['/N1']]);
  });

  it('reports it although another label’s report always fails', async () => {
    const { origin } = await labelHost();
    const parcels = [parcel(origin, 'N1'), { ...parcel(origin, 'N2'), position: 2 }];
    await storeOrder(records, orderOf([shipmentOf(parcels)]));
    const reported: number[] = [];
    const onLabelStored = async (parcelId: number) => {
      reported.push(parcelId);
      if (parcelId === 1 || reported.filter((id) => id === parcelId).length === 1) throw new Error('The disk is full');
      kept.push(parcelId);
    };
    labelsOf(origin, undefined, { onLabelStored, onBug: () => {} }).wake();
    await until(async () => expect(kept).toEqual([2]));
  });
});
