import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copySettings, newestSettingsCopy } from '../../../src/main/files/settings-copies.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';

const day = 24 * 3_600_000;
const start = Date.parse('2026-03-01T08:00:00.000Z');
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-settings-'));
  file = join(folder, 'settings.json');
});
afterEach(() => rm(folder, { recursive: true }));

const named = (name: string) => settingsSchema.parse({ station: { name } });
const copies = () => readdir(join(folder, 'settings-backups'));

it('settings are copied once a day, seven times, readable by this user only', async () => {
  for (let hour = 0; hour < 9 * 24; hour += 1) {
    await writeFile(file, JSON.stringify(named(`hour ${hour}`)));
    await copySettings(file, start + hour * 3_600_000);
  }
  expect(await copies()).toHaveLength(7);
  expect(newestSettingsCopy(file, start + 8 * day)).toEqual({
    settings: named('hour 192'),
    at: '2026-03-09T08:00:00.000Z',
  });
  const [name = ''] = await copies();
  if (process.platform !== 'win32')
    expect((await stat(join(folder, 'settings-backups', name))).mode & 0o777).toBe(0o600);
});

it('settings that cannot be read are not copied, and a copy that cannot be read is passed over', async () => {
  expect(newestSettingsCopy(file, start)).toBeNull();
  await writeFile(file, JSON.stringify(named('good')));
  await copySettings(file, start);
  await writeFile(file, '{ "station": ');
  await copySettings(file, start + day);
  expect(await copies()).toHaveLength(1);
  await writeFile(join(folder, 'settings-backups', 'settings-2026-03-02T08-00-00-000Z.json'), '{}}');
  expect(newestSettingsCopy(file, start + day)).toEqual({ settings: named('good'), at: '2026-03-01T08:00:00.000Z' });
});

it('settings: a copy from the future, made under a wrong clock, stops no daily copy and is not the newest', async () => {
  await writeFile(file, JSON.stringify(named('future')));
  await copySettings(file, start + 400 * day);
  expect(newestSettingsCopy(file, start)).toMatchObject({ settings: named('future') });
  for (const [name, at] of [
    ['first', start],
    ['second', start + day],
  ] as const) {
    await writeFile(file, JSON.stringify(named(name)));
    await copySettings(file, at);
    expect(newestSettingsCopy(file, at)?.settings).toEqual(named(name));
  }
  await copySettings(file, start + day + 3_600_000);
  expect(await copies()).toHaveLength(3);
  // Under the wrong clock it is one like the others.
  expect(newestSettingsCopy(file, start + 400 * day)?.settings).toEqual(named('future'));
});
