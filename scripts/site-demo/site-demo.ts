import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPlayedSite, playSite } from '../../test/e2e/site-scenario.ts';
import { openedResources } from '../../test/helpers/opened-resources.ts';
import { createTourLog } from '../tour/tour-log.ts';

/** The demonstration of a site: everything runs on this computer, in temporary folders, and ends with this program. */

const usage = `npm run site-demo -- [--slow] [--keep]
  --slow  waits three seconds after each step
  --keep  leaves everything open at the end, until Ctrl C`;
/** The exit code of a program that Ctrl C ended. */
const interruptedCode = 130;

const { values } = parseArgs({
  options: { slow: { type: 'boolean' }, keep: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) console.log(usage);
else process.exit(await play());

async function play(): Promise<number> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  const takeSignals = (): void => {
    // The program that drives the windows would end this one before anything else is closed.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal).on(signal, stop);
  };
  const log = createTourLog();
  const opened = openedResources();
  const step = async (name: string, action: () => Promise<string>): Promise<void> => {
    stopped.signal.throwIfAborted();
    await log.step(name, action);
    takeSignals();
    if (values.slow) await wait(3_000, undefined, { signal: stopped.signal });
  };
  takeSignals();
  try {
    const site = await openPlayedSite(opened, step);
    await playSite(site, step);
    const errors = [site.one, site.other].flatMap(({ station }) => station.consoleErrors);
    if (errors.length > 0) throw new Error(`Errors in a window: ${errors.join('; ')}`);
    if (values.keep) {
      console.log('Everything stays open. Ctrl C ends it.');
      await new Promise((resolve) => stopped.signal.addEventListener('abort', resolve, { once: true }));
    }
  } catch (error) {
    if (!stopped.signal.aborted) log.recordFailure(error);
  } finally {
    await opened.close();
  }
  console.log(log.table());
  if (stopped.signal.aborted) return interruptedCode;
  return log.allPassed() ? 0 : 1;
}
