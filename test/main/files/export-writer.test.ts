import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openExportFile, openFileBeside } from '../../../src/main/files/export-writer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-beside-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const wanted = { stem: 'orders.result', ending: '.csv' };

async function write(text: string): Promise<string> {
  const opened = await openFileBeside(folder, wanted);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  await opened.value.file.write(text);
  await opened.value.file.finish();
  return opened.value.name;
}

it('export file: gets the first free name and overwrites nothing', async () => {
  expect(await write('one')).toBe('orders.result.csv');
  expect(await write('two')).toBe('orders.result-2.csv');
  await writeFile(join(folder, 'orders.result-3.csv'), 'another file');
  expect(await write('four')).toBe('orders.result-4.csv');
  expect(await readFile(join(folder, 'orders.result.csv'), 'utf8')).toBe('one');
  expect(await readFile(join(folder, 'orders.result-3.csv'), 'utf8')).toBe('another file');
  expect((await readdir(folder)).sort()).toEqual([
    ...['orders.result-2.csv', 'orders.result-3.csv', 'orders.result-4.csv', 'orders.result.csv'],
  ]);
});

it('export file: can be read by its owner alone, also where it replaces another', async () => {
  const chosen = join(folder, 'chosen.csv');
  await writeFile(chosen, 'before', { mode: 0o666 });
  const opened = await openExportFile(chosen);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  await opened.value.write('names and addresses');
  const modes = async (): Promise<number[]> =>
    Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).mode & 0o077));
  if (process.platform !== 'win32') expect((await modes()).filter((mode) => mode === 0)).toHaveLength(1);
  await opened.value.finish();
  await write('beside');
  if (process.platform !== 'win32') expect(await modes()).toEqual([0, 0]);
});

it('export file: two written at the same time get two names', async () => {
  expect((await Promise.all([write('one'), write('two')])).sort()).toEqual([
    'orders.result-2.csv',
    'orders.result.csv',
  ]);
});

it('export file: a discarded file leaves nothing', async () => {
  const opened = await openFileBeside(folder, wanted);
  if (opened.ok) await opened.value.file.discard();
  expect(await readdir(folder)).toEqual([]);
});

it('export file: a missing folder is a failure', async () => {
  const opened = await openFileBeside(join(folder, 'gone'), wanted);
  expect(opened).toMatchObject({
    ok: false,
    failure: { code: 'storage', message: { code: 'export.file-not-written', params: { file: 'orders.result.csv' } } },
  });
});
