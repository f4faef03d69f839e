import { parentPort, workerData } from 'node:worker_threads';
import { rowLength, sheetRows } from './parse-workbook.ts';
import { charactersInMessage, rowsInMessage, type SpreadsheetMessage } from './read-spreadsheet.ts';

/** The thread that reads one spreadsheet; the process that started it ends it. */
if (parentPort) {
  const port = parentPort;
  const read = await sheetRows(workerData);
  const post = (message: SpreadsheetMessage): void => port.postMessage(message);
  if (read.kind === 'fault') {
    post(read);
  } else {
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
    port.on('message', postNext);
    postNext();
  }
}
