/**
 * Prints how many schemas of zod the scripts of a build make when they are read.
 * Usage: electron made-schemas.cjs --no-sandbox --ozone-platform=headless FILE …
 */
const { app } = require('electron');

let made = 0;
// Called by zod for each schema that was made.
globalThis.__zod_globalConfig = {
  postProcessor: () => {
    made += 1;
  },
};
for (const file of process.argv.slice(2)) if (file.endsWith('.cjs')) require(file);
process.stdout.write(`${made}\n`, () => app.exit(0));
