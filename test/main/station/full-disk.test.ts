import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { sandboxAt } from '../../helpers/station-in-node.ts';
import { codeA, codeB, storeLabelled } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';

const opened = closedAfterEach();
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of that size, which is removed after the test. */
async function smallDisk(megabytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  opened.keep({
    async close() {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  });
  return folder;
}

const readingOf = (code: string) => ({ asTyped: code, asUsKeyboard: code, by: 'scanner' as const });
const label = `^XA^PW812^LL1218^FO40,60^BY3^BCN,200,Y^FD${codeA}^FS^XZ`;

// Only an administrator may mount a disk.
describe.runIf(mayMount)('full disk', () => {
  it('refuses what cannot be stored, loses nothing accepted, and goes on by itself once there is space', async () => {
    const disk = await smallDisk(16);
    const folder = join(disk, 'data');
    const records = openInThread(join(folder, 'records', 'records-sandbox.sqlite3'));
    await storeLabelled(records, codeA, label);
    await records.close();
    const service = await startFakeDeliveryService();
    opened.keep({ close: () => service.stop() });
    service.add(codeB);
    const printer = opened.keep(await startFakePrinter());
    printer.setStatus({ paperOut: true });
    const { host, port } = printer;
    const station = await openStation(opened, {
      folder,
      settings: { bench: { deleteUndoSeconds: 1 } },
      provisioning: {
        ...sandboxAt(service.baseUrl),
        printers: [{ name: 'Zebra A', connection: { kind: 'tcp', host, port }, default: true }],
      },
    });
    const accepted: string[] = [];
    let failure: unknown = null;
    const tryScan = async (code: string, mode: 'look up' | 'print' | 'delete' = 'look up'): Promise<void> => {
      failure = await station.call('scan.submit', { reading: readingOf(code), mode }).then(
        () => null,
        (error: { failure: unknown }) => error.failure,
      );
      if (failure === null) accepted.push(code);
    };
    await tryScan(codeA, 'print');
    await station.until('print-jobs.list', null, ([job]) => job?.state === 'held');
    await tryScan(codeB, 'delete');
    expect(failure).toBeNull();

    const { bavail, bsize } = statfsSync(disk);
    await writeFile(join(disk, 'fill'), Buffer.alloc(bavail * bsize));
    for (let count = 0; count < 2_000 && failure === null; count += 1) await tryScan(`C${count}X`);
    expect(failure).toMatchObject({ code: 'storage', message: { code: 'storage.disk-full' } });
    // The label could be printed now, and the deletion is due.
    printer.setStatus({ paperOut: false });
    for (let count = 0; count < 20; count += 1) await tryScan(`D${count}X`);

    await rm(join(disk, 'fill'));
    await tryScan('after');
    expect(failure).toBeNull();
    await service.until(() => service.done.length > 0);
    await printer.waitFor(() => printer.labels().length === 1);
    await station.until('commands.open', null, (commands) => commands.length === 0);
    expect([service.done, printer.labels().length]).toEqual([[`delete ${codeB}`], 1]);
    const { scans } = await station.call('scans.recent', null);
    expect(scans.map(({ code }) => code).slice(0, 5)).toEqual(accepted.toReversed().slice(0, 5));
    expect(station.bugs.filter((bug) => !String(bug).includes('storage.disk-full'))).toEqual([]);
    station.bugs.length = 0;
  });
});
