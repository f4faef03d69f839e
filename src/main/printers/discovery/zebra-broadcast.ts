import type { Socket } from 'node:dgram';
import { message } from '../../../shared/messages/message.ts';
import { pause } from '../../concurrency/waiting.ts';
import type { PrinterDiscoverer } from './find-printers.ts';
import { bindUdpSocket, localNetworks } from './udp.ts';

/** The port where Zebra printers listen for broadcasts, and the request they answer. */
const zebraPort = 4201;
const requestDatagram = Uint8Array.of(0x2e, 0x2c, 0x3a, 0x01, 0x00, 0x00);

/** UDP loses datagrams: three rounds of three, with a second for replies, like the manufacturer's own tools. */
const rounds = 3;
const datagramsPerRound = 3;

/** Most replies that are read. */
const maxReplies = 2000;

/** Raw printing. The reply does not contain the port. */
const rawPort = 9100;

export interface ZebraBroadcastOptions {
  /** Addresses that the request is sent to; by default the broadcast addresses of this computer's networks. */
  targets?: () => readonly string[];
  port?: number;
  /** The local address that sends. */
  from?: string;
  roundMs?: number;
}

/** Finds Zebra printers by a broadcast in this computer's networks. A printer's address is the sender of its reply. */
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
          details: [product, serial && message('printer.discovery.serial', { serial }), firmware],
          connection: { kind: 'tcp', host: sender.address, port: rawPort },
        });
      });
      try {
        socket.setBroadcast(true);
        let sent = 0;
        for (let round = 0; round < rounds && !signal.aborted; round += 1) {
          for (let attempt = 0; attempt < datagramsPerRound; attempt += 1) {
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

const noNetwork = message('printer.discovery.no-network');

const broadcasts = (): string[] => localNetworks().map((network) => network.broadcast);

/** True where the datagram was sent. */
const send = (socket: Socket, port: number, target: string): Promise<boolean> =>
  new Promise((resolve) => socket.send(requestDatagram, port, target, (error) => resolve(error === null)));

/** A Zebra printer's reply. Unknown values are null. */
export interface ZebraReply {
  /** "ZebraNet Wired PS", "ZTC ZD421-203dpi ZPL". */
  readonly product: string | null;
  readonly firmware: string | null;
  readonly serial: string | null;
  /** Its configured network name. */
  readonly systemName: string | null;
}

/** Fields of reply version 3, by offset and length, in ASCII, padded with zeros (found by observation; not documented). */
const fields = {
  product: { from: 0x0c, length: 20 },
  firmware: { from: 0x27, length: 10 },
  serial: { from: 0x3c, length: 10 },
  systemName: { from: 0x54, length: 25 },
} as const;

const replyHeader = [0x3a, 0x2c, 0x2e];
const knownVersion = 3;

/** Replies have about 400 bytes; anything much longer is no reply. */
const longestReply = 2048;

/** Reads a reply; null where the datagram is none. An unknown version gives null values. */
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

/** Printable ASCII up to the first zero; null where it is empty, cut off or not printable. */
function text(datagram: Uint8Array, { from, length }: { from: number; length: number }): string | null {
  if (datagram.length < from + length) return null;
  const field = datagram.subarray(from, from + length);
  const end = field.indexOf(0);
  const bytes = end === -1 ? field : field.subarray(0, end);
  const isPrintable = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const read = isPrintable ? Buffer.from(bytes).toString('ascii').trim() : '';
  return read === '' ? null : read;
}
