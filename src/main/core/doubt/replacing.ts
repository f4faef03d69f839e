import { type Command, commandOffers, unansweredStates } from '../../../shared/command.ts';
import { makeCustomCode } from '../../../shared/custom-code.ts';
import { type Failure, failed, type Result, success } from '../../../shared/failure.ts';
import { mayReplaceAfterMs } from '../../../shared/order-alarm.ts';
import type { OrderRequest } from '../../../shared/order-request.ts';
import type { Announce } from '../announce.ts';
import { mostOpenCommands } from '../outbox.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { Records } from '../ports/records.ts';
import type { SpendGuard } from '../spend-guard.ts';

export interface ReplacingParts {
  records: Records;
  clock: Clock;
  announce: Announce;
  randomBytes: (size: number) => Uint8Array;
  /** The old order may be charged as well: the new one is not paid out of its share. */
  guard: Pick<SpendGuard, 'whyOverCap'>;
  /** Deletions and an order are on disk: they may leave. */
  onIntent: () => void;
}

/** Lets an order in doubt give way to a new one with new codes; gives the new one. */
export async function replaceOrder(parts: ReplacingParts, commandId: number): Promise<Result<Command>> {
  const { records, clock } = parts;
  const command = await records.command(commandId);
  if (!command || !commandOffers('replace', command)) return failed(notInDoubt);
  const refusal =
    tooEarly(command, clock.now()) ??
    (await whyTooMuch(records)) ??
    (await parts.guard.whyOverCap(command.quotedPrice ?? 0));
  if (refusal) return failed(refusal);
  const request = await records.createRequest(commandId);
  if (!request) return failed(notInDoubt);
  const replacement = {
    request: withNewCodes(request, parts.randomBytes),
    failure: givenWay,
    unmovedSince: command.updatedAt,
  };
  const at = instant(clock.now());
  const code = command.codes[0] ?? null;
  const created = await records.replaceCreate(commandId, replacement, {
    activity: { at, who: 'operator', what: 'replace order', code, outcome: 'its codes are deleted, new ones ordered' },
  });
  if (!created) return failed(notInDoubt);
  parts.announce('commands', 'station', 'deletions');
  parts.onIntent();
  return success(created);
}

/** A request may lie somewhere on its way for minutes: what is deleted too early is ordered after its deletion. */
function tooEarly({ updatedAt }: Command, now: number): Failure | null {
  const from = Date.parse(updatedAt) + mayReplaceAfterMs;
  if (now >= from) return null;
  const minutes = Math.ceil((from - now) / 60_000);
  return {
    code: 'not-allowed-now',
    message: `The order may still be on its way: it can be replaced in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, at ${clockWords(from)}.`,
    next: 'Until then wait for its webhook, or import the order response.',
  };
}

/** The desk's clock time, "14:32". */
function clockWords(moment: number): string {
  const at = new Date(moment);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

async function whyTooMuch(records: Records): Promise<Failure | null> {
  return (await records.countCommands(unansweredStates)) >= mostOpenCommands ? tooMuchWaits : null;
}

/** Every parcel gets another code, also where the operator gave the old one: it stays with the old order. */
function withNewCodes(request: OrderRequest, randomBytes: (size: number) => Uint8Array): OrderRequest {
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel) => ({ ...parcel, custom_code: makeCustomCode(randomBytes) }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

const givenWay: Failure = {
  code: 'not-allowed-now',
  message: 'It was replaced: its codes are deleted, and the order was made again with new ones.',
  next: 'Stickers with the old codes are void.',
};

const notInDoubt: Failure = {
  code: 'not-allowed-now',
  message: 'This order is not in doubt any more; nothing was changed.',
  next: 'Look again.',
};

const tooMuchWaits: Failure = {
  code: 'not-allowed-now',
  message: 'Too much waits for the service already: nothing was done.',
  next: 'Do it again when some of it has gone.',
};
