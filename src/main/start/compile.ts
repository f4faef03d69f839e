import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileScripts } from './compiled-code.ts';

/**
 * Writes the code of what each start runs beside the scripts. The last step of a build, run by the Electron that will run them: V8 takes
 * the code of its own version and flags alone. The scripts only define things here, so that nothing of the station begins.
 */
const startScripts = ['window', 'texts', 'station', 'worker'];

const chunks = join(import.meta.dirname, 'chunks');
const names = readdirSync(chunks).filter((name) => name.endsWith('.cjs'));
const files = startScripts.map((part) => {
  const name = names.find((found) => found.startsWith(`${part}-`));
  if (!name) throw new Error(`The build has no script ${part}.`);
  return join(chunks, name);
});
const writeCode = compileScripts(chunks);
const load = createRequire(import.meta.url);
for (const file of files) load(file);
// Once all have run: each calls functions of the others.
for (const file of files) writeCode(file);
// Before Electron begins with a display.
process.exit(0);
