import { parentPort, workerData } from 'node:worker_threads';
import { sheetRows } from './sheet-rows.ts';
import { rowsInMessage, type SpreadsheetMessage } from './spreadsheet-messages.ts';

/** The thread that reads one spreadsheet; whoever started it ends it. */
if (parentPort) {
  const port = parentPort;
  const read = await sheetRows(workerData);
  const say = (message: SpreadsheetMessage): void => port.postMessage(message);
  if (read.kind === 'fault') {
    say(read);
  } else {
    let from = 0;
    const sayNext = (): void => {
      const rows = read.rows.slice(from, from + rowsInMessage);
      from += rowsInMessage;
      say({ kind: 'rows', rows, isLast: from >= read.rows.length });
    };
    port.on('message', sayNext);
    sayNext();
  }
}
