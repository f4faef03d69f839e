import type { BatchRecords } from '../../core/ports/batch-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';

/** Rows removed in one transaction. */
const rowsPerRemoval = 300;

/** The record methods for batches. */
export function batchRecords(tables: Tables): Pick<RecordsInThread, keyof BatchRecords> {
  const { batches, batchRows, batchOrders, commands, spending, reading, writing, write } = tables;

  return {
    addBatch: (batch, rows) =>
      writing(() => {
        const id = batches.add(batch);
        batchRows.add(id, rows);
        return id;
      }),
    addBatchRows: (batchId, rows) => writing(() => batchRows.add(batchId, rows)),
    showBatch: (batchId, rows, record) =>
      writing(() => {
        if (!batches.show(batchId)) return false;
        batchRows.add(batchId, rows);
        write(record);
        return true;
      }),
    shownBatch: () => reading(() => batches.shown()),
    batchRows: (batchId, afterLine, limit) => reading(() => batchRows.page(batchId, afterLine, limit)),
    changeBatch: (batchId, from, { state, facts }, record) =>
      writing(() => {
        const isChanged = batches.change(batchId, from, state, facts);
        if (isChanged && record) write(record);
        return isChanged;
      }),
    changeBatchRow: (batchId, row) => writing(() => batchRows.change(batchId, row)),
    hideBatch: (batchId, from, record) =>
      writing(() => {
        const isHidden = batches.hide(batchId, from);
        if (isHidden) write(record);
        return isHidden;
      }),
    removeHiddenBatches: () =>
      writing(() => {
        const id = batches.hidden();
        if (id === null) return false;
        const removed = batchRows.remove(id, rowsPerRemoval) + batchOrders.remove(id, rowsPerRemoval);
        if (removed === 0) batches.remove(id);
        return true;
      }),
    savedColumnMapping: (titles) => reading(() => batches.savedColumnMapping(titles)),
    saveColumnMapping: (titles, fields, at) => writing(() => batches.saveColumnMapping(titles, fields, at)),
    saveBatchQuote: (batchId, quote) => writing(() => batchRows.saveQuote(batchId, quote)),
    batchQuotes: (batchId) => reading(() => batchRows.quotes(batchId)),
    findKnownCodes: (codes) => reading(() => tables.knownCodes(codes)),
    recentOrders: (since) => reading(() => spending.recentOrders(since)),
    addBatchOrders: (batchId, orders, problems) =>
      writing(() => {
        batchOrders.add(batchId, orders);
        for (const row of problems) batchRows.saveProblems(batchId, row.line, row.problems);
      }),
    startBatch: (batchId, orders, facts, record) =>
      writing(() => {
        if (!batches.change(batchId, ['draft'], 'running', facts)) return false;
        batchOrders.removeAbove(batchId, orders);
        write(record);
        return true;
      }),
    batchOrders: (batchId, afterNumber, limit) => reading(() => batchOrders.page(batchId, afterNumber, limit)),
    nextBatchOrder: (batchId) => reading(() => batchOrders.next(batchId)),
    newestBatchOrder: (batchId) =>
      reading(() => {
        const newest = batchOrders.newest(batchId);
        if (!newest) return null;
        const { number, commandId } = newest;
        return { number, command: commandId === null ? null : commands.byId(commandId) };
      }),
    beginBatchOrder: (batch, request, record, intent) =>
      writing(() => {
        if (!batches.runs(batch.id) || !batchOrders.isOpen(batch.id, batch.number)) return null;
        const command = commands.addCreate(request, intent, record.activity.at);
        batchOrders.begin(batch.id, batch.number, command.id);
        write(record);
        return command;
      }),
    rejectBatchOrder: (batch, failure, record) =>
      writing(() => {
        batchOrders.reject(batch.id, batch.number, failure);
        write(record);
      }),
    batchOrderStates: (batchId, query) => reading(() => batchOrders.orderStates(batchId, query)),
    batchOrderResults: (batchId, numbers) => reading(() => batchOrders.results(batchId, numbers)),
  };
}
