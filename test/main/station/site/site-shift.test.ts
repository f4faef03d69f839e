import { it } from 'vitest';
import { closedAfterEach } from '../../../helpers/closed-after-each.ts';
import { isLongRun } from '../../../helpers/test-length.ts';
import { expectSound, workSiteShift } from './site-shift.ts';

const opened = closedAfterEach();
const size = { seed: 18, ...(isLongRun ? { benches: 20, rounds: 2 } : { benches: 4, rounds: 1 }) };

it('benches of a site agree in the end, and print and delete nothing unasked, whatever happens to the engine and to them', async () => {
  expectSound(await workSiteShift(opened, size), size);
}, 900_000);
