import type { Socket } from 'node:net';
import { failed, type Result, success } from '../../shared/failure.ts';
import { clientOn } from './client-on.ts';
import { connectFailure, tunnelRefused } from './connect-failures.ts';
import { stopReason } from './deadline.ts';
import { errorCode } from './error-code.ts';

/** Asks a proxy, over a connection to it, for a way to `target` (host:port); the way is that same connection. */
export async function openTunnel(
  toProxy: Socket,
  proxy: URL,
  target: string,
  signal: AbortSignal,
): Promise<Result<Socket>> {
  const client = clientOn(toProxy, proxy.origin, signal);
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: { Host: target, ...proxyAuthorization(proxy) },
    });
    if (statusCode >= 200 && statusCode < 300) return success(socket as Socket);
    socket.destroy();
    return failed(tunnelRefused(proxy.host, target, statusCode));
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
