import { invalid, success, trouble } from '../answers/envelope.ts';
import { orderAnswer } from '../answers/order-answer.ts';
import type { HonestAnswer } from '../http/misbehave.ts';
import { dropOffOf, type FieldFault, type OrderRequest, type Selectors } from '../request.ts';
import { labelSentinelOf } from '../sentinels.ts';
import { parcelCreated, shipmentEvent, type WebhookEvent } from '../webhooks/webhook-events.ts';
import { newOrder } from './new-order.ts';
import type { Change, OrderBook } from './order-book.ts';
import { type Scenario, selection, stepsOf } from './scenarios.ts';
import { hasArrived, walkToTheEnd, withoutParcel } from './shipment-changes.ts';
import type { StoredOrder } from './stored-order.ts';

/** What the commands need: the book they change, and who hears of it. */
export interface CommandParts {
  book: OrderBook;
  now(): number;
  minimumPrice: number;
  labelUrl: string;
  send(events: readonly WebhookEvent[]): void;
}

/** 201 with the order, or 422 where a code is taken. */
export async function createOrder(parts: CommandParts, request: OrderRequest): Promise<HonestAnswer> {
  const made = await parts.book.change((): Change<StoredOrder | FieldFault[]> => {
    const faults = takenCodes(parts.book, request);
    if (faults.length > 0) return { orders: [], outcome: faults };
    const order = newOrder(request, parts.book.nextSequence(), parts.now(), parts.minimumPrice);
    return { orders: [order], outcome: order };
  });
  if (Array.isArray(made)) return { status: 422, body: invalid(made) };
  parts.send([
    ...made.parcels.map((parcel) => parcelCreated(made, parcel)),
    shipmentEvent(made, 'scheduled', made.lastEventAt),
  ]);
  return { status: 201, body: success(201, 'Order was created', answerOf(parts, made)) };
}

function answerOf(parts: CommandParts, order: StoredOrder) {
  switch (labelSentinelOf(order.request)) {
    case 'label-elsewhere':
      return orderAnswer(order, 'https://labels.invalid');
    case 'label-pdf-only':
      return orderAnswer(order, parts.labelUrl, ['4x6.pdf', 'a4.pdf']);
    case 'label-none':
      return orderAnswer(order, parts.labelUrl, []);
    default:
      return orderAnswer(order, parts.labelUrl);
  }
}

/** Codes stay taken after their parcel's deletion. */
function takenCodes(book: OrderBook, request: OrderRequest): FieldFault[] {
  return dropOffOf(request).parcels.flatMap(({ custom_code: code }, index) =>
    code && book.isCodeTaken(code)
      ? [{ field: `drop_offs.0.parcels.${index}.custom_code`, message: 'has already been taken' }]
      : [],
  );
}

type Deletion =
  | { kind: 'deleted'; events: WebhookEvent[] }
  | { kind: 'unknown' }
  | { kind: 'gone' }
  | { kind: 'arrived' };

/** 200, 404 for a code that is unknown or deleted before, 409 for a shipment at its end. */
export async function deleteParcel(parts: CommandParts, code: string): Promise<HonestAnswer> {
  const deletion = await parts.book.change((): Change<Deletion> => {
    const order = parts.book.withCustomCode(code);
    const parcel = order?.parcels.find(({ customCode }) => customCode === code);
    if (!order || !parcel) return { orders: [], outcome: { kind: 'unknown' } };
    if (parcel.deletedAt !== null) return { orders: [], outcome: { kind: 'gone' } };
    if (hasArrived(order)) return { orders: [], outcome: { kind: 'arrived' } };
    const changed = withoutParcel(order, code, parts.now());
    return { orders: [changed.order], outcome: { kind: 'deleted', events: changed.events } };
  });
  switch (deletion.kind) {
    case 'deleted':
      parts.send(deletion.events);
      return { status: 200, body: success(200, 'Parcel was deleted') };
    case 'unknown':
      return { status: 404, body: trouble(404, 'No parcel has this custom code.') };
    case 'gone':
      return { status: 404, body: trouble(404, 'The parcel with this custom code was deleted before.') };
    case 'arrived':
      return { status: 409, body: trouble(409, 'The shipment has come to its end; its parcels cannot be deleted.') };
  }
}

/** Pushes the chosen shipments to a scenario's final state; tells which were moved. The document shows no answer. */
export async function runScenario(
  parts: CommandParts,
  scenario: Scenario,
  selectors: Selectors,
): Promise<HonestAnswer> {
  const moved = await parts.book.change(() => {
    const chosen = [...parts.book.all()].filter(selection(selectors)).filter((order) => !order.final);
    const changed = chosen.map((order) => walkToTheEnd(order, stepsOf(scenario, order), parts.now()));
    return { orders: changed.map(({ order }) => order), outcome: changed };
  });
  for (const { events } of moved) parts.send(events);
  const object = {
    drop_off_shipment_unique_ids: moved.map(({ order }) => order.trackingCode),
    drop_off_shipment_ids: moved.map(({ order }) => order.dropOffId),
  };
  return { status: 200, body: success(200, 'Scenario was run', object) };
}
