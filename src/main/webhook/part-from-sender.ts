import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ListenerLimits } from './limits.ts';

type PartingLimits = Pick<ListenerLimits, 'partingMs' | 'partingBytes'>;

/**
 * For an answer given before the whole request was read, that ends the connection. Closing at once would reset it, and a sender
 * that still writes would never see the answer. So our side is ended, and what comes is thrown away, for a bounded while.
 */
export function partFromSender(request: IncomingMessage, response: ServerResponse, limits: PartingLimits): void {
  const { socket } = request;
  response.setHeader('connection', 'close');
  response.prependOnceListener('finish', () => {
    if (request.complete || socket.destroyed) return;
    const closeNow = socket.destroySoon.bind(socket);
    // Node's own server calls this once the answer is written.
    socket.destroySoon = () => void socket.end();
    const cut = setTimeout(() => socket.destroy(), limits.partingMs);
    socket.once('close', () => clearTimeout(cut));
    let thrownAway = 0;
    request
      .on('data', (chunk: Buffer) => {
        thrownAway += chunk.length;
        if (thrownAway > limits.partingBytes) socket.destroy();
      })
      .once('end', closeNow);
  });
}
