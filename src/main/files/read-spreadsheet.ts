import { z } from 'zod';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { largestBatchBytes, maxBatchColumns, maxBatchRows } from '../../shared/orders/batch.ts';
import { fileSignature } from '../../shared/values/file-signature.ts';
import type { SidecarProcess, StartSidecar } from '../core/ports/desktop.ts';
import type { ReadSpreadsheet } from '../core/ports/files.ts';

/** How the reading process is started, and its limits. */
export interface SpreadsheetReaderParts {
  readonly startProcess: StartSidecar;
  readonly limits?: Partial<SpreadsheetLimits>;
  readonly onBug: (error: unknown) => void;
}

export interface SpreadsheetLimits {
  /** Milliseconds for the process to start. */
  readonly startMs: number;
  /** Milliseconds for one file. */
  readonly readMs: number;
  /** Memory of the objects that the file becomes, bytes. */
  readonly objectMemory: number;
  /** Memory of the whole process, bytes. */
  readonly processMemory: number;
}

const defaultLimits: SpreadsheetLimits = {
  startMs: 15_000,
  readMs: 10_000,
  objectMemory: 256 * 1024 * 1024,
  processMemory: 768 * 1024 * 1024,
};

/**
 * Creates a reader of .xlsx files, one at a time, each in its own process, which is killed afterwards: a damaged or malicious file ends
 * in a failure and does not affect the station.
 */
export function createSpreadsheetReader(parts: SpreadsheetReaderParts): ReadSpreadsheet {
  const limits = { ...defaultLimits, ...parts.limits };
  let isReading = false;
  return async (bytes) => {
    if (isReading) return failed(alreadyReading);
    if (bytes.byteLength > largestBatchBytes) return failed(failures['too large']);
    const signature = fileSignature(bytes);
    if (signature === 'compound file') return failed(legacyOrProtected);
    if (signature !== 'zip') return failed(failures['not a workbook']);
    isReading = true;
    try {
      const started = parts.startProcess('background');
      return started ? await readInProcess(started, bytes, limits) : failed(updateWaiting);
    } catch (error) {
      parts.onBug(error);
      return failed(failures.broken);
    } finally {
      isReading = false;
    }
  };
}

async function readInProcess(
  sidecar: SidecarProcess,
  bytes: Uint8Array,
  limits: SpreadsheetLimits,
): Promise<Result<string[][]>> {
  const { startMs, readMs, objectMemory, processMemory } = limits;
  const send = (request: SpreadsheetRequest): void => sidecar.post(request);
  const rows: string[][] = [];
  let characters = 0;
  let timer: NodeJS.Timeout | undefined;
  const read = await new Promise<Result<string[][]>>((resolve) => {
    const startTimer = (milliseconds: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => resolve(failed(tooSlow)), milliseconds);
    };
    startTimer(startMs);
    sidecar.onExit(() => resolve(failed(failures.broken)));
    sidecar.onMessage((message) => {
      const { data: reply } = spreadsheetMessageSchema.safeParse(message);
      if (!reply) return resolve(failed(failures.broken));
      if (reply.kind === 'fault') return resolve(failed(failures[reply.fault]));
      if (reply.kind === 'ready') {
        startTimer(readMs);
        return send({ kind: 'read', bytes, memory: { objects: objectMemory, process: processMemory } });
      }
      for (const row of reply.rows) rows.push(row);
      characters += reply.rows.flat().reduce((sum, text) => sum + text.length, 0);
      if (rows.length > maxBatchRows + 1) resolve(failed(failures['too many rows']));
      else if (characters > largestBatchBytes) resolve(failed(failures['too large']));
      else if (reply.isLast) resolve(success(rows));
      else send({ kind: 'next' });
    });
  });
  clearTimeout(timer);
  sidecar.kill();
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
const updateWaiting: Failure = { code: 'not-allowed-now', message: message('station.update-waiting') };
const tooSlow: Failure = { code: 'time-out', message: message('spreadsheet.too-slow') };
const alreadyReading: Failure = { code: 'not-allowed-now', message: message('spreadsheet.already-reading') };

/** Why a sheet was not read. */
const sheetFaults = ['not a workbook', 'too large', 'too many rows', 'broken'] as const;
export type SheetFault = (typeof sheetFaults)[number];

/** Most rows, and most characters, of one message: receiving more at once would block the main process. */
export const rowsInMessage = 250;
export const charactersInMessage = 1_000_000;

/** The rows of one message. */
const rowsSchema = z.array(z.array(z.string().max(largestBatchBytes)).max(maxBatchColumns + 1)).max(rowsInMessage);

/** Messages of the process: `ready` once; then the rows, each part when it is requested, or why there are none. */
const spreadsheetMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('rows'), rows: rowsSchema, isLast: z.boolean() }),
  z.object({ kind: z.literal('fault'), fault: z.enum(sheetFaults) }),
]);
export type SpreadsheetMessage = z.infer<typeof spreadsheetMessageSchema>;

/** Requests to the process: to read this file, in so many bytes of memory; then for the next part of its rows. */
export const spreadsheetRequestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read'),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    memory: z.object({ objects: z.number(), process: z.number() }),
  }),
  z.object({ kind: z.literal('next') }),
]);
export type SpreadsheetRequest = z.infer<typeof spreadsheetRequestSchema>;
