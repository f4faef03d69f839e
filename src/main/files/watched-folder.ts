import { join } from 'node:path';
import { failed, success } from '../../shared/contract/failure.ts';
import { type ImportReport, largestImportBytes } from '../../shared/orders/import-state.ts';
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
import { errorCode, readImportFile } from './read-import-file.ts';

/** Milliseconds between two looks; folders on other computers tell nobody of their changes. */
const pollIntervalMs = 2_000;

/** Milliseconds a file must have stayed as it is; an empty one is likelier to be written yet. */
const settleMs = 2_000;
const emptySettleMs = 30_000;

/** Milliseconds until a file is tried again that could not be imported or put away. */
const retryIntervalMs = 30_000;

export interface WatchFolderParts {
  path: string;
  clock: Clock;
  add: AddImport;
  /** The text that goes beside a rejected file. */
  reasonFor: (report: ImportReport) => string;
  /** The folder can be read again, or not any more. */
  onChanged: () => void;
  onBug: (error: unknown) => void;
}

export interface WatchedFolder {
  /** Null while all is well. */
  trouble(): string | null;
  /** Looks no more; resolves when the look under way has ended. */
  stop(): Promise<void>;
}

interface TrackedFile {
  file: FileSnapshot;
  /** Since when it is as it is. */
  since: number;
  /** Left alone until then. */
  notBefore: number;
  /** Why it is still there. */
  trouble: string | null;
}

/**
 * Imports what is put into a folder, once it has stopped changing, and puts it away: to `done`, or to `rejected` with the reason
 * beside it. A file that can be tried again stays.
 */
export function watchFolder(parts: WatchFolderParts): WatchedFolder {
  const { path, clock } = parts;
  let tracked = new Map<string, TrackedFile>();
  let folderTrouble: string | null = null;
  let reportedTrouble: string | null = null;
  let isStopped = false;
  let cancelTimer: (() => void) | null = null;
  let polling: Promise<void> = Promise.resolve();

  const trouble = (): string | null =>
    folderTrouble ?? [...tracked.values()].find((one) => one.trouble !== null)?.trouble ?? null;
  const reportTrouble = (): void => {
    if (reportedTrouble === trouble()) return;
    reportedTrouble = trouble();
    parts.onChanged();
  };

  /** Files that have settled, and a memory of all that are there now; what is gone is forgotten. */
  const settledFiles = async (): Promise<TrackedFile[]> => {
    const now = clock.now();
    const before = tracked;
    tracked = new Map();
    for (const file of await listFiles(path)) {
      const previous = before.get(file.name);
      tracked.set(
        file.name,
        previous && isUnchanged(file, previous.file) ? previous : { file, since: now, notBefore: 0, trouble: null },
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
      one.trouble = `${file.name}: ${read.failure.message}`;
      return;
    }
    const bytes = read?.ok ? success(read.value) : failed(tooLarge);
    const added = parts.add({ name: file.name, from: 'the watched folder', read: async () => bytes });
    if (!added.ok) return;
    const outcome = await added.value;
    await moveProcessed(one, outcome);
  };

  const moveProcessed = async (one: TrackedFile, { report, isRetryable }: FileOutcome): Promise<void> => {
    one.notBefore = clock.now() + retryIntervalMs;
    one.trouble = isRetryable ? `${one.file.name}: ${report.sentence}` : null;
    if (isRetryable || !isUnchanged(one.file, await statFile(path, one.file.name))) return;
    try {
      if (report.outcome === 'imported' || report.outcome === 'already known') await moveToDone(path, one.file.name);
      else await moveToRejected(path, one.file.name, parts.reasonFor(report));
      tracked.delete(one.file.name);
    } catch (error) {
      one.trouble = `${one.file.name} cannot be put away (${errorCode(error)}).`;
    }
  };

  const poll = async (): Promise<void> => {
    try {
      await makeSubfolders(path);
      const settled = await settledFiles();
      folderTrouble = null;
      reportTrouble();
      for (const one of settled) {
        if (isStopped) return;
        await importOne(one);
        reportTrouble();
      }
    } catch (error) {
      folderTrouble = `The folder cannot be read or written (${errorCode(error)}).`;
      reportTrouble();
      if (errorCode(error) === 'unknown trouble') parts.onBug(error);
    }
    if (!isStopped) cancelTimer = clock.after(pollIntervalMs, startPoll);
  };
  const startPoll = (): void => {
    polling = poll();
  };
  startPoll();

  return {
    trouble,
    async stop() {
      isStopped = true;
      cancelTimer?.();
      await polling;
      cancelTimer?.();
    },
  };
}

const tooLarge = {
  code: 'too-large',
  message: `The file is larger than ${largestImportBytes / 1024 / 1024} MB.`,
  next: 'Split it into smaller files.',
} as const;
