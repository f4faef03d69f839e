import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { assertNever } from '../../shared/contract/failure.ts';
import { pause } from '../concurrency/waiting.ts';
import type { InjectedFault } from './fault-keywords.ts';
import {
  errorEnvelope,
  htmlPage,
  refusalMessages,
  withNumbersAsText,
  withOmittedFields,
  withReversedParcels,
  withSurcharges,
} from './response-shapes.ts';

/** Most occurrences stored; the oldest are dropped and would count as first ones again. */
const maxTracked = 1000;

/** True for the first occurrence of these values since the start. */
export type FirstOccurrenceCheck = (...what: readonly unknown[]) => boolean;

export function createFirstOccurrenceCheck(): FirstOccurrenceCheck {
  const seen = new Set<string>();
  return (...what) => {
    const key = createHash('sha256').update(JSON.stringify(what)).digest('base64');
    if (seen.has(key)) return false;
    seen.add(key);
    for (const oldest of seen) {
      if (seen.size <= maxTracked) break;
      seen.delete(oldest);
    }
    return true;
  };
}

/** The response without a fault. */
export interface NormalResponse {
  status: number;
  body: unknown;
}

export interface FaultOptions {
  /** The target of redirects: another origin of the practice service. */
  otherOrigin: string;
  /** Delay of a slow answer, milliseconds. */
  slowMs: number;
  /** Aborts pauses when the service closes. */
  closing: AbortSignal;
}

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';

/** Sends a faulty answer. Resolves when the reply was sent, or is held open. */
export async function applyFault(
  reply: FastifyReply,
  fault: InjectedFault,
  normal: NormalResponse,
  faultOptions: FaultOptions,
): Promise<FastifyReply> {
  const send = (status: number, type: string, body: unknown) => reply.code(status).type(type).send(body);
  switch (fault.kind) {
    case 'refuse': {
      reply.headers(fault.headers ?? {});
      const message = refusalMessages[fault.status] ?? 'Bad gateway';
      return fault.as === 'page'
        ? send(fault.status, html, htmlPage(message))
        : send(
            fault.status,
            json,
            isRejectedOrder(fault.status, normal) ? rejectedAddress(message) : errorEnvelope(fault.status, message),
          );
    }
    case 'silence':
      return holdConnection(reply);
    case 'drop':
      return dropConnection(reply);
    case 'slow':
      return (await waitBeforeSlowAnswer(faultOptions))
        ? send(normal.status, json, normal.body)
        : dropConnection(reply);
    case 'not json':
      return send(normal.status, json, 'OK: your request was taken');
    case 'cut off':
      return cutOffResponse(reply, normal.status, json, Buffer.from(JSON.stringify(normal.body)));
    case 'empty':
      return reply.code(normal.status).send();
    case 'not success':
      return send(200, json, errorEnvelope(200, 'The request was not taken.'));
    case 'other status':
      return send(200, json, { ...errorEnvelope(200, 'The request was taken.'), status: 'ok' });
    case 'page':
      return send(200, html, htmlPage('Sign in to the guest network'));
    case 'redirect':
      return reply
        .code(302)
        .header('location', fault.path ?? `${faultOptions.otherOrigin}/elsewhere`)
        .send();
    case 'missing fields':
      return send(normal.status, json, withOmittedFields(normal.body));
    case 'wrong types':
      return send(normal.status, json, withNumbersAsText(normal.body));
    case 'reordered':
      return send(normal.status, json, withReversedParcels(normal.body));
    case 'charged more':
      return send(normal.status, json, withSurcharges(normal.body));
    case 'too large':
      return send(normal.status, json, Readable.from(oversizedBody()));
    default:
      return assertNever(fault);
  }
}

/** A creation is answered 201 (interface document). */
const isRejectedOrder = (status: number, normal: NormalResponse): boolean => status === 422 && normal.status === 201;

/** A refusal that names the field, in the shape that PHP services commonly use. */
const rejectedAddress = (message: string) => ({
  ...errorEnvelope(422, message),
  errors: { 'drop_offs.0.address.text': [message] },
});

/** Waits for the delay of a slow answer; false when the service closes first. */
export async function waitBeforeSlowAnswer({ slowMs, closing }: FaultOptions): Promise<boolean> {
  await pause(slowMs, closing);
  return !closing.aborted;
}

/** Never answers; the connection ends when the client closes it, after two idle minutes, or with the service. */
export function holdConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  return reply;
}

export function dropConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Declares the full length, sends half of the body and ends the connection. */
export function cutOffResponse(reply: FastifyReply, status: number, type: string, body: Buffer): FastifyReply {
  reply.hijack();
  reply.raw.writeHead(status, { 'content-type': type, 'content-length': body.length });
  reply.raw.write(body.subarray(0, Math.floor(body.length / 2)), () => reply.raw.destroy());
  return reply;
}

function* oversizedBody(): Iterable<string> {
  const block = ' '.repeat(64_000);
  yield '{"status":"success",';
  for (let sent = 0; sent < 1000; sent += 1) yield block;
  yield '"code":200,"message":"","object":{}}';
}
