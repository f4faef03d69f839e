import { createSocket, type Socket } from 'node:dgram';

/** A UDP socket that listens; rejects where the address or port cannot be had. */
export function boundSocket(port: number, address: string): Promise<Socket> {
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
