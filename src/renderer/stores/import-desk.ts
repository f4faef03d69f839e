import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Failure, failed, type Result } from '../../shared/failure.ts';
import { type ImportReport, type ImportState, largestImportBytes, mostFilesAtOnce } from '../../shared/import-state.ts';
import { call } from '../station.ts';
import { createMirror, type Mirror } from './mirror.ts';

/** What is imported and what was, in the environment in use. */
export const importMirror: Mirror<ImportState> = createMirror({
  topics: ['import', 'station'],
  read: () => call('import.state', null),
});

/** A file as the page gets it; its bytes are read when its turn comes. */
export interface DroppedFile {
  readonly name: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface DeskState {
  /** Files dropped that main has not answered yet. */
  readonly left: number;
  /** Why the last of them was not taken. */
  readonly failure: Failure | null;
}

/** Hands dropped files to main, one after another. */
export interface ImportDesk extends Pick<StoreApi<DeskState>, 'getState' | 'getInitialState' | 'subscribe'> {
  take(files: readonly DroppedFile[]): Promise<void>;
  /** Hands over none of those that are left. */
  drop(): void;
}

type ImportFile = (file: { name: string; bytes: Uint8Array }) => Promise<Result<ImportReport>>;

export function createImportDesk(importFile: ImportFile): ImportDesk {
  const store = createStore<DeskState>(() => ({ left: 0, failure: null }));
  let waiting: DroppedFile[] = [];
  let isHandingOver = false;

  const handOver = async (file: DroppedFile): Promise<Result<ImportReport>> => {
    if (file.size > largestImportBytes) return failed(tooLarge(file.name));
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return await importFile({ name: file.name.slice(-255), bytes });
    } catch {
      // A folder, or a file that is gone by now.
      return failed(cannotRead(file.name));
    }
  };

  const handOverAll = async (): Promise<void> => {
    isHandingOver = true;
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const result = await handOver(file);
      store.setState({ left: waiting.length, ...(!result.ok && { failure: result.failure }) });
    }
    isHandingOver = false;
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    async take(files) {
      const room = mostFilesAtOnce - waiting.length;
      waiting = [...waiting, ...files.slice(0, room)];
      store.setState({
        left: waiting.length + (isHandingOver ? 1 : 0),
        failure: files.length > room ? tooMany : null,
      });
      if (!isHandingOver) await handOverAll();
    },
    drop() {
      waiting = [];
    },
  };
}

/** The window's own. */
export const importDesk: ImportDesk = createImportDesk((file) => call('import.file', file));

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
  message: `Not all were taken: more than ${mostFilesAtOnce} files at once.`,
  next: 'Drop the rest when these are done, or have a folder watched (see Settings).',
};
