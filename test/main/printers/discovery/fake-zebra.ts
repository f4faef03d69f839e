import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The fields of a printer's reply in its third form. */
export interface ZebraReplyFields {
  product?: string;
  firmware?: string;
  serial?: string;
  systemName?: string;
  /** The address it claims to have. */
  claims?: [number, number, number, number];
}

/** A reply as printers send it: 400 bytes, fields in ASCII filled up with zeros. */
export function zebraReply(fields: ZebraReplyFields): Buffer {
  const reply = Buffer.alloc(400);
  reply.set([0x3a, 0x2c, 0x2e, 0x03]);
  reply.write('79071', 0x04, 'ascii');
  reply.write(fields.product ?? '', 0x0c, 20, 'ascii');
  reply.write('1166A', 0x20, 'ascii');
  reply.write(fields.firmware ?? '', 0x27, 10, 'ascii');
  reply.write('ZBR', 0x31, 'ascii');
  reply.set([0x00, 0x07, 0x4d, 0x41, 0x08, 0xbd], 0x36);
  reply.write(fields.serial ?? '', 0x3c, 10, 'ascii');
  reply.set(fields.claims ?? [10, 1, 0, 158], 0x48);
  reply.set([255, 255, 255, 0], 0x4c);
  reply.write(fields.systemName ?? '', 0x54, 25, 'ascii');
  return reply;
}

export interface FakeZebra {
  readonly port: number;
  /** Calls received so far. */
  calls(): number;
  close(): Promise<void>;
}

/** A printer that listens on a UDP port of this computer and answers each request with these datagrams. */
export async function startFakeZebra(answers: readonly Uint8Array[]): Promise<FakeZebra> {
  const socket = createSocket('udp4');
  let calls = 0;
  socket.on('message', (datagram, caller) => {
    if (!datagram.equals(Uint8Array.of(0x2e, 0x2c, 0x3a, 0x01, 0x00, 0x00))) return;
    calls += 1;
    for (const answer of answers) socket.send(answer, caller.port, caller.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    port: socket.address().port,
    calls: () => calls,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
