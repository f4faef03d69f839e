import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFileBeside } from '../../../src/main/files/export-writer.ts';

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

it('a file beside another one takes the first name nobody has, and never another’s', async () => {
  expect(await write('one')).toBe('orders.result.csv');
  expect(await write('two')).toBe('orders.result-2.csv');
  await writeFile(join(folder, 'orders.result-3.csv'), 'of somebody');
  expect(await write('four')).toBe('orders.result-4.csv');
  expect(await readFile(join(folder, 'orders.result.csv'), 'utf8')).toBe('one');
  expect(await readFile(join(folder, 'orders.result-3.csv'), 'utf8')).toBe('of somebody');
  expect((await readdir(folder)).sort()).toEqual([
    ...['orders.result-2.csv', 'orders.result-3.csv', 'orders.result-4.csv', 'orders.result.csv'],
  ]);
});

it('two written at the same time get two names', async () => {
  expect((await Promise.all([write('one'), write('two')])).sort()).toEqual([
    'orders.result-2.csv',
    'orders.result.csv',
  ]);
});

it('one that was never written to the end leaves nothing', async () => {
  const opened = await openFileBeside(folder, wanted);
  if (opened.ok) await opened.value.file.discard();
  expect(await readdir(folder)).toEqual([]);
});

it('a folder that is not there is told in words', async () => {
  const opened = await openFileBeside(join(folder, 'gone'), wanted);
  expect(opened).toMatchObject({ ok: false, failure: { code: 'storage' } });
});
