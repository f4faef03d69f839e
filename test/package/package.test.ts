import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRelease, readFuses, shippedFuses, TEST_COPY_MARKER } from '../../scripts/packaging/fuses.mjs';
import { packages } from './packages.ts';

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('package', () => {
  let folder: string;
  const program = () => join(folder, 'usr/lib/packbench');
  const listed = execFileSync('dpkg-deb', ['--contents', packages.first], { encoding: 'utf8' }).trim().split('\n');
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'packbench-unpacked-'));
    execFileSync('dpkg-deb', ['--extract', packages.first, folder]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is the same when it is built again', () => {
    expect(sha256(packages.again)).toBe(sha256(packages.first));
  });

  it('has the fuses of a release, read back from its executable, and no marker of a test copy', async () => {
    const executable = join(program(), 'packbench');
    await checkRelease(executable, join(program(), 'resources'), 'linux');
    const wanted = Object.entries(shippedFuses('linux')).map(([fuse, on]) => [fuse, on ? 'on' : 'off']);
    expect(await readFuses(executable)).toEqual(Object.fromEntries(wanted));
    expect(listed.filter((line) => line.includes(TEST_COPY_MARKER))).toEqual([]);
  });

  it('contains files of root alone, none of them for others to write, and one with set user id', () => {
    for (const line of listed) expect(line).toMatch(/^[-d]rw[xs]r-[-x]r-[-x] root\/root |^-rw-r--r-- root\/root /);
    expect(listed.filter((line) => line.startsWith('-rws')).map((line) => line.split(' ./')[1])).toEqual([
      'usr/lib/packbench/chrome-sandbox',
    ]);
  });

  it('contains the licences, the notices and the bill of materials', () => {
    const notices = execFileSync('zcat', [join(folder, 'usr/share/doc/packbench/THIRD-PARTY-NOTICES.txt.gz')], {
      encoding: 'utf8',
    });
    const bill = JSON.parse(readFileSync(join(folder, 'usr/share/doc/packbench/bill-of-materials.cdx.json'), 'utf8'));
    for (const { group, name, version } of bill.components) {
      expect(notices).toContain(`\n${group ? `${group}/` : ''}${name} ${version}\n`);
    }
    for (const file of ['LICENSE.electron.txt', 'LICENSES.chromium.html']) {
      expect(statSync(join(program(), file)).size).toBeGreaterThan(1000);
    }
  });

  it('contains the JSON Schema of the provisioning file and its reference', () => {
    const schema = readFileSync(join(folder, 'usr/share/packbench/provisioning.schema.json'), 'utf8');
    expect(JSON.parse(schema)).toHaveProperty('properties.environments');
    expect(readFileSync(join(folder, 'usr/share/doc/packbench/provisioning.md'), 'utf8')).toContain('| `kiosk.');
  });

  it('has a menu entry and a manual page that their own tools accept', () => {
    const entry = readFileSync(join(folder, 'usr/share/applications/packbench.desktop'), 'utf8');
    expect(entry).toMatch(/^\[Desktop Entry\]\n(?:\w+=.+\n)+$/);
    expect(entry).toMatch(/^Exec=packbench$/m);
    const page = execFileSync('man', ['--warnings', '-l', join(folder, 'usr/share/man/man1/packbench.1.gz')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(page).toContain('label-printing station');
  });
});
