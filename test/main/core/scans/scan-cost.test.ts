import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDeletions } from '../../../../src/main/core/outbox/pending-deletions.ts';
import { createPrintQueue } from '../../../../src/main/core/printing/print-queue.ts';
import { createScans } from '../../../../src/main/core/scans/scan-handling.ts';
import type { ScanMode } from '../../../../src/shared/scanning/scan.ts';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { storeLabelled, takeScan } from '../../../suites/records/record-fixtures.ts';
import { openCounted } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';
import { networkOnly } from '../printing/queue-scenario.ts';

const folders = temporaryFolders();
const opened = closedAfterEach();

/** Scans with a print queue that has no printer: what it costs to print is not counted here. */
async function scansOnDisk() {
  const { records, cost } = openCounted(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => records.close());
  const clock = { now: () => Date.now(), after: () => () => {} };
  const common = { records, clock, announce: () => {}, onBug: (error: unknown) => expect.fail(String(error)) };
  const printQueue = createPrintQueue({
    ...common,
    openTransport: networkOnly(),
    environment: 'production',
    pictures: { zplOfPdf: () => expect.fail() },
    printing: () => ({ suspiciousCommands: 'pass' }),
    saveIdentity: () => {},
    moveToStandIn: async () => {},
    fetchPdf: () => expect.fail(),
  } as Parameters<typeof createPrintQueue>[0]);
  const deletions = createDeletions({ ...common, undoSeconds: () => 5, publish: () => {} });
  opened.keep({ close: async () => deletions.stop() });
  const scans = createScans({
    ...{ ...common, printQueue, deletions, labels: { requestAgain: async () => {} } },
    trust: () => 'full',
  });
  const scan = (code: string, mode: ScanMode) =>
    cost(() => scans.process({ asTyped: code, asUsKeyboard: code, by: 'scanner' }, mode));
  return { records, scans, scan, cost };
}

const code = (number: number): string => `NL${String(number).padStart(18, '2')}`;

it.each([
  { mode: 'look up', kind: 'found', most: 10 },
  { mode: 'print', kind: 'printing', most: 18 },
  { mode: 'delete', kind: 'deleting', most: 18 },
] as const)(
  'a scan to $mode: one record call and one commit, until everything it causes is on disk',
  async (expected) => {
    const { records, scan } = await scansOnDisk();
    await storeLabelled(records, code(1));
    const { value, calls, commits, statements } = await scan(code(1), expected.mode);
    expect(value).toMatchObject({ ok: true, value: { kind: expected.kind, parcel: { customCode: code(1) } } });
    expect({ calls, commits }).toEqual({ calls: ['takeScan'], commits: 1 });
    expect(statements).toBeLessThanOrEqual(expected.most);
  },
);

it('a scan of an unknown code to delete: one record call and one commit', async () => {
  const { scan } = await scansOnDisk();
  expect(await scan(code(1), 'delete')).toMatchObject({
    ...{ value: { ok: true, value: { kind: 'deleting unknown', deletion: { state: 'counting' } } } },
    ...{ calls: ['takeScan'], commits: 1 },
  });
});

it('recent scans: one record call, and no more statements for twenty scans than for one of each kind', async () => {
  const { records, scans, scan, cost } = await scansOnDisk();
  for (let number = 1; number <= 4; number += 1) await storeLabelled(records, code(number));
  const modes = ['look up', 'print', 'delete', 'look up'] as const;
  for (const [index, mode] of modes.entries()) await scan(code(index + 1), mode);
  await takeScan(records, 'unknown', 'look up');
  const few = await cost(() => scans.recent());
  for (let number = 5; number <= 30; number += 1) await scan(code(number % 7), modes[number % 4] ?? 'look up');
  const many = await cost(() => scans.recent());
  expect(many.value.scans).toHaveLength(20);
  expect([few.calls, many.calls]).toEqual([['recentScans'], ['recentScans']]);
  expect(many.commits).toBe(0);
  expect(many.statements).toBeLessThanOrEqual(few.statements);
});
