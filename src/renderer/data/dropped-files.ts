import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import { type Failure, failed, type Result } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import {
  type ImportReport,
  type ImportState,
  largestImportBytes,
  maxFilesAtOnce,
} from '../../shared/orders/import-state.ts';
import { createQuery, type Query, type ReadableStore } from './query.ts';
import { call } from './station-client.ts';

/** A screen that handles dropped files itself. */
export interface DropDestination {
  /** Shown while files are held over the window. */
  readonly label: string;
  accept(files: readonly DroppedFile[]): void;
}

/** Screens that get dropped files instead of the import, the newest first. */
const destinations: DropDestination[] = [];

/** Gives every dropped file to the destination, until the returned function is called. */
export function registerDropDestination(destination: DropDestination): () => void {
  destinations.unshift(destination);
  return () => {
    const place = destinations.indexOf(destination);
    if (place >= 0) destinations.splice(place, 1);
  };
}

/** Where a file dropped now goes; null: it is imported. */
export const dropDestination = (): DropDestination | null => destinations[0] ?? null;

/** While the component is shown, it gets all dropped files. */
export function useDropDestination(label: string, accept: (files: readonly DroppedFile[]) => void): void {
  const acceptNow = useEffectEvent(accept);
  useEffect(() => registerDropDestination({ label, accept: (files) => acceptNow(files) }), [label]);
}

/** Running and finished imports of the environment in use. */
export const importQuery: Query<ImportState> = createQuery({
  topics: ['import', 'station'],
  read: () => call('import.state', null),
});

/** A dropped file; its bytes are read when it is sent. */
export interface DroppedFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface UploadState {
  /** Dropped files without an answer from main. */
  readonly left: number;
  /** Why the last of them was not accepted. */
  readonly failure: Failure | null;
}

/** Sends dropped files to main, one after another. */
export interface ImportUploadStore extends ReadableStore<UploadState> {
  accept(files: readonly DroppedFile[]): Promise<void>;
  /** Sends none of the files that are left. */
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
      // A folder, or a file that no longer exists.
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

/** The window's own store. */
export const importUploadStore: ImportUploadStore = createImportUploadStore((file) => call('import.file', file));

const tooLarge = (name: string): Failure => ({
  code: 'too-large',
  message: message('file.named-too-large', { name, megabytes: largestImportBytes / 1024 / 1024 }),
});

const cannotRead = (name: string): Failure => ({
  code: 'unreadable',
  message: message('file.dropped-unreadable', { name }),
});

const tooMany: Failure = { code: 'too-large', message: message('import.too-many-files', { limit: maxFilesAtOnce }) };
