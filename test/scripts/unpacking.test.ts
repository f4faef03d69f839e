import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkIntegrity, placeInside, unzip } from '../../scripts/set-up/archive.mjs';
import { type ZipEntry, zipOf } from './zip-of.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-unpack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const unpack = async (entries: ZipEntry[]) => {
  const zip = join(folder, 'archive.zip');
  writeFileSync(zip, zipOf(entries));
  const place = join(folder, 'out');
  await unzip(zip, place, (name) => (name.startsWith('left-out/') ? null : name));
  return place;
};

describe('Electron download: checking', () => {
  const content = Buffer.from('an executable, as it was published');
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;

  it('accepts the published file', async () => {
    const file = join(folder, 'whole');
    writeFileSync(file, content);
    await expect(checkIntegrity(file, integrity)).resolves.toBeUndefined();
  });

  it('refuses it with one byte changed', async () => {
    const file = join(folder, 'changed');
    const changed = Buffer.from(content);
    changed.writeUInt8(changed.readUInt8(3) ^ 1, 3);
    writeFileSync(file, changed);
    await expect(checkIntegrity(file, integrity)).rejects.toThrow('is not the file we know');
  });
});

describe('Electron download: unpacking', () => {
  it('keeps contents, file modes and links, and leaves out files not selected', async () => {
    const place = await unpack([
      { name: 'bin/run', mode: 0o100755, content: 'run' },
      { name: 'bin/data', mode: 0o100644, content: 'data' },
      { name: 'bin/link', mode: 0o120777, content: 'run' },
      { name: 'left-out/big', mode: 0o100644, content: 'big' },
    ]);
    expect(readdirSync(place)).toEqual(['bin']);
    expect(readFileSync(join(place, 'bin/run'), 'utf8')).toBe('run');
    expect(statSync(join(place, 'bin/run')).mode & 0o111).toBe(0o111);
    expect(statSync(join(place, 'bin/data')).mode & 0o111).toBe(0);
    expect(readlinkSync(join(place, 'bin/link'))).toBe('run');
  });

  it.each(['../outside', 'a/../../outside', '/outside'])('refuses the name %s, which leaves the folder', (name) => {
    expect(() => placeInside(folder, name)).toThrow('leaves its folder');
  });

  it('accepts names with dots that stay in the folder', () => {
    expect(placeInside(folder, 'a/..b/...c')).toBe(join(folder, 'a/..b/...c'));
  });

  it.each(['../../outside', '/outside'])('refuses a link to %s', async (target) => {
    await expect(unpack([{ name: 'a/link', mode: 0o120777, content: target }])).rejects.toThrow('leaves its folder');
  });

  it('writes nothing outside the folder, whatever the archive contains', async () => {
    await expect(unpack([{ name: '../outside', mode: 0o100644, content: 'x' }])).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['archive.zip']);
  });
});
