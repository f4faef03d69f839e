import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';

/** A UDP socket that listens; rejects where the address or port cannot be had. */
export function bindUdpSocket(port: number, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: port !== 0 });
    socket.once('error', reject);
    socket.bind({ port, address }, () => {
      socket.off('error', reject);
      // What goes wrong from here on is one datagram's matter.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** One frame of the network: what is longer was put together from pieces, and no printer needs it. */
const longestDatagram = 1472;

type MessageListener = (datagram: Buffer, sender: { address: string; port: number }) => void;

/**
 * A socket for a library that reads whatever comes. Datagrams that are too long or too many never reach it, and one it stumbles
 * over is one datagram lost.
 */
export function guardedSocket(socket: Socket, maxDatagrams: number) {
  let taken = 0;
  const guarded =
    (listener: MessageListener): MessageListener =>
    (datagram, sender) => {
      taken += 1;
      if (taken > maxDatagrams || datagram.length > longestDatagram) return;
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

/** An IPv4 network this computer stands in. */
export interface NetworkInterface {
  readonly address: string;
  /** The address that all in this network hear. */
  readonly broadcast: string;
}

/** More than a computer at a bench has: virtual networks may be many. */
const maxInterfaces = 8;

/** The IPv4 networks of this computer, but for itself. */
export function localNetworks(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): NetworkInterface[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .slice(0, maxInterfaces)
    .map(({ address, netmask }) => ({ address, broadcast: broadcastOf(address, netmask) }));
}

/** All bits that the mask leaves free are ones. */
function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, index) => (Number(part) | (~(mask[index] ?? 255) & 255)).toString())
    .join('.');
}
