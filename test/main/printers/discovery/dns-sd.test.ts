import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { Bonjour } from 'bonjour-service';
import { afterEach, describe, expect, test } from 'vitest';
import { dnsSdDiscoverer } from '../../../../src/main/printers/discovery/dns-sd.ts';
import type { DiscoveredPrinter } from '../../../../src/main/printers/discovery/find-printers.ts';
import { message } from '../../../../src/shared/messages/message.ts';

const guessedPort = message('printer.discovery.guessed-port', { port: 9100 });

interface Announcer {
  /** Where it listens. */
  port: number;
  socket: Socket;
  bonjour: Bonjour;
}

/**
 * A computer that announces printers to one asker: the names travel as they do by multicast, but over loopback from port to
 * port, so that it works where no network is.
 */
async function startAnnouncer(askerPort: number): Promise<Announcer> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const options = { socket, bind: false, multicast: false, ip: '127.0.0.1', port: askerPort };
  const bonjour = new Bonjour(options as ConstructorParameters<typeof Bonjour>[0]);
  return { port: socket.address().port, socket, bonjour };
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

describe('DNS-SD discovery', () => {
  const announcers: Announcer[] = [];
  afterEach(() => {
    for (const { bonjour } of announcers.splice(0)) bonjour.destroy();
  });
  const start = async () => {
    const askerPort = await freePort();
    const announcer = await startAnnouncer(askerPort);
    announcers.push(announcer);
    const ending = new AbortController();
    const seen: DiscoveredPrinter[] = [];
    const method = dnsSdDiscoverer({
      endpoints: () => [
        {
          bind: { port: askerPort, address: '127.0.0.1' },
          to: { port: announcer.port, address: '127.0.0.1' },
          multicastFrom: null,
        },
      ],
      // Queried often, so that no test depends on the timing of one answer.
      pauses: Array.from({ length: 200 }, () => 20),
    });
    const discover = (until: () => boolean) =>
      method.discover((printer) => {
        seen.push(printer);
        if (until()) ending.abort();
      }, ending.signal);
    return { announcer, askerPort, seen, discover, ending };
  };

  test('a printer with raw printing is found with its address, port and model', async () => {
    const { announcer, seen, discover } = await start();
    const txt = { ty: 'ZTC ZD421-203dpi ZPL', note: 'Bench 7', pdl: 'application/vnd.zebra-zpl' };
    announcer.bonjour.publish({ name: 'Zebra A', type: 'pdl-datastream', port: 9101, txt, probe: false });
    expect(await discover(() => seen.length > 0)).toBeNull();
    const connection = seen[0]?.connection;
    expect(connection).toMatchObject({ kind: 'tcp', port: 9101 });
    expect(connection?.kind === 'tcp' && isIPv4(connection.host)).toBe(true);
    expect(seen[0]?.name).toBe('Zebra A');
    expect(seen[0]?.details).toEqual(expect.arrayContaining(['ZTC ZD421-203dpi ZPL', 'Bench 7']));
  });

  /** Searches until IPP was queried a fourth time: the answers to the first queries have arrived by then. */
  const searchLong = async ({ announcer, discover, ending }: Awaited<ReturnType<typeof start>>) => {
    let asked = 0;
    announcer.socket.on('message', (question) => {
      if (question.includes('_ipp')) asked += 1;
      if (asked > 3) ending.abort();
    });
    await discover(() => false);
  };

  test('a printer that announces raw printing and IPP is found once, with its announced port', async () => {
    const started = await start();
    const { announcer, seen } = started;
    announcer.bonjour.publish({ name: 'Zebra A', type: 'ipp', port: 631, probe: false });
    announcer.bonjour.publish({ name: 'Zebra A', type: 'pdl-datastream', port: 9100, probe: false });
    await searchLong(started);
    expect(seen.map((printer) => printer.connection)).toEqual([expect.objectContaining({ port: 9100 })]);
    expect(seen[0]?.details).not.toContainEqual(guessedPort);
  });

  test('a printer that announces IPP alone is offered at port 9100, marked as a guess; a queue of another computer is not offered', async () => {
    const started = await start();
    const { announcer, seen } = started;
    announcer.bonjour.publish({ name: 'Office', type: 'ipp', port: 631, txt: { rp: 'ipp/print' }, probe: false });
    announcer.bonjour.publish({ name: 'Queue', type: 'ipp', port: 631, txt: { rp: 'printers/queue' }, probe: false });
    await searchLong(started);
    expect(seen.map((printer) => printer.name)).toEqual(['Office']);
    expect(seen[0]?.connection).toMatchObject({ port: 9100 });
    expect(seen[0]?.details).toContainEqual(guessedPort);
  });

  test('malicious datagrams are ignored, and the printer is still found', async () => {
    const { announcer, askerPort, seen, discover } = await start();
    const hostile = [
      Buffer.alloc(0),
      Buffer.alloc(12, 0xff),
      // A compressed name that points at its own offset.
      Buffer.from('000084000000000100000000c00c000c0001000000780002c00c', 'hex'),
      Buffer.alloc(9000, 0x41),
      // 65,535 answers announced, none present.
      Buffer.from('00008400 0000ffff 00000000'.replaceAll(' ', ''), 'hex'),
    ];
    announcer.socket.on('message', () => {
      for (const datagram of hostile) announcer.socket.send(datagram, askerPort, '127.0.0.1');
    });
    announcer.bonjour.publish({ name: 'Zebra A', type: 'pdl-datastream', port: 9100, probe: false });
    expect(await discover(() => seen.length > 0)).toBeNull();
    expect(seen[0]?.name).toBe('Zebra A');
  });

  test('a computer without a network has that reported', async () => {
    const method = dnsSdDiscoverer({ endpoints: () => [] });
    expect(await method.discover(() => {}, new AbortController().signal)).toEqual(
      message('printer.discovery.no-network'),
    );
  });
});
