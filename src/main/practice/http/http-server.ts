import { createHash, timingSafeEqual } from 'node:crypto';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { trouble } from '../answers/envelope.ts';

/** Loopback alone: practice is never seen by another computer. */
const host = '127.0.0.1';

/** Largest request body, in bytes. */
const largestBody = 64 * 1024;

/** A fastify that reads bodies as bytes, whatever their type, and answers every trouble in the envelope. */
export function httpServer(): FastifyInstance {
  const app = fastify({
    bodyLimit: largestBody,
    forceCloseConnections: true,
    // An idle connection, such as one a sentinel never answers, ends after two minutes.
    connectionTimeout: 120_000,
  });
  app.server.maxConnections = 256;
  // By itself fastify answers 400 to the bodyless JSON DELETE, and 415 to types it does not know.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(trouble(404, 'There is no such address.')));
  app.setErrorHandler((fault: { statusCode?: number; code?: string; message?: string }, _request, reply) => {
    const status = fault.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? 400 : (fault.statusCode ?? 500);
    const words = status < 500 ? (fault.message ?? 'Bad request') : 'The practice service could not do that.';
    return reply.code(status).send(trouble(status, words));
  });
  return app;
}

/**
 * Listens on the wanted port. Port 0 takes the remembered one where it is free, so that label addresses that were
 * handed out before a restart still lead here; else any.
 * @throws when a port was asked for by number and is not free.
 */
export async function listenOn(
  build: () => FastifyInstance,
  wanted: number,
  remembered: number,
): Promise<{ app: FastifyInstance; port: number }> {
  const ports = wanted !== 0 ? [wanted] : remembered !== 0 ? [remembered, 0] : [0];
  let trouble: unknown;
  for (const port of ports) {
    const app = build();
    try {
      await app.listen({ host, port });
      return { app, port: portOf(app) };
    } catch (fault) {
      trouble = fault;
      await app.close();
    }
  }
  throw trouble;
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  return address.port;
}

export const originOf = (port: number): string => `http://${host}:${port}`;

/** True when the request carries `Authorization: Bearer <token>`, the scheme word once. */
export function carriesToken(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer ([^\s]+)$/.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
