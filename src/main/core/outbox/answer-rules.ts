import { assertNever, type Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import type { OrderAnswer } from '../../../shared/orders/order-answer.ts';
import { reportsFailure } from '../../../shared/orders/response-envelope.ts';
import { isJsonObject, parseJson } from '../../../shared/values/json.ts';
import type { ServiceAnswer } from '../ports/service.ts';

/** What an answer means for its command. `requestLeft` is added to what was known before. */
export type Verdict =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'wait';
      readonly failure: Failure;
      readonly retryAfterMs: number | null;
      readonly requestLeft: boolean;
    }
  | { readonly kind: 'uncertain'; readonly failure: Failure }
  | { readonly kind: 'rejected'; readonly failure: Failure }
  | { readonly kind: 'blocked'; readonly failure: Failure };

const isServerTrouble = (status: number): boolean => status === 408 || status >= 500;
const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const isNotFound = (status: number): boolean => status === 404 || status === 410;

/** 401, or a 403 right after another refusal of the token, blocks; a single 403 rejects that one command. */
export function rejectsToken(status: number, previousStatus: number | null): boolean {
  if (status === 401) return true;
  return status === 403 && (previousStatus === 401 || previousStatus === 403);
}

/** What is known of the parcel of a deletion before its answer is read. */
export interface DeletionHistory {
  /** The parcel may be absent: an earlier request may have deleted it, or it may never have existed. "Not found" is then an answer. */
  readonly mayBeAbsent: boolean;
  /** An earlier attempt may have been carried out: a refusal of the next one says nothing of it. */
  readonly earlierMayHaveLeft: boolean;
}

/**
 * A delete may be repeated safely, so whatever is not an answer makes it wait and be sent again.
 * @param previousStatus the service's last status to any command, null when it did not answer
 */
export function classifyDeleteAnswer(
  answer: ServiceAnswer<null>,
  history: DeletionHistory,
  previousStatus: number | null,
): Verdict {
  const verdict = verdictOfDeleteAnswer(answer, history.mayBeAbsent, previousStatus);
  if (verdict.kind !== 'rejected' || !history.earlierMayHaveLeft) return verdict;
  const { message: reason } = verdict.failure;
  const failure = { ...verdict.failure, message: message('outbox.deletion-uncertain', { reason }) };
  return { kind: 'uncertain', failure };
}

function verdictOfDeleteAnswer(
  answer: ServiceAnswer<null>,
  mayBeAbsent: boolean,
  previousStatus: number | null,
): Verdict {
  switch (answer.kind) {
    case 'answered':
      return { kind: 'done' };
    case 'not success': {
      const { failure, rawBody } = answer;
      if (reportsFailure(parseJson(rawBody))) return { kind: 'rejected', failure };
      // Another status, such as "ok" or "queued", refuses nothing: the parcel may be deleted.
      const given = message('outbox.deletion-not-confirmed', { reason: failure.message });
      return { kind: 'uncertain', failure: { ...failure, message: given } };
    }
    case 'unreadable':
      return { kind: 'wait', failure: answer.failure, retryAfterMs: null, requestLeft: true };
    case 'unanswered':
      return (
        notSentVerdict(answer.failure) ?? {
          kind: 'wait',
          failure: answer.failure,
          retryAfterMs: null,
          requestLeft: answer.requestLeft,
        }
      );
    case 'rejected': {
      const { failure, retryAfterMs, httpStatus, rawBody } = answer;
      if (rejectsToken(httpStatus, previousStatus)) return { kind: 'blocked', failure };
      // A gateway that does not find the service answers 404 with a page of its own.
      if (isNotFound(httpStatus) && mayBeAbsent && isJsonObject(parseJson(rawBody))) return { kind: 'done' };
      if (httpStatus === 429) return { kind: 'wait', failure, retryAfterMs, requestLeft: false };
      // A redirect comes from a network's sign-in page, or from a back end that redirects to a list after each change.
      if (isServerTrouble(httpStatus) || isRedirect(httpStatus)) {
        return { kind: 'wait', failure, retryAfterMs, requestLeft: true };
      }
      return { kind: 'rejected', failure };
    }
    default:
      return assertNever(answer);
  }
}

/** A create waits only where no byte of the request was sent, or on 429; anything unclear makes it uncertain. */
export function classifyCreateAnswer(answer: ServiceAnswer<OrderAnswer>, previousStatus: number | null): Verdict {
  switch (answer.kind) {
    case 'answered':
      return { kind: 'done' };
    case 'not success':
    case 'unreadable':
      return { kind: 'uncertain', failure: answer.failure };
    case 'unanswered': {
      if (answer.requestLeft) return { kind: 'uncertain', failure: answer.failure };
      return (
        notSentVerdict(answer.failure) ?? {
          kind: 'wait',
          failure: answer.failure,
          retryAfterMs: null,
          requestLeft: false,
        }
      );
    }
    case 'rejected': {
      const { failure, retryAfterMs, httpStatus } = answer;
      if (rejectsToken(httpStatus, previousStatus)) return { kind: 'blocked', failure };
      if (httpStatus === 429) return { kind: 'wait', failure, retryAfterMs, requestLeft: false };
      if (isServerTrouble(httpStatus) || isRedirect(httpStatus)) return { kind: 'uncertain', failure };
      return { kind: 'rejected', failure };
    }
    default:
      return assertNever(answer);
  }
}

/**
 * True where the service rejected an order because its codes were used before, and says so of the codes. It is then trusted to reject
 * them again, so a "duplicate" of something unnamed is not enough.
 */
export const rejectsUsedCodes = (answer: ServiceAnswer<unknown>, codes: readonly string[]): boolean =>
  answer.kind === 'rejected' && rejectsCodes(answer.httpStatus, answer.failure.serviceText ?? '', codes);

/** The same of a status and the service's text. */
export const rejectsCodes = (httpStatus: number, serviceText: string, codes: readonly string[]): boolean =>
  isOrderRejection(httpStatus) &&
  sentencesOfUse(serviceText, codes).some((sentence) => namesCode(sentence, codes) || /\bcodes?\b/i.test(sentence));

/** What an answer means for a create that was sent before without a clear answer. It never waits, or it would be sent again automatically. */
export type ResendVerdict =
  | { readonly kind: 'done' }
  /** Rejected because its codes are in use: its first request succeeded. */
  | { readonly kind: 'exists' }
  | { readonly kind: 'uncertain'; readonly failure: Failure };

/**
 * An operator sent an uncertain order once more with the same codes. A 2xx is the order; a refusal because of its codes means that
 * the order exists; no other answer says anything about the first request.
 * @param codes the order's custom codes
 */
export function classifyResendAnswer(answer: ServiceAnswer<OrderAnswer>, codes: readonly string[]): ResendVerdict {
  if (answer.kind === 'answered') return { kind: 'done' };
  if (answer.kind !== 'rejected' || !isOrderRejection(answer.httpStatus)) {
    return { kind: 'uncertain', failure: answer.failure };
  }
  if (reportsCodesInUse(answer.failure.serviceText ?? '', codes)) return { kind: 'exists' };
  const { message: reason } = answer.failure;
  const failure = { ...answer.failure, message: message('outbox.rejected-for-another-reason', { reason }) };
  return { kind: 'uncertain', failure };
}

/** Statuses that reject the content of an order, not the sender or the rate. */
const isOrderRejection = (status: number): boolean => status === 400 || status === 409 || status === 422;

const inUsePattern =
  /already (?:been )?(?:taken|used|registered|known)|already exists?|already in use|duplicate|\bunique\b/i;
const usagePattern = /\b(?:taken|used|in use|registered|known|exists?|belongs?|assigned|conflicts?)\b/i;
const codePattern = /custom[ _-]?code/i;
/** What else of an order may be taken: it says nothing of the codes. */
const otherPattern = /phone|e-?mail|address|reference|(?:post(?:al)?|zip|country|area|city|promo|size)[ _-]?code/i;
/** Terms about the format of a code, or negations: the service may have no order with that code. */
const formatPattern =
  /\b(?:invalid|malformed|format|required|missing|characters?|length|longer|shorter|alphanumeric|allowed|not|no|unknown)\b/i;
/** The field that a refusal names: "drop_offs.0.parcels.0.custom_code: has already been taken". */
const fieldPattern = /^[\w.[\]-]+:\s/;

/** True where a refusal says that its codes are in use. */
export const reportsCodesInUse = (serviceText: string, codes: readonly string[]): boolean =>
  sentencesOfUse(serviceText, codes).length > 0;

/**
 * The sentences of a refusal that say so. The interface document shows no refusal; these are common phrases of services that check for uniqueness. A refusal that only names a code,
 * or reports another field as taken, is not conclusive.
 */
function sentencesOfUse(serviceText: string, codes: readonly string[]): string[] {
  return serviceText.split(' · ').filter((sentence) => {
    if (namesCode(sentence, codes)) {
      return inUsePattern.test(sentence) || (usagePattern.test(sentence) && !formatPattern.test(sentence));
    }
    if (otherPattern.test(sentence)) return false;
    const field = fieldPattern.exec(sentence)?.[0] ?? '';
    return inUsePattern.test(sentence) && (field === '' || /code/i.test(field));
  });
}

function namesCode(sentence: string, codes: readonly string[]): boolean {
  const lowerCase = sentence.toLowerCase();
  return codePattern.test(sentence) || codes.some((code) => lowerCase.includes(code.toLowerCase()));
}

/** Two reasons why a request was not made; neither is resolved by waiting. */
function notSentVerdict(failure: Failure): Verdict | null {
  if (failure.code === 'token-missing') return { kind: 'blocked', failure };
  if (failure.code === 'invalid-input') return { kind: 'rejected', failure };
  return null;
}
