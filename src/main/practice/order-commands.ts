import { assertNever } from '../../shared/contract/failure.ts';
import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import type { PracticeEvent } from './event-payloads.ts';
import type { NormalResponse } from './fault-injection.ts';
import { labelFaultKeywordOf } from './fault-keywords.ts';
import { orderResponse } from './order-responses.ts';
import type { Change, OrderStore } from './order-store.ts';
import { dropOffOf, type FieldError, type OrderRequest, type Selectors } from './request-schemas.ts';
import { errorEnvelope, htmlPage, successEnvelope, validationEnvelope } from './response-shapes.ts';
import {
  isFinished,
  markParcelDeleted,
  matchesSelectors,
  moveToFinalState,
  pickUpDeleted,
  type Scenario,
  stepsOf,
} from './scenarios.ts';
import type { StoredOrder } from './stored-order.ts';
import { newOrder } from './stored-order.ts';

/** The orders that commands change, and the receiver of their events. */
export interface OrderCommandContext {
  store: OrderStore;
  now(): number;
  minimumPrice: number;
  labelUrl: string;
  send(events: readonly PracticeEvent[]): void;
  behaviour(): PracticeBehaviour;
}

/** 201 with the order, or 422 where a code is taken. */
export async function createOrder(context: OrderCommandContext, request: OrderRequest): Promise<NormalResponse> {
  const made = await context.store.change((): Change<StoredOrder | FieldError[]> => {
    const fieldErrors = codeConflicts(context, request);
    if (fieldErrors.length > 0) return { orders: [], outcome: fieldErrors };
    const order = newOrder(request, context.store.nextSequence(), context.now(), context.minimumPrice);
    return { orders: [order], outcome: order };
  });
  if (Array.isArray(made)) return { status: 422, body: validationEnvelope(made) };
  context.send([
    ...(context.behaviour().parcelEvents === 'sent'
      ? made.parcels.map((parcel) => ({ kind: 'parcel created', order: made, parcel }) as const)
      : []),
    { kind: 'shipment', order: made, state: 'scheduled', at: made.lastEventAt, parcel: null },
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

/** The codes that are in use. The document requires unique codes, but not for how long. */
function codeConflicts({ store, behaviour }: OrderCommandContext, request: OrderRequest): FieldError[] {
  const { usedCodes } = behaviour();
  const isTaken = (code: string): boolean => {
    if (usedCodes === 'accepted' || !store.isCodeTaken(code)) return false;
    const parcel = parcelOf(store, code);
    return usedCodes === 'rejected' || parcel === undefined || parcel.deletedAt === null;
  };
  return dropOffOf(request).parcels.flatMap(({ custom_code: code }, index) =>
    code && isTaken(code)
      ? [{ field: `drop_offs.0.parcels.${index}.custom_code`, message: 'has already been taken' }]
      : [],
  );
}

const parcelOf = (store: OrderStore, code: string) =>
  store.findByCustomCode(code)?.parcels.find(({ customCode }) => customCode === code);

type Deletion =
  | { kind: 'deleted'; events: PracticeEvent[] }
  | { kind: 'unknown' }
  | { kind: 'gone' }
  | { kind: 'arrived' };

/** 200, 404 for an unknown code, 409 for a delivered shipment; the answer to a repeated deletion is configurable. */
export async function deleteParcel(context: OrderCommandContext, code: string): Promise<NormalResponse> {
  const deletion = await context.store.change((): Change<Deletion> => {
    const order = context.store.findByCustomCode(code);
    const parcel = parcelOf(context.store, code);
    if (!order || !parcel) return { orders: [], outcome: { kind: 'unknown' } };
    if (parcel.deletedAt !== null) return { orders: [], outcome: { kind: 'gone' } };
    if (isFinished(order)) return { orders: [], outcome: { kind: 'arrived' } };
    const changed = markParcelDeleted(order, code, context.now(), context.behaviour());
    const { order: after, events } =
      context.behaviour().deletedParcel === 'picked-up-later' ? pickUpDeleted(changed, code, context.now()) : changed;
    return { orders: [after], outcome: { kind: 'deleted', events } };
  });
  switch (deletion.kind) {
    case 'deleted':
      context.send(deletion.events);
      return { status: 200, body: successEnvelope(200, 'Parcel was deleted') };
    case 'unknown':
      return { status: 404, body: errorEnvelope(404, 'No parcel has this custom code.') };
    case 'gone':
      return repeatedDeletion(context.behaviour().repeatedDeletion);
    case 'arrived':
      return {
        status: 409,
        body: errorEnvelope(409, 'The shipment has come to its end; its parcels cannot be deleted.'),
      };
  }
}

/** The answer to a repeated deletion, which the document does not show. */
function repeatedDeletion(answer: PracticeBehaviour['repeatedDeletion']): NormalResponse {
  const sentence = 'The parcel with this custom code was deleted before.';
  switch (answer) {
    case '200':
      return { status: 200, body: successEnvelope(200, sentence) };
    case '404':
    case '409':
    case '410':
    case '422':
      return { status: Number(answer), body: errorEnvelope(Number(answer), sentence) };
    case 'not-success':
      return { status: 200, body: errorEnvelope(200, sentence) };
    case 'html-404':
      return { status: 404, body: htmlPage('404 Not Found') };
    default:
      return assertNever(answer);
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
    const changed = chosen.map((order) =>
      moveToFinalState(order, stepsOf(scenario, order), context.now(), context.behaviour()),
    );
    return { orders: changed.map(({ order }) => order), outcome: changed };
  });
  for (const { events } of moved) context.send(events);
  const object = {
    drop_off_shipment_unique_ids: moved.map(({ order }) => order.trackingCode),
    drop_off_shipment_ids: moved.map(({ order }) => order.dropOffId),
  };
  switch (context.behaviour().scenarioAnswer) {
    case 'envelope':
      return { status: 200, body: successEnvelope(200, 'Scenario was run', object) };
    case 'text':
      return { status: 200, body: 'Scenario was run' };
    case 'empty':
      return { status: 200, body: '' };
  }
}
