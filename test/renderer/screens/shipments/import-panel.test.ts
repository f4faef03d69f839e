import { expect, it } from 'vitest';
import { progressShare, progressText, waitingText } from '../../../../src/renderer/screens/shipments/import-panel.tsx';
import { text } from '../../../../src/renderer/text/text.ts';

const running = { name: 'orders.json', step: 'storing', done: 1240, total: 5000, isStopping: false } as const;

it('import progress: counts orders', () => {
  expect(progressText(running)).toBe('Importing orders.json: 1,240 of 5,000 orders.');
  expect(progressText({ ...running, step: 'reading', done: 0, total: null })).toBe('Reading orders.json.');
  expect(progressText({ ...running, step: 'reading', done: 400, total: null })).toBe(
    'Reading orders.json: 400 orders.',
  );
  expect(progressText({ ...running, isStopping: true })).toBe('Stopping the import of orders.json.');
});

it('import progress: the bar is filled only while orders are stored', () => {
  expect(progressShare(running)).toBeCloseTo(0.248);
  expect(progressShare({ ...running, step: 'checking' })).toBeNull();
  expect(progressShare({ ...running, total: 0 })).toBeNull();
});

it('import progress: counts the files that wait', () => {
  expect([0, 1, 2].map(waitingText)).toEqual([null, '1 more file is waiting.', '2 more files are waiting.']);
});

it('watched folder: says what happens to new files', () => {
  const environment = 'sandbox';
  expect(text('watched-folder.state.watching', { environment })).toBe('New files are imported into sandbox.');
  expect(text('watched-folder.state.another environment is in use', { environment })).toContain(
    'when sandbox is in use',
  );
});
