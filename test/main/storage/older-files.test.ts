import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStoredEvent } from '../../../src/main/core/events/event-reader.ts';
import { closeDatabase, migrations, openDatabase } from '../../../src/main/storage/database.ts';
import { commandCodes } from '../../../src/main/storage/migrations/012-command-codes.ts';
import { orderIntents } from '../../../src/main/storage/migrations/013-order-intents.ts';
import { eventTimes } from '../../../src/main/storage/migrations/020-event-times.ts';
import { eventIdentifiers } from '../../../src/main/storage/migrations/021-event-identifiers.ts';
import { eventsToReread } from '../../../src/main/storage/migrations/025-events-to-reread.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { atSecond, by, codeA, codeB, requestFor } from '../../suites/records/record-fixtures.ts';
import { eventOf } from '../../suites/records/webhook-fixtures.ts';
import { openInThread } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();

it('records file of an older version: an uncertain order is settled, counted and replaced like any other', async () => {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(orderIntents)));
  const insert = old.prepare(`
    INSERT INTO commands (kind, state, request, attempts, request_left, not_before, put_away, created_at, updated_at)
    VALUES ('create', ?, ?, ?, 0, 0, ?, ?, ?)`);
  const addCode = old.prepare('INSERT INTO command_codes (command_id, code) VALUES (?, ?)');
  for (const [index, code] of [codeA, codeB, 'NLCCCCCCCCCCCCCCCCCC'].entries()) {
    const state = index === 2 ? 'waiting' : 'uncertain';
    // The second was marked as existing: older versions dismissed such an order, and its parcels stayed unknown.
    const row = [state, JSON.stringify(requestFor(code)), state === 'waiting' ? 0 : 1, index === 1 ? 1 : 0];
    insert.run(...row, atSecond(0), atSecond(index));
    addCode.run(index + 1, code);
  }
  closeDatabase(old);

  const records = openInThread(file);
  expect(await records.command(1)).toMatchObject({ requestLeft: true, quotedPrice: null, settledBy: null });
  expect(await records.command(3)).toMatchObject({ state: 'waiting', requestLeft: false });
  expect(await records.spentSince(atSecond(0))).toMatchObject({ orders: 1, unpriced: 1, uncertain: 1 });
  await records.storeEvents([eventOf('same.shipment.scheduled', { custom_code: codeB }, 30)]);
  expect((await records.namedCreates(10)).map(({ id }) => id)).toEqual([2]);
  const replacement = {
    request: requestFor('NLDDDDDDDDDDDDDDDDDD'),
    failure: { code: 'not-allowed-now', message: message('storage.closed') },
    unmovedSince: atSecond(0),
  } as const;
  const created = await records.replaceCreate(1, replacement, by('replace-order', 100));
  expect(created).toMatchObject({ state: 'waiting', quotedPrice: null });
  const query = { now: 0, pausesVoidBefore: '', deletesFirst: false, limit: 10 };
  expect((await records.dueCommands(query)).due.map(({ kind }) => kind)).toEqual(['create', 'delete']);
  await records.close();
});

it('records file of an older version: commands that waited are still sent in the order of their codes', async () => {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(commandCodes)));
  const insert = old.prepare(`
    INSERT INTO commands (kind, state, custom_code, request, attempts, request_left, not_before, put_away, created_at, updated_at)
    VALUES (?, 'waiting', ?, ?, 0, 0, 0, 0, ?, ?)`);
  insert.run('create', null, JSON.stringify(requestFor(codeA, codeB)), atSecond(0), atSecond(0));
  insert.run('delete', codeB, null, atSecond(1), atSecond(1));
  insert.run('delete', 'NLDDDDDDDDDDDDDDDDDD', null, atSecond(2), atSecond(2));
  closeDatabase(old);

  const records = openInThread(file);
  const query = { now: 1_000, pausesVoidBefore: '', deletesFirst: false, limit: 10 };
  expect((await records.dueCommands(query)).due.map(({ id }) => id)).toEqual([1, 3]);
  expect(await records.isOrdered(codeB)).toBe(true);
  expect(await records.command(1)).toMatchObject({ retryAfterAt: 0, confirmedAt: null, knownPickedUp: false });
  await records.close();
});

it('records file of an older version: times without an offset are read with that of its newest delivery slot', async () => {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(eventTimes)));
  const slotAt = (start: string) => ({
    object: { shipments: [{ drop_off_shipment: { time_slot_datetime_start: start } }] },
  });
  const answers = [
    JSON.stringify(slotAt('2026-03-15T09:00:00+02:00')),
    JSON.stringify(slotAt('2026-03-16 09:00:00-03:30')),
    '<html>',
  ];
  for (const [index, answer] of answers.entries()) {
    old.prepare('INSERT INTO order_answers (is_whole, body) VALUES (1, ?)').run(new TextEncoder().encode(answer));
    old
      .prepare("INSERT INTO orders (source, answer_id, missing, stored_at) VALUES ('created here', ?, '[]', ?)")
      .run(index + 1, atSecond(index));
  }
  closeDatabase(old);

  const records = openInThread(file);
  const trigger_datetime = '2026-03-14 08:00:00';
  await records.storeEvents([eventOf('same.shipment.scheduled', { custom_code: codeB, trigger_datetime }, 30)]);
  expect((await records.unmatchedEvents({ code: codeB, limit: 1 })).events).toMatchObject([
    { assumedOffset: { minutes: -210, from: 'delivery slots' } },
  ]);
  await records.close();
});

it('records file of an older version: events find an order by identifiers that only its stored answer has', async () => {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(eventIdentifiers)));
  const answer = (number: number, extra = {}) =>
    JSON.stringify({
      ...{ status: 'success', code: 201, message: 'Created' },
      object: {
        unique_id: `SO-${number}`,
        shipments: [
          {
            shipment_order_id: String(6000 + number),
            shipment_order_unique_id: `SH-${number}`,
            drop_off_shipment: {
              unique_id: `DO-${number}`,
              time_slot_datetime_start: `2026-03-15T09:00:00+0${number}:00`,
            },
            pick_up_shipment: { id: 8000 + number },
            ...extra,
          },
        ],
      },
    });
  const bodies = [answer(1), answer(2), '', 'custom_code;tracking_code', answer(5, { shipment_order_id: 'none' })];
  const addAnswer = old.prepare('INSERT INTO order_answers (id, is_whole, body) VALUES (?, 1, ?)');
  const addOrder = old.prepare(`
    INSERT INTO orders (id, unique_id, source, answer_id, missing, stored_at) VALUES (?, NULL, 'imported', ?, '[]', ?)`);
  const addShipment = old.prepare(
    'INSERT INTO shipments (id, order_id, position, tracking_code) VALUES (:id, :id, 1, :code)',
  );
  const addParcel = old.prepare(`
    INSERT INTO parcels (id, shipment_id, position, missing, created_at) VALUES (:id, :id, 1, '[]', :at)`);
  for (const [index, body] of bodies.entries()) {
    const id = index + 1;
    addAnswer.run(id, new TextEncoder().encode(body));
    addOrder.run(id, id, atSecond(0));
    addShipment.run({ id, code: `DO-${id}` });
    addParcel.run({ id, at: atSecond(0) });
  }
  closeDatabase(old);

  const records = openInThread(file);
  await records.storeEvents([
    eventOf('same.shipment.picked_up', { shipment_order_id: 6001 }, 30),
    eventOf('same.shipment.processing', { shipment_order: { unique_id: 'SH-2' } }, 30),
    eventOf('same.shipment.in_transit', { pick_up_shipment_id: 8005, trigger_datetime: '2026-03-14 13:00:20' }, 30),
  ]);
  expect((await records.unmatchedEvents({ code: null, limit: 10 })).total).toBe(3);
  expect(await records.rereadAnswers(3, atSecond(40))).toBe(3);
  expect(await records.rereadAnswers(3, atSecond(40))).toBe(2);
  expect(await records.rereadAnswers(3, atSecond(40))).toBe(0);
  const states = await Promise.all([1, 2, 3, 4, 5].map(async (id) => (await records.parcel(id))?.status?.state));
  expect(states).toEqual(['picked_up', 'processing', undefined, undefined, 'in_transit']);
  // Its own delivery slot has this offset, whatever the newest one has.
  expect((await records.parcel(5))?.status?.at).toBe(atSecond(20));
  await records.close();
});

it('records file of an older version: an unmatched event is read again from its bytes, and matched by what it names', async () => {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(eventsToReread)));
  old.prepare("INSERT INTO order_answers (is_whole, body) VALUES (1, x'')").run();
  const addOrder = "INSERT INTO orders (source, answer_id, missing, stored_at) VALUES ('imported', 1, '[]', ?)";
  old.prepare(addOrder).run(atSecond(0));
  old.prepare('INSERT INTO shipments (order_id, position, shipment_order_id) VALUES (1, 1, 6001)').run();
  old
    .prepare("INSERT INTO parcels (shipment_id, position, missing, created_at) VALUES (1, 1, '[]', ?)")
    .run(atSecond(0));
  const add = old.prepare(`
    INSERT INTO events (received_at, source, event, raw, digest, moment, facts, unmatched_because)
    VALUES (?, 'webhook', ?, ?, ?, ?, '[]', 'no known code')`);
  const addCode = old.prepare("INSERT INTO event_codes (event_id, role, code) VALUES (?, 'text', ?)");
  const bodies = [
    { event: 'same.shipment.picked_up', data: { shipment_order: { id: 6001 } } },
    { event: 'same.shipment.processing', data: [{ shipment_order_id: '6001' }] },
    { event: 'same.shipment.in_transit', data: { shipment_order_id: 6002 } },
  ].map((body) => JSON.stringify(body));
  for (const [index, body] of [...bodies, 'no JSON'].entries()) {
    add.run(
      atSecond(index),
      'same.event',
      new TextEncoder().encode(body),
      `digest ${index}`,
      Date.parse(atSecond(index)),
    );
    addCode.run(index + 1, 'one-text');
  }
  closeDatabase(old);

  const records = openInThread(file);
  const steps: number[] = [];
  for (;;) {
    const events = await records.eventsToReread(2);
    steps.push(events.length);
    if (events.length === 0) break;
    await records.rereadEvents(
      events.map((event) => readStoredEvent(event, null)),
      atSecond(40),
    );
  }
  expect(steps).toEqual([2, 2, 0]);
  expect(await records.parcel(1)).toMatchObject({ status: { state: 'processing', at: atSecond(1) } });
  const { total, events } = await records.unmatchedEvents({ code: null, limit: 10 });
  expect([total, events.map(({ event }) => event)]).toEqual([2, ['same.event', 'same.shipment.in_transit']]);
  await records.close();
});
