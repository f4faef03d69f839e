import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import { type FakePrinter, startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { type StationInNode, type StationInNodeOptions, startStationInNode } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
const startStation = (options?: StationInNodeOptions): Promise<StationInNode> => openStation(opened, options);

const printer = async (): Promise<FakePrinter> => opened.keep(await startFakePrinter());

const order = (...codes: string[]): OrderRequest => ({
  pick_up_address: { text: '18 Harbour Road' },
  drop_offs: [
    {
      address: { text: '12 Palm Street, Flat 9', person_name: 'Aya Noor', person_phone: '+971 50 000 0000' },
      parcels: codes.map((custom_code) => ({ unit: 'g', values: 900, custom_code })),
    },
  ],
});
const first = 'NL7K2M9P4R6T8V2X4B6D';
const second = 'NL1C3E5G7J9L2N4P6R8T';

const scan = (text: string, mode: 'look up' | 'print' | 'delete') => ({
  reading: { asTyped: text, asUsKeyboard: text, by: 'scanner' as const },
  mode,
});

const provisioned = (port: number) => ({
  settings: { printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host: '127.0.0.1', port }, default: true }] },
});

async function createOrder(one: StationInNode, ...codes: string[]) {
  const begun = await one.call('order.create', { request: order(...codes), evenIfDuplicate: true });
  const input = { commandId: begun.command.id };
  return one.until(
    'order.progress',
    input,
    (progress) => progress.state === 'created' && progress.parcels.every((parcel) => parcel.label?.state === 'stored'),
  );
}

describe('first label in practice mode', () => {
  it('is ordered, printed on the virtual printer, looked up, and deleted by a scan', async () => {
    const station = await startStation({ settings: { bench: { deleteUndoSeconds: 1 } } });
    const created = await createOrder(station, first);
    expect(created.parcels[0]).toMatchObject({ customCode: first, recipient: { name: 'Aya Noor' } });

    const printing = await station.call('scan.submit', scan(first, 'print'));
    expect(printing.kind).toBe('printing');
    await station.until('scan.answer', { scanId: printing.scanId }, (answer) => answer.job?.state === 'sent');
    const folder = join(station.folder, 'virtual-printer', 'practice');
    const [file = ''] = await readdir(folder);
    expect(await readFile(join(folder, file), 'latin1')).toContain(first);

    const found = await station.call('scan.submit', scan(created.parcels[0]?.trackingCode ?? '', 'look up'));
    expect(found).toMatchObject({ kind: 'found', parcel: { customCode: first, copies: 1 } });

    const deleting = await station.call('scan.submit', scan(first, 'delete'));
    expect(deleting).toMatchObject({ kind: 'deleting', deletion: { state: 'counting' } });
    const gone = await station.until('scan.answer', { scanId: deleting.scanId }, (a) => a.deletion?.state === 'done');
    expect(gone.parcel?.deletedAt).not.toBeNull();
    expect((await station.call('scan.submit', scan(first, 'print'))).kind).toBe('deleted');
  });

  it('undoes a deletion before it is sent, and restores the parcel’s unsent label', async () => {
    const paper = await printer();
    await paper.connectionFault({ kind: 'off' });
    const { settings } = provisioned(paper.port);
    const station = await startStation({ settings: { ...settings, bench: { deleteUndoSeconds: 60 } } });
    await createOrder(station, first);
    const printing = await station.call('scan.submit', scan(first, 'print'));
    await station.until('scan.answer', { scanId: printing.scanId }, (answer) => answer.job?.state === 'held');

    const deleting = await station.call('scan.submit', scan(first, 'delete'));
    expect(deleting.parcel?.lastJob?.state).toBe('cancelled');
    await station.call('deletion.undo', { commandId: null });
    const back = await station.until(
      'scan.answer',
      { scanId: printing.scanId },
      (answer) => answer.job?.state !== 'cancelled',
    );
    expect(back.parcel?.deletion).toBeNull();
  });

  it('prints a new order at the first scan although its label is still downloading', async () => {
    const station = await startStation();
    const { command } = await station.call('order.create', { request: order(first), evenIfDuplicate: true });
    await station.until('order.progress', { commandId: command.id }, ({ parcels }) => parcels.length > 0);
    expect((await station.call('scan.submit', scan(first, 'print'))).kind).toBe('printing');
  });

  it('sends the deletion of an unknown code, and reports the service’s answer', async () => {
    const station = await startStation({ settings: { bench: { deleteUndoSeconds: 1 } } });
    const deleting = await station.call('scan.submit', scan(second, 'delete'));
    expect(deleting.kind).toBe('deleting unknown');
    const answer = await station.until(
      'scan.answer',
      { scanId: deleting.scanId },
      (a) => a.deletion?.state === 'rejected',
    );
    expect(answer).toMatchObject({
      kind: 'deleting unknown',
      parcel: null,
      deletion: { failure: { code: 'not-found' } },
    });
  });

  it('keeps orders and their labels over a restart, and a countdown starts over', async () => {
    const station = await startStationInNode({ settings: { bench: { deleteUndoSeconds: 60 } } });
    await createOrder(station, first, second);
    await station.call('scan.submit', scan(first, 'delete'));
    await station.stop();

    const again = await startStation({ folder: station.folder });
    const [pending] = await again.call('deletions.pending', null);
    expect(pending?.codes).toEqual([first]);
    expect(pending?.notBefore).toBeGreaterThan(Date.now() + 50_000);
    const found = await again.call('scan.submit', scan(second, 'look up'));
    expect(found.parcel?.label?.state).toBe('stored');
  });
});

describe('first label on a TCP printer', () => {
  it('gets exactly the bytes of the service’s label, once, however often it is scanned at once', async () => {
    const paper = await printer();
    const station = await startStation(provisioned(paper.port));
    await createOrder(station, first);
    const answers = await Promise.all([1, 2, 3].map(() => station.call('scan.submit', scan(first, 'print'))));
    expect(answers.map((answer) => answer.kind).sort()).toEqual(['already counted', 'already counted', 'printing']);
    await station.until('print-jobs.list', null, (jobs) => jobs.length === 1 && jobs[0]?.state === 'printed');
    expect(paper.labels()).toHaveLength(1);
    const [job] = await station.call('print-jobs.list', null);
    const bytes = Buffer.concat(paper.received);
    // Behind the reset, which is a format of its own.
    const start = bytes.indexOf('^XA', bytes.indexOf('^XZ'));
    const label = bytes.subarray(start, start + (job?.bytesSent ?? 0));
    expect(createHash('sha256').update(label).digest('hex')).toBe(job?.labelSha256);
  });

  it('that is switched off keeps its jobs in order, and prints them automatically when it is back', async () => {
    const paper = await printer();
    await paper.connectionFault({ kind: 'off' });
    const station = await startStation(provisioned(paper.port));
    await createOrder(station, first, second);
    await station.call('scan.submit', scan(first, 'print'));
    await station.call('scan.submit', scan(second, 'print'));
    const held = await station.until('print-jobs.list', null, (jobs) => jobs.some((job) => job.state === 'held'));
    expect(held.map((job) => job.state).sort()).toEqual(['held', 'queued']);

    await paper.connectionFault(null);
    await station.until('print-jobs.list', null, (jobs) => jobs.every((job) => job.state === 'printed'));
    const printed = paper.labels().map((label) => label.toString('latin1'));
    expect(printed[0]).toContain(first);
    expect(printed[1]).toContain(second);
  });

  it('that printed a label when its order was created gets no second copy without confirmation, however soon it is scanned', async () => {
    const paper = await printer();
    const { settings } = provisioned(paper.port);
    const station = await startStation({ settings: { ...settings, bench: { printOnCreate: true } } });
    await createOrder(station, first);
    await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'printed');
    expect((await station.call('scan.submit', scan(first, 'print'))).kind).toBe('ask for copy');
    expect((await station.call('scans.recent', null)).scans[0]).toMatchObject({
      kind: 'ask for copy',
      job: { state: 'printed' },
    });
    expect(paper.labels()).toHaveLength(1);
  });

  it('gets the labels of a new order in the order of the form, although they arrive late and in another order', async () => {
    const paper = await printer();
    const { settings } = provisioned(paper.port);
    const station = await startStation({ settings: { ...settings, bench: { printOnCreate: true } } });
    const codes = [first, second, 'NL3333333333333333RR', 'NL4444444444444444RR'];
    const request = order(...codes);
    request.drop_offs[0].address.person_name = 'Aya Noor label-once-503 create-reordered-parcels';
    await station.call('order.create', { request });
    await station.until(
      'print-jobs.list',
      null,
      (jobs) => jobs.filter(({ state }) => state === 'printed').length === 4,
    );
    const printed = paper.labels().map((label) => codes.findIndex((code) => label.includes(code)));
    expect(printed).toEqual([0, 1, 2, 3]);
  });

  it('that closes the connection in the middle leaves the job uncertain, and nothing is sent again', async () => {
    const paper = await printer();
    await paper.connectionFault({ kind: 'reset', afterBytes: 100 });
    const station = await startStation(provisioned(paper.port));
    await createOrder(station, first);
    await station.call('scan.submit', scan(first, 'print'));
    await station.until('print-jobs.list', null, (jobs) => jobs[0]?.state === 'uncertain');
    expect((await station.call('scan.submit', scan(first, 'print'))).kind).toBe('already counted');
    expect(await station.call('print-jobs.list', null)).toHaveLength(1);
  });
});
