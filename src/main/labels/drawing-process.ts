import type { SidecarProcess, StartPictureProcess } from '../core/ports/desktop.ts';
import { type DrawRequest, type PictureMessage, pictureMessageSchema } from './picture-messages.ts';

export type DrawAnswer =
  | { readonly kind: 'drawn'; readonly png: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer: it took too long and was killed, or it ended, whatever its exit code. */
  | { readonly kind: 'lost'; readonly why: 'too slow' | 'ended' };

/** A running picture process. One request at a time; once it is not alive, it answers nothing more. */
export interface DrawingProcess {
  isAlive(): boolean;
  draw(request: DrawRequest): Promise<DrawAnswer>;
  end(): void;
}

/** Starts the process and holds it to its limits (milliseconds): to get ready, then for each picture. */
export function startDrawingProcess(
  startProcess: StartPictureProcess,
  limits: { startMs: number; drawMs: number },
): DrawingProcess {
  const sidecar: SidecarProcess = startProcess();
  let alive = true;
  let ready = false;
  let asked: { request: DrawRequest; answer: (answer: DrawAnswer) => void } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const lose = (why: 'too slow' | 'ended'): void => {
    if (!alive) return;
    alive = false;
    clearTimeout(timer);
    sidecar.kill();
    asked?.answer({ kind: 'lost', why });
    asked = null;
  };
  const within = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => lose('too slow'), milliseconds);
  };
  const post = (): void => {
    if (!ready || !asked) return;
    within(limits.drawMs);
    sidecar.post(asked.request);
  };
  const take = (message: PictureMessage): void => {
    if (message.kind === 'ready') {
      clearTimeout(timer);
      ready = true;
      post();
    } else if (message.id === asked?.request.id) {
      clearTimeout(timer);
      asked.answer(message);
      asked = null;
    }
  };

  sidecar.onExit(() => lose('ended'));
  sidecar.onMessage((message) => {
    if (!alive) return;
    const parsed = pictureMessageSchema.safeParse(message);
    // A process that talks nonsense has been broken by a label: it is not asked again.
    if (parsed.success) take(parsed.data);
    else lose('ended');
  });
  within(limits.startMs);

  return {
    isAlive: () => alive,
    draw: (request) =>
      new Promise((answer) => {
        if (!alive) return answer({ kind: 'lost', why: 'ended' });
        asked = { request, answer };
        post();
      }),
    end: () => lose('ended'),
  };
}
