import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeContentsPrivate, makePrivate } from '../../../src/main/files/private-folder.ts';
import { startStationInNode } from '../../helpers/station-in-node.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

/** What users other than the owner may still do in the folder, by path. */
async function openToOthers(path: string): Promise<string[]> {
  const inside = (await readdir(path, { recursive: true })).map((name) => join(path, name));
  const modes = await Promise.all([path, ...inside].map(async (one) => [one, (await stat(one)).mode & 0o077] as const));
  return modes.flatMap(([one, mode]) => (mode === 0 ? [] : [one]));
}

if (process.platform !== 'win32') {
  it('data folder: others lose their permissions on it and on everything in it, its owner keeps theirs', async () => {
    await mkdir(join(folder, 'records', 'deeper'), { recursive: true });
    await writeFile(join(folder, 'records', 'records-sandbox.sqlite3'), 'x');
    await chmod(join(folder, 'records', 'records-sandbox.sqlite3'), 0o666);
    await writeFile(join(folder, 'records', 'deeper', 'read-only'), 'x', { mode: 0o444 });
    await writeFile(join(folder, 'program'), 'x', { mode: 0o755 });
    await chmod(join(folder, 'records'), 0o777);
    await chmod(folder, 0o755);
    expect(makePrivate(folder)).toBe(true);
    await makeContentsPrivate(folder);
    expect(await openToOthers(folder)).toEqual([]);
    expect(await modeOf(folder)).toBe('700');
    expect(await modeOf(join(folder, 'records', 'deeper', 'read-only'))).toBe('400');
    expect(await modeOf(join(folder, 'program'))).toBe('700');
  });

  it('data folder: records that are open stay locked, so that another program leaves their log to them', async () => {
    const file = join(folder, 'records-sandbox.sqlite3');
    const records = new DatabaseSync(file);
    records.exec('PRAGMA journal_mode = WAL; CREATE TABLE scans (code TEXT)');
    for (const end of ['', '-wal', '-shm']) await chmod(file + end, 0o644);
    await makeContentsPrivate(folder);
    expect(await openToOthers(folder)).toEqual([]);
    const other = `const { DatabaseSync } = require('@photostructure/sqlite');
      const database = new DatabaseSync(${JSON.stringify(file)});
      database.exec('SELECT * FROM scans');
      database.close();`;
    execFileSync(process.execPath, ['-e', other]);
    expect(await readdir(folder)).toContain('records-sandbox.sqlite3-wal');
    records.close();
  });

  it('data folder: what links in it lead to stays as it is', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'packbench-outside-'));
    await chmod(outside, 0o755);
    await writeFile(join(outside, 'file'), 'x', { mode: 0o644 });
    await symlink(outside, join(folder, 'link'));
    await symlink(join(outside, 'file'), join(folder, 'file link'));
    await symlink(join(folder, 'nowhere'), join(folder, 'broken link'));
    await makeContentsPrivate(folder);
    expect([await modeOf(outside), await modeOf(join(outside, 'file'))]).toEqual(['755', '644']);
    await rm(outside, { recursive: true });
  });

  it('data folder: may itself be named by a link', async () => {
    await chmod(folder, 0o755);
    const link = `${folder}-link`;
    await symlink(folder, link);
    expect(makePrivate(link)).toBe(true);
    await rm(link);
    expect(await modeOf(folder)).toBe('700');
  });

  it('data folder: a missing one is not private', async () => {
    expect(makePrivate(join(folder, 'gone'))).toBe(false);
  });

  it('data folder: is private once the station has started', async () => {
    await mkdir(join(folder, 'records'), { mode: 0o755 });
    await writeFile(join(folder, 'records', 'older'), 'x', { mode: 0o644 });
    await writeFile(join(folder, 'settings.unreadable.json'), '{}', { mode: 0o644 });
    await chmod(folder, 0o755);
    const station = await startStationInNode({ folder });
    expect(await modeOf(folder)).toBe('700');
    for (const name of ['records', 'records/older', 'settings.unreadable.json'])
      expect([name, ((await stat(join(folder, name))).mode & 0o077).toString(8)]).toEqual([name, '0']);
    expect((await station.call('station.read', null)).notices).toEqual([]);
    await station.stop();
  });

  it('data folder: new records are their owner’s alone before anything else is made private', async () => {
    const station = await startStationInNode({ folder, backgroundAfter: new Promise(() => {}) });
    const records = join(folder, 'records');
    const files = (await readdir(records)).filter((name) => name.startsWith('records-'));
    expect(files.sort()).toEqual(['', '-shm', '-wal'].map((end) => `records-practice.sqlite3${end}`));
    for (const name of files) expect([name, await modeOf(join(records, name))]).toEqual([name, '600']);
    await station.stop();
  });

  it('data folder: a start does not wait for the permissions of what is in it', async () => {
    await writeFile(join(folder, 'older'), 'x', { mode: 0o644 });
    await chmod(folder, 0o755);
    let begin = (): void => {};
    const backgroundAfter = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const station = await startStationInNode({ folder, backgroundAfter });
    expect([await modeOf(folder), await modeOf(join(folder, 'older'))]).toEqual(['700', '644']);
    begin();
    await station.station.begun;
    expect(await modeOf(join(folder, 'older'))).toBe('600');
    await station.stop();
  });
}
