import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { codeA, storeParcels } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { eventOf, runHubProgram, startHubProcess } from './hub-fixture.ts';

const opened = closedAfterEach();

/** The data folder of a hub that knows a parcel to Aya Noor. */
async function dataFolder(): Promise<string> {
  const folder = await opened.folder();
  await mkdir(join(folder, 'records'));
  const records = openInThread(fileIn(folder));
  await storeParcels(records, codeA);
  await records.close();
  return folder;
}

const fileIn = (folder: string): string => join(folder, 'records', 'records-sandbox.sqlite3');

function namesIn(folder: string): (string | null)[] {
  const file = new DatabaseSync(fileIn(folder), { readOnly: true });
  const rows: { recipient_name: string | null }[] = file.prepare('SELECT recipient_name FROM shipments').all();
  file.close();
  return rows.map((row) => row.recipient_name);
}

describe('a person in the records of a hub', () => {
  it('is shown with what names them, and erased with --yes alone, also while the hub runs', async () => {
    const folder = await dataFolder();
    const hub = await startHubProcess(opened, { server: 'nats://127.0.0.1:9', dataFolder: folder });
    const find = ['--erase-person=aya noor', `--user-data-dir=${folder}`];
    const shown = await runHubProgram(opened, ...find);
    expect(shown.code).toBe(0);
    expect(shown.output).toContain('Aya Noor, +971 50 000 0000, 12 Palm Street, Flat 9');
    expect(shown.output).toContain('sandbox: orders 1, parcels 1');
    expect(shown.output).toContain('The same command with --yes');
    expect(namesIn(folder)).toEqual(['Aya Noor']);

    expect(await runHubProgram(opened, ...find, '--yes')).toEqual({
      code: 0,
      output: expect.stringContaining('Erased.'),
    });
    expect(namesIn(folder)).toEqual([null]);
    expect((await runHubProgram(opened, ...find)).output).toContain('No one was found');
    expect(await hub.deliver(eventOf('AFTER'))).toBe(200);
  }, 60_000);

  it('is not searched by less than three characters, nor without a folder', async () => {
    const folder = await opened.folder();
    expect((await runHubProgram(opened, '--erase-person=ay', `--user-data-dir=${folder}`)).code).toBe(1);
    expect((await runHubProgram(opened, '--erase-person=aya')).code).toBe(2);
  });
});
