import { errors } from 'undici';
import type { Failure } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { timeLimitReached } from '../concurrency/waiting.ts';

/** Why a call was ended from this side. */
export type StopReason = typeof timeLimitReached | 'cancelled' | 'closing';

/** A signal, or a deadline. */
export type Stopped = Pick<AbortSignal, 'aborted' | 'reason'>;

/** Why a signal fired; a signal of the caller has no such reason and counts as cancelled. */
export function stopReason(signal: Stopped): StopReason | null {
  if (!signal.aborted) return null;
  return signal.reason === timeLimitReached || signal.reason === 'closing' ? signal.reason : 'cancelled';
}

/** The `code` of an error of Node, OpenSSL or undici; of the first inner error where several addresses failed; null without one. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : null;
}

/** Who is called. */
export type PeerKind = 'service' | 'labels' | 'proxy';

/** Who is called, and its host and port. */
export interface Peer {
  readonly peer: PeerKind;
  readonly host: string;
}

/** The step of opening a connection that failed. */
export type ConnectStage = 'connect' | 'tunnel' | 'tls';

export interface ConnectFailureDetails extends Peer {
  readonly stage: ConnectStage;
  /** An error code of Node or OpenSSL, where there is one. */
  readonly errorCode: string | null;
  readonly stopped: StopReason | null;
}

/** Why no connection was opened: no byte of the request was sent. */
export function connectFailure({ peer, host, stage, errorCode: error, stopped }: ConnectFailureDetails): Failure {
  if (stopped === 'closing' || stopped === 'cancelled') return cancelledFailure(stopped);
  const at = { peer, host };
  if (stage === 'tls') return { code: 'tls', message: tlsMessage(at, error, stopped) };
  if (stopped === timeLimitReached) return { code: 'no-route', message: message('service.connection-timeout', at) };
  switch (error) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return { code: 'address-not-found', message: message('service.name-not-found', at) };
    case 'ECONNREFUSED':
      return { code: 'no-route', message: message('service.connection-refused', at) };
    case 'ECONNRESET':
      return { code: 'no-route', message: message('service.connection-reset', at) };
    default:
      return { code: 'no-route', message: message('service.unreachable', { ...at, error }) };
  }
}

/** A proxy that answered but opened no tunnel to the target. */
export const tunnelFailure = (host: string, target: string, status: number): Failure => ({
  code: 'no-route',
  message:
    status === 407
      ? message('service.proxy-sign-in', { host })
      : message('service.proxy-refused', { host, target, status }),
});

/** This side ended the call. */
const cancelledFailure = (reason: Exclude<StopReason, typeof timeLimitReached>): Failure => ({
  code: 'cut-off',
  message: reason === 'closing' ? message('service.station-closed') : message('service.request-cancelled'),
});

function tlsMessage(at: Peer, error: string | null, stopped: StopReason | null): Message {
  if (stopped === timeLimitReached) return message('service.tls-timeout', at);
  switch (error) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return message('service.certificate-not-valid-now', at);
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return message('service.certificate-for-other-name', at);
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return message('service.certificate-authority-unknown', at);
    case 'ERR_CA_UNREADABLE':
      return message('service.certificate-file-invalid');
    default:
      return message('service.tls-failed', { ...at, error });
  }
}

/** Why no complete response came over an open connection. Of the error only its code is kept, never its text. */
export function exchangeFailure(error: unknown, { peer, host }: Peer, signal: Stopped): Failure {
  const at = { peer, host };
  const stopped = stopReason(signal);
  if (stopped === timeLimitReached) return { code: 'time-out', message: message('service.response-timeout', at) };
  if (stopped !== null) return cancelledFailure(stopped);
  const code = errorCode(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { code: 'too-large', message: message('service.headers-too-large', at) };
  }
  if (error instanceof errors.HTTPParserError) return { code: 'unreadable', message: message('service.not-http', at) };
  if (code?.startsWith('ERR_SSL_') || code?.startsWith('ERR_TLS_')) {
    return { code: 'tls', message: message('service.tls-interrupted', { ...at, error: code }) };
  }
  if (code === 'UND_ERR_INVALID_ARG' || code?.startsWith('ERR_INVALID_')) {
    return { code: 'unexpected', message: message('service.invalid-request', { ...at, error: code }) };
  }
  return { code: 'cut-off', message: message('service.connection-lost', at) };
}
