import type { Failure } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { ServiceAnswer } from '../core/ports/service.ts';

/** The answer to a call that never became a request. */
export const notSent = (failure: Failure): ServiceAnswer<never> => ({
  kind: 'unanswered',
  requestLeft: false,
  failure,
});

export const tokenMissing: Failure = { code: 'token-missing', message: message('service.token-missing') };

export const noServiceAddress: Failure = { code: 'invalid-input', message: message('service.address-missing') };

export const noLabelHost: Failure = { code: 'wrong-host', message: message('service.label-host-missing') };

export const notACustomCode: Failure = { code: 'invalid-input', message: message('service.invalid-custom-code') };

export const stationClosing: Failure = { code: 'cut-off', message: message('service.station-closing') };

/**
 * A bug. Whether a byte was sent is unknown, so the request counts as sent. Of the error only its name is kept: its text could repeat
 * parts of the request.
 */
export function unexpected(error: unknown): ServiceAnswer<never> {
  const name = error instanceof Error ? error.name : typeof error;
  return {
    kind: 'unanswered',
    requestLeft: true,
    failure: { code: 'unexpected', message: message('service.internal-error', { error: name }) },
  };
}
