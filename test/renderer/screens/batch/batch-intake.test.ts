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

it('takes the bytes of a dropped file', async () => {
  const read = await readDropped([file('orders.csv')]);
  expect(read).toMatchObject({ ok: true, value: { name: 'orders.csv' } });
});

it('takes none of several files, and says that a batch is one', async () => {
  const read = await readDropped([file('a.csv'), file('b.csv')]);
  expect(read).toMatchObject({ ok: false, failure: { message: expect.stringContaining('one file') } });
});

it('never reads a file that is too large, nor trips over a folder', async () => {
  expect(await readDropped([unreadable('huge.csv', 21 * 1024 * 1024)])).toMatchObject({
    failure: { code: 'too-large' },
  });
  expect(await readDropped([unreadable('folder', 0)])).toMatchObject({ failure: { code: 'unreadable' } });
});

it('takes pasted rows, and neither nothing nor too much', () => {
  expect(readPasted('Address\tWeight\n12 Palm Street\t900')).toMatchObject({ ok: true });
  expect(readPasted(' \n ')).toMatchObject({ failure: { code: 'invalid-input' } });
  expect(readPasted('x'.repeat(6 * 1024 * 1024))).toMatchObject({ failure: { code: 'too-large' } });
});
