import type { MessagePort } from 'node:worker_threads';
import { refused, type SpoolerAnswer, type SpoolerCalls, spoolerCallShapes } from './spooler.ts';
import { noSpoolerHere, win32Errors } from './spooler-calls.ts';
import { type SpoolerReply, type SpoolerRequest, spoolerRequestSchema } from './spooler-messages.ts';

/** Answers requests one after the other, in the order they came. The calls are loaded at the first one. */
export function serveSpooler(port: MessagePort, load: () => Promise<SpoolerCalls>): void {
  let loading: Promise<SpoolerCalls | null> | null = null;
  const answer = async (request: SpoolerRequest): Promise<SpoolerAnswer<unknown>> => {
    loading ??= load().catch(() => null);
    const calls = await loading;
    return calls ? runCall(calls, request) : refused(noSpoolerHere);
  };

  let before: Promise<void> = Promise.resolve();
  port.on('message', (message) => {
    const request = spoolerRequestSchema.parse(message);
    before = before.then(async () => {
      port.postMessage({ id: request.id, answer: await answer(request) } satisfies SpoolerReply);
    });
  });
}

function runCall(calls: SpoolerCalls, { call, takes }: SpoolerRequest): SpoolerAnswer<unknown> {
  const parsed = spoolerCallShapes[call].takes.safeParse(takes);
  if (!parsed.success) return refused(win32Errors.invalidParameter);
  // The shape belongs to the call: what it gave fits the call's parameters.
  return (calls[call] as (...takes: unknown[]) => SpoolerAnswer<unknown>)(...parsed.data);
}
