import { errors } from 'undici';
import type { Failure } from '../../shared/contract/failure.ts';
import { type StopReason, stopReason } from './cancellation.ts';

/** The `code` of an error of Node, OpenSSL or undici; of the first inner error where several addresses failed; null without one. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? errorCode(error.errors[0]) : null;
}

/** Which step towards a usable connection failed. */
export type ConnectStage = 'connect' | 'tunnel' | 'tls';

export interface ConnectFailureDetails {
  /** The host and port being talked to: the service's, the label host's or the proxy's. */
  readonly host: string;
  readonly isProxy: boolean;
  readonly stage: ConnectStage;
  /** An error code of Node or OpenSSL, where there is one. */
  readonly errorCode: string | null;
  readonly stopped: StopReason | null;
}

const checkNetworkAndAddress = 'Look at the network cable or Wi-Fi of this computer, then at the address in Settings.';
const checkProxy = 'Look at the proxy’s address in Settings, or ask whoever runs the network.';

/** Why no connection came to be: no byte of the request can have left. */
export function connectFailure(details: ConnectFailureDetails): Failure {
  const { host, stopped, stage } = details;
  const next = details.isProxy ? checkProxy : checkNetworkAndAddress;
  const name = details.isProxy ? `The proxy ${host}` : host;
  if (stopped === 'closing' || stopped === 'cancelled') return cancelledFailure(stopped);
  if (stage === 'tls') return tlsFailure(name, details);
  if (stopped === 'timeout')
    return { code: 'no-route', message: `${name} did not answer the connection in time.`, next };
  switch (details.errorCode) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_FAIL':
    case 'EAI_NODATA':
    case 'EAI_NONAME':
      return { code: 'address-not-found', message: `The name of ${host} was not found in the network.`, next };
    case 'ECONNREFUSED':
      return { code: 'no-route', message: `${name} refused the connection.`, next };
    case 'ECONNRESET':
      return { code: 'no-route', message: `${name} broke the connection off before it stood.`, next };
    default:
      return { code: 'no-route', message: `There is no way to ${host}${inBrackets(details.errorCode)}.`, next };
  }
}

/** A proxy that answered, and opened no tunnel. */
export function tunnelFailure(proxyHost: string, target: string, status: number): Failure {
  const message =
    status === 407
      ? `The proxy ${proxyHost} asks for a name and password.`
      : `The proxy ${proxyHost} opens no way to ${target} (it answered ${status}).`;
  return { code: 'no-route', message, next: checkProxy };
}

/** This side ended the call. */
function cancelledFailure(reason: Exclude<StopReason, 'timeout'>): Failure {
  return reason === 'closing'
    ? { code: 'cut-off', message: 'The station was closing before the service answered.' }
    : { code: 'cut-off', message: 'The question was taken back before the service answered.' };
}

function tlsFailure(name: string, { errorCode, stopped }: ConnectFailureDetails): Failure {
  const failure = (message: string, next: string): Failure => ({ code: 'tls', message, next });
  if (stopped === 'timeout') {
    return failure(
      `${name} did not finish the secure connection in time.`,
      'It is tried again. If it stays, ask whoever runs the network.',
    );
  }
  switch (errorCode) {
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return failure(
        `The certificate of ${name} is not valid today.`,
        'Look at this computer’s date and time. If they are right, tell whoever runs the service.',
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failure(
        `The certificate of ${name} is for another name.`,
        'Look at the address in Settings. If it is right, tell whoever runs the network.',
      );
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return failure(
        `The certificate of ${name} comes from an authority this station does not know.`,
        'If your company uses its own authority, name its certificate file in Settings; else do not go on.',
      );
    case 'ERR_CA_UNREADABLE':
      return failure('The company’s certificate file cannot be read as certificates.', 'Put a PEM file there.');
    default:
      return failure(
        `No secure connection to ${name} could be made${inBrackets(errorCode)}.`,
        'Look at the address and its port in Settings. If they are right, ask whoever runs the network.',
      );
  }
}

const inBrackets = (errorCode: string | null): string => (errorCode === null ? '' : ` (${errorCode})`);

/** Why an answer did not come, or not whole, over a connection that stood. Nothing of the error's own text is kept: only its code. */
export function exchangeFailure(error: unknown, host: string, signal: AbortSignal): Failure {
  const stopped = stopReason(signal);
  if (stopped === 'timeout') {
    return {
      code: 'time-out',
      message: `${host} did not answer in time.`,
      next: 'Look at the network, or wait a moment.',
    };
  }
  if (stopped !== null) return cancelledFailure(stopped);
  const code = errorCode(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      code: 'too-large',
      message: `${host} answered with more headers than this station takes.`,
      next: contactServiceOwner,
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
    return { code: 'tls', message: `The secure connection to ${host} broke (${code}).`, next: checkNetwork };
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
    next: checkNetwork,
  };
}

export const contactServiceOwner = 'Tell whoever runs the service.';
const checkNetwork = 'Look at the network; if it stays, tell whoever runs the service.';
