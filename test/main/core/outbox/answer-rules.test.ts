import { describe, expect, it } from 'vitest';
import {
  classifyCreateAnswer,
  classifyDeleteAnswer,
  classifyResendAnswer,
  rejectsUsedCodes,
} from '../../../../src/main/core/outbox/answer-rules.ts';
import type { ServiceAnswer } from '../../../../src/main/core/ports/service.ts';
import { answered, failure, rejected, unanswered } from '../service-answers.ts';

const unreadable: ServiceAnswer<never> = { kind: 'unreadable', httpStatus: 201, failure, rawBody: '{"sta' };
const notSuccess: ServiceAnswer<never> = {
  kind: 'not success',
  httpStatus: 200,
  failure,
  rawBody: '{"status": "error"}',
};
const otherStatus = (status: unknown) => ({ ...notSuccess, rawBody: JSON.stringify({ status, code: 200 }) });

const first = { mayBeAbsent: false, earlierMayHaveLeft: false };
const lost = { mayBeAbsent: true, earlierMayHaveLeft: true };
const inJson = (status: number) => ({ ...rejected(status), rawBody: '{"status": "error", "message": "No."}' });

describe('outbox answer rules: a deletion', () => {
  const verdict = (answer: ServiceAnswer<null>, mayHaveBeenSent = false, previous: number | null = null) =>
    classifyDeleteAnswer(answer, mayHaveBeenSent ? lost : first, previous).kind;

  it('is done when the service confirms it', () => {
    expect(verdict(answered)).toBe('done');
  });

  it.each([408, 429, 500, 502, 503, 302])('waits and is sent again after %i', (status) => {
    expect(verdict(rejected(status))).toBe('wait');
  });

  it('waits and is sent again when nothing answered, whether or not the request was sent', () => {
    expect(verdict(unanswered(false))).toBe('wait');
    expect(verdict(unanswered(true, 'time-out'))).toBe('wait');
  });

  it('waits exactly as long as a 429 asks', () => {
    expect(classifyDeleteAnswer(rejected(429, 7_000), first, null)).toMatchObject({
      kind: 'wait',
      retryAfterMs: 7_000,
    });
  });

  it('is rejected when the service does not know the code', () => {
    expect(verdict(rejected(404))).toBe('rejected');
  });

  it('is done when the service no longer knows the code after a request that may have arrived', () => {
    expect(verdict(inJson(404), true)).toBe('done');
    expect(verdict(inJson(410), true)).toBe('done');
  });

  it.each(['<html><head><title>404 Not Found</title></head></html>', 'Not Found', '"not found"', '[]', ''])(
    'is uncertain after a lost request where "not found" is not a JSON answer of the service: %s',
    (rawBody) => {
      for (const status of [404, 410]) {
        expect(verdict({ ...inJson(status), rawBody }, true)).toBe('uncertain');
        expect(verdict({ ...inJson(status), rawBody })).toBe('rejected');
      }
    },
  );

  it.each([400, 403, 409, 422])(
    'is uncertain when %i refuses it after a lost request, with the service’s text',
    (status) => {
      const said = { ...inJson(status), failure: { ...failure, serviceText: 'The parcel is locked.' } };
      expect(classifyDeleteAnswer(said, lost, null)).toMatchObject({
        kind: 'uncertain',
        failure: {
          serviceText: 'The parcel is locked.',
          message: { code: 'outbox.deletion-uncertain', params: { reason: failure.message } },
        },
      });
    },
  );

  it('is uncertain when a 200 after a lost request reports something other than success', () => {
    expect(verdict(notSuccess, true)).toBe('uncertain');
  });

  it.each([408, 429, 500, 503, 302])('waits after %i, also after a lost request', (status) => {
    expect(verdict(rejected(status), true)).toBe('wait');
  });

  it('is rejected when its only request is refused, though the code may not exist at the service', () => {
    const unknownCode = { mayBeAbsent: true, earlierMayHaveLeft: false };
    expect(classifyDeleteAnswer(inJson(422), unknownCode, null).kind).toBe('rejected');
    expect(classifyDeleteAnswer(inJson(404), unknownCode, null).kind).toBe('done');
  });

  it('blocks on 401 also after a lost request', () => {
    expect(verdict(rejected(401), true)).toBe('blocked');
    expect(verdict(rejected(403), true, 401)).toBe('blocked');
  });

  it('records that a request may have arrived after a 500 or a redirect, and not after a 429', () => {
    expect(classifyDeleteAnswer(rejected(500), first, null)).toMatchObject({ requestLeft: true });
    expect(classifyDeleteAnswer(rejected(302), first, null)).toMatchObject({ requestLeft: true });
    expect(classifyDeleteAnswer(rejected(429), first, null)).toMatchObject({ requestLeft: false });
  });

  it.each([400, 409, 422])('is rejected with the service’s text after %i', (status) => {
    expect(classifyDeleteAnswer(rejected(status), first, null)).toEqual({ kind: 'rejected', failure });
  });

  it('is not done when a 200 reports something other than success', () => {
    expect(verdict(notSuccess)).toBe('rejected');
  });

  it.each(['ok', 'deleted', 'queued', true, false, 200, null])(
    'is uncertain when its only request is answered 200 with the status %j: that refuses nothing',
    (status) => {
      expect(classifyDeleteAnswer(otherStatus(status), first, null)).toMatchObject({
        kind: 'uncertain',
        failure: { message: { code: 'outbox.deletion-not-confirmed' } },
      });
    },
  );

  it.each(['error', ' Failed ', 'fail', 422])('is rejected when a 200 reports a failure: %j', (status) => {
    expect(verdict(otherStatus(status))).toBe('rejected');
  });

  it('blocks on 401, and on 403 only where the call before was refused too', () => {
    expect(verdict(rejected(401))).toBe('blocked');
    expect(verdict(rejected(403), false, 200)).toBe('rejected');
    expect(verdict(rejected(403), false, 403)).toBe('blocked');
    expect(verdict(rejected(403), false, 401)).toBe('blocked');
  });
});

describe('outbox answer rules: an order', () => {
  const verdict = (answer: Parameters<typeof classifyCreateAnswer>[0]) => classifyCreateAnswer(answer, null).kind;

  it('waits only where no byte of the request was sent, or where the service asks for a pause', () => {
    expect(verdict(unanswered(false))).toBe('wait');
    expect(verdict(unanswered(false, 'tls'))).toBe('wait');
    expect(verdict(rejected(429))).toBe('wait');
  });

  it.each([408, 500, 502, 503, 504, 301, 307])(
    'is uncertain after %i, and never sent again automatically',
    (status) => {
      expect(verdict(rejected(status))).toBe('uncertain');
    },
  );

  it('is uncertain when the answer was lost, cut off, or reports something other than success', () => {
    expect(verdict(unanswered(true, 'cut-off'))).toBe('uncertain');
    expect(verdict(unreadable)).toBe('uncertain');
    expect(verdict(notSuccess)).toBe('uncertain');
  });

  it.each([400, 403, 404, 409, 422])('is rejected after %i', (status) => {
    expect(verdict(rejected(status))).toBe('rejected');
  });

  it('is blocked without a token, and by 401', () => {
    expect(verdict(unanswered(false, 'token-missing'))).toBe('blocked');
    expect(verdict(rejected(401))).toBe('blocked');
  });
});

describe('outbox answer rules: an order that is sent again and may have been sent before', () => {
  const codes = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T'];
  const verdict = (answer: Parameters<typeof classifyResendAnswer>[0]) => classifyResendAnswer(answer, codes).kind;
  const answerWith = (httpStatus: number, serviceText?: string): ServiceAnswer<never> => ({
    ...rejected(httpStatus),
    failure: { ...failure, ...(serviceText !== undefined && { serviceText }) },
  });

  it('is done when the service confirms it', () => {
    expect(verdict({ kind: 'answered', httpStatus: 201, value: {}, missing: [], rawBody: '' })).toBe('done');
  });

  it.each([
    'drop_offs.0.parcels.0.custom_code: has already been taken',
    'The custom code is known.',
    'Custom-code NL7K2M9P4R6T8V2X4B6D is used by another order',
    'parcel nl1c3e5g7j9l2n4p6r8t belongs to order SO-17',
    'A parcel with this code already exists.',
    'The code must be unique.',
    'Duplicate entry',
    'pick_up_address.text: is short · custom_code: has already been taken',
  ])('exists where the refusal names its codes: %s', (serviceText) => {
    for (const status of [400, 409, 422]) expect(verdict(answerWith(status, serviceText))).toBe('exists');
  });

  it.each([
    'The pick-up address is outside the area.',
    'The parcel is being worked on.',
    'unique_id: must be a text',
    'custom_code: has an invalid format',
    'The custom code must have 16 to 20 characters',
    'Parcel NL7K2M9P4R6T8V2X4B6D: its weight is above what the vehicle carries',
    'drop_offs.0.parcels.0.custom_code: is not permitted for this client',
    'custom_code NL7K2M9P4R6T8V2X4B6D is not known',
    'pick_up_address.person_phone: has already been taken',
    'reference: already exists · custom_code: has an invalid format',
    'The phone number of the receiver is already registered.',
    'country_code: has already been taken',
    undefined,
  ])('stays uncertain where the refusal names something else: %s', (serviceText) => {
    for (const status of [400, 409, 422]) {
      const verdictOfAnswer = classifyResendAnswer(answerWith(status, serviceText), codes);
      expect(verdictOfAnswer).toMatchObject({ kind: 'uncertain' });
      expect(verdictOfAnswer).toMatchObject({ failure: { message: { code: 'outbox.rejected-for-another-reason' } } });
      expect(verdictOfAnswer.kind === 'uncertain' && verdictOfAnswer.failure.serviceText).toBe(serviceText);
    }
  });

  it.each([401, 403, 404, 408, 410, 429, 500, 502, 503, 302])(
    'stays uncertain after %i, whatever its text says about codes',
    (status) => {
      expect(verdict(answerWith(status, 'custom_code: has already been taken'))).toBe('uncertain');
    },
  );

  it.each([
    ['drop_offs.0.parcels.0.custom_code: has already been taken', true],
    ['The custom code is known.', true],
    ['Parcel NL1C3E5G7J9L2N4P6R8T already exists', true],
    ['A parcel with this code already exists.', true],
    ['Duplicate entry', false],
    ['Duplicate request', false],
    ['The phone number of the receiver is already registered.', false],
    ['An order for this address already exists. Please wait a minute.', false],
    ['The postal code is already in use.', false],
    ['country_code: has already been taken', false],
  ])('shows that the service rejects used codes only where it names the code: %s', (serviceText, expected) => {
    for (const status of [400, 409, 422]) {
      expect(rejectsUsedCodes(answerWith(status, serviceText), codes)).toBe(expected);
    }
    expect(rejectsUsedCodes(answerWith(500, serviceText), codes)).toBe(false);
  });

  it('stays uncertain and never waits where nothing was sent, the answer was lost, or it was not a success', () => {
    expect(verdict(unanswered(false))).toBe('uncertain');
    expect(verdict(unanswered(false, 'token-missing'))).toBe('uncertain');
    expect(verdict(unanswered(true, 'cut-off'))).toBe('uncertain');
    expect(verdict(unreadable)).toBe('uncertain');
    expect(verdict(notSuccess)).toBe('uncertain');
  });
});
