import type { CommandState } from '../../../shared/orders/command.ts';
import type { CountedRows } from '../../core/ports/records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';

/** Commands that wait for an operator; a rejected one until it is dismissed. */
const commandStates: readonly CommandState[] = ['uncertain', 'needs confirmation', 'rejected'];

/** Most alarms, conflicts and unassigned labels that are counted. */
const maxCounted = 500;

type AttentionTables = Pick<
  Tables,
  'commands' | 'printJobs' | 'alarms' | 'deletionConflicts' | 'unassignedLabels' | 'reading'
>;

/** What needs a person, read in one transaction. */
export function attentionRecords(tables: AttentionTables): Pick<RecordsInThread, 'attention'> {
  const { commands, printJobs, alarms, deletionConflicts, unassignedLabels, reading } = tables;
  return {
    attention: (limit) =>
      reading(() => {
        const orders = counted(unassignedLabels.openOrders(maxCounted), limit);
        return {
          commands: {
            total: commands.countIn(commandStates),
            rows: commandStates.flatMap((state) => commands.inStates([state], limit)),
          },
          jobs: printJobs.needingOperator(limit),
          alarms: counted(alarms.open(maxCounted), limit),
          conflicts: counted(deletionConflicts.open(maxCounted), limit),
          unassigned: {
            total: orders.total,
            rows: orders.rows.map(({ orderId }) => ({ orderId, codes: unassignedLabels.waitingCodes(orderId) })),
          },
          labelsByPrinter: printJobs.countByPrinter(),
        };
      }),
  };
}

const counted = <T>(all: readonly T[], limit: number): CountedRows<T> => ({
  total: all.length,
  rows: all.slice(0, limit),
});
