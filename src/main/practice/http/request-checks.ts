import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { z } from 'zod';
import { invalid, trouble } from '../answers/envelope.ts';
import { parseBody } from '../request.ts';

const isJson = (type: string | undefined): boolean => /^application\/json\s*(;|$)/i.test(type ?? '');

/** The header every call of the document shows. */
export const checkContentType: onRequestHookHandler = (request, reply, done) => {
  if (isJson(request.headers['content-type'])) return done();
  reply.code(400).send(trouble(400, 'The header Content-Type must be application/json.'));
};

/** The header that delete and scenarios show besides. */
export const checkRequestedWith: onRequestHookHandler = (request, reply, done) => {
  if (request.headers['x-requested-with'] === 'XMLHttpRequest') return done();
  reply.code(400).send(trouble(400, 'The header X-Requested-With must be XMLHttpRequest.'));
};

/** The parsed body, or undefined after a 400 or 422 was sent. */
export function bodyOf<T>(request: FastifyRequest, reply: FastifyReply, schema: z.ZodType<T>): T | undefined {
  const json = readJson(request.body);
  if (!json.ok) {
    reply.code(400).send(trouble(400, 'The body is not JSON.'));
    return undefined;
  }
  const parsed = parseBody(schema, json.value);
  if (parsed.ok) return parsed.value;
  reply.code(422).send(invalid(parsed.faults));
  return undefined;
}

function readJson(body: unknown): { ok: true; value: unknown } | { ok: false } {
  if (!Buffer.isBuffer(body)) return { ok: false };
  try {
    return { ok: true, value: JSON.parse(body.toString('utf8')) };
  } catch {
    return { ok: false };
  }
}
