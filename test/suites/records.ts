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

/** What every implementation of the records promises, whatever stands between the caller and the file. */
export function recordsContract(name: string, open: OpenForTest): void {
  describe(name, () => {
    codesContract(open);
    boardContract(open);
    ordersContract(open);
    printingContract(open);
    printEvidenceContract(open);
    deletionsContract(open);
    eventsContract(open);
    restartContract(open);
    journalContract(open);
    agingContract(open);
  });
}
