import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHubProvisioning } from '../../../src/main/hub/hub-provisioning.ts';
import { readProvisioning } from '../../../src/main/provisioning/read-provisioning.ts';
import { cleanToken } from '../../../src/main/service/service-token.ts';
import { oldestVersion } from '../../../src/main/site/server-check.ts';
import { settingsSchema } from '../../../src/shared/settings/settings.ts';
import { administratorPath } from '../../helpers/administrator-path.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const resources = join(root, 'resources/site');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const blocksOf = (text: string, language: 'sh' | 'json'): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, of, block = '']) => (of === language ? [block] : []));

/** docs/site.md from what is needed to step 6. */
const page = textOf('docs/site.md').split('\n## Set up two benches and a hub\n')[1]?.split('\n7. ')[0] ?? '';
const [hubFile = '', benchFile = ''] = blocksOf(page, 'json');

/** What belongs to the whole computer is recorded; `install` leaves out the owner, who does not exist here. */
const stubs: Readonly<Record<string, string>> = {
  sudo: '[ "$1" != -u ] || shift 2\nexec "$@"',
  install: `left=$#
while [ "$left" -gt 0 ]; do
  given=$1 left=$((left - 1))
  shift
  case $given in
    -o | -g) shift; left=$((left - 1)) ;;
    *) set -- "$@" "$given" ;;
  esac
done
exec /usr/bin/install "$@"`,
  ...Object.fromEntries(
    ['useradd', 'systemctl', 'apt'].map((command) => [command, `echo "${command} $*" >> "$RECORD"`]),
  ),
  // A server of releases: a package, and the sums of several.
  wget: `for address in "$@"; do
  echo "wget $address" >> "$RECORD"
  name=\${address##*/}
  if [ "$name" = SHA256SUMS ]; then { echo "${'0'.repeat(64)}  other.deb"; sha256sum *.deb; } > SHA256SUMS
  else echo package > "$name"; fi
done`,
};

let folder: string;
const inside = (...path: string[]): string => join(folder, ...path);
/** A text of the page or the unit with this folder in place of the computer's own. */
const moved = (text: string): string =>
  text
    .replaceAll('/usr/share/packbench/site', resources)
    .replaceAll('/srv/site', inside('srv'))
    .replaceAll('/etc/', `${inside('etc')}/`);
const recorded = (): string[] => readFileSync(inside('record'), 'utf8').trim().split('\n');

function runBlock(block: string): void {
  const variables = { PATH: `${inside('bin')}:${process.env.PATH}`, RECORD: inside('record') };
  execFileSync('sh', ['-eu', '-c', moved(block)], { cwd: inside('work'), env: variables, stdio: 'pipe' });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-set-up-'));
  for (const name of ['bin', 'work', 'etc/packbench-hub', 'etc/systemd/system'])
    mkdirSync(inside(name), { recursive: true });
  for (const [name, script] of Object.entries(stubs))
    writeFileSync(inside('bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  // Step 3 comes before the commands of step 4.
  writeFileSync(inside('work/hub.json'), hubFile);
  for (const block of blocksOf(page, 'sh')) runBlock(block);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('set-up of a site as docs/site.md describes it, steps 1 to 6', () => {
  it('has its commands and files, and changes of the computer are those that it names', () => {
    expect([blocksOf(page, 'sh').length, blocksOf(page, 'json').length]).toEqual([4, 2]);
    const version = oldestVersion.join('.');
    const releases = `https://github.com/nats-io/nats-server/releases/download/v${version}`;
    const server = `nats-server-v${version}-amd64.deb`;
    expect(recorded()).toEqual([
      `wget ${releases}/${server}`,
      `wget ${releases}/SHA256SUMS`,
      `apt install ./${server}`,
      `useradd --system --user-group --home-dir ${inside('srv')} --no-create-home --shell /usr/sbin/nologin packbench-site`,
      'systemctl daemon-reload',
      'systemctl enable --now packbench-site',
      'systemctl enable --now packbench-hub',
    ]);
  });

  it('refuses a server package whose bytes are not those of the releases', () => {
    const block = blocksOf(page, 'sh')[0] ?? '';
    expect(() =>
      runBlock(block.replace('sha256sum --check', 'echo other >> nats-server-v$version-amd64.deb\nsha256sum --check')),
    ).toThrow(/did NOT match/);
  });

  it('gives the hub a file and a key that it accepts', () => {
    const read = readHubProvisioning(inside('etc/packbench-hub/hub.json'));
    expect(read).toMatchObject({ ok: true, messages: [], settings: { fleet: { bench: 'hub', role: 'hub' } } });
    expect(read).toMatchObject({ seed: readFileSync(inside('srv/keys/hub.key'), 'utf8').trim() });
  });

  it('gives a bench a file and a key that it accepts', () => {
    const bench = inside('bench');
    mkdirSync(bench);
    cpSync(inside('srv/ca.pem'), join(bench, 'ca.pem'));
    cpSync(inside('srv/keys/bench-1.key'), join(bench, 'bench-1.key'));
    writeFileSync(join(bench, 'bench-1.json'), benchFile);
    for (const name of ['bench-1.json', 'bench-1.key']) chmodSync(join(bench, name), 0o600);
    const settings = settingsSchema.parse({
      environments: [
        { name: 'practice', kind: 'practice' },
        { name: 'production', kind: 'production', baseUrl: 'https://service.example' },
      ],
    });
    const parts = { cleanToken, consumeVariable: () => undefined };
    expect(readProvisioning(join(bench, 'bench-1.json'), settings, parts)).toMatchObject({
      ...{ ok: true, warnings: [], provisioning: { fleet: { bench: 'bench-1', environments: ['production'] } } },
    });
  });

  it('shows the same files as the folder of the server', () => {
    expect(blocksOf(textOf('resources/site/README.md'), 'json').sort()).toEqual([benchFile, hubFile].sort());
  });
});

describe('unit of a site’s server', () => {
  const unit = join(resources, 'packbench-site.service');
  const values = (key: string): string[] =>
    [...readFileSync(unit, 'utf8').matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  it('runs the server in the folder that the script made, away from the keys of benches and the authority', () => {
    const home = /--home-dir (\S+)/.exec(page)?.[1];
    for (const key of ['WorkingDirectory', 'ConditionPathExists', 'ReadWritePaths']) {
      expect(values(key), key).toEqual([expect.stringMatching(`^${home}/server`)]);
      expect(existsSync(moved(values(key)[0] ?? '')), key).toBe(true);
    }
    const hidden = values('InaccessiblePaths')
      .flatMap((paths) => paths.split(' '))
      .map((path) => path.replace(/^-/, ''));
    expect(hidden).toEqual([`${home}/ca-key.pem`, `${home}/keys`]);
    for (const path of hidden) expect(existsSync(moved(path)), path).toBe(true);
    expect(values('User')).toEqual(['packbench-site']);
    expect(values('ExecStart')).toEqual(['nats-server -c nats-server.conf']);
  });

  it('finds the folders that it needs on the second and third node too, and files that only its user reads', () => {
    const block = blocksOf(textOf('resources/site/README.md'), 'sh').find((each) => each.includes('useradd')) ?? '';
    const served = readdirSync(inside('srv/server')).filter((name) => name !== 'data');
    for (const name of served) cpSync(inside('srv/server', name), inside('work/server', name));
    cpSync(unit, inside('work/packbench-site.service'));
    renameSync(inside('srv'), inside('first-node'));
    runBlock(block);
    const needed = ['WorkingDirectory', 'ConditionPathExists', 'ReadWritePaths'].flatMap(values);
    expect(needed.map((path) => existsSync(moved(path)))).toEqual([true, true, true]);
    expect(served).toContain('cluster.conf');
    const modes = served.map((name) => [name, statSync(inside('srv/server', name)).mode & 0o777]);
    expect(modes).toEqual(served.map((name) => [name, 0o600]));
    expect(recorded()).toContain('systemctl enable packbench-site');
    rmSync(inside('srv'), { recursive: true });
    renameSync(inside('first-node'), inside('srv'));
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is accepted by systemd', () => {
    const env = { ...process.env, PATH: administratorPath };
    const options = { encoding: 'utf8', env } as const;
    const { status, stderr } = spawnSync('/usr/bin/systemd-analyze', ['verify', '--man=no', unit], options);
    // Units of the computer are read too.
    const faults = stderr.split('\n').filter((line) => line.includes('packbench-site'));
    expect({ status, faults }).toEqual({ status: 0, faults: [] });
  });
});

it('the unit of the hub starts it once the clock was set, so that no event is stored with a time of the past', () => {
  const after = /^After=(.*)$/m.exec(textOf('scripts/packaging/debian/packbench-hub.service'))?.[1]?.split(' ');
  expect(after).toEqual(['network-online.target', 'time-sync.target']);
});
