import { type Command, unansweredStates } from '../../shared/command.ts';
import { makeCustomCode } from '../../shared/custom-code.ts';
import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { OrderProgress } from '../../shared/order-progress.ts';
import type { OrderRequest } from '../../shared/order-request.ts';
import type { Quote } from '../../shared/quote.ts';
import type { Announce } from './announce.ts';
import { mostOpenCommands } from './outbox.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Records } from './ports/records.ts';
import type { DeliveryService } from './ports/service.ts';

export interface OrdersParts {
  records: Records;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
  randomBytes: (size: number) => Uint8Array;
  /** An intent is on disk: it may leave. */
  onIntent: () => void;
  /** Nothing leaves now, whatever is wanted. */
  isHeldUp: () => boolean;
}

/** What is known beside the order itself when it is asked for. */
export interface AskedOrder {
  /** Price with tax of the quote on the screen; null where none is shown. */
  quotedPrice: number | null;
  /** A person was asked about an order much like it. */
  evenIfAlike: boolean;
}

export interface Orders {
  /** Asks the price of an order. Changes nothing anywhere. */
  quote(request: OrderRequest): Promise<Result<{ quote: Quote; missing: string[] }>>;
  /** Puts the intent on disk and lets it leave; what became of it is told by `progress`. */
  create(request: OrderRequest, asked: AskedOrder): Promise<Result<OrderProgress>>;
  progress(commandId: number): Promise<Result<OrderProgress>>;
}

export function createOrders(parts: OrdersParts): Orders {
  const { records, service, clock } = parts;

  const takenCode = async (request: OrderRequest): Promise<string | null> => {
    for (const parcel of request.drop_offs[0].parcels) {
      if (parcel.custom_code === undefined) continue;
      const match = await records.findByCode(parcel.custom_code);
      if (match?.by === 'custom code' || (await records.isOrdered(parcel.custom_code))) return parcel.custom_code;
    }
    return null;
  };

  const create = async (request: OrderRequest): Promise<Result<OrderProgress>> => {
    const taken = await takenCode(request);
    if (taken !== null) return failed(codeTaken(taken));
    if ((await records.countCommands(unansweredStates)) >= mostOpenCommands) return failed(tooManyWait);
    const whole = withCustomCodes(request, parts.randomBytes);
    const code = whole.drop_offs[0].parcels[0]?.custom_code ?? null;
    const at = instant(clock.now());
    const command = await records.beginCreate(whole, {
      activity: { at, who: 'operator', what: 'create order', code, outcome: 'intent kept' },
    });
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
      ...wordsFor(command, order?.missing ?? [], parts.isHeldUp()),
      command,
      parcels,
      priceWithTax: order?.priceWithTax ?? null,
    };
  };

  return {
    async quote(request) {
      const answer = await service.preview(request);
      if (answer.kind !== 'answered') return failed(answer.failure);
      return success({ quote: answer.value, missing: answer.missing });
    },
    create(request, _asked) {
      const created = lastCreate.then(() => create(request));
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

function wordsFor(
  command: Command,
  missing: readonly string[],
  isHeldUp: boolean,
): Pick<OrderProgress, 'word' | 'sentence'> {
  const said = command.failure?.message;
  switch (command.state) {
    case 'done':
      return { word: 'Created', sentence: `The service took the order.${unsaid(missing)}` };
    case 'uncertain':
      return {
        word: 'Uncertain',
        sentence: `${said ?? 'The service gave no answer.'} The order may exist. It is not sent again by itself.`,
      };
    case 'rejected':
      return {
        word: 'Refused',
        sentence: `${said ?? 'The service refused the order.'} Correct the form and press Create order.`,
      };
    case 'asks':
      return {
        word: 'Waiting',
        sentence: `${said ?? 'It waits for your word.'} Look under Print queue, Waiting to send.`,
      };
    case 'undone':
      return { word: 'Refused', sentence: 'It was taken back: nothing was ordered.' };
    case 'blocked':
      return { word: 'Waiting', sentence: `${said ?? 'The token was refused.'} It goes when a new token is entered.` };
    case 'waiting':
      return said
        ? { word: 'Waiting', sentence: `${said} It goes by itself when the service can be reached.` }
        : isHeldUp
          ? { word: 'Waiting', sentence: 'It goes by itself when the service takes anything again.' }
          : { word: 'Creating', sentence: 'On its way to the service.' };
    default:
      return { word: 'Creating', sentence: 'On its way to the service.' };
  }
}

/** Names at most three of the fields a 2xx left out: the order stands all the same. */
function unsaid(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  return ` It did not say: ${missing.slice(0, 3).join(', ')}${more}.`;
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

const unknownOrder: Failure = { code: 'not-found-here', message: 'This station knows no such order.' };
