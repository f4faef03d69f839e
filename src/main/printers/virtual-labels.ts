import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Labels a virtual printer keeps; older files are removed. */
export const mostVirtualLabels = 500;

/** A label being written; renamed once it is whole and on disk. */
export const unfinishedSuffix = '.part';

/** A label file of a virtual printer. */
export interface VirtualLabel {
  /** Absolute path. */
  readonly file: string;
  /** When it was "printed", ISO 8601. */
  readonly at: string;
  readonly format: 'zpl' | 'pdf';
  readonly bytes: Uint8Array;
}

/** `<time>-<n>.zpl|pdf`: names in order of printing. A colon is no character for a file name on Windows. */
const labelName = /^(\d{4}-\d\d-\d\d)T(\d\d)\.(\d\d)\.(\d\d\.\d{3}Z)-\d{6}\.(zpl|pdf)$/;

/** The file name of the `number`th label of this run, taken at `at` (milliseconds since 1970). */
export function virtualLabelName(at: number, number: number, bytes: Uint8Array): string {
  const time = new Date(at).toISOString().replaceAll(':', '.');
  return `${time}-${String(number % 1_000_000).padStart(6, '0')}.${isPdf(bytes) ? 'pdf' : 'zpl'}`;
}

/** The newest labels of a virtual printer's folder, newest first; none where there is no folder yet. */
export async function listVirtualLabels(folder: string, limit: number): Promise<VirtualLabel[]> {
  const names = (await namesIn(folder)).filter((name) => labelName.test(name)).reverse();
  const labels = await Promise.all(names.slice(0, limit).map((name) => readLabel(folder, name)));
  return labels.filter((label) => label !== null);
}

/** Removes what is older than the newest labels kept, unfinished files among them. */
export async function dropOldVirtualLabels(folder: string, keep: number = mostVirtualLabels): Promise<void> {
  const ours = (await namesIn(folder)).filter((name) => labelName.test(name.replace(unfinishedSuffix, '')));
  await Promise.all(
    ours.slice(0, Math.max(0, ours.length - keep)).map((name) => rm(join(folder, name), { force: true })),
  );
}

/** A file removed since it was listed is left out. */
async function readLabel(folder: string, name: string): Promise<VirtualLabel | null> {
  const [, day, hours, minutes, seconds, format] = labelName.exec(name) ?? [];
  const file = join(folder, name);
  const bytes = await readFile(file).catch(() => null);
  return (
    bytes && { file, at: `${day}T${hours}:${minutes}:${seconds}`, format: format === 'pdf' ? 'pdf' : 'zpl', bytes }
  );
}

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(() => [])).sort();

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';
