import { assertNever, type Failure, failed, type Result, success } from '../../shared/failure.ts';
import type { StartPictureProcess } from '../core/ports/desktop.ts';
import type { LabelPictures } from '../core/ports/printing.ts';
import { type DrawingProcess, startDrawingProcess } from './drawing-process.ts';
import { createPictureCache } from './picture-cache.ts';
import { largestLabel } from './picture-messages.ts';

export interface PictureLimits {
  /** Milliseconds for a fresh process to load the renderer. */
  readonly startMs: number;
  /** Milliseconds for one picture; then the process is killed. */
  readonly drawMs: number;
  /** Milliseconds without a request after which the process is ended. */
  readonly idleMs: number;
  /** Requests that may wait, the running one among them. */
  readonly mostWaiting: number;
  readonly mostPictures: number;
  /** Bytes of all kept pictures together. */
  readonly mostBytes: number;
}

const usualLimits: PictureLimits = {
  startMs: 15_000,
  drawMs: 5_000,
  idleMs: 30_000,
  mostWaiting: 32,
  mostPictures: 200,
  mostBytes: 16 * 1024 * 1024,
};

type Label = Parameters<LabelPictures['picture']>[0];

/** Pictures of labels, drawn one after the other in a process that is killed when it takes too long, and ended when idle. */
export function createLabelPictures(parts: {
  startProcess: StartPictureProcess;
  limits?: Partial<PictureLimits>;
}): LabelPictures {
  const limits = { ...usualLimits, ...parts.limits };
  const cache = createPictureCache(limits);
  const underWay = new Map<string, Promise<Result<Uint8Array>>>();
  let lane: Promise<unknown> = Promise.resolve();
  let running: DrawingProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const drawNow = async (label: Label & { format: 'zpl' | 'pdf' }): Promise<Result<Uint8Array>> => {
    if (closed) return failed(closing);
    clearTimeout(idleTimer);
    if (!running?.isAlive()) running = startDrawingProcess(parts.startProcess, limits);
    const drawing = running;
    const answer = await drawing.draw({ id: ++lastId, format: label.format, bytes: label.bytes });
    idleTimer = setTimeout(() => drawing.end(), limits.idleMs);
    idleTimer.unref();
    switch (answer.kind) {
      case 'lost':
        return failed(answer.why === 'too slow' ? tooSlow : died); // not kept: the next try may go better
      case 'drawn':
        return remember(label.sha256, success(new Uint8Array(answer.png)));
      case 'refused':
        return remember(label.sha256, failed(noPicture(answer.reason)));
      default:
        return assertNever(answer);
    }
  };

  const remember = (sha256: string, answer: Result<Uint8Array>): Result<Uint8Array> => {
    cache.put(sha256, answer);
    return answer;
  };

  const drawInTurn = (label: Label & { format: 'zpl' | 'pdf' }): Promise<Result<Uint8Array>> => {
    const drawn = lane.then(() => drawNow(label)).finally(() => underWay.delete(label.sha256));
    lane = drawn.catch(() => undefined); // a bug is the asker's to see; the next label is drawn all the same
    underWay.set(label.sha256, drawn);
    return drawn;
  };

  return {
    async picture(label) {
      const { format } = label;
      if (format === 'unknown') return failed(noPicture('it is neither ZPL nor PDF'));
      if (label.bytes.length > largestLabel) return failed(noPicture('the label is larger than 512 KB'));
      const known = cache.get(label.sha256) ?? underWay.get(label.sha256);
      if (known) return known;
      if (underWay.size >= limits.mostWaiting) return failed(tooMany);
      return drawInTurn({ ...label, format });
    },
    async close() {
      closed = true;
      clearTimeout(idleTimer);
      running?.end();
      await lane;
      clearTimeout(idleTimer);
    },
  };
}

const printingGoesOn = 'Printing is not touched by this.';

/** @param reason the renderer's words, cut short: they may quote the label. */
const noPicture = (reason: string): Failure => ({
  code: 'picture-failed',
  message: `This label has no picture: ${reason.slice(0, 120)}.`,
  next: printingGoesOn,
});

const tooSlow: Failure = {
  code: 'picture-failed',
  message: 'This label has no picture: drawing it took too long.',
  next: printingGoesOn,
};

const died: Failure = {
  code: 'picture-failed',
  message: 'This label has no picture: drawing it ended early.',
  next: printingGoesOn,
};

const tooMany: Failure = {
  code: 'picture-failed',
  message: 'Too many labels wait for their pictures.',
  next: 'Look again in a moment.',
};

const closing: Failure = { code: 'picture-failed', message: 'The station is closing.' };
