import { join } from 'node:path';
import { failed, success } from '../../shared/failure.ts';
import { type ImportReport, largestImportBytes } from '../../shared/import-state.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { AddImport, FileOutcome } from '../core/ports/import.ts';
import { filesIn, isUnchanged, type SeenFile, seenFile } from './folder-files.ts';
import { makeSubfolders, putToDone, putToRejected } from './put-away.ts';
import { readImportFile, systemCode } from './read-import-file.ts';

/** Milliseconds between two looks; folders on other computers tell nobody of their changes. */
const betweenLooks = 2_000;

/** Milliseconds a file must have stayed as it is; an empty one is likelier to be written yet. */
const settledAfter = 2_000;
const emptySettledAfter = 30_000;

/** Milliseconds until a file is tried again that could not be imported or put away. */
const betweenTries = 30_000;

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

interface Known {
  file: SeenFile;
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
  let known = new Map<string, Known>();
  let folderTrouble: string | null = null;
  let told: string | null = null;
  let isStopped = false;
  let cancelTimer: (() => void) | null = null;
  let looking: Promise<void> = Promise.resolve();

  const trouble = (): string | null =>
    folderTrouble ?? [...known.values()].find((one) => one.trouble !== null)?.trouble ?? null;
  const tellTrouble = (): void => {
    if (told === trouble()) return;
    told = trouble();
    parts.onChanged();
  };

  /** Files that have settled, and a memory of all that are there now; what is gone is forgotten. */
  const settledFiles = async (): Promise<Known[]> => {
    const now = clock.now();
    const before = known;
    known = new Map();
    for (const file of await filesIn(path)) {
      const met = before.get(file.name);
      known.set(
        file.name,
        met && isUnchanged(file, met.file) ? met : { file, since: now, notBefore: 0, trouble: null },
      );
    }
    return [...known.values()].filter(
      ({ file, since, notBefore }) =>
        now - since >= (file.size === 0 ? emptySettledAfter : settledAfter) && now >= notBefore,
    );
  };

  const importOne = async (one: Known): Promise<void> => {
    const { file } = one;
    const isTooLarge = file.size > largestImportBytes;
    const read = isTooLarge ? null : await readImportFile(join(path, file.name));
    if (!isUnchanged(file, await seenFile(path, file.name))) return;
    if (read && !read.ok && read.failure.code !== 'too-large') {
      one.notBefore = clock.now() + betweenTries;
      one.trouble = `${file.name}: ${read.failure.message}`;
      return;
    }
    const bytes = read?.ok ? success(read.value) : failed(tooLarge);
    const added = parts.add({ name: file.name, from: 'the watched folder', read: async () => bytes });
    if (!added.ok) return;
    const outcome = await added.value;
    await putAway(one, outcome);
  };

  const putAway = async (one: Known, { report, mayTryAgain }: FileOutcome): Promise<void> => {
    one.notBefore = clock.now() + betweenTries;
    one.trouble = mayTryAgain ? `${one.file.name}: ${report.sentence}` : null;
    if (mayTryAgain || !isUnchanged(one.file, await seenFile(path, one.file.name))) return;
    try {
      if (report.outcome === 'imported' || report.outcome === 'already known') await putToDone(path, one.file.name);
      else await putToRejected(path, one.file.name, parts.reasonFor(report));
      known.delete(one.file.name);
    } catch (error) {
      one.trouble = `${one.file.name} cannot be put away (${systemCode(error)}).`;
    }
  };

  const look = async (): Promise<void> => {
    try {
      await makeSubfolders(path);
      const settled = await settledFiles();
      folderTrouble = null;
      tellTrouble();
      for (const one of settled) {
        if (isStopped) return;
        await importOne(one);
        tellTrouble();
      }
    } catch (error) {
      folderTrouble = `The folder cannot be read or written (${systemCode(error)}).`;
      tellTrouble();
      if (systemCode(error) === 'unknown trouble') parts.onBug(error);
    }
    if (!isStopped) cancelTimer = clock.after(betweenLooks, begin);
  };
  const begin = (): void => {
    looking = look();
  };
  begin();

  return {
    trouble,
    async stop() {
      isStopped = true;
      cancelTimer?.();
      await looking;
      cancelTimer?.();
    },
  };
}

const tooLarge = {
  code: 'too-large',
  message: `The file is larger than ${largestImportBytes / 1024 / 1024} MB.`,
  next: 'Split it into smaller files.',
} as const;
