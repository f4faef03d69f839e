import type { SidecarProcess, StartPictureProcess } from '../core/ports/desktop.ts';
import {
  type PictureAnswer,
  type PictureMessage,
  type PictureRequest,
  pictureMessageSchema,
} from './picture-messages.ts';

export type DrawAnswer =
  | Exclude<PictureAnswer, { kind: 'refused' }>
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * No answer: it took too long and was killed, or it ended, whatever its exit code; `overLabel` when it was at work on the label, and
   * not just starting.
   */
  | { readonly kind: 'lost'; readonly why: 'too slow' | 'ended'; readonly overLabel: boolean };

/** A running picture process. One request at a time; once it is not alive, it answers nothing more. */
export interface DrawingProcess {
  isAlive(): boolean;
  /** @param milliseconds for the label itself, from when everything it needs is loaded. */
  draw(request: PictureRequest, milliseconds: number): Promise<DrawAnswer>;
  end(): void;
}

interface Asked {
  readonly request: PictureRequest;
  readonly milliseconds: number;
  readonly answer: (answer: DrawAnswer) => void;
  started: boolean;
}

/** Starts the process and holds it to its limits. @param startMs milliseconds to get ready, and to load what a label needs. */
export function startDrawingProcess(startProcess: StartPictureProcess, startMs: number): DrawingProcess {
  const sidecar: SidecarProcess = startProcess();
  let alive = true;
  let ready = false;
  let asked: Asked | null = null;
  let timer: NodeJS.Timeout | undefined;

  const lose = (why: 'too slow' | 'ended'): void => {
    if (!alive) return;
    alive = false;
    clearTimeout(timer);
    sidecar.kill();
    asked?.answer({ kind: 'lost', why, overLabel: asked.started });
    asked = null;
  };
  const within = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => lose('too slow'), milliseconds);
  };
  const post = (): void => {
    if (!ready || !asked) return;
    within(startMs);
    sidecar.post(asked.request);
  };
  const takeAnswer = ({ answer }: Asked, message: PictureAnswer): void => {
    clearTimeout(timer);
    asked = null;
    answer(message);
    if (message.kind === 'refused' && message.final) lose('ended');
  };
  /** True where the message is one that can come now. */
  const take = (message: PictureMessage): boolean => {
    if (message.kind === 'ready') {
      if (ready) return false;
      clearTimeout(timer);
      ready = true;
      post();
      return true;
    }
    if (!asked || message.id !== asked.request.id) return false;
    if (message.kind === 'started') {
      if (asked.started) return false;
      asked.started = true;
      within(asked.milliseconds);
      return true;
    }
    if (message.kind !== 'refused' && message.kind !== asked.request.kind) return false;
    takeAnswer(asked, message);
    return true;
  };

  sidecar.onExit(() => lose('ended'));
  sidecar.onMessage((message) => {
    if (!alive) return;
    const parsed = pictureMessageSchema.safeParse(message);
    // A process that talks nonsense has been broken by a label: it is not asked again.
    if (!parsed.success || !take(parsed.data)) lose('ended');
  });
  within(startMs);

  return {
    isAlive: () => alive,
    draw: (request, milliseconds) =>
      new Promise((answer) => {
        if (!alive) return answer({ kind: 'lost', why: 'ended', overLabel: false });
        asked = { request, milliseconds, answer, started: false };
        post();
      }),
    end: () => lose('ended'),
  };
}
