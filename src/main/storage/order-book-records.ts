import type { OrderBookRecords } from '../core/ports/order-book-records.ts';
import { listOf } from './order-book.ts';
import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** What is kept for the order form. */
export function orderBookRecords(tables: Tables): Pick<RecordsInThread, keyof OrderBookRecords> {
  const { orderBook, reading, writing, write } = tables;
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
        write(record, {});
        return addresses.save(address, record.activity.at);
      }),
    saveTemplate: (template, most, record) =>
      writing(() => {
        const { templates } = orderBook;
        if (!templates.has(template.name) && templates.count() >= most) return null;
        write(record, {});
        return templates.save(template, record.activity.at);
      }),
    removeFromBook: (list, id, record) =>
      writing(() => {
        const name = listOf(orderBook, list).remove(id);
        if (name !== null) write({ ...record, activity: { ...record.activity, outcome: name } }, {});
        return name !== null;
      }),
    noteBookUse: (list, id, at) => writing(() => listOf(orderBook, list).use(id, at)),
  };
}
