import { constants } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { checkServerIdentity, rootCertificates } from 'node:tls';
import { AuthorizationError, connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { isLoopbackServer } from '../../shared/settings/fleet.ts';
import type { EnvironmentDifference } from './site-stream.ts';

/** Where a bench connects, and as whom. */
export interface NatsAccess {
  /** Addresses of the servers of one cluster: "tls://…", or "nats://…" on this computer. */
  readonly servers: readonly string[];
  /** The bench's name in the site. Its answers go to an inbox of its own, which no other bench may read. */
  readonly bench: string;
  /** The seed of the bench's key; absent on this computer alone. */
  readonly seed?: string | undefined;
  /** A PEM file with the certificate authority of the servers, and no other is believed; absent: the public ones. */
  readonly caFile?: string | undefined;
}

/** Why there is no connection. */
export type ConnectionProblem =
  | { readonly kind: 'unreachable' | 'not-encrypted' | 'certificate' | 'ca-file' | 'key-refused' }
  /** The server knows the bench, and does not let it use the stream. */
  | { readonly kind: 'not-permitted' }
  /** The environment has no stream yet, and this bench may not create it. */
  | { readonly kind: 'no-stream' }
  /** The stream of that name belongs to an environment of another kind or with other addresses. */
  | { readonly kind: 'other-environment'; readonly differs: EnvironmentDifference };

/** Longest time until a connection is usable, milliseconds. */
const connectMs = 2_000;
/** A silent connection is found after two pings without an answer. */
const pingMs = 2_000;

/** A failed attempt to connect, with its reason. */
export class NotConnected extends Error {
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, cause?: unknown) {
    super(problem.kind, { cause });
    this.problem = problem;
  }
}

/**
 * Connects to one server. Never without encryption to another computer, also where the server offers none; the certificate must be one of
 * the authority and name the host that was asked for. Servers that others name are not used. Rejects with `NotConnected`.
 */
export async function connectTo(server: string, { bench, seed, caFile }: NatsAccess): Promise<NatsConnection> {
  const isEncrypted = server.startsWith('tls://');
  if (!isEncrypted && !isLoopbackServer(server)) throw new NotConnected({ kind: 'not-encrypted' });
  const ca = caFile === undefined ? rootCertificates.join('\n') : await readAuthority(caFile);
  const host = new URL(server).hostname.replace(/^\[|\]$/g, '');
  const tls = {
    // Named here, so that the environment of the process changes none of it.
    ...{ ca, rejectUnauthorized: true, minVersion: 'TLSv1.2', ciphers: constants.defaultCoreCipherList },
    // The client asks for "localhost" where the server's address is a number.
    checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      checkServerIdentity(host, certificate),
  };
  const connection = await connect({
    servers: [server],
    name: bench,
    inboxPrefix: `_INBOX.${bench}`,
    ...(seed !== undefined && { authenticator: nkeyAuthenticator(() => Buffer.from(seed)) }),
    ...(isEncrypted && { tls }),
    ...{ reconnect: false, ignoreClusterUpdates: true, timeout: connectMs, pingInterval: pingMs, maxPingOut: 2 },
  }).catch((error: unknown) => {
    throw new NotConnected(problemOf(error), error);
  });
  keepErrorsHandled(connection);
  return connection;
}

/** Where the client keeps its socket, which it does not give out. */
interface WithSocket {
  readonly protocol?: { readonly transport?: { readonly socket?: Socket } };
}

/**
 * The client removes every listener from a socket that it closes. The error of a write that was under way then has none, and would end the
 * program: "write after end", seen when a server was killed.
 */
function keepErrorsHandled(connection: WithSocket & NatsConnection): void {
  const socket = connection.protocol?.transport?.socket;
  if (!socket) return;
  const remove = socket.removeAllListeners.bind(socket);
  socket.removeAllListeners = (event) => remove(event).on('error', () => {});
}

const readAuthority = (caFile: string): Promise<string> =>
  readFile(caFile, 'utf8').catch((error: unknown) => {
    throw new NotConnected({ kind: 'ca-file' }, error);
  });

/** Codes of Node and OpenSSL for a certificate that is not trusted, expired, or of another host. */
const certificateCodes = /CERT|UNABLE_TO_|SELF_SIGNED|ALTNAME/;

function problemOf(error: unknown): ConnectionProblem {
  const causes: unknown[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  if (causes.some((each) => each instanceof AuthorizationError)) return { kind: 'key-refused' };
  if (causes.some((each) => certificateCodes.test(String((each as NodeJS.ErrnoException).code))))
    return { kind: 'certificate' };
  return { kind: String(error).includes("does not support 'tls'") ? 'not-encrypted' : 'unreachable' };
}
