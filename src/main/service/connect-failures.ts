import type { Failure } from '../../shared/failure.ts';
import type { StopReason } from './deadline.ts';

/** Which step towards a usable connection failed. */
export type ConnectStage = 'connect' | 'tunnel' | 'tls';

export interface ConnectTrouble {
  /** The host and port being talked to: the service's, the label host's or the proxy's. */
  readonly host: string;
  readonly isProxy: boolean;
  readonly stage: ConnectStage;
  /** An error code of Node or OpenSSL, where there is one. */
  readonly errorCode: string | null;
  readonly stopped: StopReason | null;
}

const lookAtNetwork = 'Look at the network cable or Wi-Fi of this computer, then at the address in Settings.';
const lookAtProxy = 'Look at the proxy’s address in Settings, or ask whoever runs the network.';

/** Why no connection came to be: no byte of the request can have left. */
export function connectFailure(trouble: ConnectTrouble): Failure {
  const { host, stopped, stage } = trouble;
  const next = trouble.isProxy ? lookAtProxy : lookAtNetwork;
  const name = trouble.isProxy ? `The proxy ${host}` : host;
  if (stopped === 'closing' || stopped === 'taken back') return stoppedFailure(stopped);
  if (stage === 'tls') return tlsFailure(name, trouble);
  if (stopped === 'time over')
    return { code: 'no-route', message: `${name} did not answer the connection in time.`, next };
  switch (trouble.errorCode) {
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
      return { code: 'no-route', message: `There is no way to ${host}${inBrackets(trouble.errorCode)}.`, next };
  }
}

/** A proxy that answered, and opened no tunnel. */
export function tunnelRefused(proxyHost: string, target: string, status: number): Failure {
  const message =
    status === 407
      ? `The proxy ${proxyHost} asks for a name and password.`
      : `The proxy ${proxyHost} opens no way to ${target} (it answered ${status}).`;
  return { code: 'no-route', message, next: lookAtProxy };
}

/** This side ended the call. */
export function stoppedFailure(reason: Exclude<StopReason, 'time over'>): Failure {
  return reason === 'closing'
    ? { code: 'cut-off', message: 'The station was closing before the service answered.' }
    : { code: 'cut-off', message: 'The question was taken back before the service answered.' };
}

function tlsFailure(name: string, { errorCode, stopped }: ConnectTrouble): Failure {
  const failure = (message: string, next: string): Failure => ({ code: 'tls', message, next });
  if (stopped === 'time over') {
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
