import type { RecordsInThread } from './record-calls.ts';
import type { Tables } from './tables.ts';

type OrderMethod = 'beginCreate' | 'keepRawAnswer' | 'completeCreate' | 'keepLabel' | 'failLabel' | 'wantLabel';

/** Orders on their way in, and the labels that come with them. */
export function orderRecords(tables: Tables): Pick<RecordsInThread, OrderMethod> {
  const { answers, orders, labels, commands, writing, write } = tables;
  return {
    beginCreate: (request, record) =>
      writing(() => {
        const command = commands.addCreate(request, record.activity.at);
        write(record, { commandId: command.id });
        return command;
      }),
    keepRawAnswer: (commandId, rawBody) => writing(() => void answers.keep(commandId, rawBody)),
    completeCreate: (commandId, order, record) =>
      writing(() => {
        const { at } = record.activity;
        const answerId = answers.keep(commandId, order.rawAnswer);
        const stored = orders.store(order, answerId, commands.byId(commandId)?.orderId ?? null, at);
        for (const { id, parcel } of stored.parcels) {
          if (parcel.label) labels.want(id, parcel.label);
          if (parcel.customCode !== null) commands.claimDeletions(parcel.customCode, id);
        }
        const command = commands.endCreate(commandId, stored.id, at);
        write(record, { commandId });
        return { command, orderId: stored.id, parcelIds: stored.parcels.map(({ id }) => id) };
      }),
    keepLabel: (labelId, file, record) =>
      writing(() => {
        const parcelId = labels.keep(labelId, file);
        if (parcelId !== null) write(record, { parcelId });
      }),
    failLabel: (labelId, failure, record) =>
      writing(() => {
        const parcelId = labels.fail(labelId, failure);
        if (parcelId !== null) write(record, { parcelId });
      }),
    wantLabel: (labelId) => writing(() => labels.wantAgain(labelId)),
  };
}
