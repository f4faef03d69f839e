import type { OrderIntent } from '../core/ports/spending-records.ts';
import { completesOrders } from './complete-order.ts';
import type { NewOrder } from './orders.ts';
import type { RecordsInThread } from './record-calls.ts';
import { whatComesWithParcels } from './store-order.ts';
import type { Tables } from './tables.ts';

const noIntent: OrderIntent = { quotedPrice: null, likeness: null };

type OrderMethod = 'beginCreate' | 'keepRawAnswer' | 'completeCreate' | 'keepLabel' | 'failLabel' | 'wantLabel';

/** Numbers of an order and its parcels. */
interface StoredIds {
  id: number;
  parcelIds: number[];
}

/** Orders on their way in, and the labels that come with them. */
export function orderRecords(tables: Tables): Pick<RecordsInThread, OrderMethod> {
  const { answers, orders, labels, commands, writing, write } = tables;
  const complete = completesOrders(tables);

  /** The answer of an order that was settled without one: it is that order, not another. */
  const completeSettled = (commandId: number, order: NewOrder, at: string): StoredIds | null => {
    const orderId = commands.byId(commandId)?.orderId ?? null;
    if (orderId === null || !orders.hasNoAnswer(orderId)) return null;
    const standing = tables.standingOf(order);
    if (standing.kind !== 'known' || standing.orderId !== orderId) return null;
    const keepAnswer = (): number => answers.keep(commandId, order.rawAnswer);
    complete(order, { ...standing, keepAnswer, labelsCanWait: false, at });
    return { id: orderId, parcelIds: tables.parcels.ofOrder(orderId).map(({ id }) => id) };
  };

  const storeAnswered = (commandId: number, order: NewOrder, at: string): StoredIds => {
    const answerId = answers.keep(commandId, order.rawAnswer);
    const { id, parcels } = orders.store(order, answerId, commands.byId(commandId)?.orderId ?? null, at);
    whatComesWithParcels(tables, parcels);
    tables.eventEffects.orderKnown(id, at);
    return { id, parcelIds: parcels.map((parcel) => parcel.id) };
  };

  return {
    beginCreate: (request, record, intent = noIntent) =>
      writing(() => {
        const command = commands.addCreate(request, intent, record.activity.at);
        write(record, { commandId: command.id });
        return command;
      }),
    keepRawAnswer: (commandId, rawBody) => writing(() => void answers.keep(commandId, rawBody)),
    completeCreate: (commandId, order, record) =>
      writing(() => {
        const { at } = record.activity;
        const { id, parcelIds } = completeSettled(commandId, order, at) ?? storeAnswered(commandId, order, at);
        const command = commands.endCreate(commandId, id, at, null);
        write(record, { commandId });
        return { command, orderId: id, parcelIds };
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
