import { type Display, startPrivateDisplay } from '../../scripts/set-up/display.mjs';

/** The displays of the workers, as `DISPLAY` and `XAUTHORITY` of each. */
export const displaysVariable = 'PACKBENCH_TEST_DISPLAYS';

/**
 * One display for each worker of the end-to-end tests: windows on one display would take the keyboard from each other. Where
 * there is no Xvfb, the tests use the current display, one file at a time.
 */
export async function setup({ config }: { config: { maxWorkers: number } }): Promise<() => void> {
  const displays: Display[] = [];
  for (let worker = 0; worker < config.maxWorkers; worker += 1) {
    const display = await startPrivateDisplay(process.env);
    if (display !== null) displays.push(display);
  }
  process.env[displaysVariable] = JSON.stringify(displays.map(({ env }) => [env.DISPLAY, env.XAUTHORITY]));
  return () => {
    for (const display of displays) display.end();
  };
}
