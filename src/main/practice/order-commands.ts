import { parcelCreatedEvent, shipmentEvent, type WebhookEvent } from './event-payloads.ts';
import type { NormalResponse } from './fault-injection.ts';
import { labelFaultKeywordOf } from './fault-keywords.ts';
import { orderResponse } from './order-responses.ts';
import type { Change, OrderStore } from './order-store.ts';
import { dropOffOf, type FieldError, type OrderRequest, type Selectors } from './request-schemas.ts';
import { errorEnvelope, successEnvelope, validationEnvelope } from './responses.ts';
import {
  isFinished,
  markParcelDeleted,
  matchesSelectors,
  moveToFinalState,
  type Scenario,
  stepsOf,
} from './scenarios.ts';
import type { StoredOrder } from './stored-order.ts';
import { newOrder } from './stored-order.ts';

/** What the commands need: the book they change, and who hears of it. */
export interface OrderCommandContext {
  store: OrderStore;
  now(): number;
  minimumPrice: number;
  labelUrl: string;
  send(events: readonly WebhookEvent[]): void;
}

/** 201 with the order, or 422 where a code is taken. */
export async function createOrder(context: OrderCommandContext, request: OrderRequest): Promise<NormalResponse> {
  const made = await context.store.change((): Change<StoredOrder | FieldError[]> => {
    const fieldErrors = codeConflicts(context.store, request);
    if (fieldErrors.length > 0) return { orders: [], outcome: fieldErrors };
    const order = newOrder(request, context.store.nextSequence(), context.now(), context.minimumPrice);
    return { orders: [order], outcome: order };
  });
  if (Array.isArray(made)) return { status: 422, body: validationEnvelope(made) };
  context.send([
    ...made.parcels.map((parcel) => parcelCreatedEvent(made, parcel)),
    shipmentEvent(made, 'scheduled', made.lastEventAt),
  ]);
  return { status: 201, body: successEnvelope(201, 'Order was created', responseOf(context, made)) };
}

function responseOf(context: OrderCommandContext, order: StoredOrder) {
  switch (labelFaultKeywordOf(order.request)) {
    case 'label-elsewhere':
      return orderResponse(order, 'https://labels.invalid');
    case 'label-pdf-only':
      return orderResponse(order, context.labelUrl, ['4x6.pdf', 'a4.pdf']);
    case 'label-none':
      return orderResponse(order, context.labelUrl, []);
    default:
      return orderResponse(order, context.labelUrl);
  }
}

/** Codes stay taken after their parcel's deletion. */
function codeConflicts(store: OrderStore, request: OrderRequest): FieldError[] {
  return dropOffOf(request).parcels.flatMap(({ custom_code: code }, index) =>
    code && store.isCodeTaken(code)
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
export async function deleteParcel(context: OrderCommandContext, code: string): Promise<NormalResponse> {
  const deletion = await context.store.change((): Change<Deletion> => {
    const order = context.store.findByCustomCode(code);
    const parcel = order?.parcels.find(({ customCode }) => customCode === code);
    if (!order || !parcel) return { orders: [], outcome: { kind: 'unknown' } };
    if (parcel.deletedAt !== null) return { orders: [], outcome: { kind: 'gone' } };
    if (isFinished(order)) return { orders: [], outcome: { kind: 'arrived' } };
    const changed = markParcelDeleted(order, code, context.now());
    return { orders: [changed.order], outcome: { kind: 'deleted', events: changed.events } };
  });
  switch (deletion.kind) {
    case 'deleted':
      context.send(deletion.events);
      return { status: 200, body: successEnvelope(200, 'Parcel was deleted') };
    case 'unknown':
      return { status: 404, body: errorEnvelope(404, 'No parcel has this custom code.') };
    case 'gone':
      return { status: 404, body: errorEnvelope(404, 'The parcel with this custom code was deleted before.') };
    case 'arrived':
      return {
        status: 409,
        body: errorEnvelope(409, 'The shipment has come to its end; its parcels cannot be deleted.'),
      };
  }
}

/** Moves the chosen shipments to a scenario's final state and returns those moved. The document shows no answer. */
export async function runScenario(
  context: OrderCommandContext,
  scenario: Scenario,
  selectors: Selectors,
): Promise<NormalResponse> {
  const moved = await context.store.change(() => {
    const chosen = [...context.store.all()].filter(matchesSelectors(selectors)).filter((order) => !order.final);
    const changed = chosen.map((order) => moveToFinalState(order, stepsOf(scenario, order), context.now()));
    return { orders: changed.map(({ order }) => order), outcome: changed };
  });
  for (const { events } of moved) context.send(events);
  const object = {
    drop_off_shipment_unique_ids: moved.map(({ order }) => order.trackingCode),
    drop_off_shipment_ids: moved.map(({ order }) => order.dropOffId),
  };
  return { status: 200, body: successEnvelope(200, 'Scenario was run', object) };
}
