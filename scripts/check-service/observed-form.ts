import { rejectsCodes } from '../../src/main/core/outbox/answer-rules.ts';
import { extractServiceText } from '../../src/main/service/response-text.ts';
import type { PracticeBehaviour } from '../../src/shared/settings/practice-behaviour.ts';
import { isJsonObject } from '../../src/shared/values/json.ts';
import type { RawAnswer } from './service-request.ts';

/** What can be read from the form of answers alone. */

/** The value at a path; undefined where there is none. Lists may be objects with numbered keys. */
export const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );

/** The object of an answer, with or without its envelope. */
export function objectOf(answer: RawAnswer): unknown {
  return isJsonObject(answer.json) && 'object' in answer.json ? answer.json.object : answer.json;
}

export const envelopeOf = (answer: RawAnswer): PracticeBehaviour['envelope'] =>
  isJsonObject(answer.json) && 'object' in answer.json ? 'as-documented' : 'without';

/** How values of a quote differ from the document; the first difference found. */
export function valuesOf(answer: RawAnswer): PracticeBehaviour['values'] {
  const quote = objectOf(answer);
  if (isJsonObject(at(quote, 'pick_ups'))) return 'lists-as-objects';
  if (typeof at(quote, 'price_with_tax') === 'string') return 'numbers-as-text';
  const status = at(answer.json, 'status');
  if (typeof status === 'string' && status !== 'success' && status.trim().toLowerCase() === 'success')
    return 'padded-text';
  const address = at(quote, 'pick_ups', '0', 'drop_offs', '0', 'address');
  return isJsonObject(address) && (address.region === null || address.lat === null) ? 'nulls' : 'as-documented';
}

/** "+04:00", from the slots of a quote; null where they carry none. */
export function utcOffsetOf(answer: RawAnswer): string | null {
  const start = at(objectOf(answer), 'pick_ups', '0', 'time_slot_datetime_start');
  if (typeof start !== 'string') return null;
  if (/Z$/i.test(start)) return '+00:00';
  const [, sign, hours, minutes = '00'] = /([+-])(\d{2}):?(\d{2})?$/.exec(start) ?? [];
  return sign === undefined || hours === undefined ? null : `${sign}${hours}:${minutes}`;
}

/** How an invalid request was rejected; null where it was not. */
export function rejectionOf({ status, type }: RawAnswer): PracticeBehaviour['rejection'] | null {
  if (status >= 300 && status < 400) return 'redirect';
  if (status < 400) return null;
  return /html/i.test(type) ? 'html' : 'json';
}

const isHtml = ({ type, text }: RawAnswer): boolean => /html/i.test(type) || /^\s*<(!doctype|html)/i.test(text);

export const isAccepted = ({ status }: RawAnswer): boolean => status >= 200 && status < 300;

/** A code that was used before, and the answer to an order that uses it again. */
interface CodeUsedAgain {
  readonly code: string;
  readonly answer: RawAnswer;
}

/**
 * What became of used codes, of an existing and of a deleted parcel; null where an answer refused the order without naming its code.
 * A station with this profile sends an uncertain order again without a question where used codes are rejected.
 */
export function usedCodesOf(live: CodeUsedAgain, deleted: CodeUsedAgain): PracticeBehaviour['usedCodes'] | null {
  if (isAccepted(live.answer)) return 'accepted';
  if (!isRejected(live)) return null;
  if (isAccepted(deleted.answer)) return 'released-after-deletion';
  return isRejected(deleted) ? 'rejected' : null;
}

const isRejected = ({ code, answer: { status, text } }: CodeUsedAgain): boolean =>
  rejectsCodes(status, extractServiceText(text) ?? '', [code]);

/** The answer to a repeated deletion; null for one that practice cannot play. */
export function repeatedDeletionOf(answer: RawAnswer): PracticeBehaviour['repeatedDeletion'] | null {
  const { status } = answer;
  if (status === 200) {
    const said = at(answer.json, 'status');
    return typeof said === 'string' && said.trim().toLowerCase() !== 'success' ? 'not-success' : '200';
  }
  if (status === 404 && isHtml(answer)) return 'html-404';
  const known = ['404', '409', '410', '422'] as const;
  return known.find((one) => Number(one) === status) ?? null;
}

/** The first answer of a label's address, asked without the token. */
export function labelAnswerOf(answer: RawAnswer): PracticeBehaviour['labels'] | null {
  if (answer.status >= 300 && answer.status < 400) return 'redirect';
  if (answer.status === 401 || answer.status === 403) return 'forbidden';
  if (answer.status === 404 || answer.status === 410) return 'gone';
  if (answer.status !== 200) return null;
  return isHtml(answer) ? 'sign-in-page' : 'direct';
}

export function scenarioAnswerOf(answer: RawAnswer): PracticeBehaviour['scenarioAnswer'] {
  if (answer.text.trim() === '') return 'empty';
  return isJsonObject(answer.json) ? 'envelope' : 'text';
}
