import { describe } from 'vitest';
import { agingContract } from './records/aging.ts';
import { boardContract } from './records/board.ts';
import { codesContract } from './records/codes.ts';
import { deletionsContract } from './records/deletions.ts';
import { eventsContract } from './records/events.ts';
import { journalContract } from './records/journal.ts';
import { ordersContract } from './records/orders.ts';
import { printEvidenceContract } from './records/print-evidence.ts';
import { printingContract } from './records/printing.ts';
import { restartContract } from './records/restart.ts';
import type { OpenForTest } from './records/story.ts';

/** Each with records of its own: what opens them for one opens none for the others. */
const contracts: Readonly<Record<string, (open: OpenForTest) => void>> = {
  codes: codesContract,
  board: boardContract,
  orders: ordersContract,
  printing: printingContract,
  'print evidence': printEvidenceContract,
  deletions: deletionsContract,
  events: eventsContract,
  restart: restartContract,
  journal: journalContract,
  aging: agingContract,
};

/** What every implementation of the records promises, whatever stands between the caller and the file. */
export function recordsContract(name: string, open: OpenForTest): void {
  for (const [topic, contract] of Object.entries(contracts)) describe(`${name}, ${topic}`, () => contract(open));
}
