import { expect, it } from 'vitest';
import { isLongRun } from '../helpers/test-length.ts';
import { workShiftByScans } from './shift-by-scans.ts';

it('a shift: labels, deletions and the printer’s faults are dealt with by scans alone', async () => {
  const shift = isLongRun ? { labels: 40, deletions: 4, faults: 5 } : { labels: 4, deletions: 2, faults: 2 };
  const { copies, deleted, questions, otherInput, problems } = await workShiftByScans(shift);
  expect(copies).toEqual(copies.map(() => 1));
  expect(questions).toBeGreaterThan(0);
  expect([deleted.length, otherInput, problems]).toEqual([shift.deletions / 2, 0, []]);
}, 180_000);
