import { errors } from 'undici';
import type { Failure } from '../../shared/failure.ts';
import { stoppedFailure } from './connect-failures.ts';
import { stopReason } from './deadline.ts';
import { errorCode } from './error-code.ts';

/** Why an answer did not come, or not whole, over a connection that stood. Nothing of the error's own text is kept: only its code. */
export function exchangeFailure(error: unknown, host: string, signal: AbortSignal): Failure {
  const stopped = stopReason(signal);
  if (stopped === 'time over') {
    return {
      code: 'time-out',
      message: `${host} did not answer in time.`,
      next: 'Look at the network, or wait a moment.',
    };
  }
  if (stopped !== null) return stoppedFailure(stopped);
  const code = errorCode(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      code: 'too-large',
      message: `${host} answered with more headers than this station takes.`,
      next: tellService,
    };
  }
  if (error instanceof errors.HTTPParserError) {
    return {
      code: 'unreadable',
      message: `What ${host} answered is not HTTP.`,
      next: 'Look at the address and its port in Settings.',
    };
  }
  if (code?.startsWith('ERR_SSL_') || code?.startsWith('ERR_TLS_')) {
    return { code: 'tls', message: `The secure connection to ${host} broke (${code}).`, next: lookAtNetwork };
  }
  if (code === 'UND_ERR_INVALID_ARG' || code?.startsWith('ERR_INVALID_')) {
    return {
      code: 'unexpected',
      message: `The request to ${host} could not be made (${code}).`,
      next: 'Tell whoever looks after this station.',
    };
  }
  return {
    code: 'cut-off',
    message: `The connection to ${host} ended before the whole answer was here.`,
    next: lookAtNetwork,
  };
}

export const tellService = 'Tell whoever runs the service.';
const lookAtNetwork = 'Look at the network; if it stays, tell whoever runs the service.';
