import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type Command, unansweredStates } from '../../../shared/orders/command.ts';
import { makeCustomCode } from '../../../shared/orders/custom-code.ts';
import type { OrderCorrection, OrderProgress } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Quote } from '../../../shared/orders/quote.ts';
import { isOtherAmount } from '../../../shared/values/money.ts';
import { createMutex } from '../../concurrency/mutex.ts';
import { orderFingerprint } from '../fingerprint.ts';
import type { Announce } from '../notices.ts';
import { reportsCodesInUse } from '../outbox/answer-rules.ts';
import { maxOpenCommands } from '../outbox/outbox.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { OrderRecords } from '../ports/order-records.ts';
import type { Records } from '../ports/records.ts';
import type { DeliveryService } from '../ports/service.ts';
import type { ShipmentRecords } from '../ports/shipment-records.ts';
import type { NewOrderPrinting } from '../printing/new-order-labels.ts';
import type { PublishEvent } from '../runtime-events.ts';
import type { SpendGuard } from './spend-guard.ts';

export interface OrdersParts {
  records: OrderRecords & CommandRecords & ShipmentRecords;
  service: DeliveryService;
  guard: SpendGuard;
  clock: Clock;
  announce: Announce;
  randomBytes: (size: number) => Uint8Array;
  /** Of the environment's prices; null where none is configured. */
  currency: string | null;
  publish: PublishEvent;
  /** Nothing is sent now. */
  isSendingPaused: () => boolean;
  /** The setting: the labels of orders made in the form print when the order is created. */
  printOnCreate: () => boolean;
  printOrder: NewOrderPrinting['printOrder'];
}

/** How an order is created. */
export interface CreateOrderOptions {
  /** Price with tax of the quote shown with it; null where there is none. */
  quotedPrice: number | null;
  /** The operator confirmed that it is no duplicate. */
  evenIfDuplicate: boolean;
  /** Its labels print when it is created; absent: as the settings say. */
  print?: boolean | undefined;
  /** The rejected order that it corrects, whose place it takes. */
  corrects?: number | null;
}

/** Stores an intent, in one transaction with whatever else belongs to it; null where another order took its place. */
export type BeginCreate = (...given: Parameters<Records['beginCreate']>) => Promise<Command | null>;

export interface Orders {
  /** Prices requested from the screen, one at a time. */
  quotes: Quotes;
  /** Why this order must not be created now; null where it may. */
  check(request: OrderRequest, options: CreateOrderOptions): Promise<Failure | null>;
  /** Stores the intent and lets it be sent; `progress` reports what became of it. One after another. */
  create(request: OrderRequest, options: CreateOrderOptions, begin?: BeginCreate): Promise<Result<OrderProgress>>;
  progress(commandId: number): Promise<Result<OrderProgress>>;
  /** A rejected order, to be corrected and sent as a new one. */
  correction(commandId: number): Promise<Result<OrderCorrection>>;
  /** Prints the labels of a created order that were never sent to a printer, now or as soon as they are here. */
  printLabels(commandId: number): Promise<Result<OrderProgress>>;
}

export function createOrders(parts: OrdersParts): Orders {
  const { records, service, clock, guard, currency } = parts;

  /** Under a cap an order needs a price before it is created: the quote's, or one requested now. */
  const orderPrice = async (
    request: OrderRequest,
    { quotedPrice }: CreateOrderOptions,
  ): Promise<Result<number | null>> => {
    if (quotedPrice !== null || !guard.hasCap()) return success(quotedPrice);
    const answer = await service.preview(request);
    const price = answer.kind === 'answered' ? answer.value.price_with_tax : undefined;
    if (price !== undefined) return success(price);
    return failed(priceUnavailable(answer.kind === 'answered' ? null : answer.failure));
  };

  /** The price to store with the order, or why it must not be created now. */
  const checkOrder = async (request: OrderRequest, options: CreateOrderOptions): Promise<Result<number | null>> => {
    // Asked first, because it takes seconds: what the records say must not be older than the order.
    const price = await orderPrice(request, options);
    const facts = await guard.factsOf(request);
    if (facts.usedCode !== null) return failed(codeInUse(facts.usedCode));
    if (facts.unanswered >= maxOpenCommands) return failed(outboxFull);
    const duplicate = options.evenIfDuplicate ? null : guard.checkDuplicate(facts);
    if (duplicate) return failed(duplicate);
    if (!price.ok) return price;
    const over = await guard.checkCap(price.value ?? 0, facts);
    return over ? failed(over) : price;
  };

  const create = async (
    request: OrderRequest,
    options: CreateOrderOptions,
    begin: BeginCreate,
  ): Promise<Result<OrderProgress>> => {
    const price = await checkOrder(request, options);
    if (!price.ok) return price;
    const coded = withCustomCodes(request, parts.randomBytes);
    const code = coded.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const command = await begin(
      coded,
      { activity: { at, who: 'operator', what: 'create-order', code, outcome: message('journal.command.waiting') } },
      {
        quotedPrice: price.value,
        fingerprint: orderFingerprint(request),
        printsLabels: options.print ?? parts.printOnCreate(),
      },
    );
    if (!command) return failed(alreadyCorrected);
    parts.announce('commands', 'station');
    parts.publish({ type: 'command stored' });
    return success(await progressOf(command));
  };

  /** One intent after another, so that two orders with the same codes cannot both find them free. */
  const creating = createMutex();

  const progressOf = async (command: Command): Promise<OrderProgress> => {
    const parcels = command.orderId === null ? [] : await records.parcelsOfOrder(command.orderId);
    const order = command.orderId === null ? null : await records.order(command.orderId);
    return {
      ...orderState(command, order, { isSendingPaused: parts.isSendingPaused(), currency }),
      command,
      parcels,
      priceWithTax: order?.priceWithTax ?? null,
    };
  };

  return {
    quotes: createQuotes(service),
    async check(request, options) {
      const checked = await checkOrder(request, options);
      return checked.ok ? null : checked.failure;
    },
    create(request, options, begin) {
      const { corrects = null } = options;
      const store: BeginCreate =
        corrects === null ? records.beginCreate : (...given) => records.beginCorrection(corrects, ...given);
      return creating.runExclusive(() => create(request, options, begin ?? store));
    },
    async progress(commandId) {
      const command = await records.command(commandId);
      if (command?.kind !== 'create') return failed(unknownOrder);
      return success(await progressOf(command));
    },
    async correction(commandId) {
      const command = await records.command(commandId);
      const request = command && (await records.createRequest(commandId));
      if (!command || !request || !(await records.canBeCorrected(commandId))) return failed(alreadyCorrected);
      return success({ commandId, request: withoutUsedCodes(request, command), failure: command.failure });
    },
    async printLabels(commandId) {
      const command = await records.command(commandId);
      if (command?.kind !== 'create') return failed(unknownOrder);
      const printed = await parts.printOrder(command);
      return printed.ok ? success(await progressOf(command)) : printed;
    },
  };
}

/**
 * Codes that the service may have given to an order already are left out, so that the correction gets its own: all of them where a
 * request may have been carried out, or where the service says that codes are in use.
 */
function withoutUsedCodes(request: OrderRequest, { requestLeft, failure, codes }: Command): OrderRequest {
  if (!requestLeft && !reportsCodesInUse(failure?.serviceText ?? '', codes)) return request;
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map(({ unit, values }) => ({ unit, values }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

/** Every parcel gets a custom code: the operator's, or a generated one. */
function withCustomCodes(request: OrderRequest, randomBytes: (size: number) => Uint8Array): OrderRequest {
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel) => ({
    ...parcel,
    custom_code: parcel.custom_code ?? makeCustomCode(randomBytes),
  }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

const codeInUse = (code: string): Failure => ({ code: 'conflict', message: message('order.code-in-use', { code }) });

/** Fails where the outbox has no room for another order. */
export async function checkOutboxRoom(records: Pick<Records, 'countCommands'>): Promise<Failure | null> {
  return (await records.countCommands(unansweredStates)) < maxOpenCommands ? null : outboxFull;
}

const outboxFull: Failure = { code: 'not-allowed-now', message: message('order.outbox-full') };

const alreadyCorrected: Failure = { code: 'not-allowed-now', message: message('order.already-corrected') };

const priceUnavailable = (failure: Failure | null): Failure => ({
  code: 'over-spending-limit',
  message: message('order.price-unavailable', { reason: failure?.message ?? null }),
});

const unknownOrder: Failure = { code: 'not-found-locally', message: message('order.unknown') };

export interface Quotes {
  /** Requests the price of an order; changes nothing anywhere. Ends a request that is still running. */
  ask(request: OrderRequest): Promise<Result<{ quote: Quote; missing: string[] }>>;
  /** The price is no longer needed. */
  stop(): void;
}

/** One price request at a time: the price of a form that has changed since is of no use. */
function createQuotes(service: Pick<DeliveryService, 'preview'>): Quotes {
  let current: AbortController | null = null;

  const stop = (): void => {
    current?.abort();
    current = null;
  };

  return {
    stop,
    async ask(request) {
      stop();
      const own = new AbortController();
      current = own;
      const answer = await service.preview(request, own.signal);
      if (own.signal.aborted) return failed(superseded);
      current = null;
      if (answer.kind !== 'answered') return failed(answer.failure);
      return success({ quote: answer.value, missing: answer.missing });
    },
  };
}

const superseded: Failure = { code: 'not-allowed-now', message: message('order.quote-superseded') };

/** Why a custom code cannot be given to another parcel; null where it is free as far as this station knows. */
export async function codeConflict(
  records: Pick<Records, 'findByCode' | 'isOrdered'>,
  code: string,
): Promise<Message | null> {
  const match = await records.findByCode(code);
  if (match?.by === 'custom code') return message('custom-code.used-by-parcel');
  return (await records.isOrdered(code)) ? message('custom-code.used-by-open-order') : null;
}

/** What is known of an order's answer. */
export interface AnsweredOrder {
  missing: readonly string[];
  priceWithTax: number | null;
}

export interface OrderStateContext {
  /** Nothing is sent now. */
  isSendingPaused: boolean;
  currency: string | null;
}

type StateAndMessage = Pick<OrderProgress, 'state' | 'message'>;

/** What became of an order. `answer` is null until there is one. */
export function orderState(
  command: Command,
  answer: AnsweredOrder | null,
  { isSendingPaused, currency }: OrderStateContext,
): StateAndMessage {
  const reason: Message | null = command.failure?.message ?? null;
  switch (command.state) {
    case 'done':
      return { state: 'created', message: createdMessage(command, answer, currency) };
    case 'uncertain':
      return { state: 'uncertain', message: message('order.uncertain', { reason }) };
    case 'rejected':
      return { state: 'rejected', message: message('order.rejected', { reason }) };
    case 'undone':
      return { state: 'rejected', message: message('order.undone', { reason }) };
    case 'needs confirmation':
      return { state: 'waiting', message: message('order.needs-confirmation', { reason }) };
    case 'blocked':
      return { state: 'waiting', message: message('order.blocked', { reason }) };
    case 'waiting':
      if (reason !== null) return { state: 'waiting', message: message('order.waiting', { reason }) };
      if (isSendingPaused) return { state: 'waiting', message: message('order.sending-paused') };
      return sending;
    default:
      return sending;
  }
}

const sending: StateAndMessage = { state: 'creating', message: message('order.sending') };

/** Fields of an answer that are named where it left some out. */
const maxNamedFields = 3;

function createdMessage(
  { settledBy, quotedPrice }: Command,
  answer: AnsweredOrder | null,
  currency: string | null,
): OrderProgress['message'] {
  const missing = answer?.missing ?? [];
  if (settledBy !== null) {
    const hasLabels = !missing.includes('shipments');
    return message(hasLabels ? 'order.confirmed' : 'order.confirmed-without-labels', { by: settledBy });
  }
  const charged = answer?.priceWithTax ?? null;
  const prices = { charged: { amount: charged, currency }, quoted: { amount: quotedPrice, currency } };
  const isOtherPrice = isOtherAmount(charged, quotedPrice);
  if (missing.length === 0) {
    return isOtherPrice ? message('order.created-at-other-price', prices) : message('order.created');
  }
  const left = {
    fields: missing.slice(0, maxNamedFields).join(', '),
    more: Math.max(0, missing.length - maxNamedFields),
  };
  return isOtherPrice
    ? message('order.created-incomplete-at-other-price', { ...left, ...prices })
    : message('order.created-incomplete', left);
}
