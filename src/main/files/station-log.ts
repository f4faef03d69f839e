import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redacted } from '../../shared/messages/redaction.ts';
import { keptDays } from '../../shared/settings/erasure.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Crash, LogEntry, StationLog } from '../core/ports/desktop.ts';

/** Largest file, and how many are kept: 5 MB in all. */
export const logLimits = { bytesPerFile: 1_000_000, files: 5 };

/** Most entries a minute; further ones are counted. */
const maxEntries = 300;
const minuteMs = 60_000;
const dayMs = 24 * 3_600_000;
/** Most entries that wait until the log is open. */
const maxWaiting = 1_000;
/** Most crashes that are counted. */
const maxCrashes = 1_000;

export interface StationLogParts {
  /** Created where it is missing. */
  folder: string;
  clock: Pick<Clock, 'now'>;
  /** The library is loaded, and the first entry written, after this: not before the window shows its first screen. */
  after: Promise<void>;
  limits?: typeof logLimits;
}

/** `station.log`, and before it `station.1.log`, `station.2.log` …, from the newest to the oldest. */
const logFile = (folder: string, index: number): string =>
  join(folder, index === 0 ? 'station.log' : `station.${index}.log`);

/** Opens the log in that folder. A disk that cannot be written costs entries and nothing else. */
export function openStationLog({ folder, clock, after, limits = logLimits }: StationLogParts): StationLog {
  let waiting: LogEntry[] | null = [];
  let sink: Sink | null = null;
  const crashes: Crash[] = [];
  let isClosed = false;
  let minuteBegan = Number.NEGATIVE_INFINITY;
  let entries = 0;

  const put = (entry: LogEntry): void => {
    if (sink) sink.write(entry);
    else if (waiting && waiting.length < maxWaiting) waiting.push(entry);
  };
  const opening = after.then(async () => {
    if (isClosed) return;
    sink = await openSink(folder, limits, clock).catch(() => null);
    for (const entry of waiting ?? []) sink?.write(entry);
    waiting = null;
  });

  const write = (entry: LogEntry): void => {
    if (isClosed) return;
    const now = clock.now();
    if (now - minuteBegan >= minuteMs) {
      if (entries > maxEntries) put({ time: iso(now), event: 'entries left out', count: entries - maxEntries });
      minuteBegan = now;
      entries = 0;
    }
    entries += 1;
    // Without what it must not contain even while it waits: an object may change until it is written.
    if (entries <= maxEntries) put({ time: iso(now), ...(redacted(entry) as LogEntry) });
  };

  return {
    write,
    noteCrash(process, status) {
      crashes.push({ process, at: clock.now() });
      if (crashes.length > maxCrashes) crashes.shift();
      write({ event: 'process ended', what: process, status });
    },
    crashes: () => crashes,
    async read(bytes) {
      const lines: string[] = [];
      let size = 0;
      for (let index = 0; index < limits.files && size < bytes; index += 1) {
        const text = await readFile(logFile(folder, index), 'utf8').catch(() => '');
        for (const line of text.split('\n').filter(Boolean).reverse()) {
          size += Buffer.byteLength(line) + 1;
          if (size > bytes) break;
          lines.push(line);
        }
      }
      return lines.reverse();
    },
    async close() {
      isClosed = true;
      // A station that closes before the log was opened writes nothing.
      if (waiting === null) await opening;
      sink?.end();
      sink = null;
    },
  };
}

const iso = (now: number): string => new Date(now).toISOString();

interface Sink {
  write(entry: LogEntry): void;
  end(): void;
}

/** Writes each line at once, so that the last one before a crash is there. */
async function openSink(folder: string, limits: typeof logLimits, clock: Pick<Clock, 'now'>): Promise<Sink> {
  const { pino } = await import('pino');
  const dest = logFile(folder, 0);
  const destination = pino.destination({ dest, mkdir: true, mode: 0o600, sync: true });
  destination.on('error', () => {});
  const logger = pino({ base: null, timestamp: false, formatters: { level: (level) => ({ level }) } }, destination);
  let size = sizeOf(dest);
  let began = size === 0 ? clock.now() : beginningOf(dest, clock.now());
  removeOldFiles(folder, limits, clock.now());
  destination.on('write', (written: number) => {
    size += written;
  });
  return {
    write(entry) {
      try {
        const now = clock.now();
        if (size >= limits.bytesPerFile || now - began > keptDays * dayMs) {
          for (let index = limits.files - 2; index >= 0; index -= 1)
            if (existsSync(logFile(folder, index))) renameSync(logFile(folder, index), logFile(folder, index + 1));
          destination.reopen(dest);
          size = 0;
          began = now;
          removeOldFiles(folder, limits, now);
        }
        logger[entry.event === 'error' ? 'error' : 'info'](entry);
      } catch {
        // A full disk, or a folder that is gone: the station works on.
      }
    },
    end() {
      try {
        destination.flushSync();
        destination.end();
      } catch {
        // As above.
      }
    },
  };
}

/** When the first entry of a file was written, milliseconds since 1970; now where that cannot be read. */
function beginningOf(file: string, now: number): number {
  const [, time = ''] = /"time":"([^"]+)"/.exec(readFileSync(file, 'utf8').slice(0, 4_000)) ?? [];
  return Date.parse(time) || now;
}

/** Removes files that were written to the last time so long ago that nothing in them is kept. */
function removeOldFiles(folder: string, limits: typeof logLimits, now: number): void {
  for (let index = 1; index < limits.files; index += 1) {
    const file = logFile(folder, index);
    if (existsSync(file) && now - statSync(file).mtimeMs > keptDays * dayMs) rmSync(file, { force: true });
  }
}

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);
