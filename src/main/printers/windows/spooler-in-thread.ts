import { Worker } from 'node:worker_threads';
import { refused, type Spooler, type SpoolerAnswer, type SpoolerCallName, spoolerCallShapes } from './spooler.ts';
import { spoolerThreadEnded, win32Errors } from './spooler-calls.ts';
import { type SpoolerRequest, spoolerReplySchema } from './spooler-messages.ts';

/** Where the thread's program is, and what Node needs to read it. */
export interface SpoolerThread {
  readonly file: string | URL;
  readonly execArgv?: readonly string[];
  /** Milliseconds without a call and without an open printer until the thread ends; the next call starts another. */
  readonly idleMs?: number;
}

/** Most calls on their way at once: a printer is used by one at a time. */
const mostCalls = 32;

interface Running {
  readonly worker: Worker;
  readonly asked: Map<number, (answer: SpoolerAnswer<unknown>) => void>;
  open: number;
}

/**
 * A spooler whose calls run on a thread of their own, since they block (StartDocPrinter, Remarks). The thread starts at the first
 * call. One spooler a printer: a printer that blocks then blocks no other.
 */
export function spoolerInThread({ file, execArgv = [], idleMs = 10_000 }: SpoolerThread): Spooler {
  let running: Running | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Running => {
    const started: Running = {
      worker: new Worker(file, { execArgv: [...execArgv], name: 'spooler' }),
      asked: new Map(),
      open: 0,
    };
    const end = (): void => {
      if (running === started) running = null;
      for (const give of started.asked.values()) give(refused(spoolerThreadEnded));
      started.asked.clear();
    };
    started.worker.on('message', (message) => {
      const reply = spoolerReplySchema.parse(message);
      started.asked.get(reply.id)?.(reply.answer);
      started.asked.delete(reply.id);
      rest(started);
    });
    started.worker.on('error', end);
    started.worker.on('exit', end);
    return started;
  };

  /** Lets the station end while nothing is asked, and the thread while nothing is open. */
  const rest = (started: Running): void => {
    if (started.asked.size > 0) return;
    started.worker.unref();
    clearTimeout(idle);
    if (started.open > 0) return;
    idle = setTimeout(() => {
      if (running === started) running = null;
      void started.worker.terminate();
    }, idleMs);
    idle.unref();
  };

  const ask = async (call: SpoolerCallName, takes: unknown[]): Promise<SpoolerAnswer<unknown>> => {
    clearTimeout(idle);
    running ??= start();
    const asking = running;
    if (asking.asked.size >= mostCalls) return refused(spoolerThreadEnded);
    lastId += 1;
    asking.worker.ref();
    asking.worker.postMessage({ id: lastId, call, takes } satisfies SpoolerRequest);
    const answer = await new Promise<SpoolerAnswer<unknown>>((give) => asking.asked.set(lastId, give));
    if (call === 'openPrinter' && answer.ok) asking.open += 1;
    if (call === 'closePrinter') asking.open -= 1;
    if (running === asking) rest(asking);
    if (!answer.ok) return answer;
    const value = spoolerCallShapes[call].gives.safeParse(answer.value);
    return value.success ? { ok: true, value: value.data } : refused(win32Errors.invalidParameter);
  };

  const names = Object.keys(spoolerCallShapes) as SpoolerCallName[];
  // Each call's answer was parsed by the call's own shape.
  return Object.fromEntries(names.map((name) => [name, (...takes: unknown[]) => ask(name, takes)])) as Spooler;
}
