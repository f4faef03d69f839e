import { expect, it } from 'vitest';
import { openedResources } from '../helpers/opened-resources.ts';
import { workSiteShift } from '../main/station/site/site-shift.ts';

it('twenty benches of a site agree after an hour of work, kills, cuts and lost data of the engine', async () => {
  const ends = Date.now() + 60 * 60 * 1000;
  for (let seed = 1; Date.now() < ends; seed += 1) {
    // Its benches end before those of the next begin.
    const opened = openedResources();
    try {
      const { digests, labels, problems } = await workSiteShift(opened, { benches: 20, steps: 1_000, seed });
      expect(problems, `seed ${seed}`).toEqual([]);
      for (const digest of digests) expect(digest, `seed ${seed}`).toEqual(digests[0]);
      expect(labels).toBeGreaterThan(0);
    } finally {
      await opened.close();
    }
  }
}, 5_400_000);
