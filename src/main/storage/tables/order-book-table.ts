import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { z } from 'zod';
import { message } from '../../../shared/messages/message.ts';
import {
  draftAddressSchema,
  type OrderTemplate,
  orderDraftSchema,
  orderTemplateSchema,
  type SavedAddress,
  savedAddressSchema,
} from '../../../shared/orders/order-book.ts';
import { type OrderRequest, orderRequestSchema } from '../../../shared/orders/order-request.ts';
import type { BookList, OrderBookRecords } from '../../core/ports/order-records.ts';
import type { Quarantine } from '../quarantine.ts';
import type { RecordsInThread } from '../record-calls.ts';
import { jsonText, storedJson } from '../sqlite.ts';
import type { Transactions } from './journal-tables.ts';

/** One list of the order book. */
interface BookRows<Entry extends { id: number; name: string }> {
  /** Most recently used first. */
  all(): Entry[];
  has(name: string): boolean;
  count(): number;
  /** Adds an entry, or replaces the one with that name. */
  save(entry: Omit<Entry, 'id'>, at: string): Entry;
  /** Removes an entry and returns its name; null if it does not exist. */
  remove(id: number): string | null;
  use(id: number, at: string): boolean;
}

export interface OrderBookTables {
  addresses: BookRows<SavedAddress>;
  templates: BookRows<OrderTemplate>;
  lastRequest(): OrderRequest | null;
}

const requestRow = z.object({ id: z.int(), request: storedJson(orderRequestSchema) });

export function orderBookIn(database: DatabaseSyncInstance, quarantine: Quarantine): OrderBookTables {
  const rowsOf = <Entry extends { id: number; name: string }>(
    table: 'pick_up_addresses' | 'order_templates',
    column: 'address' | 'draft',
    row: z.ZodType<Entry>,
  ): BookRows<Entry> => {
    const select = `SELECT id, name, ${column} FROM ${table}`;
    const all = database.prepare(`${select} ORDER BY used_at DESC, id DESC`);
    const byName = database.prepare(`SELECT id FROM ${table} WHERE name = ?`);
    const count = database.prepare(`SELECT count(*) AS count FROM ${table}`);
    const save = database.prepare(`
      INSERT INTO ${table} (name, ${column}, used_at) VALUES (:name, :value, :at)
      ON CONFLICT (name) DO UPDATE SET name = :name, ${column} = :value, used_at = :at RETURNING id`);
    const remove = database.prepare(`DELETE FROM ${table} WHERE id = ? RETURNING name`);
    const use = database.prepare(`UPDATE ${table} SET used_at = :at WHERE id = :id`);
    return {
      all: () => quarantine.readAll(table, row, all.all()),
      has: (name) => byName.get(name) !== undefined,
      count: () => (count.get() as { count: number }).count,
      save(entry, at) {
        const value = jsonText((entry as Record<string, unknown>)[column]);
        const { id }: { id: number } = save.get({ name: entry.name, value, at });
        return { ...entry, id } as Entry;
      },
      remove: (id) => (remove.get(id) as { name: string } | undefined)?.name ?? null,
      use: (id, at) => Number(use.run({ id, at }).changes) > 0,
    };
  };
  // A waiting or uncertain create was requested as much as a completed one.
  const lastRequest = database.prepare(`
    SELECT id, request FROM commands
    WHERE kind = 'create' AND request IS NOT NULL AND state NOT IN ('rejected', 'undone') ORDER BY id DESC LIMIT 1`);

  return {
    addresses: rowsOf(
      'pick_up_addresses',
      'address',
      savedAddressSchema.extend({ address: storedJson(draftAddressSchema) }),
    ),
    templates: rowsOf('order_templates', 'draft', orderTemplateSchema.extend({ draft: storedJson(orderDraftSchema) })),
    lastRequest: () => quarantine.readAll('commands', requestRow, lastRequest.all())[0]?.request ?? null,
  };
}

const listOf = ({ addresses, templates }: OrderBookTables, list: BookList) =>
  list === 'address' ? addresses : templates;

/** The record methods of the order book. */
export function orderBookRecords({
  orderBook,
  reading,
  writing,
  write,
}: Transactions & { orderBook: OrderBookTables }): Pick<RecordsInThread, keyof OrderBookRecords> {
  return {
    orderBook: () =>
      reading(() => ({
        pickUpAddresses: orderBook.addresses.all(),
        templates: orderBook.templates.all(),
        lastRequest: orderBook.lastRequest(),
      })),
    savePickUpAddress: (address, most, record) =>
      writing(() => {
        const { addresses } = orderBook;
        if (!addresses.has(address.name) && addresses.count() >= most) return null;
        write(record);
        return addresses.save(address, record.activity.at);
      }),
    saveTemplate: (template, most, record) =>
      writing(() => {
        const { templates } = orderBook;
        if (!templates.has(template.name) && templates.count() >= most) return null;
        write(record);
        return templates.save(template, record.activity.at);
      }),
    removeFromBook: (list, id, record) =>
      writing(() => {
        const name = listOf(orderBook, list).remove(id);
        const outcome = message('journal.removed', { name });
        if (name !== null) write({ activity: { ...record.activity, outcome } });
        return name !== null;
      }),
    recordBookUse: (list, id, at) => writing(() => listOf(orderBook, list).use(id, at)),
  };
}
