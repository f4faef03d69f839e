import { Worker } from 'node:worker_threads';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { largestBatchBytes, maxBatchRows } from '../../shared/orders/batch.ts';
import type { ReadSpreadsheet } from '../core/ports/files.ts';
import { type SheetFault, spreadsheetMessageSchema } from './spreadsheet-messages.ts';

/** Where the thread's program is, what Node needs to read it, and how far it may go. */
export interface SpreadsheetThread {
  readonly file: string | URL;
  readonly execArgv?: readonly string[];
  /** Milliseconds for one file. */
  readonly timeoutMs?: number;
  /** Memory for what is read, MiB. */
  readonly memoryLimitMb?: number;
}

/**
 * Reads .xlsx files, one at a time, each on a thread of its own that is ended afterwards: a file that is broken, or made to fill the
 * memory, costs a failure in words.
 */
export function createSpreadsheetReader(thread: SpreadsheetThread): ReadSpreadsheet {
  let isReading = false;
  return async (bytes) => {
    if (isReading) return failed(alreadyReading);
    if (bytes.byteLength > largestBatchBytes) return failed(failures['too large']);
    if (startsWith(bytes, compoundFileSignature)) return failed(legacyOrProtected);
    if (!startsWith(bytes, zipSignature)) return failed(failures['not a workbook']);
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

/** The first bytes of a zip file, and of the file format that Excel used before, in which protected workbooks still are. */
const zipSignature = [0x50, 0x4b, 0x03, 0x04];
const compoundFileSignature = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, first: readonly number[]): boolean =>
  first.every((byte, place) => bytes[place] === byte);

const saveAgainHint = 'Open it where it was made and save it as .xlsx, or as CSV.';

const failures: Readonly<Record<SheetFault, Failure>> = {
  'not a workbook': { code: 'unreadable', message: 'This file is no workbook of the kind .xlsx.', next: saveAgainHint },
  broken: { code: 'unreadable', message: 'This workbook is damaged, or not all of it is there.', next: saveAgainHint },
  'too large': {
    code: 'too-large',
    message: 'This workbook holds more than this station reads.',
    next: 'Keep only the rows to be ordered, or save its first sheet as CSV.',
  },
  'too many rows': {
    code: 'too-large',
    message: `The first sheet of this workbook has more than ${maxBatchRows.toLocaleString('en')} rows.`,
    next: 'Split it into several files.',
  },
};

const legacyOrProtected: Failure = {
  code: 'unreadable',
  message: 'This is an older Excel file, or one that a password protects.',
  next: 'Save it as .xlsx without a password, or as CSV.',
};

const tooSlow: Failure = {
  code: 'time-out',
  message: 'Reading this workbook took too long and was given up.',
  next: 'Keep only the rows to be ordered, or save its first sheet as CSV.',
};

const alreadyReading: Failure = {
  code: 'not-allowed-now',
  message: 'Another spreadsheet is being read.',
  next: 'Wait a moment, then choose this one again.',
};
