import type { Socket } from 'node:dgram';
import { boundSocket } from './bound-socket.ts';
import { ownNetworks } from './network-interfaces.ts';
import { pause } from './pause.ts';
import type { Way } from './way.ts';
import { readZebraReply } from './zebra-reply.ts';

/** Where Zebra printers listen for calls, and what they answer to. */
const zebraPort = 4201;
const callBytes = Uint8Array.of(0x2e, 0x2c, 0x3a, 0x01, 0x00, 0x00);

/** UDP loses datagrams: three at once, a second to answer, three times over, as the printers' own tools do. */
const rounds = 3;
const callsAtOnce = 3;

/** More than all printers of a network answer. */
const mostReplies = 2000;

/** Raw printing. The reply does not tell the port. */
const rawPort = 9100;

export interface ZebraCallOptions {
  /** Addresses that are called; those that everybody in this computer's networks hears. */
  targets?: () => readonly string[];
  port?: number;
  /** The address of this computer that calls. */
  from?: string;
  roundMs?: number;
}

/** Calls the Zebra printers in this computer's networks. A printer is believed to be where its reply came from, nowhere else. */
export function zebraCall(options: ZebraCallOptions = {}): Way {
  const { targets = broadcasts, port = zebraPort, from = '0.0.0.0', roundMs = 1000 } = options;
  return {
    name: 'Zebra call',
    async look(seen, signal) {
      const called = targets();
      if (called.length === 0) return noNetwork;
      const socket = await boundSocket(0, from).catch(() => null);
      if (!socket) return noNetwork;
      let replies = 0;
      socket.on('message', (datagram, sender) => {
        replies += 1;
        const reply = replies > mostReplies ? null : readZebraReply(datagram);
        if (!reply) return;
        const { product, firmware, serial, systemName } = reply;
        seen({
          name: systemName ?? product ?? 'Zebra printer',
          details: [product, serial && `serial ${serial}`, firmware],
          connection: { kind: 'tcp', host: sender.address, port: rawPort },
        });
      });
      try {
        socket.setBroadcast(true);
        let sent = 0;
        for (let round = 0; round < rounds && !signal.aborted; round += 1) {
          for (let call = 0; call < callsAtOnce; call += 1) {
            const outcomes = await Promise.all(called.map((target) => send(socket, port, target)));
            sent += outcomes.filter(Boolean).length;
          }
          await pause(roundMs, signal);
        }
        return sent === 0 ? noNetwork : null;
      } finally {
        socket.close();
      }
    },
  };
}

const noNetwork = 'This computer is in no network that can be called.';

const broadcasts = (): string[] => ownNetworks().map((network) => network.broadcast);

/** True where the datagram left. */
const send = (socket: Socket, port: number, target: string): Promise<boolean> =>
  new Promise((resolve) => socket.send(callBytes, port, target, (error) => resolve(error === null)));
