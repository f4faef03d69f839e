import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrderJournal } from '../../../src/main/practice/orders/order-journal.ts';
import type { StoredOrder } from '../../../src/main/practice/orders/stored-order.ts';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { orderResponse } from '../../../src/main/practice/responses/order-responses.ts';
import type { OrderProgress } from '../../../src/shared/orders/order-progress.ts';
import { deleteAgainAfterMs, lateDeletion, mayReplaceAfterMs } from '../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { type AdjustableClock, adjustableClock } from '../../helpers/adjustable-clock.ts';
import { type StationInNode, startStationInNode } from '../../helpers/station-in-node.ts';

const token = 'right-token-0123456789';
const codes = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T'];
const patience = 60_000;

let folder: string;
let service: PracticeService;
let bench: StationInNode;
let clock: AdjustableClock;
const opened: { close(): Promise<unknown> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-doubt-'));
  opened.push({ close: () => rm(folder, { recursive: true, force: true }) });
  clock = adjustableClock();
});
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

/** A service without a webhook: nothing settles by itself. */
async function startSandbox(): Promise<void> {
  service = await startPracticeService({ folder: join(folder, 'service'), token });
  opened.push(service);
  await startBench();
}

async function startBench(): Promise<void> {
  const { baseUrl, labelUrl } = service;
  bench = await startStationInNode({
    folder: join(folder, 'station'),
    settings: { bench: { deleteUndoSeconds: 1 } },
    provisioning: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token }],
      activeEnvironment: 'sandbox',
    },
    clock,
  });
  const started = bench;
  opened.push({
    async close() {
      await started.close();
      expect(started.bugs).toEqual([]);
    },
  });
}

const orderTo = (receiver: string): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street', person_name: receiver },
      parcels: codes.map((custom_code) => ({ unit: 'g', values: 900, custom_code })),
    },
  ],
});

const isSettled = ({ word }: OrderProgress): boolean => !['Creating', 'Waiting'].includes(word);

/** Orders, and waits until the service answered or nobody knows. */
async function order(receiver: string): Promise<OrderProgress> {
  const { command } = await bench.call('order.create', { request: orderTo(receiver), evenIfDuplicate: true });
  return settled(command.id);
}

const settled = (commandId: number): Promise<OrderProgress> => bench.until('order.progress', { commandId }, isSettled);

async function sendAgain(commandId: number): Promise<OrderProgress> {
  await bench.call('order.send-again', { commandId });
  return settled(commandId);
}

/** What the service has, whatever the station believes. */
async function atService(): Promise<StoredOrder[]> {
  const orders = new Map<number, StoredOrder>();
  await readOrderJournal(join(folder, 'service'), (line) => {
    if (line.kind === 'order') orders.set(line.order.sequence, line.order);
  });
  return [...orders.values()];
}

/** The codes of each order that lives there. */
const alive = async (): Promise<(string | null)[][]> =>
  (await atService())
    .filter(({ parcels }) => parcels.some(({ deletedAt }) => deletedAt === null))
    .map(({ parcels }) => parcels.map(({ customCode }) => customCode));

/** The answer that never came, as somebody gets it out of the service's dashboard. */
async function importAnswer() {
  const [made] = await atService();
  if (!made) throw new Error('The service has no order');
  const envelope = { status: 'success', code: 201, message: '', object: orderResponse(made, service.labelUrl) };
  const bytes = new TextEncoder().encode(JSON.stringify(envelope));
  return bench.call('import.file', { name: 'answer.json', bytes });
}

/** The labels come with it, and print. */
async function labelsPrint(commandId: number): Promise<void> {
  const told = await bench.until('order.progress', { commandId }, ({ parcels }) =>
    parcels.every(({ label }) => label?.state === 'kept'),
  );
  expect(told.parcels.map(({ customCode, missing }) => [customCode, missing])).toEqual(codes.map((code) => [code, []]));
  const [parcel] = told.parcels;
  await bench.call('parcel.print', { parcelId: parcel?.id ?? 0, reprintReason: null });
  await bench.until('print-jobs.list', null, (jobs) => jobs.some(({ state }) => state === 'sent'));
}

const failureOf = async (calling: Promise<unknown>): Promise<unknown> => {
  const thrown: unknown = await calling.then(
    () => null,
    (error: unknown) => error,
  );
  return (thrown as { failure?: unknown } | null)?.failure;
};

/** How the answer was lost, and whether the service has the order all the same. */
const losses = [
  { word: 'lost-before', exists: false },
  { word: 'error-502', exists: false },
  { word: 'lost-after', exists: true },
  { word: '502-after', exists: true },
] as const;

describe.each(losses)('an order whose answer is $word', { timeout: patience }, ({ word, exists }) => {
  let doubtful: OrderProgress;
  let commandId: number;
  beforeEach(async () => {
    await startSandbox();
    doubtful = await order(`Aya create-once-${word}`);
    commandId = doubtful.command.id;
  });
  const madeFirst = exists ? 1 : 0;

  it('is in doubt, is not sent again by itself, and says so after a restart too', async () => {
    expect(doubtful).toMatchObject({ word: 'Uncertain', command: { requestLeft: true, attempts: 1 } });
    clock.advance(3_600_000);
    await bench.stop();
    await startBench();
    expect(await settled(commandId)).toMatchObject({ word: 'Uncertain', command: { attempts: 1 } });
    expect(await atService()).toHaveLength(madeFirst);
  });

  it('sent again with the same codes is one order, whichever of the two made it', async () => {
    const again = await sendAgain(commandId);
    expect(again).toMatchObject({ word: 'Created', command: { settledBy: exists ? 'refusal' : null, attempts: 2 } });
    expect(await alive()).toEqual([codes]);
    expect(again.parcels.map(({ customCode }) => customCode)).toEqual(codes);
    if (!exists) return labelsPrint(commandId);
    expect(again.sentence).toContain('Import the order response to print its labels.');
    expect(again.parcels).toMatchObject([{ label: null }, { label: null }]);
    expect((await importAnswer()).outcome).toBe('imported');
    await labelsPrint(commandId);
    expect((await bench.call('order.progress', { commandId })).sentence).not.toContain('Import');
  });

  it('that somebody saw there is known from then on: found by scan, and deleted', async () => {
    const seen = await bench.call('command.settle', { commandId, isThere: true });
    expect(seen).toMatchObject({ state: 'done', settledBy: 'person' });
    const [code = ''] = codes;
    const reading = { asTyped: code, asUsKeyboard: code, by: 'scanner' } as const;
    const found = await bench.call('scan.submit', { reading, mode: 'print' });
    expect(found).toMatchObject({
      kind: 'no label',
      parcel: { customCode: code, label: null, missing: expect.arrayContaining(['parcel']) },
    });
    await bench.call('parcel.delete', { parcelId: found.parcel?.id ?? 0 });
    const isAnswered = (state: string): boolean => state === 'done' || state === 'rejected';
    const deleted = await bench.until('scan.answer', { scanId: found.scanId }, ({ parcel }) =>
      isAnswered(parcel?.deletion?.state ?? ''),
    );
    expect(deleted.parcel?.deletion?.state).toBe(exists ? 'done' : 'rejected');
    expect(await atService()).toHaveLength(madeFirst);
  });

  it('that somebody did not find there frees its codes, and asking for it once more makes one order at most', async () => {
    await bench.call('command.settle', { commandId, isThere: false });
    expect(await settled(commandId)).toMatchObject({ word: 'Refused', command: { state: 'undone' } });
    expect(await atService()).toHaveLength(madeFirst);
    const again = await order(`Aya create-once-${word}`);
    expect(again.word).toBe(exists ? 'Refused' : 'Created');
    expect(await alive()).toEqual([codes]);
  });

  it('gives way to a new one after ten minutes, and the service has that one alone', async () => {
    expect(await failureOf(bench.call('order.replace', { commandId }))).toMatchObject({
      code: 'not-allowed-now',
      message: expect.stringMatching(/can be replaced in 10 minutes, at \d\d:\d\d/),
    });
    clock.advance(mayReplaceAfterMs);
    const fresh = await bench.call('order.replace', { commandId });
    const newCodes = fresh.command.codes;
    expect(newCodes.filter((code) => codes.includes(code))).toEqual([]);
    // The sentinel means each order's first request: the new one is in doubt too.
    expect((await settled(fresh.command.id)).word).toBe('Uncertain');
    expect(await alive()).toEqual(exists ? [newCodes] : []);
    expect((await sendAgain(fresh.command.id)).word).toBe('Created');
    expect(await alive()).toEqual([newCodes]);
    expect(await settled(commandId)).toMatchObject({ word: 'Refused', sentence: expect.stringContaining('replaced') });
    expect(await bench.call('commands.open', null)).toEqual([]);
    expect(
      await failureOf(bench.call('order.create', { request: orderTo('Aya'), evenIfDuplicate: true })),
    ).toMatchObject({
      code: 'conflict',
    });
  });
});

it.each(losses.filter(({ exists }) => exists))(
  'an order whose answer is $word is settled by that answer in an imported file, which brings its labels',
  async ({ word }) => {
    await startSandbox();
    const { id: commandId } = (await order(`Aya create-once-${word}`)).command;
    expect((await importAnswer()).sentence).toContain('1 uncertain order of this station settled');
    expect(await settled(commandId)).toMatchObject({ word: 'Created', command: { settledBy: 'import' } });
    await labelsPrint(commandId);
    expect(await alive()).toEqual([codes]);
  },
  patience,
);

describe('an order that gave way', { timeout: patience }, () => {
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
    const fresh = await bench.call('order.replace', { commandId: command.id });
    return settled(fresh.command.id);
  };

  it('and comes late all the same is deleted half an hour later, and an alarm says so until it is put away', async () => {
    const fresh = await replaced('Aya create-once-lost-before');
    // Its request lay somewhere on the way.
    expect((await api('/requests/sync', orderTo('Aya'))).status).toBe(201);
    await sendAgain(fresh.command.id);
    expect(await alive()).toHaveLength(2);
    await bench.stop();
    clock.advance(deleteAgainAfterMs);
    await startBench();
    const alarms = await bench.until('order.alarms', null, ({ length }) => length === 2);
    expect(alarms.map(({ code, event }) => [code, event]).sort()).toEqual(
      [...codes].sort().map((code) => [code, lateDeletion]),
    );
    expect(alarms[0]?.newCodes).toEqual(fresh.command.codes);
    expect(await alive()).toEqual([fresh.command.codes]);
    await bench.until(
      'station.read',
      null,
      ({ notices }) => notices.filter(({ tone }) => tone === 'error').length === 2,
    );
    for (const { id } of alarms) await bench.call('order.dismiss-alarm', { alarmId: id });
    expect(await bench.call('order.alarms', null)).toEqual([]);
    expect(await failureOf(bench.call('order.dismiss-alarm', { alarmId: alarms[0]?.id ?? 0 }))).toBeTruthy();
  });

  it('and is under way already keeps the new one back until somebody says that it is wanted', async () => {
    await startSandbox();
    const { command } = await order('Aya create-once-lost-after');
    // The service refuses to delete what has come to its end.
    const [old] = await atService();
    await api('/sandbox/scenarios/happy', { drop_off_shipment_ids: [old?.dropOffId] });
    clock.advance(mayReplaceAfterMs);
    const fresh = await bench.call('order.replace', { commandId: command.id });
    const input = { commandId: fresh.command.id };
    const asking = await bench.until('order.progress', input, (progress) => progress.command.state === 'asks');
    expect(asking.sentence).toContain(`The old code ${codes[0]} was not deleted`);
    expect(await atService()).toHaveLength(1);
    await bench.stop();
    await startBench();
    expect((await bench.call('order.progress', input)).command.state).toBe('asks');
    await bench.call('command.undo', input);
    expect(await settled(input.commandId)).toMatchObject({ word: 'Refused', command: { state: 'undone' } });
    expect(await atService()).toHaveLength(1);
  });
});

describe('an order whose answer lacks fields', { timeout: patience }, () => {
  it('is no order in doubt: nothing of all that is done with it, and a file may bring its labels', async () => {
    await startSandbox();
    const made = await order('Aya missing-fields');
    const { id: commandId } = made.command;
    expect(made).toMatchObject({ word: 'Created', command: { settledBy: null } });
    clock.advance(mayReplaceAfterMs);
    for (const act of [
      () => bench.call('order.send-again', { commandId }),
      () => bench.call('order.replace', { commandId }),
      () => bench.call('command.settle', { commandId, isThere: true }),
      () => bench.call('command.settle', { commandId, isThere: false }),
    ]) {
      expect(await failureOf(act())).toMatchObject({ code: 'not-allowed-now' });
    }
    expect((await importAnswer()).outcome).toBe('imported');
    await labelsPrint(commandId);
    expect(await alive()).toEqual([codes]);
  });
});

describe('sending an order in doubt again', { timeout: patience }, () => {
  const again = async (receiver: string) => {
    await startSandbox();
    const { command } = await order(receiver);
    return sendAgain(command.id);
  };

  it.each(['lost-before', 'lost-after', '502-after', 'error-503', 'not-json'])(
    'and losing it once more (%s) leaves it in doubt, and the service with one at most',
    async (word) => {
      const still = await again(`Aya create-${word}`);
      expect(still).toMatchObject({ word: 'Uncertain', command: { attempts: 2, requestLeft: true } });
      expect((await atService()).length).toBeLessThanOrEqual(1);
    },
  );

  it('while the service is away leaves it in doubt: it does not wait to be sent by itself', async () => {
    await startSandbox();
    const { command } = await order('Aya create-once-lost-before');
    await service.close();
    const still = await sendAgain(command.id);
    expect(still).toMatchObject({ word: 'Uncertain', command: { attempts: 2, failure: { code: 'no-route' } } });
    expect((await bench.call('waiting.read', null)).orders).toBe(1);
  });

  it('is refused while the service asks to be left alone', async () => {
    await startSandbox();
    const { command } = await order('Aya create-once-lost-before');
    const other = await bench.call('order.create', {
      request: { ...orderTo('Omar create-error-429'), drop_offs: [dropOffWithoutCodes('Omar create-error-429')] },
      evenIfDuplicate: true,
    });
    const tried = ({ command: { attempts } }: OrderProgress): boolean => attempts > 0;
    await bench.until(
      'order.progress',
      { commandId: other.command.id },
      (told) => tried(told) && told.word === 'Waiting',
    );
    expect(await failureOf(bench.call('order.send-again', { commandId: command.id }))).toMatchObject({
      code: 'too-many-requests',
    });
    expect(await settled(command.id)).toMatchObject({ word: 'Uncertain', command: { attempts: 1 } });
  });
});

const dropOffWithoutCodes = (receiver: string): OrderRequest['drop_offs'][0] => ({
  address: { text: '9 Palm Street', person_name: receiver },
  parcels: [{ unit: 'g', values: 400 }],
});

describe('in practice, with its webhook', { timeout: patience }, () => {
  const startPractice = async (): Promise<void> => {
    bench = await startStationInNode({ clock });
    opened.push({
      async close() {
        await bench.close();
        expect(bench.bugs).toEqual([]);
      },
    });
  };

  it.each(['lost-after', '502-after'])(
    'an order that is %s is settled by its event, and not sent again',
    async (word) => {
      await startPractice();
      const { command } = await bench.call('order.create', {
        request: orderTo(`Aya create-${word}`),
        evenIfDuplicate: true,
      });
      const told = await bench.until(
        'order.progress',
        { commandId: command.id },
        (progress) => progress.word === 'Created',
      );
      expect(told.command).toMatchObject({ settledBy: 'webhook', attempts: 1 });
      expect(told.sentence).toContain('A webhook names it');
      const withStatus = await bench.until('order.progress', { commandId: command.id }, ({ parcels }) =>
        parcels.every(({ status }) => status?.state === 'scheduled'),
      );
      expect(withStatus.parcels).toMatchObject(codes.map((customCode) => ({ customCode, label: null })));
      const { notices } = await bench.call('station.read', null);
      expect(notices.map(({ message }) => message)).toContainEqual(
        expect.stringContaining('exists: an event names it'),
      );
    },
  );

  it('an order that never arrived stays in doubt, whatever comes of others', async () => {
    await startPractice();
    const lost = await order('Aya create-lost-before');
    const other = await bench.call('order.create', {
      request: { ...orderTo('Omar'), drop_offs: [dropOffWithoutCodes('Omar')] },
      evenIfDuplicate: true,
    });
    await bench.until('order.progress', { commandId: other.command.id }, ({ parcels }) =>
      parcels.some(({ status }) => status !== null),
    );
    expect((await settled(lost.command.id)).word).toBe('Uncertain');
  });
});
