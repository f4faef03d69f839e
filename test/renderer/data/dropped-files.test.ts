import { expect, it } from 'vitest';
import {
  createImportUploadStore,
  type DroppedFile,
  dropDestination,
  registerDropDestination,
} from '../../../src/renderer/data/dropped-files.ts';
import { failed, type Result, success } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { ImportReport } from '../../../src/shared/orders/import-state.ts';

it('dropped files: the screen shown last gets them, else the import', () => {
  expect(dropDestination()).toBeNull();
  const one = { label: 'One', accept: () => undefined };
  const other = { label: 'Other', accept: () => undefined };
  const leaveOne = registerDropDestination(one);
  const leaveOther = registerDropDestination(other);
  expect(dropDestination()).toBe(other);
  leaveOther();
  expect(dropDestination()).toBe(one);
  leaveOne();
  expect(dropDestination()).toBeNull();
});

const report: ImportReport = {
  ...{ id: 1, at: '2026-11-21T08:00:00.000Z', name: 'a.json', from: 'operator', outcome: 'imported' },
  ...{ message: message('import.all-known'), orders: { new: 1, completed: 0, known: 0 }, faults: [], moreFaults: 0 },
};

const file = (name: string, text = 'x'): DroppedFile => ({
  name,
  size: text.length,
  arrayBuffer: async () => new TextEncoder().encode(text).buffer,
});

/** A store, what main got, and how many files were sent at once. */
function uploadStore(answer: (name: string) => Result<ImportReport> = () => success(report)) {
  const got: string[] = [];
  let under = 0;
  let most = 0;
  const made = createImportUploadStore(async ({ name, bytes }) => {
    under += 1;
    most = Math.max(most, under);
    await Promise.resolve();
    got.push(`${name}: ${new TextDecoder().decode(bytes)}`);
    under -= 1;
    return answer(name);
  });
  return { uploadStore: made, got, most: () => most };
}

it('dropped files: are sent one after another, with their bytes', async () => {
  const { uploadStore: one, got, most } = uploadStore();
  await Promise.all([one.accept([file('a.json', '1'), file('b.json', '2')]), one.accept([file('c.json', '3')])]);
  await expect.poll(() => got).toEqual(['a.json: 1', 'b.json: 2', 'c.json: 3']);
  expect(most()).toBe(1);
  expect(one.getState()).toEqual({ left: 0, failure: null });
});

it('dropped files: a refused file is reported, the others are sent', async () => {
  const { uploadStore: one, got } = uploadStore((name) =>
    name === 'b.json' ? failed({ code: 'not-allowed-now', message: message('import.busy') }) : success(report),
  );
  await one.accept([file('a.json'), file('b.json'), file('c.json')]);
  expect(got).toHaveLength(3);
  expect(one.getState().failure?.message).toEqual(message('import.busy'));
});

it('dropped files: a file that is too large is not read, and one that cannot be read is reported', async () => {
  const { uploadStore: one, got } = uploadStore();
  const unread = (name: string, size: number): DroppedFile => ({
    name,
    size,
    arrayBuffer: () => Promise.reject(new Error('A folder')),
  });
  await one.accept([unread('huge.csv', 21 * 1024 * 1024)]);
  expect(one.getState().failure?.message).toEqual(message('file.named-too-large', { name: 'huge.csv', megabytes: 20 }));
  await one.accept([unread('folder', 0), file('a.json')]);
  expect(one.getState().failure?.message).toEqual(message('file.dropped-unreadable', { name: 'folder' }));
  expect(got).toEqual(['a.json: x']);
});

it('dropped files: a hundred are accepted at once, the rest is reported', async () => {
  const { uploadStore: one, got } = uploadStore();
  await one.accept(Array.from({ length: 120 }, (_, index) => file(`${index}.json`)));
  expect(got).toHaveLength(100);
  expect(one.getState().failure?.message).toEqual(message('import.too-many-files', { limit: 100 }));
});

it('dropped files: none are sent after the import was stopped', async () => {
  const { uploadStore: one, got } = uploadStore(() => {
    one.discardQueued();
    return success(report);
  });
  await one.accept([file('a.json'), file('b.json')]);
  expect(got).toEqual(['a.json: x']);
});
