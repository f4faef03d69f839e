import { type MessagePort, Worker } from 'node:worker_threads';
import { z } from 'zod';
import { createMutex } from '../../concurrency/mutex.ts';
import { spoolerNotAvailable, spoolerThreadEnded, win32Errors } from './winspool-api.ts';

/** The result of a call to the spooler: its value, or a Win32 error code (below 0: no spooler was reached). */
export type SpoolerAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: number };

/** The id of an open printer, valid for one spooler. */
const openedSchema = z.int().min(1);
export type OpenedPrinter = z.infer<typeof openedSchema>;

/** RAW reaches the printer as it is through a v3 driver, XPS_PASS through a v4 one (support.microsoft.com 2779300). */
const datatypeSchema = z.enum(['RAW', 'XPS_PASS']);
export type Datatype = z.infer<typeof datatypeSchema>;

const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be bytes');

const documentSchema = z.object({ name: z.string().min(1).max(100), datatype: datatypeSchema });

const jobSchema = z.object({
  document: z.string().nullable(),
  /** JOB_STATUS_* bits. */
  status: z.int().min(0),
  /** `pStatus`: text of the driver or port, which takes precedence over the bits (JOB_INFO_1). */
  statusText: z.string().nullable(),
});
export type SpoolerJob = z.infer<typeof jobSchema>;

const listedPrinterSchema = z.object({
  name: z.string(),
  driver: z.string().nullable(),
  port: z.string().nullable(),
});

/** The parameters and result of every call. Values are parsed on both sides of the thread. */
export const spoolerCallSchemas = {
  openPrinter: { parameters: z.tuple([z.string().min(1).max(300)]), result: openedSchema },
  /** `dwPrinterDriverAttributes`. */
  driverAttributes: { parameters: z.tuple([openedSchema]), result: z.int() },
  /** Returns the job's number. */
  startDocument: { parameters: z.tuple([openedSchema, documentSchema]), result: z.int().min(1) },
  startPage: { parameters: z.tuple([openedSchema]), result: z.null() },
  /** Returns the number of bytes accepted. */
  write: { parameters: z.tuple([openedSchema, bytesSchema]), result: z.int().min(0) },
  endPage: { parameters: z.tuple([openedSchema]), result: z.null() },
  endDocument: { parameters: z.tuple([openedSchema]), result: z.null() },
  abortDocument: { parameters: z.tuple([openedSchema]), result: z.null() },
  job: { parameters: z.tuple([openedSchema, z.int().min(1)]), result: jobSchema },
  closePrinter: { parameters: z.tuple([openedSchema]), result: z.null() },
  printers: { parameters: z.tuple([]), result: z.array(listedPrinterSchema).max(500) },
} as const;

type Schemas = typeof spoolerCallSchemas;
export type SpoolerCallName = keyof Schemas;
type CallParameters<Name extends SpoolerCallName> = z.infer<Schemas[Name]['parameters']>;
export type CallResult<Name extends SpoolerCallName> = z.infer<Schemas[Name]['result']>;

/** The synchronous spooler on its own thread: each call blocks until Windows is done. */
export type SpoolerCalls = {
  [Name in SpoolerCallName]: (...parameters: CallParameters<Name>) => SpoolerAnswer<CallResult<Name>>;
};

/** The spooler as the transport uses it. Never rejects. */
export type Spooler = {
  [Name in SpoolerCallName]: (...parameters: CallParameters<Name>) => Promise<SpoolerAnswer<CallResult<Name>>>;
};

export const spoolerSuccess = <T>(value: T): SpoolerAnswer<T> => ({ ok: true, value });
export const spoolerError = (error: number): SpoolerAnswer<never> => ({ ok: false, error });

/** A request to the spooler's thread. */
export const spoolerRequestSchema = z.object({
  id: z.int(),
  call: z.enum(Object.keys(spoolerCallSchemas) as [SpoolerCallName, ...SpoolerCallName[]]),
  parameters: z.array(z.unknown()).max(2),
});
export type SpoolerRequest = z.infer<typeof spoolerRequestSchema>;

/** A reply of the spooler's thread; the value is parsed by the call's own schema. */
export const spoolerReplySchema = z.object({
  id: z.int(),
  answer: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.unknown() }),
    z.object({ ok: z.literal(false), error: z.int() }),
  ]),
});
export type SpoolerReply = z.infer<typeof spoolerReplySchema>;

/** Answers requests in the order received. The calls are loaded at the first one. */
export function serveSpooler(port: MessagePort, load: () => Promise<SpoolerCalls>): void {
  let loading: Promise<SpoolerCalls | null> | null = null;
  const answer = async (request: SpoolerRequest): Promise<SpoolerAnswer<unknown>> => {
    loading ??= load().catch(() => null);
    const calls = await loading;
    return calls ? runCall(calls, request) : spoolerError(spoolerNotAvailable);
  };

  const mutex = createMutex();
  port.on('message', (message) => {
    const request = spoolerRequestSchema.parse(message);
    void mutex.runExclusive(async () => {
      port.postMessage({ id: request.id, answer: await answer(request) } satisfies SpoolerReply);
    });
  });
}

function runCall(calls: SpoolerCalls, { call, parameters }: SpoolerRequest): SpoolerAnswer<unknown> {
  const parsed = spoolerCallSchemas[call].parameters.safeParse(parameters);
  if (!parsed.success) return spoolerError(win32Errors.invalidParameter);
  // The parameters were parsed by the call's own schema.
  return (calls[call] as (...parameters: unknown[]) => SpoolerAnswer<unknown>)(...parsed.data);
}

/** The thread's program and the options that Node needs to run it. */
export interface SpoolerThreadOptions {
  readonly file: string | URL;
  readonly execArgv?: readonly string[];
  /** Milliseconds without a call and an open printer until the thread ends; the next call starts another. */
  readonly idleMs?: number;
}

/** Most pending calls: a printer has one user at a time. */
const maxCalls = 32;

interface Running {
  readonly worker: Worker;
  readonly pending: Map<number, (answer: SpoolerAnswer<unknown>) => void>;
  open: number;
}

/**
 * A spooler whose calls run on a separate thread, because they block (StartDocPrinter, Remarks). The thread starts at the first call.
 * Use one spooler per printer, so that a blocked printer blocks no other.
 */
export function createThreadedSpooler({ file, execArgv = [], idleMs = 10_000 }: SpoolerThreadOptions): Spooler {
  let running: Running | null = null;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;

  const start = (): Running => {
    const started: Running = {
      worker: new Worker(file, { execArgv: [...execArgv], name: 'spooler' }),
      pending: new Map(),
      open: 0,
    };
    const end = (): void => {
      if (running === started) running = null;
      for (const settle of started.pending.values()) settle(spoolerError(spoolerThreadEnded));
      started.pending.clear();
    };
    started.worker.on('message', (message) => {
      const reply = spoolerReplySchema.parse(message);
      started.pending.get(reply.id)?.(reply.answer);
      started.pending.delete(reply.id);
      scheduleIdleEnd(started);
    });
    started.worker.on('error', end);
    started.worker.on('exit', end);
    return started;
  };

  /** Lets the station end while no call is pending, and the thread while no printer is open. */
  const scheduleIdleEnd = (started: Running): void => {
    if (started.pending.size > 0) return;
    started.worker.unref();
    clearTimeout(idle);
    if (started.open > 0) return;
    idle = setTimeout(() => {
      if (running === started) running = null;
      void started.worker.terminate();
    }, idleMs);
    idle.unref();
  };

  const ask = async (call: SpoolerCallName, parameters: unknown[]): Promise<SpoolerAnswer<unknown>> => {
    clearTimeout(idle);
    running ??= start();
    const target = running;
    if (target.pending.size >= maxCalls) return spoolerError(spoolerThreadEnded);
    lastId += 1;
    target.worker.ref();
    target.worker.postMessage({ id: lastId, call, parameters } satisfies SpoolerRequest);
    const answer = await new Promise<SpoolerAnswer<unknown>>((settle) => target.pending.set(lastId, settle));
    if (call === 'openPrinter' && answer.ok) target.open += 1;
    if (call === 'closePrinter') target.open -= 1;
    if (running === target) scheduleIdleEnd(target);
    if (!answer.ok) return answer;
    const value = spoolerCallSchemas[call].result.safeParse(answer.value);
    return value.success ? { ok: true, value: value.data } : spoolerError(win32Errors.invalidParameter);
  };

  const names = Object.keys(spoolerCallSchemas) as SpoolerCallName[];
  // Each call's answer was parsed by the call's own schema.
  return Object.fromEntries(
    names.map((name) => [name, (...parameters: unknown[]) => ask(name, parameters)]),
  ) as Spooler;
}
