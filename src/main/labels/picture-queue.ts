import type { Message } from '../../shared/messages/message.ts';
import { createSerialQueue } from '../concurrency/serial-queue.ts';
import type { SidecarProcess } from '../core/ports/desktop.ts';
import {
  type PictureAnswer,
  type PictureMessage,
  type PictureRequest,
  pictureMessageSchema,
  type UnnumberedPictureRequest,
} from './picture-messages.ts';

/** The answer of the picture process to one request. */
export type DrawAnswer =
  | Exclude<PictureAnswer, { kind: 'refused' }>
  | { readonly kind: 'refused'; readonly reason: Message }
  /**
   * No answer: the process was too slow and was killed, or it ended. `duringLabel`: it was working on the label, not starting.
   */
  | { readonly kind: 'lost'; readonly why: 'too slow' | 'ended'; readonly duringLabel: boolean };

/** A running picture process. Handles one request at a time. */
export interface DrawingProcess {
  isAlive(): boolean;
  /** @param milliseconds time limit for the label, after its tools are loaded */
  draw(request: PictureRequest, milliseconds: number): Promise<DrawAnswer>;
  end(): void;
}

interface PendingRequest {
  readonly request: PictureRequest;
  readonly milliseconds: number;
  readonly answer: (answer: DrawAnswer) => void;
  started: boolean;
}

/** Talks to a process that was just started, and enforces its limits. @param startMs time limit for starting, and for loading tools, milliseconds */
function serveDrawing(sidecar: SidecarProcess, startMs: number): DrawingProcess {
  let alive = true;
  let ready = false;
  let pending: PendingRequest | null = null;
  let timer: NodeJS.Timeout | undefined;

  const abandon = (why: 'too slow' | 'ended'): void => {
    if (!alive) return;
    alive = false;
    clearTimeout(timer);
    sidecar.kill();
    pending?.answer({ kind: 'lost', why, duringLabel: pending.started });
    pending = null;
  };
  const startTimer = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => abandon('too slow'), milliseconds);
  };
  const post = (): void => {
    if (!ready || !pending) return;
    startTimer(startMs);
    sidecar.post(pending.request);
  };
  const handleAnswer = ({ answer }: PendingRequest, message: PictureAnswer): void => {
    clearTimeout(timer);
    pending = null;
    answer(message);
    if (message.kind === 'refused' && message.final) abandon('ended');
  };
  /** True where the message is expected now. */
  const handleMessage = (message: PictureMessage): boolean => {
    if (message.kind === 'ready') {
      if (ready) return false;
      clearTimeout(timer);
      ready = true;
      post();
      return true;
    }
    if (!pending || message.id !== pending.request.id) return false;
    if (message.kind === 'started') {
      if (pending.started) return false;
      pending.started = true;
      startTimer(pending.milliseconds);
      return true;
    }
    if (message.kind !== 'refused' && message.kind !== pending.request.kind) return false;
    handleAnswer(pending, message);
    return true;
  };

  sidecar.onExit(() => abandon('ended'));
  sidecar.onMessage((message) => {
    if (!alive) return;
    const parsed = pictureMessageSchema.safeParse(message);
    // An invalid message means that a label broke the process: it is not used again.
    if (!parsed.success || !handleMessage(parsed.data)) abandon('ended');
  });
  startTimer(startMs);

  return {
    isAlive: () => alive,
    draw: (request, milliseconds) =>
      new Promise((answer) => {
        if (!alive) return answer({ kind: 'lost', why: 'ended', duringLabel: false });
        pending = { request, milliseconds, answer, started: false };
        post();
      }),
    end: () => abandon('ended'),
  };
}

export interface QueueLimits {
  /** Time limit for a new process to start, and for loading tools, milliseconds. */
  readonly startMs: number;
  /** Milliseconds without a request after which the process is ended. */
  readonly idleMs: number;
  /** Most waiting requests, including the one in progress. */
  readonly maxWaiting: number;
}

/** `update waiting`: no process is started, because another version of the program is installed. */
export type QueueAnswer =
  | DrawAnswer
  | { readonly kind: 'too many' }
  | { readonly kind: 'closing' }
  | { readonly kind: 'update waiting' };

/** Requests to one picture process, answered one after the other. */
export interface PictureQueue {
  /** @param milliseconds time limit for the label, then the process is killed */
  request(request: UnnumberedPictureRequest, milliseconds: number): Promise<QueueAnswer>;
  /** Ends the process; waiting requests are answered `closing`. */
  close(): Promise<void>;
}

interface WaitingRequest {
  readonly request: UnnumberedPictureRequest;
  readonly milliseconds: number;
  readonly answer: (answer: QueueAnswer) => void;
}

/** Starts the process with the first request, restarts it after a loss, and ends it when idle. */
export function createPictureQueue(
  startProcess: () => SidecarProcess | null,
  limits: QueueLimits,
  onBug: (error: unknown) => void,
): PictureQueue {
  const requests: WaitingRequest[] = [];
  let running: DrawingProcess | null = null;
  let isWorking = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const answerNext = async ({ request, milliseconds, answer }: WaitingRequest): Promise<void> => {
    try {
      if (!running?.isAlive()) {
        const started = startProcess();
        if (!started) return answer({ kind: 'update waiting' });
        running = serveDrawing(started, limits.startMs);
      }
    } catch (error) {
      onBug(error);
      return answer({ kind: 'lost', why: 'ended', duringLabel: false });
    }
    lastId += 1;
    const answered = await running.draw({ ...request, id: lastId } as PictureRequest, milliseconds);
    answer(closed ? { kind: 'closing' } : answered);
  };

  const answerAll = async (): Promise<void> => {
    clearTimeout(idleTimer);
    isWorking = true;
    for (let next = requests.shift(); next; next = requests.shift()) await answerNext(next);
    isWorking = false;
    const idle = running;
    idleTimer = setTimeout(() => idle?.end(), limits.idleMs);
    idleTimer.unref();
  };

  const queue = createSerialQueue(answerAll, onBug);

  return {
    request: (request, milliseconds) =>
      new Promise((answer) => {
        if (closed) return answer({ kind: 'closing' });
        const waiting = requests.length + (isWorking ? 1 : 0);
        if (waiting >= limits.maxWaiting) return answer({ kind: 'too many' });
        requests.push({ request, milliseconds, answer });
        queue.wake();
      }),
    async close() {
      closed = true;
      for (const { answer } of requests.splice(0)) answer({ kind: 'closing' });
      running?.end();
      await queue.stop();
      clearTimeout(idleTimer);
    },
  };
}
