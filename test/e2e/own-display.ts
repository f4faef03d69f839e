import { displaysVariable } from './start-displays.ts';

/** Before each file: this worker's programs open their windows on this worker's display. */
const displays = JSON.parse(process.env[displaysVariable] ?? '[]') as [string, string][];
const own = displays[(Number(process.env.VITEST_POOL_ID) - 1) % displays.length];
if (own !== undefined) {
  [process.env.DISPLAY, process.env.XAUTHORITY] = own;
  delete process.env.WAYLAND_DISPLAY;
}
