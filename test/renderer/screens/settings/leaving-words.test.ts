import { expect, it } from 'vitest';
import { leavingWords } from '../../../../src/renderer/screens/settings/leaving-words.ts';

const nothing = { deletions: 0, orders: 0, labels: 0, asking: 0, oldestAt: null };

it('before another environment is used it is said what waits in this one, and that it waits there', () => {
  expect(leavingWords('Harbour', nothing)).toBeNull();
  expect(leavingWords('Harbour', { ...nothing, deletions: 2, labels: 1 })).toBe(
    '2 deletions and 1 label wait in Harbour. If you use another environment, they wait here, and go on when Harbour is in use again.',
  );
  expect(leavingWords('Harbour', { ...nothing, orders: 1 })).toContain('it waits here, and goes on when');
});
