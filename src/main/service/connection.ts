import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { Client } from 'undici';
import { failed, type Result, success } from '../../shared/contract/failure.ts';
import { isLoopback } from '../../shared/settings/environment.ts';
import { startDeadline, stopReason } from './cancellation.ts';
import { type ConnectStage, connectFailure, errorCode, tunnelFailure } from './transport-failures.ts';

/**
 * An HTTP client on one connection that stands already. It never makes another: where the connection dies, the request fails
 * and nothing is sent a second time. Time limits are the caller's own: the signal ends the client with all that it does.
 */
export function createSocketClient(socket: Socket, origin: string, signal: AbortSignal): Client {
  let socketUsed = false;
  const client = new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_options, callback) {
      if (socketUsed) return callback(new Error('The connection was used up'), null);
      socketUsed = true;
      // Answered at once, the client would still be busy beginning, and would never look at its queue again.
      queueMicrotask(() => callback(null, socket));
    },
  });
  const end = (): void => void client.destroy();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return client;
}

/** How hosts are reached. */
export interface Route {
  /** An http or https proxy; never used for this computer itself. */
  readonly proxy: URL | null;
  /** The company's own certificate authority, PEM; known roots stay known beside it. */
  readonly caPem: string | null;
  readonly connectMs: number;
}

/** Longer than Node's 250 ms: a slow line must not lose every address of a name. */
const oneAddressMs = 1_000;

/**
 * A fresh connection, ready for a request: name found, connected, tunnelled, secured. A failure here is proof that no byte of the
 * request left, which is why it stands apart from the exchange that follows (never buy twice).
 */
export async function openConnection(target: URL, route: Route, signal: AbortSignal): Promise<Result<Socket>> {
  const deadline = startDeadline(route.connectMs, [signal]);
  try {
    const proxy = isLoopback(target.hostname) ? null : route.proxy;
    const connected = await (proxy
      ? connectThroughProxy(target, proxy, route, deadline.signal)
      : dial(target, false, deadline.signal));
    if (!connected.ok || target.protocol !== 'https:') return connected;
    return await secureWithTls(connected.value, target, false, route, deadline.signal);
  } finally {
    deadline.release();
  }
}

async function connectThroughProxy(
  target: URL,
  proxy: URL,
  route: Route,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  const dialled = await dial(proxy, true, signal);
  if (!dialled.ok) return dialled;
  const toProxy =
    proxy.protocol === 'https:' ? await secureWithTls(dialled.value, proxy, true, route, signal) : dialled;
  if (!toProxy.ok) return toProxy;
  return openTunnel(toProxy.value, proxy, `${target.hostname}:${portOf(target)}`, signal);
}

function dial(url: URL, isProxy: boolean, signal: AbortSignal): Promise<Result<Socket>> {
  const socket = connectTcp({
    host: bareHostname(url),
    port: portOf(url),
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: oneAddressMs,
  });
  return whenReady(socket, 'connect', { url, isProxy, stage: 'connect' }, signal);
}

async function secureWithTls(
  socket: Socket,
  url: URL,
  isProxy: boolean,
  route: Route,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  const host = bareHostname(url);
  const at = { url, isProxy, stage: 'tls' } as const;
  try {
    const securing = connectTls({
      socket,
      host,
      // A bare address has no server name to ask for; its certificate is checked against `host`.
      servername: isIP(host) ? '' : host,
      ALPNProtocols: ['http/1.1'],
      ...(route.caPem === null ? {} : { ca: [...rootCertificates, route.caPem] }),
    });
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
  readonly isProxy: boolean;
  readonly stage: ConnectStage;
}

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
      resolve(failed(connectFailure({ ...at, host: at.url.host, errorCode: code, stopped: stopReason(signal) })));
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
    // Stays for the socket's whole life: an error after it served its purpose must not end the station.
    socket.on('error', () => {});
    socket.on('error', onError).on('close', onClose).on(ready, onReady);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** IPv6 addresses stand in brackets in a URL, and nowhere else. */
const bareHostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80));

/** Asks a proxy, over a connection to it, for a way to `target` (host:port); the way is that same connection. */
async function openTunnel(toProxy: Socket, proxy: URL, target: string, signal: AbortSignal): Promise<Result<Socket>> {
  const client = createSocketClient(toProxy, proxy.origin, signal);
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
    const at = { host: proxy.host, isProxy: true, stage: 'tunnel' } as const;
    return failed(connectFailure({ ...at, errorCode: errorCode(error), stopped: stopReason(signal) }));
  } finally {
    // The socket has left the client by now; what is ended is the client alone.
    void client.destroy();
  }
}

/** A name and password written into the proxy's address. They go to the proxy and into no message. */
function proxyAuthorization(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
