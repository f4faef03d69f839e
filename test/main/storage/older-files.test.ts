import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../../src/main/storage/database.ts';
import { commandCodes } from '../../../src/main/storage/migrations/012-command-codes.ts';
import { orderIntents } from '../../../src/main/storage/migrations/013-order-intents.ts';
import { eventTimes } from '../../../src/main/storage/migrations/020-event-times.ts';
import { migrations } from '../../../src/main/storage/migrations.ts';
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
