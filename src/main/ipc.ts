import type { BrowserWindow, IpcMain, IpcMainInvokeEvent } from 'electron';
import { failed } from '../shared/failure.ts';
import { callChannel, changedChannel } from '../shared/station-channels.ts';
import type { Station } from './compose.ts';
import type { Clock } from './core/ports/clock.ts';
import { answerCalls, foreignSender } from './window/answer-calls.ts';
import { coalesceTopics } from './window/coalesce-topics.ts';

export interface ServeStationParts {
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>;
  window: BrowserWindow;
  /** The page's own origin, as the frame tells it. */
  origin: string;
  station: Pick<Station, 'call' | 'onChanged'>;
  clock: Pick<Clock, 'after'>;
  onBug(error: unknown): void;
}

/** Serves the contract to one window, on two channels: calls in, changed topics out. The returned function ends both. */
export function serveStation({ ipcMain, window, origin, station, clock, onBug }: ServeStationParts): () => void {
  const answer = answerCalls({ call: station.call, onBug });
  ipcMain.handle(callChannel, async (event, name: unknown, input: unknown) =>
    isOurPage(event, window, origin) ? answer(name, input) : failed(foreignSender),
  );
  const tell = coalesceTopics(clock, (topics) => {
    if (!window.isDestroyed()) window.webContents.send(changedChannel, { topics });
  });
  const stopListening = station.onChanged(tell);
  return () => {
    stopListening();
    ipcMain.removeHandler(callChannel);
  };
}

/** True for the top frame of our window while it shows our page; a frame that is gone has no answer coming. */
function isOurPage({ senderFrame }: IpcMainInvokeEvent, window: BrowserWindow, origin: string): boolean {
  if (!senderFrame || window.isDestroyed()) return false;
  return senderFrame === window.webContents.mainFrame && senderFrame.origin === origin;
}
