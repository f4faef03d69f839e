import { join } from 'node:path';
import { failed, success } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type ImportReport, largestImportBytes } from '../../shared/orders/import-state.ts';
import { createTimedQueue } from '../concurrency/serial-queue.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { AddImport, FileOutcome } from '../core/ports/files.ts';
import {
  type FileSnapshot,
  isUnchanged,
  listFiles,
  makeSubfolders,
  moveToDone,
  moveToRejected,
  statFile,
} from './folder-files.ts';
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
    tracked = new Map();
    for (const file of await listFiles(path)) {
      const previous = before.get(file.name);
      tracked.set(
        file.name,
        previous && isUnchanged(file, previous.file) ? previous : { file, since: now, notBefore: 0, problem: null },
      );
    }
    return [...tracked.values()].filter(
      ({ file, since, notBefore }) => now - since >= (file.size === 0 ? emptySettleMs : settleMs) && now >= notBefore,
    );
  };

  const importOne = async (one: TrackedFile): Promise<void> => {
    const { file } = one;
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
      one.problem = message('watched-folder.file-not-moved', { name, error: errorCode(error) });
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
      folderProblem = message('watched-folder.not-accessible', { error: errorCode(error) });
      reportProblem();
      if (errorCode(error) === unknownError) parts.onBug(error);
    }
    queue.wakeAfter(pollIntervalMs);
  };

  const queue = createTimedQueue(clock, poll, parts.onBug);
  queue.wake();
  return { problem, stop: () => queue.stop() };
}
