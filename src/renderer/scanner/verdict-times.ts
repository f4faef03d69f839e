import { mostTimesAtOnce } from '../../shared/contract/figures-view.ts';
import { afterTimeout, type Later } from '../data/query.ts';

/** Milliseconds from the first time that is not sent yet until all are sent together; closing the window loses no more. */
const gatherMs = 60_000;
/** While a scan waits for its answer, nothing is sent beside it. */
const busyMs = 1_000;

export interface VerdictTimesParts {
  /** Sends times in whole milliseconds, to be counted in the figures. */
  readonly send: (milliseconds: number[]) => Promise<unknown>;
  /** Calls once the next frame is painted, unless nothing of the window is painted. */
  readonly whenPainted?: (act: () => void) => void;
  /** A scan waits for its answer. */
  readonly isBusy: () => boolean;
  /** The clock of key events. */
  readonly now?: () => number;
  readonly later?: Later;
}

/** How long scans wait for their verdicts: from the last key to the painted frame. */
export interface VerdictTimes {
  /** The verdict of a scan is on the page and not painted yet. `lastKeyAt`: on the clock of key events. */
  shown(lastKeyAt: number): void;
  /** Sends now what was gathered, before figures are read. */
  flush(): Promise<void>;
}

/** Gathers the times in memory, so that a scan waits for none of it. */
export function createVerdictTimes(parts: VerdictTimesParts): VerdictTimes {
  const { send, isBusy, whenPainted = afterNextPaint, now = () => performance.now(), later = afterTimeout } = parts;
  let gathered: number[] = [];
  let stopWaiting: (() => void) | null = null;

  const flush = async (): Promise<void> => {
    stopWaiting?.();
    stopWaiting = null;
    const times = gathered;
    gathered = [];
    // A figure is no record: where main refuses, because the environment was switched, the times are lost.
    if (times.length > 0) await send(times);
  };

  const flushLater = (milliseconds: number): void => {
    stopWaiting = later(milliseconds, () => {
      if (isBusy()) flushLater(busyMs);
      else void flush();
    });
  };

  return {
    shown(lastKeyAt) {
      whenPainted(() => {
        if (gathered.length === mostTimesAtOnce) gathered.shift();
        gathered.push(Math.max(0, Math.round(now() - lastKeyAt)));
        if (!stopWaiting) flushLater(gatherMs);
      });
    },
    flush,
  };
}

/** A hidden window paints nothing: its next frame may come hours later. */
function afterNextPaint(act: () => void): void {
  if (document.visibilityState !== 'visible') return;
  requestAnimationFrame(() => {
    // The frame is painted after this callback; a message is delivered after that.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      act();
    };
    port2.postMessage(null);
  });
}
