import type { ServiceAnswer } from '../../../src/main/core/ports/service.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';

// Minimal answers of the service.

export const failure: Failure = { code: 'rejected', message: storedSentence('The service said no.') };

export const answered: ServiceAnswer<null> = {
  ...{ kind: 'answered', httpStatus: 200, value: null, missing: [], rawBody: '' },
};

export const rejected = (
  httpStatus: number,
  retryAfterMs: number | null = null,
): Extract<ServiceAnswer<never>, { kind: 'rejected' }> => ({
  ...{ kind: 'rejected', httpStatus, failure, retryAfterMs, rawBody: '' },
});

export const unanswered = (requestLeft: boolean, code: Failure['code'] = 'no-route'): ServiceAnswer<never> => ({
  ...{ kind: 'unanswered', requestLeft, failure: { ...failure, code } },
});
