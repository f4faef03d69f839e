import type { ActivityKind } from '../../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderAnswer } from '../../../shared/orders/order-answer.ts';
import type { OrderRequest } from '../../../shared/orders/order-request.ts';
import type { PreviousStatus } from '../health.ts';
import type { Announce } from '../notices.ts';
import { orderFromAnswer, orderFromRequest } from '../orders/answered-order.ts';
import { type Clock, instant } from '../ports/clock.ts';
import type { CommandRecords } from '../ports/command-records.ts';
import type { OrderRecords, UncertainOrderRecords } from '../ports/order-records.ts';
import type { DeliveryService, ServiceAnswer } from '../ports/service.ts';
import type { Activity } from '../ports/write-context.ts';
import type { PublishEvent, RuntimeEvent } from '../runtime-events.ts';
import {
  classifyCreateAnswer,
  classifyDeleteAnswer,
  classifyResendAnswer,
  type ResendVerdict,
  rejectsToken,
  rejectsUsedCodes,
  type Verdict,
} from './answer-rules.ts';
import { pauseBeforeRetry, requestedDelay } from './retry-pacing.ts';
import type { UsedCodes } from './used-codes.ts';

export interface ExchangeParts {
  records: OrderRecords & CommandRecords & UncertainOrderRecords;
  service: DeliveryService;
  clock: Clock;
  announce: Announce;
  random: () => number;
  publish: PublishEvent;
  usedCodes: UsedCodes;
  previousStatus: PreviousStatus;
}

/** An answer that is not stored yet. */
export interface Exchange {
  answer: ServiceAnswer<unknown>;
  /** Nothing more is sent with this token. */
  tokenRejected: boolean;
  /** Records the outcome. Where that failed, it may be called again. */
  record(): Promise<void>;
}

/** Sends the service one command that is stored as `sending`. `mayBeDone`: a deletion that another bench may have sent too. */
export type SendCommand = (command: Command, request?: OrderRequest | null, mayBeDone?: boolean) => Promise<Exchange>;

/** The journal's name for the answer to a command. */
export const answerActivity = { delete: 'deletion-answer', create: 'order-answer' } as const;

/** The journal's entry about a command. */
export const activityFor = (command: Command, at: number, what: ActivityKind, outcome: Message): Activity => ({
  at: instant(at),
  who: 'station',
  what,
  code: command.codes[0] ?? null,
  outcome,
});

/** One request and its answer. */
export function createExchanges(parts: ExchangeParts): SendCommand {
  const { records, service, clock, announce, publish, usedCodes } = parts;

  const note = (command: Command, outcome: Message): { activity: Activity } => ({
    activity: activityFor(command, clock.now(), answerActivity[command.kind], outcome),
  });

  const settle = async (
    command: Command,
    verdict: Exclude<Verdict, { kind: 'done' }>,
    answer: ServiceAnswer<unknown>,
  ): Promise<void> => {
    const { failure } = verdict;
    const state = verdict.kind === 'wait' ? 'waiting' : verdict.kind;
    const record = note(command, message('journal.command.answered', { state, reason: failure.message }));
    if (verdict.kind === 'wait') {
      const now = clock.now();
      const moved = await records.moveCommand(
        command.id,
        ['sending'],
        {
          state: 'waiting',
          // Never sooner than our own pause: a service may ask to be called again after no time at all.
          notBefore: now + pauseBeforeRetry(command.attempts, parts.random()),
          retryAfterAt: now + (requestedDelay(answer) ?? verdict.retryAfterMs ?? 0),
          failure,
          requestLeft: command.requestLeft || verdict.requestLeft,
        },
        record,
      );
      if (moved?.state === 'uncertain') publish(uncertainEvent(command));
      return;
    }
    const change = { state: verdict.kind, failure, ...(verdict.kind === 'uncertain' && { requestLeft: true }) };
    const moved = await records.moveCommand(command.id, ['sending'], change, record);
    if (moved?.state === 'uncertain') publish(uncertainEvent(command));
    if (verdict.kind === 'rejected' && command.kind === 'delete')
      publish({ type: 'deletion rejected', parcelId: command.parcelId });
  };

  const sendDelete = async (command: Command, mayBeDone: boolean): Promise<Exchange> => {
    const answer = await service.deleteByCustomCode(command.codes[0] ?? '');
    const { requestLeft, attempts } = command;
    // The first request for a code that may not exist at the service is stored as one that may have left, and is no retry.
    const history = { mayBeAbsent: requestLeft || mayBeDone, earlierMayHaveLeft: requestLeft && attempts > 1 };
    const verdict = classifyDeleteAnswer(answer, history, parts.previousStatus.before(answer));
    const record = async (): Promise<void> => {
      if (verdict.kind !== 'done') return settle(command, verdict, answer);
      const wasThere = answer.kind === 'answered';
      await records.completeDelete(command.id, note(command, message('journal.command.deleted')), wasThere);
      announce('parcels');
      publish({ type: 'deletion confirmed' });
    };
    return { answer, tokenRejected: verdict.kind === 'blocked', record };
  };

  const complete = async (
    command: Command,
    request: OrderRequest,
    answer: Extract<ServiceAnswer<OrderAnswer>, { kind: 'answered' }>,
  ): Promise<void> => {
    const order = orderFromAnswer(answer.value, answer.missing, answer.rawBody, request);
    await records.completeCreate(command.id, order, note(command, message('order.created')));
    announce('parcels');
    publish({ type: 'order stored' });
  };

  /** Handles the answer to an uncertain order that was sent once more. */
  const settleResend = async (
    command: Command,
    request: OrderRequest,
    verdict: Exclude<ResendVerdict, { kind: 'done' }>,
  ): Promise<void> => {
    if (verdict.kind === 'uncertain') {
      const record = note(command, message('journal.command.still-uncertain', { reason: verdict.failure.message }));
      const change = { state: 'uncertain', failure: verdict.failure, requestLeft: true } as const;
      await records.moveCommand(command.id, ['sending'], change, record);
      publish({ type: 'order uncertain' });
      return;
    }
    const record = note(command, message('order.confirmed', { by: 'rejection' }));
    const settlement = { by: 'rejection', from: ['sending'] } as const;
    await records.settleAsExisting(command.id, settlement, orderFromRequest(request), record);
    announce('parcels');
    publish({ type: 'order stored' });
  };

  const sendCreate = async (command: Command, known: OrderRequest | null): Promise<Exchange> => {
    const request = known ?? (await records.createRequest(command.id));
    if (!request) throw new Error(`Create command ${command.id} has no readable request`);
    const answer = await service.create(request);
    const previousStatus = parts.previousStatus.before(answer);
    const verdict = command.requestLeft
      ? classifyResendAnswer(answer, command.codes)
      : classifyCreateAnswer(answer, previousStatus);
    const record = async (): Promise<void> => {
      if (rejectsUsedCodes(answer, command.codes)) await usedCodes.noteRejection();
      // A refusal is no order, and must not take the place of an answer that may hold one.
      if (answer.kind !== 'unanswered' && answer.kind !== 'rejected') {
        await records.saveRawAnswer(command.id, answer.rawBody);
      }
      if (answer.kind === 'answered') await complete(command, request, answer);
      else if (verdict.kind === 'exists') await settleResend(command, request, verdict);
      else if (verdict.kind === 'uncertain' && command.requestLeft) await settleResend(command, request, verdict);
      else if (verdict.kind !== 'done') await settle(command, verdict, answer);
    };
    return { answer, tokenRejected: isTokenRejected(answer, previousStatus), record };
  };

  return (command, request = null, mayBeDone = false) =>
    command.kind === 'delete' ? sendDelete(command, mayBeDone) : sendCreate(command, request);
}

const uncertainEvent = ({ kind, codes }: Command): RuntimeEvent =>
  kind === 'delete' ? { type: 'deletion uncertain', code: codes[0] ?? '' } : { type: 'order uncertain' };

/** A missing token keeps a command back like a rejected one. */
function isTokenRejected(answer: ServiceAnswer<unknown>, previousStatus: number | null): boolean {
  if (answer.kind === 'unanswered') return answer.failure.code === 'token-missing';
  return answer.kind === 'rejected' && rejectsToken(answer.httpStatus, previousStatus);
}
