import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runPracticeTour } from './practice-tour.ts';
import { runProvisionedTour } from './provisioned-tour.ts';
import { createTourLog } from './tour-log.ts';

/**
 * The guided tour: an operator's first day on the real window. Each step is verified outside the screen. Exit code 0 only if
 * every step did what its row says.
 */
const pictures = resolve('out/tour');
await rm(pictures, { recursive: true, force: true });
await mkdir(pictures, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'packbench-tour-'));
const log = createTourLog();
try {
  await runPracticeTour({ folder: join(folder, 'practice'), pictures, log });
  await runProvisionedTour({ folder: join(folder, 'provisioned'), pictures, log });
} catch (error) {
  log.recordFailure(error);
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(log.table());
console.log(`Pictures: ${pictures}`);
process.exit(log.allPassed() ? 0 : 1);
