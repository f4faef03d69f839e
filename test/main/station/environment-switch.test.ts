import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { type StationInNode, startStationInNode, vaultInMemory } from '../../helpers/station-in-node.ts';

const first = 'NL7K2M9P4R6T8V2X4B6D';
const opened = closedAfterEach();

async function twoPractices(extra: object = {}): Promise<StationInNode> {
  const environments = ['one', 'two'].map((name) => ({ name, kind: 'practice' }));
  const settings = { environments, activeEnvironment: 'one', bench: { deleteUndoSeconds: 60 }, ...extra };
  return opened.keep(await startStationInNode({ settings }));
}

/** With a printer that is switched off. */
async function withPrinterOff() {
  const printer = opened.keep(await startFakePrinter());
  await printer.connectionFault({ kind: 'off' });
  const connection = { kind: 'tcp', host: printer.host, port: printer.port };
  const station = await twoPractices({ printers: [{ name: 'Zebra A', connection, default: true }] });
  return { station, printer };
}

const orderFor = (custom_code: string) => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900, custom_code }] }] as never,
});

async function createOrder(station: StationInNode, code: string) {
  const { command } = await station.call('order.create', { request: orderFor(code), evenIfDuplicate: true });
  const done = await station.until(
    'order.progress',
    { commandId: command.id },
    ({ parcels }) => parcels.length > 0 && parcels.every((parcel) => parcel.label?.state === 'stored'),
  );
  return done.parcels[0]?.id ?? 0;
}

const scan = (text: string, mode: 'print' | 'delete') => ({
  reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' as const },
  mode,
});

describe('environment switch', () => {
  it('shows nothing of one environment in the other, and keeps what waits there', async () => {
    const station = await twoPractices();
    await createOrder(station, first);
    await station.call('scan.submit', scan(first, 'delete'));
    await station.call('environment.use', { name: 'two' });
    expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(0);
    expect(await station.call('deletions.pending', null)).toEqual([]);
    expect((await station.call('scans.recent', null)).scans).toEqual([]);
    await station.call('environment.use', { name: 'one' });
    expect(await station.call('deletions.pending', null)).toHaveLength(1);
  });

  it('reports what waits in the previous environment, if anything', async () => {
    const { station } = await withPrinterOff();
    await createOrder(station, first);
    const second = 'NL1C3E5G7J9L2N4P6R8T';
    await createOrder(station, second);
    await station.call('scan.submit', scan(second, 'print'));
    await station.call('scan.submit', scan(first, 'delete'));
    expect(await station.call('waiting.read', null)).toMatchObject({
      deletions: 1,
      orders: 0,
      labels: 1,
      decisions: 0,
    });
    await station.call('environment.use', { name: 'two' });
    const reported = async () => (await station.call('station.read', null)).notices.map(({ message }) => message);
    const items = [
      { code: 'waiting-work.deletions', params: { count: 1 } },
      { code: 'waiting-work.labels', params: { count: 1 } },
    ];
    const left = { code: 'environment.work-left', params: { environment: 'one', items, count: 2 } };
    expect(await reported()).toEqual([left]);
    expect(await station.call('waiting.read', null)).toMatchObject({ deletions: 0, labels: 0, oldestAt: null });
    await station.call('environment.use', { name: 'one' });
    expect(await reported()).toEqual([left]);
  });

  it('refuses actions meant for the previous environment', async () => {
    const station = await twoPractices();
    const parcelId = await createOrder(station, first);
    const switched = station.call('environment.use', { name: 'two' });
    await expect(station.call('parcel.delete', { parcelId })).rejects.toThrow('call.environment-changed');
    await expect(
      station.call('order.create', { request: orderFor('NL1C3E5G7J9L2N4P6R8T'), evenIfDuplicate: true }),
    ).rejects.toThrow('call.environment-changed');
    await switched;
    expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(0);
  });

  it('refuses a scan and an Undo that waited in the window while another environment was opened', async () => {
    const station = await twoPractices();
    await station.call('environment.use', { name: 'two' });
    await station.call('scan.submit', scan(first, 'delete'));
    const late = { ...scan('NL1C3E5G7J9L2N4P6R8T', 'delete'), environment: 'one' };
    await expect(station.call('scan.submit', late)).rejects.toThrow('call.environment-changed');
    const undo = { commandId: null, environment: 'one' };
    await expect(station.call('deletion.undo', undo)).rejects.toThrow('call.environment-changed');
    expect((await station.call('deletions.pending', null)).map(({ codes }) => codes)).toEqual([[first]]);
    await station.call('scan.submit', { ...late, environment: 'two' });
    expect(await station.call('deletions.pending', null)).toHaveLength(2);
  });

  it('to an environment whose records cannot be opened changes nothing', async () => {
    const station = await twoPractices();
    await createOrder(station, first);
    await writeFile(
      join(station.folder, 'records', 'records-two.sqlite3'),
      'no database at all, but a file of some length',
    );
    await expect(station.call('environment.use', { name: 'two' })).rejects.toThrow('environment.not-opened');
    expect((await station.call('station.read', null)).environment.name).toBe('one');
    expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(1);
  });
});

/** In practice at first, with a sandbox and a printer that is switched off. Once, where asked, no token can be read. */
async function withSandbox() {
  const service = opened.keep(await startPracticeService({ folder: await opened.folder(), token: 'token-1' }));
  const printer = opened.keep(await startFakePrinter());
  await printer.connectionFault({ kind: 'off' });
  const { baseUrl, labelUrl } = service;
  const sandbox = { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl } as const;
  const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
  const vault = vaultInMemory();
  let isUnreadable = false;
  const station = await startStationInNode({
    vault: {
      ...vault,
      async read(name) {
        if (!isUnreadable) return vault.read(name);
        isUnreadable = false;
        throw new Error('The token cannot be read');
      },
      keep(name, token) {
        isUnreadable = token.token === 'unreadable-once';
        return vault.keep(name, token);
      },
    },
    provisioning: {
      environments: [{ ...sandbox, token: 'token-1' }],
      printers: [{ name: 'Zebra A', connection, default: true }],
    },
  });
  opened.keep(station);
  const failNextRead = (): void => {
    isUnreadable = true;
  };
  return { station, printer, sandbox, failNextRead };
}

describe('environment switch: a failure after the records were opened', () => {
  it('leaves nothing of that environment running: its labels do not print', async () => {
    const { station, printer, failNextRead } = await withSandbox();
    const printHeld = async (code: string): Promise<void> => {
      await createOrder(station, code);
      await station.call('scan.submit', scan(code, 'print'));
      await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'held');
    };
    await printHeld(first);
    await station.call('environment.use', { name: 'sandbox' });
    await printHeld('NL1C3E5G7J9L2N4P6R8T');
    await station.call('environment.use', { name: 'practice' });
    failNextRead();
    await expect(station.call('environment.use', { name: 'sandbox' })).rejects.toThrow('environment.not-opened');
    await printer.connectionFault(null);
    await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'printed');
    expect(printer.labels().map(String)).toEqual([expect.stringContaining(first)]);
  });

  it('keeps the saved environment in use as it was before', async () => {
    const { station, sandbox } = await withSandbox();
    await station.call('environment.use', { name: 'sandbox' });
    const environment = { ...sandbox, currency: 'AED' };
    await expect(station.call('environment.save', { environment, token: 'unreadable-once' })).rejects.toThrow(
      'environment.not-opened',
    );
    const { environment: used, settings } = await station.call('station.read', null);
    expect(used.name).toBe('sandbox');
    expect(settings.environments.filter(({ currency }) => currency !== undefined)).toEqual([]);
    expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(0);
  });
});

describe('environment switch: a held label', () => {
  it('is printed when its deletion is undone and the printer is back', async () => {
    const { station, printer } = await withPrinterOff();
    await createOrder(station, first);
    await station.call('scan.submit', scan(first, 'print'));
    await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'held');
    await station.call('scan.submit', scan(first, 'delete'));
    await printer.connectionFault(null);
    await station.call('deletion.undo', { commandId: null });
    await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'printed');
    await printer.waitFor(() => printer.labels().length === 1);
  });

  it('is printed on another printer when its own was removed and the operator prints again', async () => {
    const paper = opened.keep(await startFakePrinter());
    const off = opened.keep(await startFakePrinter());
    await off.connectionFault({ kind: 'off' });
    const at = (name: string, port: number, isDefault: boolean) => ({
      name,
      connection: { kind: 'tcp' as const, host: '127.0.0.1', port },
      default: isDefault,
    });
    const station = await twoPractices({ printers: [at('Gone', off.port, true), at('Zebra B', paper.port, false)] });
    await createOrder(station, first);
    await station.call('scan.submit', scan(first, 'print'));
    await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'held');
    await station.call('printer.remove', { name: 'Gone' });
    await station.call('scan.submit', scan(first, 'print'));
    await station.until('print-jobs.list', null, (jobs) =>
      jobs.some((job) => job.printer === 'Zebra B' && job.state === 'printed'),
    );
    expect(paper.labels()).toHaveLength(1);
  });
});

describe('environment switch: an order without an answer', () => {
  it('keeps its codes: a second order with one of them is never sent', async () => {
    const station = await twoPractices();
    const lost = { ...orderFor(first) };
    const withLostAnswer = { ...lost, pick_up_address: { text: '18 Harbour Road' } };
    withLostAnswer.drop_offs = [
      {
        address: { text: '12 Palm Street', person_name: 'Aya create-lost-after' },
        parcels: [{ unit: 'g', values: 900, custom_code: first }],
      },
    ] as never;
    const { command } = await station.call('order.create', { request: withLostAnswer, evenIfDuplicate: true });
    await station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'uncertain');
    await expect(station.call('order.create', { request: orderFor(first), evenIfDuplicate: true })).rejects.toThrow(
      'order.code-in-use',
    );
    const twice = await Promise.allSettled(
      [1, 2].map(() =>
        station.call('order.create', { request: orderFor('NL1C3E5G7J9L2N4P6R8T'), evenIfDuplicate: true }),
      ),
    );
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
