import { expect, it } from 'vitest';
import type { DroppedFile } from '../../../../src/renderer/data/dropped-files.ts';
import { readDropped, readPasted } from '../../../../src/renderer/screens/batch/batch-intake.ts';

const file = (name: string, text = 'a,b'): DroppedFile => ({
  name,
  size: text.length,
  arrayBuffer: async () => new TextEncoder().encode(text).buffer,
});

const unreadable = (name: string, size: number): DroppedFile => ({
  name,
  size,
  arrayBuffer: () => Promise.reject(new Error('A folder')),
});

it('batch input: the bytes of a dropped file are read', async () => {
  const read = await readDropped([file('orders.csv')]);
  expect(read).toMatchObject({ ok: true, value: { name: 'orders.csv' } });
});

it('batch input: several dropped files are refused', async () => {
  const read = await readDropped([file('a.csv'), file('b.csv')]);
  expect(read).toMatchObject({ ok: false, failure: { message: { code: 'batch.several-files-dropped' } } });
});

it('batch input: a file that is too large is not read, and a folder is refused', async () => {
  expect(await readDropped([unreadable('huge.csv', 21 * 1024 * 1024)])).toMatchObject({
    failure: { code: 'too-large' },
  });
  expect(await readDropped([unreadable('folder', 0)])).toMatchObject({ failure: { code: 'unreadable' } });
});

it('batch input: pasted rows are accepted, an empty or too long text is refused', () => {
  expect(readPasted('Address\tWeight\n12 Palm Street\t900')).toMatchObject({ ok: true });
  expect(readPasted(' \n ')).toMatchObject({ failure: { code: 'invalid-input' } });
  expect(readPasted('x'.repeat(6 * 1024 * 1024))).toMatchObject({ failure: { code: 'too-large' } });
});
