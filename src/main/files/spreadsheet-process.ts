import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { connectToParent } from '../concurrency/parent-process.ts';
import { rowLength, sheetRows } from './parse-workbook.ts';
import {
  charactersInMessage,
  rowsInMessage,
  type SpreadsheetMessage,
  type SpreadsheetRequest,
  spreadsheetRequestSchema,
} from './read-spreadsheet.ts';

const mebibyte = 1024 * 1024;

/** Milliseconds between two measurements of the memory. */
const measureMs = 20;

/**
 * The process that reads one spreadsheet, on a thread whose limit bounds its objects and ends it with an error that says so. Buffers
 * are outside that limit, so this thread measures the whole process.
 */
if (isMainThread) watchReading();
else await readSheet();

function watchReading(): void {
  const parent = connectToParent();
  const send = (message: SpreadsheetMessage): void => parent.send(message);
  let reader: Worker | null = null;

  const start = ({ bytes, memory }: SpreadsheetRequest & { kind: 'read' }): void => {
    const thread = new Worker(new URL(import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: memory.objects / mebibyte },
    });
    const end = (fault: 'too large' | 'broken'): void => {
      clearInterval(measuring);
      void thread.terminate();
      send({ kind: 'fault', fault });
    };
    const measuring = setInterval(() => {
      if (process.memoryUsage.rss() > memory.process) end('too large');
    }, measureMs);
    thread.on('message', send);
    thread.on('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too large' : 'broken'),
    );
    reader = thread;
  };

  parent.onMessage((message) => {
    const request = spreadsheetRequestSchema.parse(message);
    if (request.kind === 'next') reader?.postMessage('next');
    else start(request);
  });
  send({ kind: 'ready' });
}

async function readSheet(): Promise<void> {
  const read = await sheetRows(workerData);
  const post = (message: SpreadsheetMessage): void => parentPort?.postMessage(message);
  if (read.kind === 'fault') return post(read);
  let from = 0;
  const postNext = (): void => {
    const rows: string[][] = [];
    for (let characters = 0; rows.length < rowsInMessage && characters < charactersInMessage; from += 1) {
      const row = read.rows[from];
      if (!row) break;
      rows.push(row);
      characters += rowLength(row);
    }
    post({ kind: 'rows', rows, isLast: from >= read.rows.length });
  };
  parentPort?.on('message', postNext);
  postNext();
}
