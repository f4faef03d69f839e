import type { Socket } from 'node:dgram';
import { pause } from '../abortable.ts';
import type { PrinterDiscoverer } from './find-printers.ts';
import { bindUdpSocket, localNetworks } from './udp.ts';

/** Where Zebra printers listen for calls, and what they answer to. */
const zebraPort = 4201;
const requestDatagram = Uint8Array.of(0x2e, 0x2c, 0x3a, 0x01, 0x00, 0x00);

/** UDP loses datagrams: three at once, a second to answer, three times over, as the printers' own tools do. */
const rounds = 3;
const datagramsPerRound = 3;

/** More than all printers of a network answer. */
const maxReplies = 2000;

/** Raw printing. The reply does not tell the port. */
const rawPort = 9100;

export interface ZebraBroadcastOptions {
  /** Addresses that are called; those that everybody in this computer's networks hears. */
  targets?: () => readonly string[];
  port?: number;
  /** The address of this computer that calls. */
  from?: string;
  roundMs?: number;
}

/** Calls the Zebra printers in this computer's networks. A printer is believed to be where its reply came from, nowhere else. */
export function zebraBroadcastDiscoverer(options: ZebraBroadcastOptions = {}): PrinterDiscoverer {
  const { targets = broadcasts, port = zebraPort, from = '0.0.0.0', roundMs = 1000 } = options;
  return {
    name: 'zebra-broadcast',
    async discover(onPrinter, signal) {
      const addresses = targets();
      if (addresses.length === 0) return noNetwork;
      const socket = await bindUdpSocket(0, from).catch(() => null);
      if (!socket) return noNetwork;
      let replies = 0;
      socket.on('message', (datagram, sender) => {
        replies += 1;
        const reply = replies > maxReplies ? null : readZebraReply(datagram);
        if (!reply) return;
        const { product, firmware, serial, systemName } = reply;
        onPrinter({
          name: systemName ?? product ?? 'Zebra printer',
          details: [product, serial && `serial ${serial}`, firmware],
          connection: { kind: 'tcp', host: sender.address, port: rawPort },
        });
      });
      try {
        socket.setBroadcast(true);
        let sent = 0;
        for (let round = 0; round < rounds && !signal.aborted; round += 1) {
          for (let call = 0; call < datagramsPerRound; call += 1) {
            const outcomes = await Promise.all(addresses.map((target) => send(socket, port, target)));
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

const broadcasts = (): string[] => localNetworks().map((network) => network.broadcast);

/** True where the datagram left. */
const send = (socket: Socket, port: number, target: string): Promise<boolean> =>
  new Promise((resolve) => socket.send(requestDatagram, port, target, (error) => resolve(error === null)));

/** What a Zebra printer says of itself when it is called. What was not told is null. */
export interface ZebraReply {
  /** "ZebraNet Wired PS", "ZTC ZD421-203dpi ZPL". */
  readonly product: string | null;
  readonly firmware: string | null;
  readonly serial: string | null;
  /** The name it was given on the network. */
  readonly systemName: string | null;
}

/** Fields of the reply's third form, by offset and length, in ASCII, filled up with zeros (found by observation; not documented). */
const fields = {
  product: { from: 0x0c, length: 20 },
  firmware: { from: 0x27, length: 10 },
  serial: { from: 0x3c, length: 10 },
  systemName: { from: 0x54, length: 25 },
} as const;

const replyHeader = [0x3a, 0x2c, 0x2e];
const knownVersion = 3;

/** Replies are some 400 bytes long; anything much longer is none. */
const longestReply = 2048;

/** Reads a reply; null where the datagram is none. Of a form that is not known only that it came is known. */
export function readZebraReply(datagram: Uint8Array): ZebraReply | null {
  if (datagram.length > longestReply || replyHeader.some((byte, index) => datagram[index] !== byte)) return null;
  const fieldText = (field: keyof typeof fields) =>
    datagram[replyHeader.length] === knownVersion ? text(datagram, fields[field]) : null;
  return {
    product: fieldText('product'),
    firmware: fieldText('firmware'),
    serial: fieldText('serial'),
    systemName: fieldText('systemName'),
  };
}

/** Printable ASCII up to the first zero; null where there is none, where it is cut, or where it is something else. */
function text(datagram: Uint8Array, { from, length }: { from: number; length: number }): string | null {
  if (datagram.length < from + length) return null;
  const field = datagram.subarray(from, from + length);
  const end = field.indexOf(0);
  const bytes = end === -1 ? field : field.subarray(0, end);
  const isPrintable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const read = isPrintable ? Buffer.from(bytes).toString('ascii').trim() : '';
  return read === '' ? null : read;
}
