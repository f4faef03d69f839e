import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { autostartEntry, autostartFile, setAutostart } from '../../../src/main/app/autostart.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packbench-autostart-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entryFile = () => autostartFile({ XDG_CONFIG_HOME: folder });
const command = ['/usr/lib/packbench/packbench', '--provision=/etc/packbench/bench 7.json'];

/** The arguments of `Exec`, read by the two rules of the Desktop Entry Specification: those of values, then those of quoting. */
function argumentsIn(entry: string): string[] {
  const line = entry.split('\n').find((one) => one.startsWith('Exec=')) ?? '';
  const value = line
    .slice('Exec='.length)
    .replaceAll(/\\([nr\\])/g, (_, sign) => ({ n: '\n', r: '\r' })[sign as 'n'] ?? '\\');
  return [...value.matchAll(/"((?:\\.|[^"\\])*)"/gs)].map(([, quoted = '']) =>
    quoted.replaceAll(/\\(["`$\\])/g, '$1').replaceAll('%%', '%'),
  );
}

it('autostart: the folder is that of the desktop’s settings, where it is absolute', () => {
  expect(autostartFile({ XDG_CONFIG_HOME: '/home/bench/cfg' })).toBe('/home/bench/cfg/autostart/packbench.desktop');
  const usual = join(homedir(), '.config/autostart/packbench.desktop');
  expect([autostartFile({}), autostartFile({ XDG_CONFIG_HOME: 'relative' })]).toEqual([usual, usual]);
});

it('autostart: the entry starts the program with its own arguments, whatever they contain', () => {
  expect(argumentsIn(autostartEntry(command))).toEqual(command);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom(...'a "\\`$%\n\r='), maxLength: 12 })), (given) => {
      expect(argumentsIn(autostartEntry(given))).toEqual(given);
    }),
  );
});

it('autostart: the entry is written once, follows the command, and is removed', async () => {
  expect(await setAutostart(entryFile(), command, false)).toBe(true);
  expect(await setAutostart(entryFile(), command, true)).toBe(true);
  const written = statSync(entryFile()).ino;
  expect(await setAutostart(entryFile(), command, true)).toBe(true);
  expect(statSync(entryFile()).ino).toBe(written);
  expect(await setAutostart(entryFile(), ['/opt/packbench'], true)).toBe(true);
  expect(argumentsIn(readFileSync(entryFile(), 'utf8'))).toEqual(['/opt/packbench']);
  expect(await setAutostart(entryFile(), command, false)).toBe(true);
  expect(() => statSync(entryFile())).toThrow();
});

it('autostart: an entry that is not ours stays, and a folder that cannot be written is reported', async () => {
  mkdirSync(dirname(entryFile()));
  writeFileSync(entryFile(), '[Desktop Entry]\nExec=other\n');
  for (const isOn of [true, false]) expect(await setAutostart(entryFile(), command, isOn)).toBe(true);
  expect(readFileSync(entryFile(), 'utf8')).toContain('Exec=other');
  writeFileSync(join(folder, 'file'), '');
  expect(await setAutostart(join(folder, 'file/autostart/packbench.desktop'), command, true)).toBe(false);
});
