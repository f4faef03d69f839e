import { constants } from 'node:fs';
import { lstat, mkdir, open, opendir, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { failed, success } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type ImportReport, largestImportBytes } from '../../shared/orders/import-state.ts';
import { createTimedQueue } from '../concurrency/serial-queue.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { AddImport, FileOutcome } from '../core/ports/files.ts';
import { errorCode, readImportFile, tooLarge, unknownError } from './read-import-file.ts';

/** Milliseconds between two checks; network folders send no change notifications. */
const pollIntervalMs = 2_000;

/** Milliseconds without a change before a file is imported; an empty file is probably still being written. */
const settleMs = 2_000;
const emptySettleMs = 30_000;

/** Milliseconds until a failed import or move is retried. */
const retryIntervalMs = 30_000;

export interface WatchFolderParts {
  path: string;
  clock: Clock;
  add: AddImport;
  /** The content of the text file beside a rejected file. */
  reasonFor: (report: ImportReport) => string;
  /** Called when `problem()` has changed. */
  onChanged: () => void;
  onBug: (error: unknown) => void;
}

export interface WatchedFolder {
  /** Why the folder cannot be read, or why a file in it waits. */
  problem(): Message | null;
  /** Stops checking; resolves when the current check has ended. */
  stop(): Promise<void>;
}

interface TrackedFile {
  file: FileSnapshot;
  /** Unchanged since this time, milliseconds since 1970. */
  since: number;
  /** Not retried before this time, milliseconds since 1970. */
  notBefore: number;
  /** Why it was not imported or moved. */
  problem: Message | null;
  /** Set once it was imported for good: only its move is tried again. */
  outcome: FileOutcome | null;
}

/**
 * Imports the files of a folder once they stop changing, and moves them to `done`, or to `rejected` with a text file of the reason. A
 * file whose import can be retried stays.
 */
export function watchFolder(parts: WatchFolderParts): WatchedFolder {
  const { path, clock } = parts;
  let tracked = new Map<string, TrackedFile>();
  let folderProblem: Message | null = null;
  let reportedProblem: Message | null = null;

  const problem = (): Message | null =>
    folderProblem ?? [...tracked.values()].find((one) => one.problem !== null)?.problem ?? null;
  const reportProblem = (): void => {
    if (JSON.stringify(reportedProblem) === JSON.stringify(problem())) return;
    reportedProblem = problem();
    parts.onChanged();
  };

  /** Updates the tracked files and returns those that have stopped changing. */
  const settledFiles = async (): Promise<TrackedFile[]> => {
    const now = clock.now();
    const before = tracked;
    const listed = await listFiles(path, (name) => (before.get(name)?.notBefore ?? 0) > 0);
    tracked = new Map();
    for (const file of listed) {
      const previous = before.get(file.name);
      tracked.set(
        file.name,
        previous && isUnchanged(file, previous.file)
          ? previous
          : { file, since: now, notBefore: 0, problem: null, outcome: null },
      );
    }
    return [...tracked.values()].filter(
      ({ file, since, notBefore }) => now - since >= (file.size === 0 ? emptySettleMs : settleMs) && now >= notBefore,
    );
  };

  const importOne = async (one: TrackedFile): Promise<void> => {
    const { file } = one;
    if (one.outcome) return moveProcessed(one, one.outcome);
    const isTooLarge = file.size > largestImportBytes;
    const read = isTooLarge ? null : await readImportFile(join(path, file.name));
    if (!isUnchanged(file, await statFile(path, file.name))) return;
    if (read && !read.ok && read.failure.code !== 'too-large') {
      one.notBefore = clock.now() + retryIntervalMs;
      one.problem = message('watched-folder.file-waits', { name: file.name, reason: read.failure.message });
      return;
    }
    const bytes = read?.ok ? success(read.value) : failed(tooLarge);
    const added = parts.add({ name: file.name, from: 'watched folder', read: async () => bytes });
    if (!added.ok) return;
    const outcome = await added.value;
    if (!outcome.isRetryable) one.outcome = outcome;
    await moveProcessed(one, outcome);
  };

  const moveProcessed = async (one: TrackedFile, { report, isRetryable }: FileOutcome): Promise<void> => {
    one.notBefore = clock.now() + retryIntervalMs;
    const { name } = one.file;
    one.problem = isRetryable ? message('watched-folder.file-waits', { name, reason: report.message }) : null;
    if (isRetryable || !isUnchanged(one.file, await statFile(path, one.file.name))) return;
    try {
      if (report.outcome === 'imported' || report.outcome === 'already known') await moveToDone(path, one.file.name);
      else await moveToRejected(path, one.file.name, parts.reasonFor(report));
      tracked.delete(one.file.name);
    } catch (error) {
      one.problem =
        error instanceof NotAFolder
          ? error.report
          : message('watched-folder.file-not-moved', { name, error: errorCode(error) });
    }
  };

  const poll = async (stopping: () => boolean): Promise<void> => {
    try {
      await makeSubfolders(path);
      const settled = await settledFiles();
      folderProblem = null;
      reportProblem();
      for (const one of settled) {
        if (stopping()) return;
        await importOne(one);
        reportProblem();
      }
    } catch (error) {
      folderProblem =
        error instanceof NotAFolder
          ? error.report
          : message('watched-folder.not-accessible', { error: errorCode(error) });
      reportProblem();
      if (errorCode(error) === unknownError) parts.onBug(error);
    }
    queue.wakeAfter(pollIntervalMs);
  };

  const queue = createTimedQueue(clock, poll, parts.onBug);
  queue.wake();
  return { problem, stop: () => queue.stop() };
}

/** A file's size and time at one moment. */
export interface FileSnapshot {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Most new files listed at once; the others are listed when these have been tried. */
const maxEntries = 500;

/** Names of unfinished files of other programs, and of files that operating systems create. */
const ignoredPatterns = [/^[.~]/, /~$/, /\.(?:tmp|temp|part|partial|filepart|crdownload|download|lock|lnk)$/i];
const systemFiles = ['thumbs.db', 'desktop.ini'];

/**
 * Lists the files that can be imported, oldest first. Rejects where the folder cannot be read.
 * @param wasTried true for a file that stays and is tried again: however many of them there are, new ones are listed
 */
export async function listFiles(folder: string, wasTried: (name: string) => boolean): Promise<FileSnapshot[]> {
  const names: string[] = [];
  let newOnes = 0;
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile() || !isCandidate(entry.name)) continue;
    const isNew = !wasTried(entry.name);
    if (isNew) newOnes += 1;
    if (!isNew || newOnes <= maxEntries) names.push(entry.name);
  }
  const seen: FileSnapshot[] = [];
  for (const name of names) {
    const file = await statFile(folder, name);
    if (file) seen.push(file);
  }
  return seen.sort((one, other) => one.changedAt - other.changedAt || (one.name < other.name ? -1 : 1));
}

/** The current state of a file; null where it does not exist or is not a plain file. */
export async function statFile(folder: string, name: string): Promise<FileSnapshot | null> {
  const stat = await lstat(join(folder, name)).catch(() => null);
  return stat?.isFile() ? { name, size: stat.size, changedAt: stat.mtimeMs } : null;
}

/** True where name, size and time are equal. */
export const isUnchanged = (one: FileSnapshot, other: FileSnapshot | null | undefined): boolean =>
  one.name === other?.name && one.size === other.size && one.changedAt === other.changedAt;

const isCandidate = (name: string): boolean =>
  !ignoredPatterns.some((pattern) => pattern.test(name)) && !systemFiles.includes(name.toLowerCase());

/** Subfolders to which the files of a watched folder are moved. */
const doneFolder = 'done';
const rejectedFolder = 'rejected';

/** Longest name, bytes; `.reason.txt` must fit after it (255 on common file systems). */
const maxNameBytes = 200;

const maxAttempts = 10_000;

/** Mode of the reason beside a rejected file: it names orders and codes. Who shares the folder through its group can read it. */
const reasonMode = 0o640;

/** Creates both subfolders where they are missing. Rejects where the folder cannot be written, or where one is not a real folder. */
export async function makeSubfolders(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of [doneFolder, rejectedFolder]) await (await openSubfolder(folder, name)).close();
}

/** Moves an imported file to `done`, never over another file. */
export async function moveToDone(folder: string, name: string): Promise<void> {
  await withSubfolder(folder, doneFolder, async (done) => {
    const to = await availableName(done, name);
    await rename(join(folder, name), join(done, to));
  });
}

/** Moves a file to `rejected`, with the reason in a text file beside it. The reason is written first. */
export async function moveToRejected(folder: string, name: string, reason: string): Promise<void> {
  await withSubfolder(folder, rejectedFolder, async (rejected) => {
    const to = await availableName(rejected, name);
    const reasonFile = join(rejected, reasonName(to));
    await writeFile(reasonFile, reason, { flag: 'wx', mode: reasonMode });
    try {
      await rename(join(folder, name), join(rejected, to));
    } catch (error) {
      await rm(reasonFile, { force: true });
      throw error;
    }
  });
}

async function withSubfolder(folder: string, name: string, use: (path: string) => Promise<void>): Promise<void> {
  const opened = await openSubfolder(folder, name);
  await use(opened.path).finally(() => opened.close());
}

/** A subfolder was a link, by which files would leave the watched folder, or a file. */
class NotAFolder extends Error {
  readonly code = 'ENOTDIR';
  readonly report: Message;

  constructor(name: string) {
    super(`${name} is not a folder`);
    this.report = message('watched-folder.subfolder-not-real', { name });
  }
}

/** A subfolder that is no link. */
export interface RealSubfolder {
  /** Linux: stays the folder that was checked, even if its name is given to a link afterwards. */
  readonly path: string;
  close(): Promise<void>;
}

/** Opens a subfolder, which is created where it is missing. Rejects with NotAFolder for a link or a file of that name. */
export async function openSubfolder(folder: string, name: string): Promise<RealSubfolder> {
  const path = join(folder, name);
  await mkdir(path).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  if (!(await lstat(path)).isDirectory()) throw new NotAFolder(name);
  // Elsewhere a folder cannot be opened, or a path cannot begin at an open one: what is checked just before use must do.
  if (process.platform !== 'linux') return { path, close: async () => {} };
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch((error) => {
    throw ['ENOTDIR', 'ELOOP'].includes(errorCode(error)) ? new NotAFolder(name) : error;
  });
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}

const reasonName = (name: string): string => `${name}.reason.txt`;

/** The name, with a number where it or its reason file exists already. */
async function availableName(folder: string, name: string): Promise<string> {
  const extension = extname(name).slice(0, 20);
  const stem = truncate(name.slice(0, name.length - extname(name).length), maxNameBytes - 30);
  for (let number = 1; number <= maxAttempts; number += 1) {
    const candidate = number === 1 ? `${stem}${extension}` : `${stem} (${number})${extension}`;
    if ((await isAvailable(join(folder, candidate))) && (await isAvailable(join(folder, reasonName(candidate)))))
      return candidate;
  }
  throw Object.assign(new Error(`Too many files of one name in ${folder}`), { code: 'EEXIST' });
}

const isAvailable = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    (error) => error.code === 'ENOENT',
  );

/** Cuts a text to that many UTF-8 bytes, never inside a character. */
function truncate(text: string, bytes: number): string {
  const whole = new TextEncoder().encode(text);
  return whole.length <= bytes ? text : new TextDecoder().decode(whole.subarray(0, bytes)).replace(/\ufffd+$/, '');
}
