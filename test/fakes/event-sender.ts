import { connect, type Socket } from 'node:net';

export interface EventSending {
  port: number;
  path: string;
  header: { name: string; value: string };
  /** Open at the same time; each sends its next event when the last one was answered. */
  connections: number;
  bodies: readonly Buffer[];
  /** Called for each answer. */
  onAnswer?: (body: Buffer, status: number) => void;
}

/**
 * Sends every body once, as a service does that keeps its connections: plain bytes over sockets, so that the sender costs little
 * beside what it measures. Gives how often each status came; a connection that ended without an answer counts as 0.
 */
export async function sendEvents(sending: EventSending): Promise<Map<number, number>> {
  const { connections, bodies, onAnswer } = sending;
  const statuses = new Map<number, number>();
  let next = 0;
  const sendNext = async (sender: Sender): Promise<boolean> => {
    const body = bodies[next];
    if (!body) return false;
    next += 1;
    const status = await sender.send(body);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    onAnswer?.(body, status);
    return true;
  };
  const work = async (): Promise<void> => {
    const sender = openSender(sending);
    while (await sendNext(sender));
    sender.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return statuses;
}

interface Sender {
  /** The status of the answer; 0 where the connection ended without one. */
  send(body: Buffer): Promise<number>;
  close(): void;
}

function openSender({ port, path, header }: EventSending): Sender {
  const head = `POST ${path} HTTP/1.1\r\nHost: station\r\n${header.name}: ${header.value}\r\nContent-Type: application/json\r\n`;
  let socket: Socket | null = null;
  let received = '';
  let answer: ((status: number) => void) | null = null;

  const resolveAnswer = (status: number): void => {
    const waiting = answer;
    answer = null;
    waiting?.(status);
  };
  const open = (): Socket => {
    received = '';
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    opened.on('error', () => {});
    opened.once('close', () => {
      if (socket === opened) socket = null;
      resolveAnswer(0);
    });
    opened.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!received.includes('\r\n\r\n')) return;
      const status = Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
      const isLast = /\r\nconnection: close\r\n/i.test(received);
      received = '';
      if (isLast) {
        socket = null;
        opened.removeAllListeners('close').destroy();
      }
      resolveAnswer(status);
    });
    return opened;
  };

  return {
    send: (body) =>
      new Promise((resolve) => {
        answer = resolve;
        socket ??= open();
        socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
        socket.write(body);
      }),
    close: () => socket?.destroy(),
  };
}

/** That many different shipment events of about 400 bytes. */
export function differentEvents(count: number, prefix = 'E'): Buffer[] {
  return Array.from({ length: count }, (_, index) => {
    const trackingCode = `${prefix}${String(index).padStart(9, '0')}`;
    const data = {
      unique_id: trackingCode,
      tracking_code: trackingCode,
      trigger_datetime: '2026-03-10T10:30:00.000+04:00',
      receiver: { name: 'Receiver', address: '12 Palm Street', phone: '+971 500000000' },
      custom_codes: [`CODE${trackingCode}ABCDEF`],
    };
    return Buffer.from(JSON.stringify({ event: 'same.shipment.in_transit', data, note: 'x'.repeat(100) }));
  });
}
