import type { CommandState } from '../../../shared/orders/command.ts';
import type { SharedQuestion } from '../../../shared/site/shared-question.ts';
import type { CountedRows } from '../../core/ports/records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';

/** Commands that wait for an operator; a rejected one until it is dismissed. */
const commandStates: readonly CommandState[] = ['uncertain', 'needs confirmation', 'rejected'];

/** Most alarms, conflicts and unassigned labels that are counted. */
const maxCounted = 500;

type AttentionTables = Pick<
  Tables,
  'sharedQuestions' | 'commands' | 'printJobs' | 'alarms' | 'deletionConflicts' | 'unassignedLabels' | 'reading'
>;

/** What needs a person, read in one transaction. */
export function attentionRecords(tables: AttentionTables): Pick<RecordsInThread, 'attention' | 'sharedQuestions'> {
  const { commands, printJobs, alarms, deletionConflicts, unassignedLabels, reading } = tables;
  return {
    sharedQuestions: () => reading(() => tables.sharedQuestions()),
    attention: (limit) =>
      reading(() => {
        const shared = tables.sharedQuestions();
        const idsOf = (about: SharedQuestion['about']): number[] =>
          shared.flatMap((question) => (question.about === about ? question.ids : []));
        const deletions = new Set(idsOf('delete'));
        const orders = counted(unassignedLabels.openOrders(maxCounted), limit);
        return {
          commands: {
            total: commands.countIn(commandStates) - deletions.size,
            rows: commandStates.flatMap((state) =>
              commands
                .inStates([state], limit + deletions.size)
                .filter(({ id }) => !deletions.has(id))
                .slice(0, limit),
            ),
          },
          jobs: printJobs.needingOperator(limit, idsOf('print')),
          alarms: counted(alarms.open(maxCounted), limit),
          conflicts: counted(deletionConflicts.open(maxCounted), limit),
          unassigned: {
            total: orders.total,
            rows: orders.rows.map(({ orderId }) => ({ orderId, codes: unassignedLabels.waitingCodes(orderId) })),
          },
          labelsByPrinter: printJobs.countByPrinter(),
          shared,
        };
      }),
  };
}

const counted = <T>(all: readonly T[], limit: number): CountedRows<T> => ({
  total: all.length,
  rows: all.slice(0, limit),
});
