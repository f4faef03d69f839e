import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../../src/main/practice/practice-service.ts';
import { recordsFileName } from '../../../../src/main/storage/records-file-name.ts';
import { startFakePrinter } from '../../../fakes/printer.ts';
import { startServiceWithLabels } from '../../../fakes/service-with-labels.ts';
import { natsSiteServer } from '../../../fakes/site-server.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { openStation } from '../../../helpers/open-station.ts';
import { type StationInNode, sandboxAt } from '../../../helpers/station-in-node.ts';
import { codeNumber, orderFor } from '../../core/outbox/outbox-fixture.ts';

const opened = closedAfterEach();
const token = 'token-of-no-site';
const code = codeNumber(1);
const header = { name: 'X-Hook-Key', value: 'hook-secret-1' };

/** The ports to which this process connected. */
const connectedTo = new Set<number>();
const note = (event: unknown): void => {
  const { socket } = event as { socket: Socket };
  socket.once('connect', () => connectedTo.add(socket.remotePort ?? 0));
};
beforeEach(() => {
  connectedTo.clear();
  subscribe('net.client.socket', note);
});
afterEach(() => void unsubscribe('net.client.socket', note));

/** Every table of the site in a records file with its rows, and what watches the changes of the others. */
function siteIn(file: string): { tables: string[]; rows: number; triggers: string[] } {
  const database = new DatabaseSync(file, { readOnly: true });
  const named = (type: string): string[] =>
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = ? AND name LIKE 'site%' ORDER BY name")
      .all(type)
      .map(({ name }: { name: string }) => name);
  const tables = named('table');
  const rows = tables.reduce(
    (sum, table) => sum + database.prepare(`SELECT count(*) AS count FROM ${table}`).get().count,
    0,
  );
  const triggers = named('trigger');
  database.close();
  return { tables, rows, triggers };
}

const fleetAt = (port: number, environments: string[]) => ({
  ...({ bench: 'bench-1', role: 'bench', alone: 'ask' } as const),
  ...{ servers: [`nats://127.0.0.1:${port}`], environments },
});

async function startBench(hookPort: number, fleetPort: number | null, shared = 'sandbox') {
  const practice = opened.keep(await startPracticeService({ folder: await opened.folder(), token }));
  const service = opened.keep(await startServiceWithLabels(practice));
  const printer = opened.keep(await startFakePrinter());
  const connection = { kind: 'tcp' as const, host: printer.host, port: printer.port };
  const { environments, ...rest } = sandboxAt(service.url, token);
  const station = await openStation(opened, {
    clock: acceleratedClock(2),
    settings: { printers: [{ name: 'Zebra A', connection, default: true }], bench: { deleteUndoSeconds: 1 } },
    provisioning: {
      ...rest,
      environments: (environments ?? []).flatMap((each) => [
        { ...each, webhook: { path: '/hooks', header } },
        ...(shared === each.name ? [] : [{ ...each, name: shared }]),
      ]),
      webhooks: { enabled: true, host: '127.0.0.1', port: hookPort },
      ...(fleetPort !== null && { fleet: fleetAt(fleetPort, [shared]) }),
    },
  });
  const ports = [service.url, practice.baseUrl, practice.labelUrl].map((address) => Number(new URL(address).port));
  return { station, printer, ports: [...ports, printer.port] };
}

/** A port that accepts connections, as a server of a site does, and how many there were. */
async function countConnections(): Promise<{ port: number; count(): number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  opened.keep({ close: async () => void server.close() });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, count: () => connections };
}

describe('a station without a site', () => {
  it('writes nothing of a site and connects to none, through an order, its label, an event and its deletion', async () => {
    const hookPort = await freePort();
    const { station, printer, ports } = await startBench(hookPort, null);
    const scan = (mode: 'print' | 'delete') =>
      station.call('scan.submit', { mode, reading: { asTyped: code, asUsKeyboard: code, by: 'scanner' } });
    const board = { find: code, offset: 0, limit: 10 };

    await station.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
    await station.until('shipments.page', board, ({ rows }) => rows[0]?.label?.state === 'stored');
    await scan('print');
    await station.until('print-jobs.list', null, ([job]) => job?.state === 'printed');
    expect(printer.labels()).toHaveLength(1);
    const body = JSON.stringify({ event: 'same.shipment.scheduled', data: { custom_code: code } });
    const headers = { 'content-type': 'application/json', [header.name]: header.value };
    const sent = await fetch(`http://127.0.0.1:${hookPort}/hooks`, { method: 'POST', headers, body });
    expect(sent.status).toBe(200);
    await station.until('shipments.page', board, ({ rows }) => rows[0]?.status?.state === 'scheduled');
    await scan('delete');
    await station.until('shipments.page', board, ({ rows: [parcel] }) => (parcel?.deletedAt ?? null) !== null);

    expect((await station.call('station.read', null)).site).toBeUndefined();
    await station.stop();
    const site = siteIn(join(station.folder, 'records', recordsFileName('sandbox')));
    expect(site.tables).toContain('site_out');
    expect(site).toMatchObject({ rows: 0, triggers: [] });
    expect(connectedTo.has(printer.port)).toBe(true);
    expect([...connectedTo].filter((port) => port !== hookPort && !ports.includes(port))).toEqual([]);
  });

  // A settings file may name practice after it was edited by hand: provisioning refuses it.
  const practice = (port: number): Promise<StationInNode> =>
    openStation(opened, { settings: { fleet: fleetAt(port, ['practice']) } });
  const unnamed = async (port: number): Promise<StationInNode> =>
    (await startBench(await freePort(), port, 'another one')).station;
  it.each([
    ['practice, whatever the fleet names', 'practice', practice],
    ['an environment that the fleet does not name', 'sandbox', unnamed],
  ] as const)('with a fleet shares nothing of %s', async (_, environment, start) => {
    const site = await countConnections();
    const station = await start(site.port);
    await station.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
    const board = { find: code, offset: 0, limit: 10 };
    await station.until('shipments.page', board, ({ rows }) => rows[0]?.label?.state === 'stored');

    const read = await station.call('station.read', null);
    expect(read.site).toBeUndefined();
    expect(await station.call('site.read', null)).toBeNull();
    await station.stop();
    expect(siteIn(join(station.folder, 'records', recordsFileName(environment)))).toMatchObject({ rows: 0 });
    expect(site.count()).toBe(0);
    expect(connectedTo).not.toContain(site.port);
  });

  it('that gets one connects to its server, and writes of it', async () => {
    const server = opened.keep(await natsSiteServer());
    const port = Number(new URL(server.address).port);
    const { station } = await startBench(await freePort(), port);
    await station.until('station.read', null, ({ site }) => site?.state === 'connected');
    await station.stop();
    expect(siteIn(join(station.folder, 'records', recordsFileName('sandbox'))).rows).toBeGreaterThan(0);
    expect(connectedTo.has(port)).toBe(true);
  });
});
