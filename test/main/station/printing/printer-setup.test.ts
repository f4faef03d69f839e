import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { PrinterDiscovery } from '../../../../src/main/core/ports/printing.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import type { PrinterConnection } from '../../../../src/shared/printing/printer-connection.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../../helpers/station-in-node.ts';

interface Listener {
  connection: PrinterConnection;
  connections(): number;
  received(): string;
}

describe('printer set-up', () => {
  const stations: StationInNode[] = [];
  const servers: Server[] = [];
  afterEach(async () => {
    await Promise.all(stations.splice(0).map((station) => station.close()));
    for (const server of servers.splice(0)) server.close();
  });
  const start = async (options: StationInNodeOptions): Promise<StationInNode> => {
    const station = await startStationInNode(options);
    stations.push(station);
    return station;
  };
  /** A printer that accepts everything and answers nothing. */
  const listen = async (): Promise<Listener> => {
    let connections = 0;
    let received = '';
    const server = createServer((socket) => {
      connections += 1;
      socket.on('data', (bytes) => {
        received += bytes.toString('latin1');
      });
      socket.on('error', () => {});
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      connection: { kind: 'tcp', host: '127.0.0.1', port },
      connections: () => connections,
      received: () => received,
    };
  };
  const discoveryOf = (connection: PrinterConnection): PrinterDiscovery => ({
    async find(listener) {
      const found = { name: 'Zebra A', details: [], direct: null, setUpAs: null };
      listener.found({ key: 'a', method: 'zebra-broadcast', connection, ...found });
      listener.ended('zebra-broadcast', null);
    },
  });

  it('finds a printer, adds it after confirmation, and sends it a command', async () => {
    const printer = await listen();
    const asked: string[] = [];
    const station = await start({
      printerFinding: discoveryOf(printer.connection),
      confirmAddress: async ({ question }) => {
        asked.push(question);
        return true;
      },
    });
    await station.call('printers.start-discovery', null);
    const search = await station.until('printers.found', null, ({ isSearching }) => !isSearching);
    expect(search.printers).toMatchObject([{ name: 'Zebra A', setUpAs: null }]);
    expect(printer.connections()).toBe(0);

    const { connection } = printer;
    await station.call('printer.save', { printer: { name: 'Zebra A', connection, neverAnswers: true } });
    expect(asked).toHaveLength(1);
    expect((await station.call('printers.found', null)).printers).toMatchObject([{ setUpAs: 'Zebra A' }]);

    await station.call('printer.command', { name: 'Zebra A', command: 'calibrate' });
    await expect.poll(() => printer.received()).toContain('~JC');
    expect(station.bugs).toEqual([]);
  });

  it('sends nothing to a rejected address, whatever the page requests', async () => {
    const printer = await listen();
    const station = await start({ confirmAddress: async () => false });
    const { connection } = printer;
    await expect(station.call('printer.save', { printer: { name: 'Zebra A', connection } })).rejects.toMatchObject({
      failure: { code: 'not-allowed-now', message: message('printer.not-added') },
    });
    for (const call of ['printer.test', 'printer.command'] as const) {
      await expect(station.call(call, { name: 'Zebra A', command: 'calibrate' })).rejects.toMatchObject({
        failure: { message: { code: 'printer.not-set-up' } },
      });
    }
    const { settings } = await station.call('station.read', null);
    expect(settings.printers.map(({ name }) => name)).toEqual(['Practice printer']);
    expect(printer.connections()).toBe(0);
  });

  it('ends the search when the station is closed', async () => {
    let wasStopped = false;
    const station = await start({
      printerFinding: {
        find: (_, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              wasStopped = true;
              resolve();
            });
          }),
      },
    });
    await station.call('printers.start-discovery', null);
    await station.stop();
    expect(wasStopped).toBe(true);
  });
});
