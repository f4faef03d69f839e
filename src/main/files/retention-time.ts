import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../shared/values/json.ts';
import type { Clock, RetentionTime } from '../core/ports/clock.ts';

const dayMs = 24 * 3_600_000;
/** The last days on which the station ran that are stored. */
const storedDays = 3;
/** How far the clock may be ahead of the earliest of them: a long weekend between three days. */
const farthestAheadMs = 7 * dayMs;

const daysSchema = z.array(z.number()).catch([]);

/**
 * The clock's time, but at most a week after the earliest of the last three days on which the station ran. A date far ahead, set by
 * mistake, would remove everything as too old, and then every backup: it counts once the station has run on three days of it, one after
 * another. After a long pause, what became too old meanwhile so stays for two days more.
 */
export function createRetentionTime(dataFolder: string, clock: Clock, onBug: (error: unknown) => void): RetentionTime {
  const file = join(dataFolder, 'days-of-use.json');
  let days: readonly number[] | null = null;
  return async () => {
    const now = clock.now();
    days ??= storedIn(file);
    const last = days.at(-1);
    if (last === undefined || Math.abs(now - last) >= dayMs) {
      days = [...days, now].slice(-storedDays);
      // Where the disk is full, these days are known until the station ends.
      await store(file, JSON.stringify(days)).catch(onBug);
    }
    // Not the first: with a clock that is ahead at each start and corrected later, that may be the wrong one.
    return Math.min(now, Math.min(now, ...days) + farthestAheadMs);
  };
}

function storedIn(file: string): number[] {
  try {
    return daysSchema.parse(parseJson(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

/** The file is the earlier or the new one at any moment. */
async function store(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.part`, text, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}
