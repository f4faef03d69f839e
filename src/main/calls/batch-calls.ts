import { type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { Bench } from '../core/bench.ts';
import type { FilePicker } from '../core/ports/desktop.ts';
import type { ChooseExportFile } from '../core/ports/export-file.ts';
import type { Handlers } from './handlers.ts';

type BatchCall =
  | 'batch.read'
  | 'batch.rows'
  | 'batch.choose-file'
  | 'batch.take-file'
  | 'batch.take-text'
  | 'batch.match'
  | 'batch.change'
  | 'batch.change-cell'
  | 'batch.skip-row'
  | 'batch.quote'
  | 'batch.stop-quote'
  | 'batch.start'
  | 'batch.pause'
  | 'batch.resume'
  | 'batch.stop'
  | 'batch.export'
  | 'batch.put-away';

export interface BatchCallsParts {
  /** The one of this moment. */
  bench: () => Bench;
  picker: Pick<FilePicker, 'table'>;
  /** Reads a file that was picked. */
  readFile(path: string): Promise<Result<Uint8Array>>;
  chooseFile: ChooseExportFile;
  /** A path's last part, and the rest of it. */
  nameOf(path: string): string;
  folderOf(path: string): string;
}

/** The calls about a batch of orders. The page names no path and is told none. */
export function batchCalls(parts: BatchCallsParts): Handlers<BatchCall> {
  const batches = () => parts.bench().batches;
  let isPicking = false;

  /** One dialog at a time; null where it was closed. */
  const pick = async (ask: () => Promise<string | null>): Promise<Result<string | null>> => {
    if (isPicking) return failed(dialogOpen);
    isPicking = true;
    try {
      return success(await ask());
    } finally {
      isPicking = false;
    }
  };

  return {
    'batch.read': () => batches().read(),
    'batch.rows': (query) => batches().rows(query),
    async 'batch.choose-file'() {
      const shown = batches();
      const picked = await pick(parts.picker.table);
      if (!picked.ok) return picked;
      const path = picked.value;
      if (path === null) return success(null);
      const read = await parts.readFile(path);
      if (!read.ok) return read;
      // The dialog may have outlived its environment, which then says so itself.
      const from = { name: parts.nameOf(path), folder: parts.folderOf(path) };
      return shown.draft.take({ kind: 'file', ...from, bytes: read.value });
    },
    'batch.take-file': ({ name, bytes }) => batches().draft.take({ kind: 'file', name, folder: null, bytes }),
    'batch.take-text': ({ text }) => batches().draft.take({ kind: 'text', text }),
    'batch.match': ({ place, field }) => batches().draft.match(place, field),
    'batch.change': (change) => batches().draft.change(change),
    'batch.change-cell': ({ line, place, text }) => batches().draft.changeCell(line, place, text),
    'batch.skip-row': ({ line, isSkipped }) => batches().draft.skipRow(line, isSkipped),
    'batch.quote': () => batches().quote(),
    'batch.stop-quote': () => batches().stopQuote(),
    'batch.start': () => batches().start(),
    'batch.pause': () => batches().pause(),
    'batch.resume': () => batches().resume(),
    'batch.stop': () => batches().end(),
    async 'batch.export'() {
      const shown = batches();
      const name = await shown.results.nameToChoose();
      if (!name.ok) return name;
      const { value: toChoose } = name;
      if (toChoose === null) return shown.results.write(null);
      const picked = await pick(() => parts.chooseFile(toChoose));
      if (!picked.ok) return picked;
      const path = picked.value;
      return path === null ? success(null) : shown.results.write({ path, name: parts.nameOf(path) });
    },
    'batch.put-away': () => batches().putAway(),
  };
}

const dialogOpen: Failure = { code: 'not-allowed-now', message: 'A dialog that picks a file is open already.' };
