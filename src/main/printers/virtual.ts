import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Failure, failed, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { labelFormat } from '../../shared/printing/label-format.ts';
import type { Delivery, PrinterTransport } from '../core/ports/printing.ts';
import { closedBeforeSending, unidirectional, unreachable } from './printer-failures.ts';

/**
 * A printer that stores each label as a file, completely or not at all, so no label is ever "cut off".
 * @param now milliseconds since 1970, for the file's name.
 */
export function virtualTransport(folder: string, now: () => number = Date.now): PrinterTransport {
  let printed = 0;
  const save = async (bytes: Uint8Array): Promise<Delivery> => {
    const file = join(resolve(folder), virtualLabelName(now(), ++printed, bytes));
    try {
      await writeWhole(file, bytes);
    } catch {
      await rm(file + partialSuffix, { force: true }).catch(() => undefined);
      return { kind: 'not started', failure: folderNotWritable(folder) };
    }
    await pruneVirtualLabels(folder).catch(() => undefined); // one old file more does not affect this label
    return { kind: 'sent', bytesSent: bytes.length, closedCleanly: true };
  };

  return {
    async open(signal) {
      if (signal.aborted) return failed(closedBeforeSending(null));
      try {
        await mkdir(folder, { recursive: true });
      } catch {
        return failed(folderNotWritable(folder));
      }
      let used = false;
      return success({
        ...unidirectional,
        async send(bytes) {
          if (used) return { kind: 'not started', failure: closedBeforeSending(null) };
          used = true;
          return save(bytes);
        },
        close() {
          used = true;
        },
      });
    },
  };
}

/** Writes under a temporary name; the file is renamed once the bytes are on disk. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file + partialSuffix, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(file + partialSuffix, file);
}

const folderNotWritable = (folder: string): Failure =>
  unreachable(message('printer.virtual-folder-not-writable', { folder }));

/** Number of stored labels; older files are removed. */
const maxVirtualLabels = 500;

/** The suffix of a label that is being written. */
const partialSuffix = '.part';

/** A label file of a virtual printer. */
export interface VirtualLabel {
  /** Absolute path. */
  readonly file: string;
  /** When it was stored, ISO 8601. */
  readonly at: string;
  readonly format: 'zpl' | 'pdf';
  readonly bytes: Uint8Array;
}

/** `<time>-<n>.zpl|pdf`: names in order of printing. Windows allows no colon in a file name. */
const labelName = /^(\d{4}-\d\d-\d\d)T(\d\d)\.(\d\d)\.(\d\d\.\d{3}Z)-\d{6}\.(zpl|pdf)$/;

/** The file name of the `number`th label of this run, received at `at` (milliseconds since 1970). */
function virtualLabelName(at: number, number: number, bytes: Uint8Array): string {
  const time = new Date(at).toISOString().replaceAll(':', '.');
  return `${time}-${String(number % 1_000_000).padStart(6, '0')}.${labelFormat(bytes) === 'pdf' ? 'pdf' : 'zpl'}`;
}

/** The newest labels of a virtual printer's folder, newest first; none where there is no folder yet. */
export async function listVirtualLabels(folder: string, limit: number): Promise<VirtualLabel[]> {
  const names = (await namesIn(folder)).filter((name) => labelName.test(name)).reverse();
  const labels = await Promise.all(names.slice(0, limit).map((name) => readLabel(folder, name)));
  return labels.filter((label) => label !== null);
}

/** Removes all but the newest labels, including unfinished files. */
export async function pruneVirtualLabels(folder: string, keep: number = maxVirtualLabels): Promise<void> {
  const ours = (await namesIn(folder)).filter((name) => labelName.test(name.replace(partialSuffix, '')));
  await Promise.all(
    ours.slice(0, Math.max(0, ours.length - keep)).map((name) => rm(join(folder, name), { force: true })),
  );
}

/** Where the virtual printers of an environment keep their labels. */
export const virtualLabelFolder = (dataFolder: string, environment: string): string =>
  join(dataFolder, 'virtual-printer', environment);

/** Removes the labels that it says it of. */
export async function removeVirtualLabels(folder: string, isRemoved: (label: VirtualLabel) => boolean): Promise<void> {
  const labels = await listVirtualLabels(folder, maxVirtualLabels);
  for (const label of labels) if (isRemoved(label)) await rm(label.file, { force: true });
}

/** Null for a file that was removed since it was listed. */
async function readLabel(folder: string, name: string): Promise<VirtualLabel | null> {
  const [, day, hours, minutes, seconds, format] = labelName.exec(name) ?? [];
  const file = join(folder, name);
  const bytes = await readFile(file).catch(() => null);
  return (
    bytes && { file, at: `${day}T${hours}:${minutes}:${seconds}`, format: format === 'pdf' ? 'pdf' : 'zpl', bytes }
  );
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();
