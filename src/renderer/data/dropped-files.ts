import { useEffect, useEffectEvent } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failed, type Result } from '../../shared/contract/failure.ts';
import {
  type ImportReport,
  type ImportState,
  largestImportBytes,
  maxFilesAtOnce,
} from '../../shared/orders/import-state.ts';
import { createQuery, type Query } from './query.ts';
import { call } from './station-client.ts';

/** A screen that wants dropped files for itself. */
export interface DropDestination {
  /** Shown while files are held over the window. */
  readonly words: string;
  accept(files: readonly DroppedFile[]): void;
}

/** Who gets dropped files instead of the import: the newest first. Bounded by the screens that are shown. */
const destinations: DropDestination[] = [];

/** Gives every dropped file to the destination until the function it returns is called. */
export function registerDropDestination(destination: DropDestination): () => void {
  destinations.unshift(destination);
  return () => {
    const place = destinations.indexOf(destination);
    if (place >= 0) destinations.splice(place, 1);
  };
}

/** Where a file dropped now would go; null: it is imported. */
export const dropDestination = (): DropDestination | null => destinations[0] ?? null;

/** While the component is shown, dropped files are its own. */
export function useDropDestination(words: string, accept: (files: readonly DroppedFile[]) => void): void {
  const acceptNow = useEffectEvent(accept);
  useEffect(() => registerDropDestination({ words, accept: (files) => acceptNow(files) }), [words]);
}

/** What is imported and what was, in the environment in use. */
export const importQuery: Query<ImportState> = createQuery({
  topics: ['import', 'station'],
  read: () => call('import.state', null),
});

/** A file as the page gets it; its bytes are read when its turn comes. */
export interface DroppedFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface UploadState {
  /** Files dropped that main has not answered yet. */
  readonly left: number;
  /** Why the last of them was not taken. */
  readonly failure: Failure | null;
}

/** Hands dropped files to main, one after another. */
export interface ImportUploadStore extends Pick<StoreApi<UploadState>, 'getState' | 'getInitialState' | 'subscribe'> {
  accept(files: readonly DroppedFile[]): Promise<void>;
  /** Hands over none of those that are left. */
  discardQueued(): void;
}

type ImportFile = (file: { name: string; bytes: Uint8Array }) => Promise<Result<ImportReport>>;

export function createImportUploadStore(importFile: ImportFile): ImportUploadStore {
  const store = createStore<UploadState>(() => ({ left: 0, failure: null }));
  let waiting: DroppedFile[] = [];
  let isSending = false;

  const send = async (file: DroppedFile): Promise<Result<ImportReport>> => {
    if (file.size > largestImportBytes) return failed(tooLarge(file.name));
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return await importFile({ name: file.name.slice(-255), bytes });
    } catch {
      // A folder, or a file that is gone by now.
      return failed(cannotRead(file.name));
    }
  };

  const sendAll = async (): Promise<void> => {
    isSending = true;
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const result = await send(file);
      store.setState({ left: waiting.length, ...(!result.ok && { failure: result.failure }) });
    }
    isSending = false;
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    async accept(files) {
      const room = maxFilesAtOnce - waiting.length;
      waiting = [...waiting, ...files.slice(0, room)];
      store.setState({
        left: waiting.length + (isSending ? 1 : 0),
        failure: files.length > room ? tooMany : null,
      });
      if (!isSending) await sendAll();
    },
    discardQueued() {
      waiting = [];
    },
  };
}

/** The window's own. */
export const importUploadStore: ImportUploadStore = createImportUploadStore((file) => call('import.file', file));

const tooLarge = (name: string): Failure => ({
  code: 'too-large',
  message: `${name} was not imported: it is larger than ${largestImportBytes / 1024 / 1024} MB.`,
  next: 'Split it into smaller files.',
});

const cannotRead = (name: string): Failure => ({
  code: 'unreadable',
  message: `${name} was not imported: it cannot be read. Folders cannot be dropped.`,
  next: 'Drop the files in it, or have the folder watched (see Settings).',
});

const tooMany: Failure = {
  code: 'too-large',
  message: `Not all were taken: more than ${maxFilesAtOnce} files at once.`,
  next: 'Drop the rest when these are done, or have a folder watched (see Settings).',
};
