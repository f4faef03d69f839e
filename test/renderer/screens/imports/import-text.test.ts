import { expect, it } from 'vitest';
import {
  progressShare,
  progressWords,
  waitingWords,
  watchedWords,
} from '../../../../src/renderer/screens/imports/import-text.ts';

const running = { name: 'orders.json', step: 'storing', done: 1240, total: 5000, isStopping: false } as const;

it('says how far an import is, in orders', () => {
  expect(progressWords(running)).toBe('Importing orders.json: 1\u202f240 of 5\u202f000 orders');
  expect(progressWords({ ...running, step: 'reading', done: 0, total: null })).toBe('Reading orders.json');
  expect(progressWords({ ...running, step: 'reading', done: 400, total: null })).toBe(
    'Reading orders.json: 400 orders',
  );
  expect(progressWords({ ...running, isStopping: true })).toBe('Stopping orders.json');
});

it('fills the bar only while something is stored', () => {
  expect(progressShare(running)).toBeCloseTo(0.248);
  expect(progressShare({ ...running, step: 'checking' })).toBeNull();
  expect(progressShare({ ...running, total: 0 })).toBeNull();
});

it('counts the files behind it', () => {
  expect([0, 1, 2].map(waitingWords)).toEqual([null, '1 more file waits.', '2 more files wait.']);
});

it('says what becomes of files put into a watched folder', () => {
  const watched = { path: '/orders', environment: 'sandbox', standing: 'watching', trouble: null } as const;
  expect(watchedWords(watched)).toBe('Files put into it are imported into sandbox.');
  expect(watchedWords({ ...watched, standing: 'another environment is in use' })).toContain('until sandbox is in use');
});
