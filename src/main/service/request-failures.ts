import type { Failure } from '../../shared/contract/failure.ts';
import type { ServiceAnswer } from '../core/ports/service.ts';

/** The answer to a call that never became a request. */
export const notSent = (failure: Failure): ServiceAnswer<never> => ({
  kind: 'unanswered',
  requestLeft: false,
  failure,
});

export const tokenMissing: Failure = {
  code: 'token-missing',
  message: 'There is no token for this service.',
  next: 'Enter it in Settings. Nothing that waits is lost.',
};

export const noServiceAddress: Failure = {
  code: 'invalid-input',
  message: 'This environment has no service address.',
  next: 'Enter the service’s base address in Settings.',
};

export const noLabelHost: Failure = {
  code: 'wrong-host',
  message: 'This environment has no label host; nothing was asked for.',
  next: 'Enter the label host in Settings.',
};

export const notACustomCode: Failure = {
  code: 'invalid-input',
  message: 'This is no custom code: those are 16 to 20 digits and letters. Nothing was sent.',
  next: 'Scan or type the parcel’s own custom code.',
};

export const stationClosing: Failure = {
  code: 'cut-off',
  message: 'The station is closing; nothing was sent.',
};

/**
 * A bug. Whether a byte left is not known then, so it counts as left. Only the kind of error is told: its text could hold anything
 * the request held.
 */
export function unexpected(error: unknown): ServiceAnswer<never> {
  const kind = error instanceof Error ? error.name : typeof error;
  return {
    kind: 'unanswered',
    requestLeft: true,
    failure: {
      code: 'unexpected',
      message: `Something went wrong inside the station while it spoke to the service (${kind}).`,
      next: 'Tell whoever looks after this station.',
    },
  };
}
