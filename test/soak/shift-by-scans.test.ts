import { expect, it } from 'vitest';
import { workShiftByScans } from '../e2e/shift-by-scans.ts';

it('a whole shift is worked by scans alone: each label once, each deletion once, nothing that no scan does', async () => {
  const { copies, deleted, questions, otherInput, problems } = await workShiftByScans({
    labels: 200,
    deletions: 10,
    faults: 5,
  });
  expect(copies).toEqual(Array.from({ length: 200 }, () => 1));
  expect(questions).toBeGreaterThan(0);
  expect([deleted.length, otherInput, problems]).toEqual([5, 0, []]);
}, 1_800_000);
