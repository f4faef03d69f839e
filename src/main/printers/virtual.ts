import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Failure, failed, success } from '../../shared/failure.ts';
import type { Delivery, PrinterTransport } from '../core/ports/printing.ts';
import { oneWay } from './asking/one-way.ts';
import { dropOldVirtualLabels, unfinishedSuffix, virtualLabelName } from './virtual-labels.ts';

/**
 * A printer that keeps each label as a file. A label is there whole or not at all, so nothing is ever "cut off".
 * @param now milliseconds since 1970, for the file's name.
 */
export function virtualTransport(folder: string, now: () => number = Date.now): PrinterTransport {
  let printed = 0;
  const keep = async (bytes: Uint8Array): Promise<Delivery> => {
    const file = join(resolve(folder), virtualLabelName(now(), ++printed, bytes));
    try {
      await writeWhole(file, bytes);
    } catch {
      await rm(file + unfinishedSuffix, { force: true }).catch(() => undefined);
      return { kind: 'not started', failure: noFolder(folder) };
    }
    await dropOldVirtualLabels(folder).catch(() => undefined); // an old file too many is no reason to doubt this one
    return { kind: 'handed over', bytesHandedOver: bytes.length, closedCleanly: true };
  };

  return {
    async open(signal) {
      if (signal.aborted) return failed(closed);
      try {
        await mkdir(folder, { recursive: true });
      } catch {
        return failed(noFolder(folder));
      }
      let used = false;
      return success({
        ...oneWay('a virtual printer'),
        async send(bytes, progress) {
          if (used) return { kind: 'not started', failure: closed };
          used = true;
          const delivery = await keep(bytes);
          if (delivery.kind === 'handed over') progress?.taken(delivery.bytesHandedOver);
          return delivery;
        },
        close() {
          used = true;
        },
      });
    },
  };
}

/** The name appears only when the bytes are on the disk. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file + unfinishedSuffix, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(file + unfinishedSuffix, file);
}

const noFolder = (folder: string): Failure => ({
  code: 'printer-unreachable',
  message: `The virtual printer cannot write into its folder ${folder}.`,
  next: 'Look at the disk’s free space and the folder’s rights.',
});

const closed: Failure = {
  code: 'printer-unreachable',
  message: 'The virtual printer was closed before the label came.',
};
