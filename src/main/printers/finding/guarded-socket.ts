import type { Socket } from 'node:dgram';

/** One frame of the network: what is longer was put together from pieces, and no printer needs it. */
const longestDatagram = 1472;

type MessageListener = (datagram: Buffer, sender: { address: string; port: number }) => void;

/**
 * A socket for a library that reads whatever comes. Datagrams that are too long or too many never reach it, and one it stumbles
 * over is one datagram lost.
 */
export function guardedSocket(socket: Socket, mostDatagrams: number) {
  let taken = 0;
  const guarded =
    (listener: MessageListener): MessageListener =>
    (datagram, sender) => {
      taken += 1;
      if (taken > mostDatagrams || datagram.length > longestDatagram) return;
      try {
        listener(datagram, sender);
      } catch {
        // Whoever sent it meant no good, or the library has a fault: neither is this station's to fall over.
      }
    };
  return {
    on(event: 'message' | 'error' | 'listening', listener: (...given: unknown[]) => void): void {
      socket.on(event, event === 'message' ? guarded(listener) : listener);
    },
    send: socket.send.bind(socket),
    close: socket.close.bind(socket),
  };
}
