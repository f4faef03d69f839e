import { readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileScripts } from './compiled-code.ts';

/**
 * Writes the code of what each start runs beside the scripts. The last step of a build, run by the Electron that will run them: V8 takes
 * the code of its own version and flags alone. The scripts only define things here, so that nothing of the station begins.
 */
const startScripts = ['window', 'texts', 'station', 'worker'];

const folder = import.meta.dirname;
const compiled = compileScripts(folder);
const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.cjs'));
for (const part of startScripts) {
  const script = chunks.find((name) => name.startsWith(`${part}-`));
  if (!script) throw new Error(`The build has no script ${part}.`);
  createRequire(import.meta.url)(`./chunks/${script}`);
}
// What they have in common is read before there is a script to read its code by.
for (const [file, code] of compiled()) if (!file.includes('rolldown-runtime')) writeFileSync(file, code);
// Before Electron begins with a display.
process.exit(0);
