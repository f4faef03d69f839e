import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { settingsSchema } from '../../shared/settings/settings.ts';
import { farAheadFirst, momentInName, momentOfName } from '../../shared/values/date-time.ts';
import { parseJson } from '../../shared/values/json.ts';

/** Copies of the settings file that are kept. */
export const keptSettings = 7;

const dayMs = 24 * 3_600_000;

const folderOf = (file: string): string => join(dirname(file), 'settings-backups');

/** `settings-2026-11-23T11-40-00-000Z.json`: sorted by name, the oldest is first. */
const nameAt = (at: number): string => `settings-${momentInName(at)}.json`;

/** When the copy of that name was made, milliseconds since 1970; NaN for other names. */
const timeOf = (name: string): number => momentOfName(/^settings-(.*)\.json$/.exec(name)?.[1] ?? '');

/** The names of the copies, oldest first. One from the future was made under a wrong clock, and counts as older than all others. */
function copiesIn(names: readonly string[], now: number): string[] {
  const copies = names.filter((name) => !Number.isNaN(timeOf(name))).sort();
  return farAheadFirst(copies, timeOf, now);
}

/** The settings in a text; null where this version cannot read them. */
function settingsIn(text: string): unknown {
  const stored = parseJson(text);
  return settingsSchema.safeParse(stored).success ? stored : null;
}

/** Copies settings that can be read, once a day, readable by this user only. Rejects where the copy cannot be written. */
export async function copySettings(file: string, now: number): Promise<void> {
  const folder = folderOf(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copies = copiesIn(readdirSync(folder), now);
  const newest = copies.at(-1);
  if (newest !== undefined && Math.abs(now - timeOf(newest)) < dayMs) return;
  const text = await readFile(file, 'utf8').catch(() => '');
  if (settingsIn(text) === null) return;
  const part = join(folder, `${basename(file)}.part`);
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(part, join(folder, nameAt(now)));
  for (const name of copies.slice(0, -(keptSettings - 1))) await rm(join(folder, name), { force: true });
}

/** The newest copy that can be read, and its time (ISO 8601); null where there is none. */
export function newestSettingsCopy(file: string, now: number): { settings: unknown; at: string } | null {
  const folder = folderOf(file);
  for (const name of namesIn(folder, now).toReversed()) {
    const settings = settingsIn(readFileSync(join(folder, name), 'utf8'));
    if (settings !== null) return { settings, at: new Date(timeOf(name)).toISOString() };
  }
  return null;
}

function namesIn(folder: string, now: number): string[] {
  try {
    return copiesIn(readdirSync(folder), now);
  } catch {
    return [];
  }
}
