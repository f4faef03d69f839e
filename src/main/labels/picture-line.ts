import type { StartPictureProcess } from '../core/ports/desktop.ts';
import { type DrawAnswer, type DrawingProcess, startDrawingProcess } from './drawing-process.ts';
import type { PictureQuestion, PictureRequest } from './picture-messages.ts';

export interface LineLimits {
  /** Milliseconds for a fresh process to get ready, and for it to load what a label needs. */
  readonly startMs: number;
  /** Milliseconds without a question after which the process is ended. */
  readonly idleMs: number;
  /** Questions that may wait, the one being answered among them. */
  readonly mostWaiting: number;
}

export type LineAnswer = DrawAnswer | { readonly kind: 'too many' } | { readonly kind: 'closing' };

/** Questions to the picture process, answered one after the other. */
export interface PictureLine {
  /** @param milliseconds for the label itself; then the process is killed. @param ahead before all that are not. */
  ask(question: PictureQuestion, milliseconds: number, ahead?: boolean): Promise<LineAnswer>;
  /** Ends the process; whoever waits is told. */
  close(): Promise<void>;
}

interface Waiting {
  readonly question: PictureQuestion;
  readonly milliseconds: number;
  readonly answer: (answer: LineAnswer) => void;
}

/** Starts the process with the first question, anew after it was lost, and ends it when nobody asks. */
export function createPictureLine(startProcess: StartPictureProcess, limits: LineLimits): PictureLine {
  const ahead: Waiting[] = [];
  const behind: Waiting[] = [];
  let running: DrawingProcess | null = null;
  let working: Promise<void> | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const answerNext = async ({ question, milliseconds, answer }: Waiting): Promise<void> => {
    clearTimeout(idleTimer);
    if (!running?.isAlive()) running = startDrawingProcess(startProcess, limits.startMs);
    lastId += 1;
    const answered = await running.draw({ ...question, id: lastId } as PictureRequest, milliseconds);
    answer(closed ? { kind: 'closing' } : answered);
  };

  const work = async (): Promise<void> => {
    for (let next = ahead.shift() ?? behind.shift(); next; next = ahead.shift() ?? behind.shift())
      await answerNext(next);
    working = null;
    const idle = running;
    idleTimer = setTimeout(() => idle?.end(), limits.idleMs);
    idleTimer.unref();
  };

  return {
    ask: (question, milliseconds, isAhead = false) =>
      new Promise((answer) => {
        if (closed) return answer({ kind: 'closing' });
        const waiting = ahead.length + behind.length + (working ? 1 : 0);
        if (waiting >= limits.mostWaiting) return answer({ kind: 'too many' });
        (isAhead ? ahead : behind).push({ question, milliseconds, answer });
        working ??= work();
      }),
    async close() {
      closed = true;
      for (const { answer } of [...ahead.splice(0), ...behind.splice(0)]) answer({ kind: 'closing' });
      running?.end();
      await working;
      clearTimeout(idleTimer);
    },
  };
}
