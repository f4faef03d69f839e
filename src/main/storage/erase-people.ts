import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Failure } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import {
  type FindPersonal,
  type FoundPerson,
  maxPeople,
  maxUnfinishedShown,
  type PersonData,
  personalTextsOf,
  type Touched,
} from '../../shared/settings/erasure.ts';
import { unfilteredBoard } from '../../shared/shipments/board-query.ts';
import { isJsonObject, parseJson } from '../../shared/values/json.ts';
import type { ErasedRecords, RetentionCursor } from '../core/ports/records.ts';
import { besideRecords, emptyFreeSpace, smallFileBytes } from './database.ts';
import { erasedText, nextStep, nothingTouched, sweep, textOf } from './queries/erased-texts.ts';
import { beginningOf, isUnsettled, unusedFileStep } from './queries/old-records.ts';
import { hitsIn } from './queries/search-hits.ts';
import { inTransaction, preparingOnUse, type Row } from './sqlite.ts';

const erasedLabel: Failure = { code: 'not-allowed-now', message: message('label.erased') };

/** The receivers whose orders match a text, those of the newest first; also of orders that never reached the service. */
export const findPeople = (file: string, text: string): Promise<FoundPerson[]> =>
  besideRecords(file, async (database) => {
    const { ids } = hitsIn(preparingOnUse(database)).newestOrOldest({ ...unfilteredBoard, find: text }, false);
    const found: FoundPerson[] = database
      .prepare(`
        SELECT recipient_name AS name, recipient_phone AS phone, recipient_address AS address, count(DISTINCT order_id) AS orders
        FROM shipments WHERE erased_at IS NULL AND coalesce(recipient_name, recipient_phone, recipient_address) IS NOT NULL
          AND id IN (SELECT shipment_id FROM parcels WHERE id IN (SELECT value FROM json_each(?)))
        GROUP BY 1, 2, 3 ORDER BY max(id) DESC LIMIT ${maxPeople}`)
      .all(JSON.stringify(ids));
    // Whoever else the text names: in orders that never reached the service, events of unknown parcels, batches, the journal.
    const typed = { name: text, phone: null, address: null };
    const findTyped = personalTextsOf([typed]);
    const findFound = personalTextsOf(found);
    const findOthers: FindPersonal = (texts) => {
      const isTyped = findTyped(texts);
      if (!isTyped.includes(true)) return isTyped;
      const isFound = findFound(texts);
      return isTyped.map((is, index) => is && !isFound[index]);
    };
    const others = await sweep(database, findOthers, { isPreview: true });
    return others.rows > 0 ? [...found, { ...typed, orders: 0 }] : found;
  });

/** What erasing these people touches in a file; unless it is a preview, all of it is erased. */
export const erasePeople = (
  file: string,
  people: readonly PersonData[],
  { isPreview, at }: { isPreview: boolean; at: string },
): Promise<ErasedRecords> =>
  besideRecords(file, async (database) => {
    if (!isPreview) database.prepare('INSERT INTO erasures (at, is_clean) VALUES (?, 0)').run(at);
    const orders = eraserOfOrders(database);
    const unfinished: string[] = [];
    const touched: Touched = { ...nothingTouched };
    const codes: string[] = [];
    const hashes: string[] = [];
    for (const { orderId, shipmentIds } of ordersTo(database, people)) {
      const order = isPreview ? orders.read(orderId, shipmentIds) : orders.eraseSettled(orderId, shipmentIds, at);
      if (order.isUnsettled) {
        unfinished.push(order.codes[0] ?? '');
        continue;
      }
      touched.orders += 1;
      touched.parcels += order.parcels;
      touched.labels += order.hashes.length;
      touched.events += order.events;
      codes.push(...order.codes);
      hashes.push(...order.hashes);
      await nextStep();
    }
    const others = await sweep(database, personalTextsOf(people), { isPreview });
    for (const kind of Object.keys(others.touched) as (keyof Touched)[]) touched[kind] += others.touched[kind];
    unfinished.push(...others.unfinished);
    if (!isPreview) await removeUnusedFiles(database);
    const isSmall = sizeOf(database) <= smallFileBytes;
    const isClean = isPreview ? isSmall : await emptyFreeSpace(database, isSmall);
    return {
      ...{ touched, codes, hashes },
      unfinished: { codes: unfinished.filter(Boolean).slice(0, maxUnfinishedShown), count: unfinished.length },
      cleansAtStart: !isClean,
    };
  });

/** Bytes that a file has with its log, which may hold the larger part. */
const sizeOf = (database: DatabaseSyncInstance): number =>
  Number(database.prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size').get().size);

/**
 * Erases in a copy of the records what was erased in the records since it was made: the orders, also those that were only requested then,
 * and every other text that names their receivers. Someone whose orders the copy does not have cannot be known there.
 * @returns false where nothing was
 */
export async function eraseAsIn(records: DatabaseSyncInstance, copy: DatabaseSyncInstance): Promise<boolean> {
  const erased: ErasedOrder[] = records
    .prepare(`
      SELECT orders.id AS "orderId", stored_at AS "storedAt", json_group_array(shipments.id) AS "shipmentIds", max(erased_at) AS at,
        (SELECT json_group_array(json_array(id, created_at)) FROM commands WHERE order_id = orders.id) AS commands
      FROM shipments JOIN orders ON orders.id = order_id WHERE erased_at IS NOT NULL GROUP BY orders.id`)
    .all();
  const isSame = copy.prepare('SELECT 1 FROM orders WHERE id = ? AND stored_at = ?');
  const sameCommands = copy.prepare(`
    SELECT commands.id AS id FROM json_each(?) AS erased
    JOIN commands ON commands.id = erased.value ->> 0 AND created_at = erased.value ->> 1`);
  const receivers = copy.prepare(`
    SELECT recipient_name AS name, recipient_phone AS phone, recipient_address AS address FROM shipments
    WHERE id IN (SELECT value FROM json_each(:shipments)) AND order_id = :order AND erased_at IS NULL
    UNION SELECT address ->> '$.person_name', address ->> '$.person_phone', address ->> '$.text' FROM (
      SELECT request -> '$.drop_offs[0].address' AS address FROM commands
      WHERE id IN (SELECT value FROM json_each(:commands)) AND order_id IS NULL AND json_valid(request))`);
  const orders = eraserOfOrders(copy);
  const people = new Map<string, PersonData>();
  let isErased = false;
  for (const { orderId, storedAt, shipmentIds, at, commands } of erased) {
    const isKnown = isSame.get(orderId, storedAt) !== undefined;
    const commandIds = (sameCommands.all(commands) as { id: number }[]).map(({ id }) => id);
    if (!isKnown && commandIds.length === 0) continue;
    isErased = true;
    const [order, shipments]: [number | null, number[]] = isKnown ? [orderId, JSON.parse(shipmentIds)] : [null, []];
    const named = { order, shipments: JSON.stringify(shipments), commands: JSON.stringify(commandIds) };
    for (const person of receivers.all(named) as PersonData[]) people.set(JSON.stringify(person), person);
    orders.erase(order, shipments, { at, commandIds });
    await nextStep();
  }
  if (people.size > 0) await sweep(copy, personalTextsOf([...people.values()]), { isPreview: false, isCopy: true });
  if (isErased) await removeUnusedFiles(copy);
  return isErased;
}

interface ErasedOrder {
  orderId: number;
  storedAt: string;
  /** Lists, as JSON. */
  shipmentIds: string;
  commands: string;
  at: string;
}

/** Of whom label bytes are that nothing refers to any more, nothing says. */
async function removeUnusedFiles(database: DatabaseSyncInstance): Promise<void> {
  const removeSome = unusedFileStep(database);
  for (let from: RetentionCursor | null = beginningOf('files'); from !== null; await nextStep()) {
    const here: RetentionCursor = from;
    from = inTransaction(database, () => removeSome('', here)).next;
  }
}

/** The orders to these people, with those of their shipments that are to them. */
function ordersTo(database: DatabaseSyncInstance, people: readonly PersonData[]) {
  const ofPerson = database.prepare(`
    SELECT id, order_id AS "orderId" FROM shipments WHERE erased_at IS NULL
      AND recipient_name IS :name AND recipient_phone IS :phone AND recipient_address IS :address`);
  const shipments = new Map<number, number[]>();
  for (const { name, phone, address } of people)
    for (const { id, orderId } of ofPerson.all({ name, phone, address }) as { id: number; orderId: number }[])
      shipments.set(orderId, [...(shipments.get(orderId) ?? []), id]);
  return [...shipments].map(([orderId, shipmentIds]) => ({ orderId, shipmentIds }));
}

interface OrderToErase {
  /** Null: it was only requested. */
  id: number | null;
  shipmentIds: readonly number[];
  isUnsettled: boolean;
  parcels: number;
  events: number;
  codes: string[];
  /** Of the label files that are its own. */
  hashes: string[];
}

/** Of an order stay codes, ids, states, times and prices: what is needed to know what was bought, printed and deleted. */
function eraserOfOrders(database: DatabaseSyncInstance) {
  const shipments = 'SELECT value FROM json_each(:shipments)';
  const parcels = `SELECT id FROM parcels WHERE shipment_id IN (${shipments})`;
  const commands = `SELECT id FROM commands WHERE order_id = :order UNION SELECT value FROM json_each(:commands)`;
  const unsettled = database.prepare(`SELECT ${isUnsettled} AS "isUnsettled"`);
  const codes = database.prepare(`
    SELECT custom_code AS code FROM parcels WHERE id IN (${parcels}) AND custom_code IS NOT NULL
    UNION ALL SELECT pick_up_code FROM parcels WHERE id IN (${parcels}) AND pick_up_code IS NOT NULL`);
  const events = `shipment_id IN (${shipments}) OR parcel_id IN (${parcels})`;
  const counts = database.prepare(`
    SELECT (SELECT count(*) FROM parcels WHERE id IN (${parcels})) AS parcels,
      (SELECT count(*) FROM events WHERE ${events}) AS events`);
  const jobs = `SELECT id FROM print_jobs WHERE parcel_id IN (${parcels})`;
  const files = database.prepare(`
    SELECT sha256 FROM label_files WHERE length(bytes) > 0 AND sha256 IN (
      SELECT sha256 FROM labels WHERE parcel_id IN (${parcels}) OR shipment_id IN (${shipments})
      UNION SELECT label_sha256 FROM print_jobs WHERE id IN (${jobs})
      UNION SELECT sent_sha256 FROM print_jobs WHERE id IN (${jobs}))
    AND NOT EXISTS (SELECT 1 FROM labels WHERE labels.sha256 = label_files.sha256
      AND coalesce(parcel_id NOT IN (${parcels}), shipment_id NOT IN (${shipments})))
    AND NOT EXISTS (SELECT 1 FROM print_jobs WHERE (label_sha256 = sha256 OR sent_sha256 = sha256) AND id NOT IN (${jobs}))`);
  const used = (sql: string, values: Row): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => sql.includes(`:${name}`)));
  const change = (sql: string) => {
    const statement = database.prepare(sql);
    return { run: (values: Row) => statement.run(used(sql, values)) };
  };
  const reading = (sql: string) => {
    const statement = database.prepare(sql);
    return { all: (values: Row): unknown[] => statement.all(used(sql, values)) };
  };
  const label = JSON.stringify(erasedLabel);
  const each = [
    change(`UPDATE shipments SET erased_at = :at, recipient_name = NULL, recipient_phone = NULL, recipient_address = NULL,
      recipient_postal_code = NULL WHERE id IN (${shipments}) AND :order = order_id`),
    change(`UPDATE labels SET state = 'failed', sha256 = NULL, url = '', pdf_url = NULL, failure = :label, next_attempt_at = NULL
      WHERE parcel_id IN (${parcels}) OR shipment_id IN (${shipments})`),
    change(
      `UPDATE label_files SET bytes = zeroblob(0), size = 0, inspection = NULL WHERE sha256 IN (SELECT value FROM json_each(:hashes))`,
    ),
    change(`UPDATE print_jobs SET recipient = NULL WHERE id IN (${jobs})`),
    change(`UPDATE events SET raw = zeroblob(0), facts = '[]', more_facts = 0 WHERE ${events}`),
    change('DELETE FROM answers_to_reread WHERE order_id = :order'),
    change(`UPDATE commands SET fingerprint = NULL WHERE id IN (${commands})`),
    // Facts to the other benches: after the first minutes they need no fingerprint of any order.
    change(`UPDATE site_out SET data = json_remove(data, '$.body.fingerprint')
      WHERE data ->> '$.kind' = 'order-request' AND data ->> '$.body.fingerprint' IS NOT NULL`),
    change('UPDATE site_order_requests SET fingerprint = NULL WHERE fingerprint IS NOT NULL'),
    change(`UPDATE commands SET failure = json_remove(failure, '$.serviceText', '$.fieldFaults')
      WHERE id IN (${commands}) AND json_valid(failure)`),
    change(`UPDATE batch_rows SET problems = NULL, cells = (SELECT json_group_array('${erasedText}') FROM json_each(cells))
      WHERE json_valid(cells) AND EXISTS (SELECT 1 FROM batch_orders, json_each(batch_orders.lines) AS one
        WHERE batch_orders.command_id IN (${commands}) AND batch_orders.batch_id = batch_rows.batch_id AND one.value = batch_rows.line)`),
  ];
  const requests = [
    { table: 'orders', key: 'id', column: 'request', where: 'id = :order' },
    { table: 'commands', key: 'id', column: 'request', where: `id IN (${commands})` },
    { table: 'batch_orders', key: 'rowid', column: 'request', where: `command_id IN (${commands})` },
  ].map(({ table, key, column, where }) => ({
    read: reading(`SELECT ${key} AS id, ${column} AS request FROM ${table} WHERE ${where} AND ${column} IS NOT NULL`),
    write: database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`),
  }));
  const answers = reading(`
    SELECT id, body FROM order_answers WHERE command_id IN (${commands})
      OR id = (SELECT answer_id FROM orders WHERE id = :order)`);
  const writeAnswer = database.prepare('UPDATE order_answers SET body = ? WHERE id = ?');

  const read = (id: number | null, shipmentIds: readonly number[]): OrderToErase => {
    const named = { shipments: JSON.stringify(shipmentIds) };
    const { isUnsettled: still }: { isUnsettled: number } = unsettled.get({ order: id, before: afterEveryTime });
    return {
      ...{ id, shipmentIds, isUnsettled: still === 1 },
      ...(counts.get(named) as { parcels: number; events: number }),
      codes: (codes.all(named) as { code: string }[]).map(({ code }) => code),
      hashes: (files.all(named) as { sha256: string }[]).map(({ sha256 }) => sha256),
    };
  };
  const erase = (
    { id: order, shipmentIds, hashes }: OrderToErase,
    at: string,
    commandIds: readonly number[] = [],
  ): void => {
    const [shipments, commands, labels] = [shipmentIds, commandIds, hashes].map((list) => JSON.stringify(list));
    const all = { order, at, label, shipments, commands, hashes: labels };
    for (const statement of each) statement.run(all);
    for (const { read, write } of requests)
      for (const { id, request } of read.all(all) as { id: number; request: string }[])
        write.run(JSON.stringify(withoutReceiver(parseJson(request))), id);
    for (const { id, body } of answers.all(all) as { id: number; body: Uint8Array }[])
      writeAnswer.run(new TextEncoder().encode(JSON.stringify(withoutPersonalFields(parseJson(textOf(body))))), id);
  };

  return {
    read,
    /** Erases the order with these commands, also where something of it is not finished. */
    erase: (
      id: number | null,
      shipmentIds: readonly number[],
      { at, commandIds }: { at: string; commandIds: readonly number[] },
    ): void => inTransaction(database, () => erase(read(id, shipmentIds), at, commandIds)),
    /** Erases the order unless something of it is not finished: in one transaction, as the station works on meanwhile. */
    eraseSettled: (id: number, shipmentIds: readonly number[], at: string): OrderToErase =>
      inTransaction(database, () => {
        const order = read(id, shipmentIds);
        if (!order.isUnsettled) erase(order, at);
        return order;
      }),
  };
}

/** Nothing is newer: what is asked for is not finished. */
const afterEveryTime = '9999-12-31T23:59:59.999Z';

/** A request with its parcels and its pick-up address alone: it stays one. */
function withoutReceiver(request: unknown): unknown {
  if (!isJsonObject(request) || !Array.isArray(request.drop_offs)) return {};
  const { drop_offs: dropOffs, ...rest } = request;
  const emptied = dropOffs.map((one) => (isJsonObject(one) ? { ...one, address: { text: erasedText } } : {}));
  return { ...rest, drop_offs: emptied };
}

/** The fields of an answer that say what was bought: identifiers, codes, times, prices and counts. */
const isKeptField = (name: string): boolean =>
  /(^|_)(id|code|date|at|start|end|price|tax|index|status|currency)$/.test(name) && !/postal|place|ref/.test(name);

function withoutPersonalFields(value: unknown, isKept = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutPersonalFields(one, isKept));
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !name.includes('address'))
        .map(([name, one]) => [name, withoutPersonalFields(one, isKeptField(name))]),
    );
  return isKept ? value : null;
}
