import type { StoredParcel } from './orders.ts';
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
        whatComesWithParcels(tables, stored.parcels);
        const command = commands.endCreate(commandId, stored.id, at);
        tables.eventEffects.orderKnown(stored.id, at);
        write(record, { commandId });
        return { command, orderId: stored.id, parcelIds: stored.parcels.map(({ id }) => id) };
      }),
    keepLabel: (labelId, file, record) =>
      writing(() => {
        const parcelId = labels.keep(labelId, file, record.activity.at);
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

/** Label wishes of parcels just stored, and the deletions that were begun before their codes were known. True where a label is wished now. */
export function whatComesWithParcels(
  { labels, commands }: Tables,
  parcels: readonly StoredParcel[],
  labelsCanWait = false,
): boolean {
  let changed = false;
  for (const { id, parcel } of parcels) {
    if (parcel.label && labels.want(id, parcel.label, labelsCanWait)) changed = true;
    if (parcel.customCode !== null) commands.claimDeletions(parcel.customCode, id);
  }
  return changed;
}
