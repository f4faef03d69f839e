import { describe } from 'vitest';
import { attentionContract } from './records/attention.ts';
import { batchesContract } from './records/batches.ts';
import { boardContract } from './records/board.ts';
import { codesContract } from './records/codes.ts';
import { deletionsContract } from './records/deletions.ts';
import { eventsContract } from './records/events.ts';
import { journalContract } from './records/journal.ts';
import { orderBookContract } from './records/order-book.ts';
import { ordersContract } from './records/orders.ts';
import { parcelDeletionsContract } from './records/parcel-deletions.ts';
import { printEvidenceContract } from './records/print-evidence.ts';
import { printRunsContract } from './records/print-runs.ts';
import { printingContract } from './records/printing.ts';
import type { OpenForTest } from './records/record-fixtures.ts';
import { replacedOrdersContract } from './records/replaced-orders.ts';
import { restartContract } from './records/restart.ts';
import { retentionContract } from './records/retention.ts';
import { sandboxContract } from './records/sandbox.ts';
import { shipmentDeletionsContract } from './records/shipment-deletions.ts';
import { spendingContract } from './records/spending.ts';
import { uncertainOrdersContract } from './records/uncertain-orders.ts';

/** Each has records of its own. */
const contracts: Readonly<Record<string, (open: OpenForTest) => void>> = {
  codes: codesContract,
  board: boardContract,
  orders: ordersContract,
  'order book': orderBookContract,
  printing: printingContract,
  'print evidence': printEvidenceContract,
  'print runs': printRunsContract,
  deletions: deletionsContract,
  events: eventsContract,
  'shipment deletions': shipmentDeletionsContract,
  'parcel deletions': parcelDeletionsContract,
  'uncertain orders': uncertainOrdersContract,
  'replaced orders': replacedOrdersContract,
  restart: restartContract,
  sandbox: sandboxContract,
  journal: journalContract,
  spending: spendingContract,
  retention: retentionContract,
  batches: batchesContract,
  attention: attentionContract,
};

/** What every implementation of the records promises, with or without a thread. */
export function recordsContract(name: string, open: OpenForTest): void {
  for (const [topic, contract] of Object.entries(contracts)) describe(`${name}, ${topic}`, () => contract(open));
}
