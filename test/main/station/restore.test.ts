import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpFile } from '../../../src/main/storage/backup.ts';
import { startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import type { StationInNode } from '../../helpers/station-in-node.ts';
import { addJob, by, codeA, codeB, codeC, requestFor, storeLabelled } from '../../suites/records/record-fixtures.ts';
import { orderFor } from '../core/outbox/outbox-fixture.ts';
import { newFolder } from '../practice/practice-fixture.ts';
import { openInThread } from '../storage/open-test-records.ts';

const opened = closedAfterEach();
const label = `^XA^PW812^LL1218^FO40,60^BY3^BCN,200,Y^FD${codeA}^FS^XZ`;
const codeD = 'NLDDDDDDDDDDDDDDDDDD';

/** What began longer ago than a shift asks anyway. */
const now = (what: 'create-order' | 'delete') => ({
  activity: { ...by(what).activity, at: new Date().toISOString() },
});

/** A service and a printer that work, and a folder with a backup in which a label, an order and a deletion wait for them. */
async function withBackup() {
  const service = await startFakeDeliveryService();
  opened.keep({ close: () => service.stop() });
  service.add(codeC);
  const printer = opened.keep(await startFakePrinter());
  const folder = await newFolder();
  const file = join(folder, 'records', 'records-sandbox.sqlite3');
  const records = openInThread(file);
  await addJob(records, await storeLabelled(records, codeA, label), 0);
  await records.beginCreate(requestFor(codeB), now('create-order'));
  await records.beginDelete({ customCode: codeC, parcelId: null, endsAt: 1 }, now('delete'));
  await records.close();
  const backup = await backUpFile(file, Date.now());
  let restarts = 0;
  const { host, port } = printer;
  const open = (): Promise<StationInNode> =>
    openStation(opened, {
      folder,
      settings: { bench: { deleteUndoSeconds: 1 } },
      provisioning: {
        environments: [
          { name: 'sandbox', kind: 'sandbox', baseUrl: service.baseUrl, labelUrl: service.baseUrl, token: 'token-1' },
        ],
        activeEnvironment: 'sandbox',
        printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host, port }, default: true }],
      },
      restart: () => {
        restarts += 1;
      },
    });
  return { service, printer, backup, open, restarts: () => restarts };
}

describe('restore of a backup', () => {
  it('buys, deletes and prints nothing again: each waits for a person, and what is new is sent', async () => {
    const { service, printer, backup, open, restarts } = await withBackup();
    const first = await open();
    await service.until(() => service.done.length === 2);
    await first.until('print-jobs.list', null, (jobs) => jobs.every(({ state }) => state === 'printed'));
    expect([...service.done].sort()).toEqual([`create ${codeB}`, `delete ${codeC}`]);
    await first.until('commands.open', null, (commands) => commands.length === 0);

    expect(await first.call('backups.list', null)).toMatchObject([{ kind: 'backup', name: backup, state: 'whole' }]);
    const { lost } = await first.call('backups.lost-work', { name: backup });
    expect(lost).toMatchObject({ labels: 1, deletions: 1, events: 0 });
    await first.call('backups.restore', { name: backup });
    expect(restarts()).toBe(1);
    await expect(first.call('backups.restore', { name: backup })).rejects.toThrow('storage.restoring');
    await first.stop();

    const station = await open();
    const { notices } = await station.call('station.read', null);
    expect(notices.map(({ message }) => message)).toContainEqual({
      ...{ code: 'storage.copied-records', params: { environment: 'sandbox', orders: 1, deletions: 1, labels: 1 } },
    });
    const { entries } = await station.call('attention.read', null);
    expect(
      entries.flatMap((entry) =>
        'command' in entry ? [{ kind: entry.kind, code: entry.command.failure?.message.code }] : [],
      ),
    ).toEqual([
      { kind: 'uncertain order', code: 'storage.copied-order' },
      { kind: 'command to confirm', code: 'storage.copied-deletion' },
    ]);
    expect(await station.call('print-jobs.list', null)).toMatchObject([
      { state: 'cancelled', failure: { message: { code: 'storage.copied-label' } } },
    ]);

    // A new order is sent, and a label that is asked for: what waits before them stays.
    await station.call('order.create', { request: orderFor(codeD) });
    await service.until(() => service.done.includes(`create ${codeD}`));
    const [job] = await station.call('print-jobs.list', null);
    await station.call('parcel.print', {
      ...{ parcelId: job?.parcelId ?? 0, reprintReason: 'It is missing', reprintKind: 'other' },
    });
    await printer.waitFor(() => printer.labels().length === 2);
    expect(service.requests).toHaveLength(3);
  });
});
