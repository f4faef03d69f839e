import { expect, it } from 'vitest';
import { closedAfterEach } from '../helpers/closed-after-each.ts';
import { workSiteShift } from '../main/station/site/site-shift.ts';

const opened = closedAfterEach();

it('twenty benches of a site agree after an hour of work, kills, cuts and lost data of the engine', async () => {
  const ends = Date.now() + 60 * 60 * 1000;
  for (let seed = 1; Date.now() < ends; seed += 1) {
    const { digests, labels, problems } = await workSiteShift(opened, { benches: 20, steps: 1_000, seed });
    expect(problems, `seed ${seed}`).toEqual([]);
    for (const digest of digests) expect(digest, `seed ${seed}`).toEqual(digests[0]);
    expect(labels).toBeGreaterThan(0);
  }
}, 5_400_000);
