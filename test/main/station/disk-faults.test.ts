import { execFileSync } from 'node:child_process';
import { readdirSync, statfsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startFakeDeliveryService } from '../../fakes/delivery-service.ts';
import { startFakePrinter } from '../../fakes/printer.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { makeReadOnly, makeWritable, reachesOpenFiles } from '../../helpers/read-only.ts';
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

/** A fault of the disk while the station runs. */
interface DiskFault {
  /** The code of the message about it. */
  code: string;
  /** The folder that the data folder is in. */
  place(): Promise<string>;
  begin(place: string): Promise<void>;
  end(place: string): Promise<void>;
}

const fullDisk: DiskFault = {
  code: 'storage.disk-full',
  place: () => smallDisk(16),
  async begin(disk) {
    const { bavail, bsize } = statfsSync(disk);
    await writeFile(join(disk, 'fill'), Buffer.alloc(bavail * bsize));
  },
  end: (disk) => rm(join(disk, 'fill')),
};

/** Not the index of the log, which is memory of its processes: the kernel ends one that writes there (SIGBUS). */
const recordsIn = (place: string): string[] => {
  const folder = join(place, 'data', 'records');
  const names = readdirSync(folder).filter((name) => !name.endsWith('-shm'));
  return [folder, ...names.map((name) => join(folder, name))];
};

const readOnlyDisk: DiskFault = {
  code: 'storage.read-only',
  place: () => opened.folder(),
  async begin(place) {
    const paths = recordsIn(place);
    opened.keep({ close: async () => makeWritable(...paths) });
    makeReadOnly(...paths);
  },
  end: async (place) => makeWritable(...recordsIn(place)),
};

const faults = [
  ...(mayMount ? [{ name: 'a full disk', ...fullDisk }] : []),
  ...(reachesOpenFiles ? [{ name: 'records that become read-only', ...readOnlyDisk }] : []),
];

// Only an administrator may mount a disk, or make open files read-only.
describe.runIf(faults.length > 0)('disk faults', () => {
  it.each(faults)(
    '$name: what cannot be stored is refused with the reason, nothing accepted is lost, and the station goes on by itself',
    async ({ code: expected, place: makePlace, begin, end }) => {
      const disk = await makePlace();
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

      await begin(disk);
      for (let count = 0; count < 2_000 && failure === null; count += 1) await tryScan(`C${count}X`);
      expect(failure).toMatchObject({ code: 'storage', message: { code: expected } });
      // The label could be printed now, and the deletion is due.
      printer.setStatus({ paperOut: false });
      for (let count = 0; count < 20; count += 1) await tryScan(`D${count}X`);

      await end(disk);
      await tryScan('after');
      expect(failure).toBeNull();
      await service.until(() => service.done.length > 0);
      await printer.waitFor(() => printer.labels().length === 1);
      await station.until('commands.open', null, (commands) => commands.length === 0);
      expect([service.done, printer.labels().length]).toEqual([[`delete ${codeB}`], 1]);
      const { scans } = await station.call('scans.recent', null);
      expect(scans.map(({ code }) => code).slice(0, 5)).toEqual(accepted.toReversed().slice(0, 5));
      expect(station.bugs.filter((bug) => !String(bug).includes(expected))).toEqual([]);
      station.bugs.length = 0;
    },
  );
});
