import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Replacement } from '../../core/ports/order-records.ts';
import type { RecordsInThread } from '../record-calls.ts';
import type { Tables } from '../tables.ts';
import { storeKnownOrder } from './order-methods.ts';

type UncertainOrderMethod =
  | 'namedCreates'
  | 'settleAsExisting'
  | 'replaceCreate'
  | 'replacedBy'
  | 'deleteReplacedCodesAgain'
  | 'orderAlarms'
  | 'unreportedAlarms'
  | 'markAlarmsReported'
  | 'dismissAlarm';

/** Most rows of any list, whatever limit is given. */
const maxRows = 200;
/** Second deletions begun in one transaction. */
const deletionsPerCall = 20;

const atMost = (limit: number): number => Math.max(0, Math.min(limit, maxRows));

const oldOrderMayBeKept: Failure = {
  code: 'not-allowed-now',
  message: message('uncertain-order.old-order-may-be-kept'),
};

/** As no request for it was sent, it can be undone. */
const askFirst = { state: 'needs confirmation', requestLeft: false, failure: oldOrderMayBeKept } as const;

/** The record methods for uncertain orders: settling them as existing, and replacing them. */
export function uncertainOrderRecords(tables: Tables): Pick<RecordsInThread, UncertainOrderMethod> {
  const { journal, answers, commands, replaced, alarms, reading, writing, write } = tables;

  const replace = (commandId: number, { request, failure, unmovedSince }: Replacement, at: string) => {
    const old = commands.byId(commandId);
    if (old?.kind !== 'create' || old.updatedAt !== unmovedSince) return null;
    // An event named it: it exists, and is about to be settled.
    if (commands.named(maxRows).some(({ id }) => id === commandId)) return null;
    const undone = commands.move(commandId, ['uncertain'], { state: 'undone', failure }, at);
    if (!undone) return null;
    const deletions = old.codes.map((code) => commands.addDeleteNow({ customCode: code, parcelId: null }, at));
    const created = commands.addCreate(request, commands.intentOf(commandId), at);
    commands.addPrecedingCodes(created.id, old.codes);
    const ids = { oldCommandId: commandId, newCommandId: created.id, at };
    for (const [index, code] of old.codes.entries()) {
      replaced.add({ ...ids, code, deletionId: deletions[index]?.id ?? 0 });
    }
    return created;
  };

  return {
    namedCreates: (limit) => reading(() => commands.named(atMost(limit))),
    settleAsExisting: (commandId, { by, from }, order, record) =>
      writing(() => {
        const { at } = record.activity;
        const create = commands.byId(commandId);
        if (create?.kind !== 'create' || !from.includes(create.state)) return null;
        const match = tables.matchOrder(order);
        const orderId =
          match.kind === 'known'
            ? match.orderId
            : storeKnownOrder(tables, order, answers.keep(commandId, order.rawAnswer), at, commandId).id;
        const settled = commands.endCreate(commandId, orderId, at, by);
        write(record);
        return settled;
      }),
    replaceCreate: (commandId, replacement, record) =>
      writing(() => {
        const created = replace(commandId, replacement, record.activity.at);
        if (created) write(record);
        return created;
      }),
    replacedBy: (commandId) => reading(() => replaced.of(commandId)),
    deleteReplacedCodesAgain: (before, at) =>
      writing(() => {
        replaced.resetFutureTimes(at);
        const due = replaced.due(before, deletionsPerCall);
        for (const { id, code, parcelId, needsConfirmation } of due) {
          const { id: deletionId } = commands.addDeleteNow({ customCode: code, parcelId }, at);
          replaced.markDeletedAgain(id, deletionId, at);
          if (needsConfirmation) commands.move(deletionId, ['waiting'], askFirst, at);
          const what = needsConfirmation ? 'ask-confirmation' : 'delete-replaced-code';
          const outcome = needsConfirmation ? oldOrderMayBeKept.message : message('journal.command.waiting');
          journal.add({ at, who: 'station', what, code, outcome });
        }
        const asked = due.filter(({ needsConfirmation }) => needsConfirmation).length;
        return { begun: due.length - asked, asked, nextAt: replaced.oldestDue() };
      }),
    orderAlarms: (limit) => reading(() => alarms.open(atMost(limit))),
    unreportedAlarms: (limit) => reading(() => alarms.unreported(atMost(limit))),
    markAlarmsReported: (alarmIds, at) => writing(() => alarms.markReported(alarmIds, at)),
    dismissAlarm: (alarmId, record) =>
      writing(() => {
        const isDismissed = alarms.dismiss(alarmId);
        if (isDismissed) write(record);
        return isDismissed;
      }),
  };
}
