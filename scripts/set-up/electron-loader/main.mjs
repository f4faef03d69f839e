// @ts-check
/**
 * Starts the folder given as first argument, as the application inside a plain Electron does, so that
 * `electron <folder> [switches]` means the same with either executable. It is an ES module with a top-level await:
 * Electron holds its `ready` event back until the station's own main module has run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app as publicApp } from 'electron/main';

/**
 * What Electron's own application calls as well, and its types leave out.
 * @type {Electron.App & { setVersion(version: string): void, setAppPath(path: string): void }}
 */
const app = /** @type {any} */ (publicApp);

/** Chromium's and Node's own switches may stand before the folder. `-r FILE` loads FILE first; tools use it. */
function readArguments() {
  const preloads = [];
  const rest = process.argv.slice(1);
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === '-r' || next === '--require') preloads.push(rest.shift() ?? '');
    else if (next === '-v' || next === '--version') return { preloads, version: true, folder: undefined };
    else if (!next.startsWith('-')) return { preloads, version: false, folder: next };
  }
  return { preloads, version: false, folder: undefined };
}

/** @param {string} folder */
async function start(folder) {
  const place = resolve(folder);
  const description = join(place, 'package.json');
  const require = createRequire(description);
  if (existsSync(description)) {
    const { name, productName, version } = JSON.parse(readFileSync(description, 'utf8'));
    if (version) app.setVersion(version);
    if (productName ?? name) app.setName(productName ?? name);
    if (process.platform === 'linux') app.setDesktopName(`${app.getName()}.desktop`);
  }
  const main = require.resolve(place);
  app.setAppPath(existsSync(description) ? place : dirname(main));
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });
  for (const preload of wanted.preloads) require(preload);
  await import(pathToFileURL(main).href);
}

const wanted = readArguments();
if (wanted.version) {
  process.stdout.write(`v${process.versions.electron}\n`);
  process.exit(0);
}
if (wanted.folder === undefined) {
  process.stderr.write('Usage: electron <folder> [switches]\n');
  process.exit(1);
}
try {
  await start(wanted.folder);
} catch (error) {
  process.stderr.write(`The application did not load: ${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}
