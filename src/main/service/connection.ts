import { constants } from 'node:crypto';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates, type SecureContextOptions } from 'node:tls';
import { Client } from 'undici';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { isLoopback } from '../../shared/settings/environment.ts';
import { startDeadline, untilAborted } from '../concurrency/waiting.ts';
import type { AddressClass } from './address-class.ts';
import { type AddressRules, addressNotAllowed, classBehindProxy, exceeds, findAddresses } from './address-limit.ts';
import { keptMs } from './kept-connections.ts';
import { asEntered } from './proxy-password.ts';
import {
  type ConnectStage,
  connectFailure,
  errorCode,
  type PeerKind,
  stopReason,
  tunnelFailure,
} from './transport-failures.ts';

/**
 * An HTTP client on one connection that is already open. It never opens another: where the connection fails, the request fails
 * and nothing is sent a second time. The caller sets time limits, and ends the client.
 */
export function createSocketClient(socket: Socket, origin: string): Client {
  let socketUsed = false;
  return new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    // Where the service promises to keep it longer, it is still closed by then.
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
    connect(_options, callback) {
      if (socketUsed) return callback(new Error('The connection was used up'), null);
      socketUsed = true;
      // A synchronous callback would run while the client is still connecting, and it would never check its queue again.
      queueMicrotask(() => callback(null, socket));
    },
  });
}

/** Ends the client when the signal fires, until the returned function is called. */
function endOnAbort(client: Client, signal: AbortSignal): () => void {
  const end = (): void => void client.destroy();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

/** How hosts are reached. */
export interface Route {
  /** An http or https proxy; never used for addresses of this computer. */
  readonly proxy: URL | null;
  /** The company's own certificate authority, PEM, in addition to the known roots. */
  readonly caPem: string | null;
  readonly connectMs: number;
  readonly addressRules: AddressRules;
}

/** A connection that is ready for a request. */
export interface OpenedConnection {
  readonly socket: Socket;
  /** The class of the address that was connected to; null where a proxy connected. */
  readonly addressClass: AddressClass | null;
}

/** What a connection leads to. */
export interface ConnectionTarget {
  readonly url: URL;
  readonly peer: PeerKind;
  /** The most private class of address that may be connected to; null: any. */
  readonly limit: AddressClass | null;
}

/** Longer than Node's 250 ms, so that on a slow line not every address of a name times out. */
const oneAddressMs = 1_000;

/**
 * A new connection, ready for a request: name resolved, connected, tunnelled, secured. A failure here proves that no byte of the
 * request was sent, which is why it is separate from the exchange that follows (an order must never be bought twice).
 */
export async function openConnection(
  target: ConnectionTarget,
  route: Route,
  signal: AbortSignal,
): Promise<Result<OpenedConnection>> {
  const { url, peer } = target;
  const deadline = startDeadline(route.connectMs, [signal]);
  try {
    const proxy = isLoopback(url.hostname) ? null : route.proxy;
    const connected = await (proxy
      ? connectThroughProxy(target, proxy, route, deadline.signal)
      : dial(target, route.addressRules, deadline.signal));
    if (!connected.ok) return connected;
    const { remoteAddress = '' } = connected.value;
    const addressClass = proxy ? null : route.addressRules.classOf(remoteAddress);
    const secured =
      url.protocol === 'https:' ? await secureWithTls(connected.value, url, peer, route, deadline.signal) : connected;
    return secured.ok ? success({ socket: secured.value, addressClass }) : secured;
  } finally {
    deadline.release();
  }
}

async function connectThroughProxy(
  { url: target, limit }: ConnectionTarget,
  proxy: URL,
  route: Route,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  if (limit !== null) {
    const addressClass = await classBehindProxy(bareHostname(target), route.addressRules, 'most private');
    if (exceeds(addressClass, limit)) return failed(addressNotAllowed(target.host, addressClass));
  }
  const dialled = await dial({ url: proxy, peer: 'proxy', limit: null }, route.addressRules, signal);
  if (!dialled.ok) return dialled;
  const toProxy =
    proxy.protocol === 'https:' ? await secureWithTls(dialled.value, proxy, 'proxy', route, signal) : dialled;
  if (!toProxy.ok) return toProxy;
  return openTunnel(toProxy.value, proxy, `${target.hostname}:${portOf(target)}`, signal);
}

/** True where encryption is left out because the host is this computer, whatever its resolver makes of the name. */
const isTrustedAsLocal = ({ protocol }: URL, peer: PeerKind, limit: AddressClass | null): boolean =>
  protocol === 'http:' && peer !== 'proxy' && limit === null;

/** Only addresses of this computer. */
const local = (rules: AddressRules): AddressRules => ({
  ...rules,
  resolve: async (hostname) =>
    (await rules.resolve(hostname)).filter(({ address }) => rules.classOf(address) === 'loopback'),
});

/** Connects to the addresses that were checked, and to no other. */
async function dial(
  { url, peer, limit }: ConnectionTarget,
  rules: AddressRules,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  const at = { url, peer, stage: 'connect' } as const;
  const host = bareHostname(url);
  const found = await untilAborted(
    findAddresses(host, limit, isTrustedAsLocal(url, peer, limit) ? local(rules) : rules),
    signal,
  );
  if (found === 'aborted') return failed(failureAt(at, null, signal));
  if (found.kind === 'not found') return failed(failureAt(at, errorCode(found.error), signal));
  if (found.kind === 'not allowed') return failed(addressNotAllowed(url.host, found.addressClass));
  const socket = connectTcp({
    host,
    port: portOf(url),
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: oneAddressMs,
    lookup: (_hostname, _options, callback) => callback(null, [...found.addresses]),
  });
  return whenReady(socket, 'connect', at, signal);
}

/**
 * TLS that no environment variable weakens: without these options Node would accept any certificate under
 * NODE_TLS_REJECT_UNAUTHORIZED, further authorities under NODE_EXTRA_CA_CERTS, and the versions and ciphers that its own switches
 * name, down to none.
 */
export function verifiedTls(caPem: string | null): SecureContextOptions & { rejectUnauthorized: true } {
  return {
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ciphers: constants.defaultCoreCipherList,
    ca: caPem === null ? [...rootCertificates] : [...rootCertificates, caPem],
  };
}

async function secureWithTls(
  socket: Socket,
  url: URL,
  peer: PeerKind,
  route: Route,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  const host = bareHostname(url);
  const at = { url, peer, stage: 'tls' } as const;
  try {
    const securing = connectTls({
      socket,
      host,
      // An IP address has no server name to send; its certificate is checked against `host`.
      servername: isIP(host) ? '' : host,
      ALPNProtocols: ['http/1.1'],
      ...verifiedTls(route.caPem),
    });
    // Node's option `--tls-keylog` would write the keys of this connection to a file.
    securing.removeAllListeners('keylog');
    const secured = await whenReady(securing, 'secureConnect', at, signal);
    if (!secured.ok) socket.destroy();
    return secured;
  } catch {
    // Only the certificate file can make this throw.
    socket.destroy();
    return failed(connectFailure({ ...at, host: url.host, errorCode: 'ERR_CA_UNREADABLE', stopped: null }));
  }
}

interface ConnectStep {
  readonly url: URL;
  readonly peer: PeerKind;
  readonly stage: ConnectStage;
}

const failureAt = (at: ConnectStep, code: string | null, signal: AbortSignal): Failure =>
  connectFailure({ ...at, host: at.url.host, errorCode: code, stopped: stopReason(signal) });

function whenReady(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  at: ConnectStep,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  return new Promise((resolve) => {
    const fail = (code: string | null): void => {
      finish();
      socket.destroy();
      resolve(failed(failureAt(at, code, signal)));
    };
    const onAbort = (): void => fail(null);
    const onError = (error: unknown): void => fail(errorCode(error));
    const onClose = (): void => fail('ECONNRESET');
    const onReady = (): void => {
      finish();
      resolve(success(socket));
    };
    const finish = (): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off('close', onClose).off(ready, onReady).off('error', onError);
    };
    // Stays for the socket's whole life: a late error must not end the process.
    socket.on('error', () => {});
    socket.on('error', onError).on('close', onClose).on(ready, onReady);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** IPv6 addresses are in brackets in a URL, and nowhere else. */
const bareHostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** Asks a proxy, over a connection to it, for a tunnel to `target` (host:port); the tunnel is that same connection. */
async function openTunnel(toProxy: Socket, proxy: URL, target: string, signal: AbortSignal): Promise<Result<Socket>> {
  const client = createSocketClient(toProxy, proxy.origin);
  const stopListening = endOnAbort(client, signal);
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: { Host: target, ...proxyAuthorization(proxy) },
    });
    if (statusCode >= 200 && statusCode < 300) return success(socket as Socket);
    socket.destroy();
    return failed(tunnelFailure(proxy.host, target, statusCode));
  } catch (error) {
    toProxy.destroy();
    const at = { host: proxy.host, peer: 'proxy', stage: 'tunnel' } as const;
    return failed(connectFailure({ ...at, errorCode: errorCode(error), stopped: stopReason(signal) }));
  } finally {
    stopListening();
    // The client no longer owns the socket: only the client is ended.
    void client.destroy();
  }
}

/** The user name and password in the proxy's address. They are sent to the proxy and appear in no message. */
function proxyAuthorization(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const pair = `${asEntered(proxy.username)}:${asEntered(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
