import type { Socket } from 'node:net';
import { Client } from 'undici';

/**
 * An HTTP client on one connection that stands already. It never makes another: where the connection dies, the request fails
 * and nothing is sent a second time. Time limits are the caller's own: the signal ends the client with all that it does.
 */
export function clientOn(socket: Socket, origin: string, signal: AbortSignal): Client {
  let handedOver = false;
  const client = new Client(origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_options, callback) {
      if (handedOver) return callback(new Error('The connection was used up'), null);
      handedOver = true;
      // Answered at once, the client would still be busy beginning, and would never look at its queue again.
      queueMicrotask(() => callback(null, socket));
    },
  });
  const end = (): void => void client.destroy();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return client;
}
