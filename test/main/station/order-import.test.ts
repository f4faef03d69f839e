import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { FilePicker } from '../../../src/main/core/ports/desktop.ts';
import { type PracticeService, startPracticeService } from '../../../src/main/practice/practice-service.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { freePort } from '../../helpers/free-port.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import type { StationInNode, StationInNodeOptions } from '../../helpers/station-in-node.ts';
import { bytesOf, orderObject } from '../core/imports/order-file-fixtures.ts';

const token = 'right-token-0123456789';
const codeA = 'NL7K2M9P4R6T8V2X4B6D';
const codeB = 'NL1C3E5G7J9L2N4P6R8T';
const opened = closedAfterEach();

let folder: string;
/** A service that other systems also send orders to. */
let service: PracticeService;
beforeEach(async () => {
  folder = await opened.folder();
  service = opened.keep(await startPracticeService({ folder: join(folder, 'service'), token }));
});

async function startStation(more: object = {}, options: StationInNodeOptions = {}): Promise<StationInNode> {
  const { baseUrl, labelUrl } = service;
  return openStation(opened, {
    settings: {
      environments: [
        { name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl },
        { name: 'practice', kind: 'practice' },
      ],
      activeEnvironment: 'sandbox',
      printers: [
        { name: 'Practice printer', connection: { kind: 'virtual' }, default: true, isDefaultOutsidePractice: true },
      ],
      ...more,
    },
    ...options,
  });
}

/** What the service answers to another system. */
async function orderedElsewhere(receiver: string, ...codes: string[]): Promise<string> {
  const answer = await fetch(`${service.baseUrl}/scheduled-service/api/v1/requests/sync`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(orderTo(receiver, codes)),
  });
  expect(answer.status).toBe(201);
  return answer.text();
}

const scan = (text: string, mode: 'look up' | 'print') => ({
  reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' as const },
  mode,
});
const importText = (station: StationInNode, text: string, name = 'orders.json') =>
  station.call('import.file', { name, bytes: bytesOf(text) });
const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 15_000, interval: 20 });

/** Looks a code up until its label is here. */
async function withLabel(station: StationInNode, code: string) {
  const { scanId } = await station.call('scan.submit', scan(code, 'look up'));
  return station.until('scan.answer', { scanId }, ({ parcel }) => parcel?.label?.state === 'stored');
}

/** A station with the service as its sandbox. */
async function startOnSandbox() {
  const station = await startStation();
  await station.call('environment.save', {
    environment: { name: 'sandbox', kind: 'sandbox', baseUrl: service.baseUrl, labelUrl: service.labelUrl },
    token,
  });
  return station;
}

it('order import: a parcel of another system is found and printed once its order response is dropped on the window', async () => {
  const station = await startStation({ bench: { printOnCreate: true } });
  const report = await importText(station, await orderedElsewhere('Aya Noor', codeA, codeB));
  expect(report).toMatchObject({
    outcome: 'imported',
    message: { code: 'import.imported', params: { orders: 1, parcels: 2 } },
  });
  const { parcel } = await withLabel(station, codeA);
  expect(parcel).toMatchObject({ customCode: codeA, recipient: { name: 'Aya Noor' }, status: null, copies: 0 });
  await withLabel(station, codeB);
  // Orders of other systems are not printed automatically, whatever is set for orders created here.
  expect(await station.call('print-jobs.list', null)).toEqual([]);

  const printing = await station.call('scan.submit', scan(codeA, 'print'));
  expect(printing.kind).toBe('printing');
  await station.until('scan.answer', { scanId: printing.scanId }, ({ job }) => job?.state === 'sent');
  const labels = join(station.folder, 'virtual-printer', 'sandbox');
  const [file = ''] = await readdir(labels);
  expect(await readFile(join(labels, file), 'latin1')).toContain(codeA);
});

it('order import: a parcel whose code the service cannot delete keeps its label in the queue', async () => {
  const connection = { kind: 'tcp', host: '127.0.0.1', port: await freePort() };
  const station = await startStation({ printers: [{ name: 'Zebra A', connection, default: true }] });
  const named = (await orderedElsewhere('Aya Noor', codeA)).replace(
    `"custom_code":"${codeA}"`,
    '"custom_code":"SHOP-0815"',
  );
  expect((await importText(station, named)).outcome).toBe('imported');
  const { parcel } = await withLabel(station, 'SHOP-0815');
  const parcelId = parcel?.id ?? 0;
  await station.call('parcel.print', { parcelId, reprintReason: null });
  await expect(station.call('parcel.delete', { parcelId })).rejects.toThrow('parcel.no-custom-code');
  expect(await station.call('deletions.pending', null)).toEqual([]);
  expect((await station.call('parcel.detail', { parcelId })).parcel.lastJob?.state).not.toBe('cancelled');
});

it('order import: a list of codes and label addresses works too, and a row with another host rejects the whole list', async () => {
  const station = await startStation();
  const answer = JSON.parse(await orderedElsewhere('Aya Noor', codeA));
  const [shipment] = answer.object.shipments;
  const row = `${codeA};${shipment.drop_off_shipment.unique_id};${shipment.parcels[0].label}`;
  const header = 'Custom code;Tracking code;Label URL';
  const elsewhere = await importText(
    station,
    `${header}\n${row}\n${codeB};DO-9;https://labels.elsewhere.example/1`,
    'list.csv',
  );
  expect(elsewhere.outcome).toBe('rejected');
  const fault = message('import.label-elsewhere', { host: 'labels.elsewhere.example', expected: service.labelUrl });
  expect(elsewhere.faults).toEqual([
    message('import.fault', { place: message('import.place.line', { line: 3 }), fault }),
  ]);
  expect((await station.call('scan.submit', scan(codeA, 'look up'))).parcel).toBeNull();

  expect((await importText(station, `${header}\r\n${row}\r\n`, 'list.csv')).outcome).toBe('imported');
  const { parcel } = await withLabel(station, shipment.drop_off_shipment.unique_id);
  expect(parcel).toMatchObject({ customCode: codeA, label: { format: 'pdf' } });
});

it('order import: an order whose answer was lost is settled by importing the answer', async () => {
  const station = await startOnSandbox();
  const { command } = await station.call('order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [
        {
          address: { text: '12 Palm Street', person_name: 'Aya create-lost-after' },
          parcels: [{ unit: 'g', values: 1234, custom_code: codeA }],
        },
      ],
    },
    evenIfDuplicate: true,
  });
  const input = { commandId: command.id };
  await station.until('order.progress', input, ({ state }) => state === 'uncertain');
  const answer = orderObject(1, { customCodes: [codeA], labels: service.labelUrl });
  expect((await importText(station, JSON.stringify(answer))).message).toMatchObject({
    code: 'import.imported',
    params: { confirmed: 1 },
  });
  const settled = await station.until('order.progress', input, ({ state }) => state === 'created');
  expect(settled.parcels).toMatchObject([{ customCode: codeA, trackingCode: 'DO-1', weightGrams: 1234 }]);
  expect((await station.call('station.read', null)).waiting).toBe(0);
});

it('watched folder: it is chosen in a dialog, works from then on, and belongs to its environment', async () => {
  const inbox = join(folder, 'inbox');
  await mkdir(inbox);
  const picker: FilePicker = { files: async () => [], folder: async () => inbox, table: async () => null };
  const station = await startStation({}, { picker, clock: acceleratedClock(50) });
  expect(await station.call('import.choose-folder', null)).toEqual({ folder: inbox });
  expect((await station.call('station.read', null)).settings.import).toEqual({ folder: inbox, environment: 'sandbox' });

  await writeFile(join(inbox, 'good.json'), await orderedElsewhere('Aya Noor', codeA));
  await writeFile(join(inbox, 'bad.csv'), 'custom code\nSHORT\n1.23457E+15\n');
  await until(async () => expect(await readdir(join(inbox, 'done'))).toEqual(['good.json']));
  await until(async () =>
    expect((await readdir(join(inbox, 'rejected'))).sort()).toEqual(['bad.csv', 'bad.csv.reason.txt']),
  );
  const reason = await readFile(join(inbox, 'rejected', 'bad.csv.reason.txt'), 'utf8');
  expect(reason).toContain('Line 2: “SHORT” is not a custom code. Custom codes have 16 to 20 letters and digits.\r\n');
  expect(reason).toContain('Line 3: A spreadsheet shortened the code “1.23457E+15”');
  expect((await withLabel(station, codeA)).parcel?.customCode).toBe(codeA);
  const { notices } = await station.call('station.read', null);
  expect(notices.map(({ message: shown }) => shown)).toMatchObject([
    { code: 'import.file-result', params: { name: 'bad.csv', reason: { code: 'import.has-faults' } } },
  ]);

  // In practice the folder is left alone: its files are the sandbox's.
  await station.call('environment.use', { name: 'practice' });
  expect((await station.call('import.state', null)).watched?.state).toBe('another environment is in use');
  await writeFile(join(inbox, 'later.json'), await orderedElsewhere('Aya Noor', codeB));
  await station.call('environment.use', { name: 'sandbox' });
  await until(async () => expect((await readdir(join(inbox, 'done'))).sort()).toEqual(['good.json', 'later.json']));

  await station.call('import.stop-watching', null);
  expect((await station.call('import.state', null)).watched).toBeNull();
});

it('order import: chosen files are imported one after another, and none if the dialog is cancelled', async () => {
  const paths = [join(folder, 'one.json'), join(folder, 'two.json'), join(folder, 'gone.json')];
  await writeFile(paths[0] ?? '', await orderedElsewhere('Aya Noor', codeA));
  await writeFile(paths[1] ?? '', await orderedElsewhere('Omar Said', codeB));
  const answers = [[], paths];
  const station = await startStation(
    {},
    {
      picker: { files: async () => answers.shift() ?? [], folder: async () => null, table: async () => null },
    },
  );
  expect(await station.call('import.choose-files', null)).toEqual({ taken: 0 });
  expect(await station.call('import.choose-files', null)).toEqual({ taken: 3 });
  const { reports } = await station.until('import.state', null, (state) => state.reports.length === 3);
  expect(reports.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['gone.json', 'rejected'],
    ['two.json', 'imported'],
    ['one.json', 'imported'],
  ]);
  expect(reports[0]?.message).toEqual(message('file.unreadable', { error: 'ENOENT' }));
  expect(await station.call('import.choose-folder', null)).toEqual({ folder: null });
});

it('order import: an import of one environment is not visible in another, where its labels are rejected', async () => {
  const station = await startStation();
  const answer = await orderedElsewhere('Aya Noor', codeA);
  await importText(station, answer);
  await station.call('environment.use', { name: 'practice' });
  expect((await station.call('import.state', null)).reports).toEqual([]);
  expect((await station.call('scan.submit', scan(codeA, 'look up'))).parcel).toBeNull();
  const rejected = await importText(station, answer);
  expect(rejected.outcome).toBe('rejected');
  expect(rejected.faults[0]).toMatchObject({ params: { fault: { code: 'import.label-elsewhere' } } });
});

it('order import: during a large import a scan is answered and an order is created, and its label comes first', async () => {
  const station = await startOnSandbox();
  const many = Array.from({ length: 5_000 }, (_, index) => orderObject(index + 1, { labels: service.labelUrl }));
  const importing = importText(station, JSON.stringify(many));
  await station.until('import.state', null, ({ running }) => running?.step === 'storing');
  const { command } = await station.call('order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address: { text: '12 Palm Street' }, parcels: [{ unit: 'g', values: 900, custom_code: codeA }] }],
    },
    evenIfDuplicate: true,
  });
  await station.until(
    'order.progress',
    { commandId: command.id },
    ({ parcels }) => parcels[0]?.label?.state === 'stored',
  );
  expect((await station.call('scan.submit', scan(codeA, 'look up'))).parcel?.customCode).toBe(codeA);
  await station.call('import.cancel', null);
  const report = await importing;
  expect(report.orders.new + report.orders.known).toBeLessThanOrEqual(5_000);
  expect(['stopped', 'imported']).toContain(report.outcome);
}, 120_000);
