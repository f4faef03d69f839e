// @ts-check
/** Adds packages to a signed folder that apt reads. */
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KEY_FILE, publishPackages } from './packaging/apt-repository.mjs';
import { runCommand } from './set-up/command.mjs';
import { ROOT } from './set-up/run.mjs';
import { log, SetUpFailure } from './set-up/step.mjs';
import { ensureSystemPackages } from './set-up/system-packages.mjs';

const USAGE = `Usage: npm run publish-repo -- FOLDER --key KEY [--test] [PACKAGE.deb]...

Adds packages, by default the newest in dist/, to FOLDER and signs its indexes with a key of gpg. Packages that are already there stay.
  --key KEY   fingerprint, number or address of the key
  --test      publish a test build nevertheless
`;

await runCommand(async ({ mayInstall, rest }) => {
  const { values, positionals } = readOptions(rest);
  const [folder, ...packages] = positionals;
  if (folder === undefined || values.key === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  await ensureSystemPackages({ forTests: false, forPackaging: true, mayInstall });
  const place = resolve(folder);
  mkdirSync(place, { recursive: true });
  const added = packages.length > 0 ? packages.map((file) => resolve(file)) : [newestPackage()];
  const all = await publishPackages({ folder: place, packages: added, key: values.key, allowsTestBuilds: values.test });
  for (const name of all) log(name);
  process.stdout.write(
    `deb [signed-by=/etc/apt/keyrings/${KEY_FILE}] https://HOST/PATH stable main\n` +
      `HOST/PATH is where ${place} is served; ${KEY_FILE} in it is the public key.\n`,
  );
  return 0;
});

/** @param {string[]} args */
function readOptions(args) {
  try {
    const options = /** @type {const} */ ({ key: { type: 'string' }, test: { type: 'boolean', default: false } });
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new SetUpFailure(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

function newestPackage() {
  const folder = join(ROOT, 'dist');
  const names = (existsSync(folder) ? readdirSync(folder, { encoding: 'utf8' }) : []).filter((name) =>
    name.endsWith('.deb'),
  );
  const [newest] = names
    .map((name) => ({ file: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.time - one.time);
  if (newest === undefined) throw new SetUpFailure('dist/ contains no package. Make one with npm run package.');
  return newest.file;
}
