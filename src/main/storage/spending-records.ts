import type { SpendingRecords } from '../core/ports/spending-records.ts';
import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

/** What orders cost, and which of them look alike. */
export function spendingRecords({ spending, reading }: Tables): Pick<RecordsInThread, keyof SpendingRecords> {
  return {
    alikeCreate: (likeness, since) => reading(() => spending.alikeCreate(likeness, since)),
    spentSince: (since) => reading(() => spending.spentSince(since)),
    whenSpent: (since, amount) => reading(() => spending.whenSpent(since, amount)),
  };
}
