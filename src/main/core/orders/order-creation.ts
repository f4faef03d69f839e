import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { type Command, unansweredStates } from '../../../shared/orders/command.ts';
import { makeCustomCode } from '../../../shared/orders/custom-code.ts';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { Quote } from '../../../shared/orders/quote.ts';
import { orderFingerprint } from '../common/fingerprint.ts';
import type { Announce } from '../common/notices.ts';
import { maxOpenCommands } from '../outbox/outbox.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { DeliveryService } from '../ports/service.ts';
import { orderWords } from './order-progress-text.ts';
import type { SpendGuard } from './spend-guard.ts';

export interface OrdersParts {
  records: Records;
  service: DeliveryService;
  guard: SpendGuard;
  clock: Clock;
  announce: Announce;
  randomBytes: (size: number) => Uint8Array;
  /** Of the environment's prices; null where none is set. */
  currency: string | null;
  /** An intent is on disk: it may leave. */
  onCommandStored: () => void;
  /** Nothing leaves now, whatever is wanted. */
  isSendingPaused: () => boolean;
}

/** What is known beside the order itself when it is asked for. */
export interface AskedOrder {
  /** Price with tax of the quote it is made with; null where there is none. */
  quotedPrice: number | null;
  /** A person was asked about an order much like it. */
  evenIfDuplicate: boolean;
}

/** Writes an intent down, in one transaction with whatever else belongs to it. */
export type BeginCreate = Records['beginCreate'];

export interface Orders {
  /** Prices asked from the screen, one at a time. */
  quotes: Quotes;
  /** Why this order must not be made now; null where it may. */
  check(request: OrderRequest, options: AskedOrder): Promise<Failure | null>;
  /** Puts the intent on disk and lets it leave; what became of it is told by `progress`. One after another. */
  create(request: OrderRequest, options: AskedOrder, begin?: BeginCreate): Promise<Result<OrderProgress>>;
  progress(commandId: number): Promise<Result<OrderProgress>>;
}

export function createOrders(parts: OrdersParts): Orders {
  const { records, service, clock, guard, currency } = parts;

  const usedCode = async (request: OrderRequest): Promise<string | null> => {
    for (const parcel of request.drop_offs[0].parcels) {
      const code = parcel.custom_code;
      if (code !== undefined && (await codeConflict(records, code)) !== null) return code;
    }
    return null;
  };

  /** Under a cap an order has a price before it is made: the quote's, or one that is asked now. */
  const orderPrice = async (request: OrderRequest, { quotedPrice }: AskedOrder): Promise<Result<number | null>> => {
    if (quotedPrice !== null || !guard.hasCap()) return success(quotedPrice);
    const answer = await service.preview(request);
    const price = answer.kind === 'answered' ? answer.value.price_with_tax : undefined;
    if (price !== undefined) return success(price);
    return failed(
      answer.kind === 'answered' ? noPrice : { ...noPrice, message: `${noPrice.message} ${answer.failure.message}` },
    );
  };

  /** The price to write down with the order, or why it must not be made now. */
  const checkOrder = async (request: OrderRequest, options: AskedOrder): Promise<Result<number | null>> => {
    const taken = await usedCode(request);
    if (taken !== null) return failed(codeInUse(taken));
    if ((await records.countCommands(unansweredStates)) >= maxOpenCommands) return failed(outboxFull);
    const duplicate = options.evenIfDuplicate ? null : await guard.findDuplicate(request);
    if (duplicate) return failed(duplicate);
    const price = await orderPrice(request, options);
    if (!price.ok) return price;
    const over = await guard.checkCap(price.value ?? 0);
    return over ? failed(over) : price;
  };

  const create = async (
    request: OrderRequest,
    options: AskedOrder,
    begin: BeginCreate,
  ): Promise<Result<OrderProgress>> => {
    const price = await checkOrder(request, options);
    if (!price.ok) return price;
    const coded = withCustomCodes(request, parts.randomBytes);
    const code = coded.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const command = await begin(
      coded,
      { activity: { at, who: 'operator', what: 'create order', code, outcome: 'intent kept' } },
      { quotedPrice: price.value, fingerprint: orderFingerprint(request) },
    );
    parts.announce('commands', 'station');
    parts.onCommandStored();
    return success(await progressOf(command));
  };

  /** One intent after another, so that two of the same codes cannot both find them free. */
  let lastCreate: Promise<unknown> = Promise.resolve();

  const progressOf = async (command: Command): Promise<OrderProgress> => {
    const parcels = command.orderId === null ? [] : await records.parcelsOfOrder(command.orderId);
    const order = command.orderId === null ? null : await records.order(command.orderId);
    return {
      ...orderWords(command, order, { isSendingPaused: parts.isSendingPaused(), currency }),
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
    create(request, options, begin = records.beginCreate) {
      const created = lastCreate.then(() => create(request, options, begin));
      lastCreate = created.catch(() => {});
      return created;
    },
    async progress(commandId) {
      const command = await records.command(commandId);
      if (command?.kind !== 'create') return failed(unknownOrder);
      return success(await progressOf(command));
    },
  };
}

/** Every parcel gets a custom code: the operator's, or one made here. */
function withCustomCodes(request: OrderRequest, randomBytes: (size: number) => Uint8Array): OrderRequest {
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel) => ({
    ...parcel,
    custom_code: parcel.custom_code ?? makeCustomCode(randomBytes),
  }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

const codeInUse = (code: string): Failure => ({
  code: 'conflict',
  message: `The custom code ${code} is already known here, or in an order that has no answer yet.`,
  next: 'Give this parcel another code, or leave the field empty.',
});

const outboxFull: Failure = {
  code: 'not-allowed-now',
  message: 'Too much waits for the service already: nothing was ordered.',
  next: 'Create it again when some of it has gone.',
};

const noPrice: Failure = {
  code: 'over-cap',
  message: 'Under a cap nothing is ordered without a price, and the service told none.',
  next: 'Try again, or take the cap away under Settings, Spending.',
};

const unknownOrder: Failure = { code: 'not-found-here', message: 'This station knows no such order.' };

export interface Quotes {
  /** Asks the price of an order; changes nothing anywhere. A question asked meanwhile ends this one. */
  ask(request: OrderRequest): Promise<Result<{ quote: Quote; missing: string[] }>>;
  /** Nobody waits for a price any more. */
  stop(): void;
}

/** One price is asked at a time: of a form that has changed since, nobody wants to know it. */
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

const superseded: Failure = {
  code: 'not-allowed-now',
  message: 'This price was no longer wanted: the order changed, or another one was asked.',
};

/** Why a custom code cannot be given to another parcel, as a clause; null where it is free as far as this station knows. */
export async function codeConflict(
  records: Pick<Records, 'findByCode' | 'isOrdered'>,
  code: string,
): Promise<string | null> {
  const match = await records.findByCode(code);
  if (match?.by === 'custom code') return 'A parcel known here has this code';
  return (await records.isOrdered(code)) ? 'An order without an answer has this code' : null;
}
