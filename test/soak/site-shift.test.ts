import { it } from 'vitest';
import { openedResources } from '../helpers/opened-resources.ts';
import { expectSound, workSiteShift } from '../main/station/site/site-shift.ts';

it('twenty benches of a site agree after an hour of work, kills, cuts and lost data of the engine', async () => {
  const ends = Date.now() + 60 * 60 * 1000;
  for (let seed = 1; Date.now() < ends; seed += 1) {
    // Its benches end before those of the next begin.
    const opened = openedResources();
    try {
      process.stdout.write(`Shift of seed ${seed}\n`);
      const size = { benches: 20, rounds: 3, seed };
      expectSound(await workSiteShift(opened, size), size);
    } finally {
      await opened.close();
    }
  }
}, 5_400_000);
