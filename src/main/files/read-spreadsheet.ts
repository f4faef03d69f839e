import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { largestBatchBytes, maxBatchRows } from '../../shared/orders/batch.ts';
import { fileSignature } from '../../shared/values/file-signature.ts';
import type { ReadSpreadsheet } from '../core/ports/files.ts';

/** The thread's program, what Node needs to run it, and its limits. */
export interface SpreadsheetThread {
  readonly file: string | URL;
  readonly execArgv?: readonly string[];
  /** Milliseconds for one file. */
  readonly timeoutMs?: number;
  /** Memory limit of the thread, MiB. */
  readonly memoryLimitMb?: number;
}

/**
 * Creates a reader of .xlsx files, one at a time, each on its own thread: a damaged or malicious file ends in a failure and does not
 * affect the station.
 */
export function createSpreadsheetReader(thread: SpreadsheetThread): ReadSpreadsheet {
  let isReading = false;
  return async (bytes) => {
    if (isReading) return failed(alreadyReading);
    if (bytes.byteLength > largestBatchBytes) return failed(failures['too large']);
    const signature = fileSignature(bytes);
    if (signature === 'compound file') return failed(legacyOrProtected);
    if (signature !== 'zip') return failed(failures['not a workbook']);
    isReading = true;
    try {
      return await readOnThread(thread, bytes);
    } finally {
      isReading = false;
    }
  };
}

async function readOnThread(thread: SpreadsheetThread, bytes: Uint8Array): Promise<Result<string[][]>> {
  const { file, execArgv = [], timeoutMs = 10_000, memoryLimitMb = 256 } = thread;
  const worker = new Worker(file, {
    workerData: bytes,
    execArgv: [...execArgv],
    name: 'spreadsheet',
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
  });
  const rows: string[][] = [];
  let limit: NodeJS.Timeout | undefined;
  const read = await new Promise<Result<string[][]>>((resolve) => {
    limit = setTimeout(() => resolve(failed(tooSlow)), timeoutMs);
    worker.on('message', (message) => {
      const reply = spreadsheetMessageSchema.parse(message);
      if (reply.kind === 'fault') return resolve(failed(failures[reply.fault]));
      for (const row of reply.rows) rows.push(row);
      if (reply.isLast) resolve(success(rows));
      else worker.postMessage('next');
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      resolve(failed(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? failures['too large'] : failures.broken)),
    );
    worker.on('exit', () => resolve(failed(failures.broken)));
  });
  clearTimeout(limit);
  await worker.terminate();
  return read;
}

const unreadable = (code: 'spreadsheet.not-a-workbook' | 'spreadsheet.damaged' | 'spreadsheet.legacy-or-protected') =>
  ({ code: 'unreadable', message: message(code) }) as const;

const failures: Readonly<Record<SheetFault, Failure>> = {
  'not a workbook': unreadable('spreadsheet.not-a-workbook'),
  broken: unreadable('spreadsheet.damaged'),
  'too large': { code: 'too-large', message: message('spreadsheet.too-large') },
  'too many rows': { code: 'too-large', message: message('spreadsheet.too-many-rows', { limit: maxBatchRows }) },
};

const legacyOrProtected = unreadable('spreadsheet.legacy-or-protected');
const tooSlow: Failure = { code: 'time-out', message: message('spreadsheet.too-slow') };
const alreadyReading: Failure = { code: 'not-allowed-now', message: message('spreadsheet.already-reading') };

/** Why a sheet was not read. */
const sheetFaults = ['not a workbook', 'too large', 'too many rows', 'broken'] as const;
export type SheetFault = (typeof sheetFaults)[number];

/** Most rows, and most characters, of one message: receiving more at once would block the main process. */
export const rowsInMessage = 250;
export const charactersInMessage = 1_000_000;

/** Messages of the thread. Each part is sent when it is requested. */
const spreadsheetMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rows'), rows: z.custom<string[][]>(Array.isArray), isLast: z.boolean() }),
  z.object({ kind: z.literal('fault'), fault: z.enum(sheetFaults) }),
]);
export type SpreadsheetMessage = z.infer<typeof spreadsheetMessageSchema>;
