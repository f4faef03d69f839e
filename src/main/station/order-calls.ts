import { type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import type { FilePicker } from '../core/ports/desktop.ts';
import type { ChooseExportFile } from '../core/ports/files.ts';
import { oneDialog } from './files/import-calls.ts';
import type { StationRuntime } from './station-runtime.ts';

type OrderBookCall =
  | 'order-book.read'
  | 'order-book.save-address'
  | 'order-book.remove-address'
  | 'order-book.save-template'
  | 'order-book.remove-template'
  | 'order-book.record-use'
  | 'parcel.order-draft'
  | 'order.check-code';

/** The calls of the order book. */
export function orderBookCalls(runtime: () => StationRuntime): Handlers<OrderBookCall> {
  return {
    'order-book.read': async () => success(await runtime().orderBook.read()),
    'order-book.save-address': ({ name, address }) => runtime().orderBook.saveAddress(name, address),
    'order-book.remove-address': ({ addressId }) => runtime().orderBook.remove('address', addressId),
    'order-book.save-template': ({ name, draft }) => runtime().orderBook.saveTemplate(name, draft),
    'order-book.remove-template': ({ templateId }) => runtime().orderBook.remove('template', templateId),
    'order-book.record-use': ({ what, id }) => runtime().orderBook.noteUse(what, id),
    'parcel.order-draft': ({ parcelId }) => runtime().orderBook.draftOf(parcelId),
    'order.check-code': async ({ code }) => success(await runtime().orderBook.checkCode(code)),
  };
}

type SpendingCall = 'spending.read' | 'order.stop-quote';

/** The calls about spending and quotes. */
export function spendingCalls(runtime: () => StationRuntime): Handlers<SpendingCall> {
  return {
    'spending.read': async () => success(await runtime().guard.read()),
    async 'order.stop-quote'() {
      runtime().orders.quotes.stop();
      return success(null);
    },
  };
}

type BatchCall =
  | 'batch.read'
  | 'batch.rows'
  | 'batch.choose-file'
  | 'batch.open-file'
  | 'batch.paste-rows'
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
  | 'batch.dismiss';

export interface BatchCallsParts {
  /** The current station runtime. */
  runtime: () => StationRuntime;
  picker: Pick<FilePicker, 'table'>;
  /** Reads a chosen file. */
  readFile(path: string): Promise<Result<Uint8Array>>;
  chooseFile: ChooseExportFile;
  /** The file name and the folder of a path. */
  nameOf(path: string): string;
  folderOf(path: string): string;
}

/** The calls of batches. The page never gets or sends a path. */
export function batchCalls(parts: BatchCallsParts): Handlers<BatchCall> {
  const batches = () => parts.runtime().batches;
  const pick = oneDialog();

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
      // If the environment was switched while the dialog was open, `load` fails.
      const from = { name: parts.nameOf(path), folder: parts.folderOf(path) };
      return shown.draft.load({ kind: 'file', ...from, bytes: read.value });
    },
    'batch.open-file': ({ name, bytes }) => batches().draft.load({ kind: 'file', name, folder: null, bytes }),
    'batch.paste-rows': ({ text }) => batches().draft.load({ kind: 'text', text }),
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
    'batch.dismiss': () => batches().dismiss(),
  };
}
