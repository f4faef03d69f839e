import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readOrderJournal } from '../../../src/main/practice/order-journal.ts';
import { orderResponse } from '../../../src/main/practice/order-responses.ts';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import type { StoredOrder } from '../../../src/main/practice/stored-order.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { OrderProgress } from '../../../src/shared/orders/order-progress.ts';
import { deleteAgainAfterMs, lateDeletion, mayReplaceAfterMs } from '../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { type AdjustableClock, adjustableClock } from '../../helpers/adjustable-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';

const token = 'right-token-0123456789';
const codes = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T'];
const patience = 60_000;

let folder: string;
let service: PracticeService;
let station: StationInNode;
let clock: AdjustableClock;
const opened = closedAfterEach();

beforeEach(async () => {
  folder = await opened.folder();
  clock = adjustableClock();
});

/** A service without a webhook: nothing is confirmed automatically. */
async function startSandbox(): Promise<void> {
  service = opened.keep(await startPracticeService({ folder: join(folder, 'service'), token }));
  await startStation();
}

async function startStation(): Promise<void> {
  const { baseUrl, labelUrl } = service;
  station = await openStation(opened, {
    folder: join(folder, 'station'),
    settings: { bench: { deleteUndoSeconds: 1 } },
    provisioning: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }],
      activeEnvironment: 'sandbox',
    },
    clock,
  });
}

const isSettled = ({ state }: OrderProgress): boolean => !['creating', 'waiting'].includes(state);

/** Orders, and waits until the order is created, rejected or uncertain. */
async function order(receiver: string): Promise<OrderProgress> {
  const { command } = await station.call('order.create', { request: orderTo(receiver, codes), evenIfDuplicate: true });
  return settled(command.id);
}

const settled = (commandId: number): Promise<OrderProgress> =>
  station.until('order.progress', { commandId }, isSettled);

async function sendAgain(commandId: number): Promise<OrderProgress> {
  await station.call('order.send-again', { commandId });
  return settled(commandId);
}

/** The orders at the service. */
async function atService(): Promise<StoredOrder[]> {
  const orders = new Map<number, StoredOrder>();
  await readOrderJournal(join(folder, 'service'), (line) => {
    if (line.kind === 'order') orders.set(line.order.sequence, line.order);
  });
  return [...orders.values()];
}

/** The codes of each order at the service that is not deleted. */
const alive = async (): Promise<(string | null)[][]> =>
  (await atService())
    .filter(({ parcels }) => parcels.some(({ deletedAt }) => deletedAt === null))
    .map(({ parcels }) => parcels.map(({ customCode }) => customCode));

/** Imports the answer that never came, as the service's dashboard would give it. */
async function importAnswer() {
  const [made] = await atService();
  if (!made) throw new Error('The service has no order');
  const envelope = { status: 'success', code: 201, message: '', object: orderResponse(made, service.labelUrl) };
  const bytes = new TextEncoder().encode(JSON.stringify(envelope));
  return station.call('import.file', { name: 'answer.json', bytes });
}

/** The order has its labels, and they print. */
async function labelsPrint(commandId: number): Promise<void> {
  const progress = await station.until('order.progress', { commandId }, ({ parcels }) =>
    parcels.every(({ label }) => label?.state === 'kept'),
  );
  expect(progress.parcels.map(({ customCode, missing }) => [customCode, missing])).toEqual(
    codes.map((code) => [code, []]),
  );
  const [parcel] = progress.parcels;
  await station.call('parcel.print', { parcelId: parcel?.id ?? 0, reprintReason: null });
  await station.until('print-jobs.list', null, (jobs) => jobs.some(({ state }) => state === 'sent'));
}

const failureOf = async (calling: Promise<unknown>): Promise<unknown> => {
  const thrown: unknown = await calling.then(
    () => null,
    (error: unknown) => error,
  );
  return (thrown as { failure?: unknown } | null)?.failure;
};

/** How the answer was lost, and whether the service has the order. */
const losses = [
  { word: 'lost-before', exists: false },
  { word: 'error-502', exists: false },
  { word: 'lost-after', exists: true },
  { word: '502-after', exists: true },
] as const;

describe.each(losses)('uncertain order: an order whose answer is $word', { timeout: patience }, ({ word, exists }) => {
  let uncertain: OrderProgress;
  let commandId: number;
  beforeEach(async () => {
    await startSandbox();
    uncertain = await order(`Aya create-once-${word}`);
    commandId = uncertain.command.id;
  });
  const madeFirst = exists ? 1 : 0;

  it('is uncertain and not sent again automatically, also after a restart', async () => {
    expect(uncertain).toMatchObject({ state: 'uncertain', command: { requestLeft: true, attempts: 1 } });
    clock.advance(3_600_000);
    await station.stop();
    await startStation();
    expect(await settled(commandId)).toMatchObject({ state: 'uncertain', command: { attempts: 1 } });
    expect(await atService()).toHaveLength(madeFirst);
  });

  it('sent again with the same codes is one order, whichever request created it', async () => {
    const again = await sendAgain(commandId);
    expect(again).toMatchObject({ state: 'created', command: { settledBy: exists ? 'refusal' : null, attempts: 2 } });
    expect(await alive()).toEqual([codes]);
    expect(again.parcels.map(({ customCode }) => customCode)).toEqual(codes);
    if (!exists) return labelsPrint(commandId);
    expect(again.message).toEqual(message('order.confirmed-without-labels', { by: 'refusal' }));
    expect(again.parcels).toMatchObject([{ label: null }, { label: null }]);
    expect((await importAnswer()).outcome).toBe('imported');
    await labelsPrint(commandId);
    expect((await station.call('order.progress', { commandId })).message.code).toBe('order.confirmed');
  });

  it('marked as created is known from then on: found by a scan, and deleted', async () => {
    const seen = await station.call('command.settle', { commandId, isThere: true });
    expect(seen).toMatchObject({ state: 'done', settledBy: 'person' });
    const [code = ''] = codes;
    const reading = { asTyped: code, asUsKeyboard: code, by: 'scanner' } as const;
    const found = await station.call('scan.submit', { reading, mode: 'print' });
    expect(found).toMatchObject({
      kind: 'no label',
      parcel: { customCode: code, label: null, missing: expect.arrayContaining(['parcel']) },
    });
    await station.call('parcel.delete', { parcelId: found.parcel?.id ?? 0 });
    const isAnswered = (state: string): boolean => state === 'done' || state === 'rejected';
    const deleted = await station.until('scan.answer', { scanId: found.scanId }, ({ parcel }) =>
      isAnswered(parcel?.deletion?.state ?? ''),
    );
    expect(deleted.parcel?.deletion?.state).toBe(exists ? 'done' : 'rejected');
    expect(await atService()).toHaveLength(madeFirst);
  });

  it('marked as not created frees its codes, and ordering again creates one order at most', async () => {
    await station.call('command.settle', { commandId, isThere: false });
    expect(await settled(commandId)).toMatchObject({ state: 'rejected', command: { state: 'undone' } });
    expect(await atService()).toHaveLength(madeFirst);
    const again = await order(`Aya create-once-${word}`);
    expect(again.state).toBe(exists ? 'rejected' : 'created');
    expect(await alive()).toEqual([codes]);
  });

  it('can be replaced after ten minutes, and the service has the new order alone', async () => {
    expect(await failureOf(station.call('order.replace', { commandId }))).toMatchObject({
      code: 'not-allowed-now',
      message: { code: 'uncertain-order.too-early', params: { minutes: 10, at: expect.stringMatching(/^\d{4}-.*T/) } },
    });
    clock.advance(mayReplaceAfterMs);
    const fresh = await station.call('order.replace', { commandId });
    const newCodes = fresh.command.codes;
    expect(newCodes.filter((code) => codes.includes(code))).toEqual([]);
    // The fault keyword affects each order's first request: the new one is uncertain too.
    expect((await settled(fresh.command.id)).state).toBe('uncertain');
    expect(await alive()).toEqual(exists ? [newCodes] : []);
    expect((await sendAgain(fresh.command.id)).state).toBe('created');
    expect(await alive()).toEqual([newCodes]);
    expect(await settled(commandId)).toMatchObject({
      state: 'rejected',
      message: message('order.undone', { reason: message('uncertain-order.replaced') }),
    });
    expect(await station.call('commands.open', null)).toEqual([]);
    expect(
      await failureOf(station.call('order.create', { request: orderTo('Aya', codes), evenIfDuplicate: true })),
    ).toMatchObject({
      code: 'conflict',
    });
  });
});

it.each(losses.filter(({ exists }) => exists))(
  'uncertain order: one whose answer is $word is confirmed by that answer in an imported file, which brings its labels',
  async ({ word }) => {
    await startSandbox();
    const { id: commandId } = (await order(`Aya create-once-${word}`)).command;
    expect((await importAnswer()).message).toMatchObject({ code: 'import.imported', params: { confirmed: 1 } });
    expect(await settled(commandId)).toMatchObject({ state: 'created', command: { settledBy: 'import' } });
    await labelsPrint(commandId);
    expect(await alive()).toEqual([codes]);
  },
  patience,
);

describe('uncertain order: one that was replaced', { timeout: patience }, () => {
  const api = (path: string, body?: unknown, method = 'POST') =>
    fetch(`${service.baseUrl}/scheduled-service/api/v1${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${token}`,
        'X-Requested-With': 'XMLHttpRequest',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const replaced = async (receiver: string): Promise<OrderProgress> => {
    await startSandbox();
    const { command } = await order(receiver);
    clock.advance(mayReplaceAfterMs);
    const fresh = await station.call('order.replace', { commandId: command.id });
    return settled(fresh.command.id);
  };

  it('is deleted half an hour later if it arrives late, and an alarm stays until it is dismissed', async () => {
    const fresh = await replaced('Aya create-once-lost-before');
    // Its request was delayed on the way.
    expect((await api('/requests/sync', orderTo('Aya', codes))).status).toBe(201);
    await sendAgain(fresh.command.id);
    expect(await alive()).toHaveLength(2);
    await station.stop();
    clock.advance(deleteAgainAfterMs);
    await startStation();
    const alarms = await station.until('order.alarms', null, ({ length }) => length === 2);
    expect(alarms.map(({ code, event }) => [code, event]).sort()).toEqual(
      [...codes].sort().map((code) => [code, lateDeletion]),
    );
    expect(alarms[0]?.newCodes).toEqual(fresh.command.codes);
    expect(await alive()).toEqual([fresh.command.codes]);
    await station.until(
      'station.read',
      null,
      ({ notices }) => notices.filter(({ tone }) => tone === 'error').length === 2,
    );
    for (const { id } of alarms) await station.call('order.dismiss-alarm', { alarmId: id });
    expect(await station.call('order.alarms', null)).toEqual([]);
    expect(await failureOf(station.call('order.dismiss-alarm', { alarmId: alarms[0]?.id ?? 0 }))).toBeTruthy();
  });

  it('holds the new one until an operator confirms it, if it is already being delivered', async () => {
    await startSandbox();
    const { command } = await order('Aya create-once-lost-after');
    // The service refuses to delete a shipment in a final state.
    const [old] = await atService();
    await api('/sandbox/scenarios/happy', { drop_off_shipment_ids: [old?.dropOffId] });
    clock.advance(mayReplaceAfterMs);
    const fresh = await station.call('order.replace', { commandId: command.id });
    const input = { commandId: fresh.command.id };
    const asking = await station.until('order.progress', input, (progress) => progress.command.state === 'asks');
    expect(asking).toMatchObject({ state: 'waiting', message: { code: 'order.needs-confirmation' } });
    // The reason names the code that could not be deleted.
    expect(JSON.stringify(asking.message.params.reason)).toContain(codes[0]);
    expect(await atService()).toHaveLength(1);
    await station.stop();
    await startStation();
    expect((await station.call('order.progress', input)).command.state).toBe('asks');
    await station.call('command.undo', input);
    expect(await settled(input.commandId)).toMatchObject({ state: 'rejected', command: { state: 'undone' } });
    expect(await atService()).toHaveLength(1);
  });
});

describe('uncertain order: one whose answer lacks fields', { timeout: patience }, () => {
  it('is not uncertain: no recovery action is possible, and a file may bring its labels', async () => {
    await startSandbox();
    const made = await order('Aya missing-fields');
    const { id: commandId } = made.command;
    expect(made).toMatchObject({ state: 'created', command: { settledBy: null } });
    clock.advance(mayReplaceAfterMs);
    for (const act of [
      () => station.call('order.send-again', { commandId }),
      () => station.call('order.replace', { commandId }),
      () => station.call('command.settle', { commandId, isThere: true }),
      () => station.call('command.settle', { commandId, isThere: false }),
    ]) {
      expect(await failureOf(act())).toMatchObject({ code: 'not-allowed-now' });
    }
    expect((await importAnswer()).outcome).toBe('imported');
    await labelsPrint(commandId);
    expect(await alive()).toEqual([codes]);
  });
});

describe('uncertain order: sending it again', { timeout: patience }, () => {
  const again = async (receiver: string) => {
    await startSandbox();
    const { command } = await order(receiver);
    return sendAgain(command.id);
  };

  it.each(['lost-before', 'lost-after', '502-after', 'error-503', 'not-json'])(
    'leaves it uncertain when the answer is lost again (%s), with one order at most at the service',
    async (word) => {
      const still = await again(`Aya create-${word}`);
      expect(still).toMatchObject({ state: 'uncertain', command: { attempts: 2, requestLeft: true } });
      expect((await atService()).length).toBeLessThanOrEqual(1);
    },
  );

  it('leaves it uncertain while the service is unreachable: it does not wait to be sent automatically', async () => {
    await startSandbox();
    const { command } = await order('Aya create-once-lost-before');
    await service.close();
    const still = await sendAgain(command.id);
    expect(still).toMatchObject({ state: 'uncertain', command: { attempts: 2, failure: { code: 'no-route' } } });
    expect((await station.call('waiting.read', null)).orders).toBe(1);
  });

  it('fails while the service asks to wait', async () => {
    await startSandbox();
    const { command } = await order('Aya create-once-lost-before');
    const other = await station.call('order.create', {
      request: {
        ...orderTo('Omar create-error-429', codes),
        drop_offs: [dropOffWithoutCodes('Omar create-error-429')],
      },
      evenIfDuplicate: true,
    });
    const tried = ({ command: { attempts } }: OrderProgress): boolean => attempts > 0;
    await station.until(
      'order.progress',
      { commandId: other.command.id },
      (progress) => tried(progress) && progress.state === 'waiting',
    );
    expect(await failureOf(station.call('order.send-again', { commandId: command.id }))).toMatchObject({
      code: 'too-many-requests',
    });
    expect(await settled(command.id)).toMatchObject({ state: 'uncertain', command: { attempts: 1 } });
  });
});

const dropOffWithoutCodes = (receiver: string): OrderRequest['drop_offs'][0] => ({
  address: { text: '9 Palm Street', person_name: receiver },
  parcels: [{ unit: 'g', values: 400 }],
});

describe('uncertain order: in practice mode, with its webhook', { timeout: patience }, () => {
  const startPractice = async (): Promise<void> => {
    station = await openStation(opened, { clock });
  };

  it.each(['lost-after', '502-after'])(
    'one whose answer is %s is confirmed by its event, and not sent again',
    async (word) => {
      await startPractice();
      const { command } = await station.call('order.create', {
        request: orderTo(`Aya create-${word}`, codes),
        evenIfDuplicate: true,
      });
      const confirmed = await station.until(
        'order.progress',
        { commandId: command.id },
        (progress) => progress.state === 'created',
      );
      expect(confirmed.command).toMatchObject({ settledBy: 'webhook', attempts: 1 });
      expect(confirmed.message).toEqual(message('order.confirmed-without-labels', { by: 'webhook' }));
      const withStatus = await station.until('order.progress', { commandId: command.id }, ({ parcels }) =>
        parcels.every(({ status }) => status?.state === 'scheduled'),
      );
      expect(withStatus.parcels).toMatchObject(codes.map((customCode) => ({ customCode, label: null })));
      const { notices } = await station.call('station.read', null);
      expect(notices.map((notice) => notice.message)).toContainEqual(
        message('uncertain-order.confirmed-by-event', { code: codes[0] ?? null }),
      );
    },
  );

  it('one that never arrived stays uncertain, whatever events arrive for others', async () => {
    await startPractice();
    const lost = await order('Aya create-lost-before');
    const other = await station.call('order.create', {
      request: { ...orderTo('Omar', codes), drop_offs: [dropOffWithoutCodes('Omar')] },
      evenIfDuplicate: true,
    });
    await station.until('order.progress', { commandId: other.command.id }, ({ parcels }) =>
      parcels.some(({ status }) => status !== null),
    );
    expect((await settled(lost.command.id)).state).toBe('uncertain');
  });
});
