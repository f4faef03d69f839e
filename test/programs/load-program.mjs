import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads a program of the station: as this test run built it, else as it stands in the source.
 * @param {string} name
 * @param {string} source its address in the source
 */
export async function loadProgram(name, source) {
  const built = process.env.PACKBENCH_TEST_PROGRAMS;
  if (built) return import(pathToFileURL(join(built, `${name}.mjs`)).href);
  const { register } = await import('tsx/esm/api');
  // A thread does not inherit how its parent reads TypeScript: this one is taught before it loads the real program.
  register();
  return import(source);
}
