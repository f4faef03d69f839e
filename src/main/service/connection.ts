import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, rootCertificates } from 'node:tls';
import { isLoopback } from '../../shared/environment.ts';
import { failed, type Result, success } from '../../shared/failure.ts';
import { type ConnectStage, connectFailure } from './connect-failures.ts';
import { startDeadline, stopReason } from './deadline.ts';
import { errorCode } from './error-code.ts';
import { openTunnel } from './tunnel.ts';

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
    const way = await (proxy
      ? throughProxy(target, proxy, route, deadline.signal)
      : dial(target, false, deadline.signal));
    if (!way.ok || target.protocol !== 'https:') return way;
    return await secure(way.value, target, false, route, deadline.signal);
  } finally {
    deadline.release();
  }
}

async function throughProxy(target: URL, proxy: URL, route: Route, signal: AbortSignal): Promise<Result<Socket>> {
  const dialled = await dial(proxy, true, signal);
  if (!dialled.ok) return dialled;
  const toProxy = proxy.protocol === 'https:' ? await secure(dialled.value, proxy, true, route, signal) : dialled;
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

async function secure(
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

interface At {
  readonly url: URL;
  readonly isProxy: boolean;
  readonly stage: ConnectStage;
}

function whenReady(
  socket: Socket,
  ready: 'connect' | 'secureConnect',
  at: At,
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
