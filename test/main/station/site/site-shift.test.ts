import { expect, it } from 'vitest';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { isLongRun } from '../../../helpers/test-length.ts';
import { workSiteShift } from './site-shift.ts';

const opened = closedAfterEach();

it('benches of a site agree in the end, and no two print a parcel unasked, whatever happens to the engine and to them', async () => {
  const size = isLongRun ? { benches: 20, steps: 1_000 } : { benches: 4, steps: 80 };
  const { digests, labels, problems } = await workSiteShift(opened, {
    ...size,
    seed: 18,
  });
  expect(problems).toEqual([]);
  for (const digest of digests) expect(digest).toEqual(digests[0]);
  expect(labels).toBeGreaterThan(0);
}, 600_000);
