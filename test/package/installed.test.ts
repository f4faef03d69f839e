import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_FILE, publishPackages } from '../../scripts/packaging/apt-repository.mjs';
import { type Display, startPrivateDisplay } from '../../scripts/set-up/display.mjs';
import { type CleanRoot, makeCleanRoot, operator, secondOperator } from './clean-root.ts';
import { packages } from './packages.ts';

const versionOf = (file: string): string =>
  execFileSync('dpkg-deb', ['--field', file, 'Version'], { encoding: 'utf8' }).trim();

/** Where the folder of packages is inside the clean root. */
const repositoryPlace = 'srv/packbench';
const windowName = '^Packbench$';
const dataFolder = `${operator.home}/data`;

let root: CleanRoot;
let display: Display;
let keys: string;
let repository: string;

/** Makes a signing key without a passphrase, in a keyring of this test. */
function makeKey(address: string): void {
  execFileSync('gpg', ['--batch', '--passphrase', '', '--quick-generate-key', address, 'rsa3072', 'sign', 'never'], {
    stdio: 'ignore',
  });
}

/** Puts the folder of packages where the clean root reads it. */
function place(): void {
  const to = join(root.folder, repositoryPlace);
  rmSync(to, { recursive: true, force: true });
  cpSync(repository, to, { recursive: true });
}

const refreshIndexes = () =>
  root.run([
    'apt-get',
    'update',
    '-o',
    'Dir::Etc::SourceParts=-',
    '-o',
    `Dir::Etc::SourceList=${sourceFile}`,
    '-o',
    'APT::Get::List-Cleanup=0',
    '-o',
    'APT::Update::Error-Mode=any',
  ]);
const sourceFile = '/etc/apt/sources.list.d/packbench.list';

/** The variables of a desktop session on the private display. */
function sessionOf({ name, home } = operator): Record<string, string> {
  const authority = join(home, 'authority');
  copyFileSync(display.env.XAUTHORITY as string, join(root.folder, authority));
  root.must(['chown', name, authority]);
  return { DISPLAY: display.env.DISPLAY as string, XAUTHORITY: authority };
}

/** Runs xdotool on the private display. */
function onDisplay(...args: string[]): string {
  const { stdout } = spawnSync('xdotool', args, { env: display.env, encoding: 'utf8' });
  return stdout.trim();
}

/** Waits until `found` gives something. */
async function until<T>(what: string, found: () => T | undefined): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const value = found();
    if (value !== undefined) return value;
    if (Date.now() - begun > 120_000) throw new Error(`Not within two minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The codes of all scans in the records of practice, read from outside. */
function scannedCodes(): string[] {
  const folder = join(root.folder, dataFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^records\/records-practice\.sqlite3$/.test(file))
    .flatMap((file) => {
      const database = new DatabaseSync(join(folder, file), { readOnly: true });
      try {
        return (database.prepare('SELECT code FROM scans').all() as { code: string }[]).map(({ code }) => code);
      } catch {
        return [];
      } finally {
        database.close();
      }
    });
}

/** Sends keys to the station's window. */
const toWindow = (...keys: string[]): string =>
  onDisplay('search', '--onlyvisible', '--name', windowName, 'windowactivate', '--sync', ...keys);

/** How long a typed code may take before it is typed again, milliseconds: the window may not have been ready for the first. */
const typeAgainAfter = 15_000;

/** Types a code and Enter, as a scanner does, until the station has recorded it. */
async function scan(code: string): Promise<void> {
  let typedAt = 0;
  await until(`the scan of ${code}`, () => {
    if (scannedCodes().includes(code)) return true;
    if (Date.now() - typedAt > typeAgainAfter) {
      toWindow('type', '--delay', '8', `${code}\n`);
      typedAt = Date.now();
    }
    return undefined;
  });
}

const stations: ChildProcess[] = [];

/** Starts the installed station as the operator, on a new bench without its set-up. */
async function startStation(): Promise<ChildProcess> {
  const provisioning = join(operator.home, 'bench.json');
  writeFileSync(join(root.folder, provisioning), '{ "setup": false }');
  const child = root.start(
    ['packbench', `--provision=${provisioning}`, `--user-data-dir=${dataFolder}`, '--disable-dev-shm-usage'],
    sessionOf(),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  let exitCode: number | null | undefined;
  child.once('close', (code) => {
    exitCode = code;
  });
  stations.push(child);
  await until('the window', () => {
    if (exitCode !== undefined)
      throw new Error(`The station ended with ${exitCode} before it showed its window.\n${output}`);
    return onDisplay('search', '--onlyvisible', '--name', windowName) || undefined;
  });
  return child;
}

/** Ends it as a shutdown of the computer does. */
const quit = (station: ChildProcess): Promise<number | null> => root.end(station, 'SIGTERM');

/** Of the installed station's processes: its kind, its user, and whether the kernel filters its calls. */
function stationProcesses(): { type: string; userId: number; filtersCalls: boolean; namespaces: number }[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const commandLine = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (!readlinkSync(`/proc/${entry}/exe`).endsWith('/usr/lib/packbench/packbench')) return [];
      const status = readFileSync(`/proc/${entry}/status`, 'utf8');
      const field = (name: string): string[] =>
        new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? [];
      return [
        {
          type: /--type=([\w-]+)/.exec(commandLine)?.[1] ?? '',
          userId: Number(field('Uid')[0]),
          filtersCalls: field('Seccomp')[0] === '2',
          namespaces: field('NSpid').length,
        },
      ];
    } catch {
      return [];
    }
  });
}

beforeAll(async () => {
  keys = mkdtempSync(join(tmpdir(), 'packbench-keys-'));
  process.env.GNUPGHOME = keys;
  makeKey('releases@packbench.invalid');
  makeKey('stranger@packbench.invalid');
  repository = mkdtempSync(join(tmpdir(), 'packbench-repository-'));
  await publishPackages({
    folder: repository,
    packages: [packages.first],
    key: 'releases@packbench.invalid',
    allowsTestBuilds: true,
  });
  root = makeCleanRoot();
  display = (await startPrivateDisplay(process.env)) as Display;
  place();
  mkdirSync(join(root.folder, 'etc/apt/keyrings'), { recursive: true });
  copyFileSync(join(repository, KEY_FILE), join(root.folder, 'etc/apt/keyrings', KEY_FILE));
  writeFileSync(
    join(root.folder, sourceFile),
    `deb [signed-by=/etc/apt/keyrings/${KEY_FILE}] file:/${repositoryPlace} stable main\n`,
  );
});
afterAll(async () => {
  for (const station of stations) await root.end(station, 'SIGKILL');
  display?.end();
  await root?.remove();
  spawnSync('gpgconf', ['--kill', 'all'], { env: process.env });
  for (const folder of [keys, repository]) if (folder) rmSync(folder, { recursive: true, force: true });
});

describe('installed package', () => {
  it('installs from the signed folder in a clean Debian, as dpkg can verify', () => {
    root.must(['apt-get', 'update', '-o', 'APT::Update::Error-Mode=any']);
    root.must(['apt-get', 'install', '--yes', '--no-install-recommends', 'packbench']);
    expect(root.must(['dpkg', '--verify', 'packbench'])).toBe('');
  });

  it('answers --version and --help as root and without a display, and says why it does not start then', () => {
    const shown = versionOf(packages.first).replace('~', '-');
    expect(root.run(['packbench', '--version'])).toEqual({ code: 0, output: `packbench ${shown}\n` });
    expect(root.run(['packbench', '--help'])).toEqual({ code: 0, output: expect.stringContaining('--provision=FILE') });
    expect(root.run(['packbench'])).toEqual({ code: 1, output: expect.stringContaining('does not run as root') });
    const withoutDisplay = root.run(['packbench'], { asOperator: true });
    expect(withoutDisplay).toEqual({ code: 1, output: expect.stringContaining('There is no display.') });
  });

  it.each(['--remote-debugging-port=0', '--inspect=0', '--js-flags=--expose-gc'])('refuses %s', (argument) => {
    const { code, output } = root.run(['packbench', argument, `--user-data-dir=${operator.home}/refused`], {
      asOperator: true,
      env: sessionOf(),
    });
    expect(output).toContain(`does not start with ${argument.split('=')[0]}.`);
    expect(output).not.toMatch(/DevTools listening|Debugger listening/);
    expect(code).toBe(1);
  });

  it('opens as an ordinary user with Chromium’s sandbox on, and records a scan', async () => {
    const station = await startStation();
    await scan('FIRST-SCAN-0001');
    const processes = stationProcesses();
    expect(processes.every(({ userId }) => userId === operator.id)).toBe(true);
    const main = processes.find(({ type }) => type === '');
    const pages = processes.filter(({ type }) => type === 'renderer');
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      expect(page.filtersCalls).toBe(true);
      expect(page.namespaces).toBeGreaterThan(main?.namespaces ?? 0);
    }
    expect(await quit(station)).toBe(0);
  });
});

describe('installed package: two users of one computer', () => {
  /** Starts the station as the second user with that data folder; `said`: what it has written to standard error. */
  function startSecond(folder: string): { said(): string; quit(): Promise<unknown> } {
    const command = ['packbench', `--user-data-dir=${folder}`, '--disable-dev-shm-usage'];
    const child = root.start(command, sessionOf(secondOperator), secondOperator);
    stations.push(child);
    let output = '';
    child.stderr?.on('data', (chunk) => {
      output += chunk;
    });
    return { said: () => output, quit: () => quit(child) };
  }

  const windows = (): number =>
    onDisplay('search', '--onlyvisible', '--name', windowName).split('\n').filter(Boolean).length;

  it('the second one sees whose a data folder is, and with one of their own both work', async () => {
    const first = await startStation();
    const refused = startSecond(dataFolder);
    await until(
      'the message',
      () => (refused.said().includes('storage.folder-of-other-user') && windows() === 2) || undefined,
    );
    await refused.quit();
    expect(existsSync(join(root.folder, secondOperator.home, '.config/Packbench'))).toBe(false);

    const own = join(secondOperator.home, 'data');
    const second = startSecond(own);
    const file = join(root.folder, own, 'records/records-practice.sqlite3');
    await until('the second station', () => (existsSync(file) && windows() === 2) || undefined);
    expect(await second.quit()).toBe(0);
    await scan('AFTER-ANOTHER-USER');
    expect(await quit(first)).toBe(0);
  });
});

describe('installed package: upgrade, downgrade, purge', () => {
  it('upgrades while the station runs, which goes on, and the new version keeps the records', async () => {
    const station = await startStation();
    await publishPackages({
      folder: repository,
      packages: [packages.next],
      key: 'releases@packbench.invalid',
      allowsTestBuilds: true,
    });
    place();
    expect(refreshIndexes().code).toBe(0);
    root.must(['apt-get', 'install', '--yes', '--no-install-recommends', 'packbench']);
    expect(root.must(['dpkg-query', '-W', '-f', '$' + '{Version}', 'packbench'])).toBe(versionOf(packages.next));
    await scan('WHILE-UPGRADED-0002');
    expect(await quit(station)).toBe(0);
    const upgraded = await startStation();
    await scan('AFTER-UPGRADE-0003');
    expect(scannedCodes()).toEqual(expect.arrayContaining(['FIRST-SCAN-0001', 'WHILE-UPGRADED-0002']));
    expect(await quit(upgraded)).toBe(0);
  });

  it('downgrades to the older version, which the folder of packages keeps', () => {
    root.must(['apt-get', 'install', '--yes', '--allow-downgrades', `packbench=${versionOf(packages.first)}`]);
    expect(root.must(['dpkg', '--verify', 'packbench'])).toBe('');
  });

  it('shows a changed file to dpkg', () => {
    appendFileSync(join(root.folder, 'usr/lib/packbench/resources/app.asar'), 'x');
    expect(root.run(['dpkg', '--verify', 'packbench']).output).toMatch(
      /^\?\?5\?+ +\/usr\/lib\/packbench\/resources\/app\.asar$/m,
    );
  });

  it('is purged without a rest, and keeps the operator’s data', () => {
    root.must(['apt-get', 'purge', '--yes', 'packbench']);
    expect(existsSync(join(root.folder, 'usr/lib/packbench'))).toBe(false);
    expect(existsSync(join(root.folder, 'usr/bin/packbench'))).toBe(false);
    expect(scannedCodes()).toContain('AFTER-UPGRADE-0003');
  });
});

describe('signed folder of packages', () => {
  const inFolder = (...parts: string[]) => join(root.folder, repositoryPlace, ...parts);

  it('with an altered package installs nothing', () => {
    place();
    const name = readdirSync(inFolder('pool/main/p/packbench')).at(-1) as string;
    appendFileSync(inFolder('pool/main/p/packbench', name), 'x');
    root.must(['apt-get', 'clean']);
    const { code, output } = root.run(['apt-get', 'install', '--yes', '--no-install-recommends', 'packbench']);
    expect([code, output]).toEqual([100, expect.stringMatching(/unexpected size|Hash Sum mismatch/)]);
    expect(existsSync(join(root.folder, 'usr/lib/packbench'))).toBe(false);
  });

  it.each([
    { what: 'an altered index', file: 'Packages', reason: /Hash Sum mismatch|unexpected size/ },
    { what: 'an altered signed list', file: 'InRelease', reason: /BADSIG|invalid|not signed|signature/ },
  ])('with $what is refused', ({ file, reason }) => {
    place();
    const folder = file === 'InRelease' ? inFolder('dists/stable') : inFolder('dists/stable/main/binary-amd64');
    if (file === 'Packages') rmSync(join(folder, 'Packages.gz'));
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(/Packbench|packbench/, 'altered'));
    root.must(['sh', '-c', 'rm -rf /var/lib/apt/lists/*packbench*']);
    const { code, output } = refreshIndexes();
    expect([code, output]).toEqual([100, expect.stringMatching(reason)]);
  });

  it('signed with an unknown key is refused', async () => {
    const other = mkdtempSync(join(tmpdir(), 'packbench-stranger-'));
    try {
      await publishPackages({
        folder: other,
        packages: [packages.next],
        key: 'stranger@packbench.invalid',
        allowsTestBuilds: true,
      });
      rmSync(inFolder(), { recursive: true });
      cpSync(other, inFolder(), { recursive: true });
      root.must(['sh', '-c', 'rm -rf /var/lib/apt/lists/*packbench*']);
      const { code, output } = refreshIndexes();
      expect([code, output]).toEqual([100, expect.stringContaining('NO_PUBKEY')]);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('takes no other package of a published version, and no test build unasked', async () => {
    const key = 'releases@packbench.invalid';
    const altered = join(keys, `${packages.first.split('/').at(-1)}`);
    execFileSync('dpkg-deb', ['--raw-extract', packages.first, join(keys, 'raw')]);
    writeFileSync(join(keys, 'raw/usr/share/packbench/more'), 'x');
    execFileSync('dpkg-deb', ['-Zgzip', '-z1', '--build', join(keys, 'raw'), altered], { stdio: 'ignore' });
    await expect(
      publishPackages({ folder: repository, packages: [altered], key, allowsTestBuilds: true }),
    ).rejects.toThrow('A published package is never replaced.');
    await expect(publishPackages({ folder: repository, packages: [packages.first], key })).rejects.toThrow(
      'is for tests only',
    );
  });
});
