import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';

/** A bound UDP socket; rejects where the address or port is not available. */
export function bindUdpSocket(port: number, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: port !== 0 });
    socket.once('error', reject);
    socket.bind({ port, address }, () => {
      socket.off('error', reject);
      // Later errors concern single datagrams.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}

/** Largest datagram in one Ethernet frame, bytes; printers send no longer ones. */
const longestDatagram = 1472;

type MessageListener = (datagram: Buffer, sender: { address: string; port: number }) => void;

/**
 * A socket for a library that does not check its input. Datagrams that are too long or too many never reach it, and one that it
 * cannot process is dropped.
 */
export function guardedSocket(socket: Socket, maxDatagrams: number) {
  let received = 0;
  const guarded =
    (listener: MessageListener): MessageListener =>
    (datagram, sender) => {
      received += 1;
      if (received > maxDatagrams || datagram.length > longestDatagram) return;
      try {
        listener(datagram, sender);
      } catch {
        // A malformed datagram, or a bug of the library: neither may stop the station.
      }
    };
  return {
    on(event: 'message' | 'error' | 'listening', listener: (...parameters: unknown[]) => void): void {
      socket.on(event, event === 'message' ? guarded(listener) : listener);
    },
    send: socket.send.bind(socket),
    close: socket.close.bind(socket),
  };
}

/** An IPv4 network of this computer. */
export interface NetworkInterface {
  readonly address: string;
  /** The broadcast address. */
  readonly broadcast: string;
}

/** Most networks searched; a computer may have many virtual ones. */
const maxInterfaces = 8;

/** The IPv4 networks of this computer, without its loopback interface. */
export function localNetworks(
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): NetworkInterface[] {
  return Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .slice(0, maxInterfaces)
    .map(({ address, netmask }) => ({ address, broadcast: broadcastOf(address, netmask) }));
}

/** All bits outside the mask are ones. */
function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number);
  return address
    .split('.')
    .map((part, index) => (Number(part) | (~(mask[index] ?? 255) & 255)).toString())
    .join('.');
}
