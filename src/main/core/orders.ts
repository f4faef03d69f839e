import { type Command, unansweredStates } from '../../shared/command.ts';
import { makeCustomCode } from '../../shared/custom-code.ts';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { OrderProgress } from '../../shared/order-progress.ts';
import type { OrderRequest } from '../../shared/order-request.ts';
import type { Announce } from './announce.ts';
import { likenessOf } from './likeness.ts';
import { orderWords } from './order-words.ts';
import { mostOpenCommands } from './outbox.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Records } from './ports/records.ts';
import type { DeliveryService } from './ports/service.ts';
import { createQuotes, type Quotes } from './quotes.ts';
import type { SpendGuard } from './spend-guard.ts';
import { whyCodeTaken } from './taken-code.ts';

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
  onIntent: () => void;
  /** Nothing leaves now, whatever is wanted. */
  isHeldUp: () => boolean;
}

/** What is known beside the order itself when it is asked for. */
export interface AskedOrder {
  /** Price with tax of the quote it is made with; null where there is none. */
  quotedPrice: number | null;
  /** A person was asked about an order much like it. */
  evenIfAlike: boolean;
}

/** Writes an intent down, in one transaction with whatever else belongs to it. */
export type BeginCreate = Records['beginCreate'];

export interface Orders {
  /** Prices asked from the screen, one at a time. */
  quotes: Quotes;
  /** Why this order must not be made now; null where it may. */
  whyNot(request: OrderRequest, asked: AskedOrder): Promise<Failure | null>;
  /** Puts the intent on disk and lets it leave; what became of it is told by `progress`. One after another. */
  create(request: OrderRequest, asked: AskedOrder, begin?: BeginCreate): Promise<Result<OrderProgress>>;
  progress(commandId: number): Promise<Result<OrderProgress>>;
}

export function createOrders(parts: OrdersParts): Orders {
  const { records, service, clock, guard, currency } = parts;

  const takenCode = async (request: OrderRequest): Promise<string | null> => {
    for (const parcel of request.drop_offs[0].parcels) {
      const code = parcel.custom_code;
      if (code !== undefined && (await whyCodeTaken(records, code)) !== null) return code;
    }
    return null;
  };

  /** Under a cap an order has a price before it is made: the quote's, or one that is asked now. */
  const priceOf = async (request: OrderRequest, { quotedPrice }: AskedOrder): Promise<Result<number | null>> => {
    if (quotedPrice !== null || !guard.hasCap()) return success(quotedPrice);
    const answer = await service.preview(request);
    const price = answer.kind === 'answered' ? answer.value.price_with_tax : undefined;
    if (price !== undefined) return success(price);
    return failed(
      answer.kind === 'answered' ? noPrice : { ...noPrice, message: `${noPrice.message} ${answer.failure.message}` },
    );
  };

  /** The price to write down with the order, or why it must not be made now. */
  const judge = async (request: OrderRequest, asked: AskedOrder): Promise<Result<number | null>> => {
    const taken = await takenCode(request);
    if (taken !== null) return failed(codeTaken(taken));
    if ((await records.countCommands(unansweredStates)) >= mostOpenCommands) return failed(tooManyWait);
    const alike = asked.evenIfAlike ? null : await guard.whyAlike(request);
    if (alike) return failed(alike);
    const price = await priceOf(request, asked);
    if (!price.ok) return price;
    const over = await guard.whyOverCap(price.value ?? 0);
    return over ? failed(over) : price;
  };

  const create = async (
    request: OrderRequest,
    asked: AskedOrder,
    begin: BeginCreate,
  ): Promise<Result<OrderProgress>> => {
    const price = await judge(request, asked);
    if (!price.ok) return price;
    const whole = withCustomCodes(request, parts.randomBytes);
    const code = whole.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const command = await begin(
      whole,
      { activity: { at, who: 'operator', what: 'create order', code, outcome: 'intent kept' } },
      { quotedPrice: price.value, likeness: likenessOf(request) },
    );
    parts.announce('commands', 'station');
    parts.onIntent();
    return success(await progressOf(command));
  };

  /** One intent after another, so that two of the same codes cannot both find them free. */
  let lastCreate: Promise<unknown> = Promise.resolve();

  const progressOf = async (command: Command): Promise<OrderProgress> => {
    const parcels = command.orderId === null ? [] : await records.parcelsOfOrder(command.orderId);
    const order = command.orderId === null ? null : await records.order(command.orderId);
    return {
      ...orderWords(command, order, { isHeldUp: parts.isHeldUp(), currency }),
      command,
      parcels,
      priceWithTax: order?.priceWithTax ?? null,
    };
  };

  return {
    quotes: createQuotes(service),
    async whyNot(request, asked) {
      const judged = await judge(request, asked);
      return judged.ok ? null : judged.failure;
    },
    create(request, asked, begin = records.beginCreate) {
      const created = lastCreate.then(() => create(request, asked, begin));
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
export function withCustomCodes(request: OrderRequest, randomBytes: (size: number) => Uint8Array): OrderRequest {
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel) => ({
    ...parcel,
    custom_code: parcel.custom_code ?? makeCustomCode(randomBytes),
  }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

const codeTaken = (code: string): Failure => ({
  code: 'conflict',
  message: `The custom code ${code} is already known here, or in an order that has no answer yet.`,
  next: 'Give this parcel another code, or leave the field empty.',
});

const tooManyWait: Failure = {
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
