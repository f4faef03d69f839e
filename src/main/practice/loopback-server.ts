import { createHash, timingSafeEqual } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { z } from 'zod';
import { errorEnvelope } from './response-shapes.ts';

/** Loopback only: the practice service is not reachable from other computers. */
const host = '127.0.0.1';

/** Largest request body, in bytes. */
const largestBody = 64 * 1024;

/** A fastify instance that reads bodies as bytes, whatever their type, and answers every error in the envelope. */
export function httpServer(): FastifyInstance {
  const app = fastify({
    bodyLimit: largestBody,
    forceCloseConnections: true,
    // An idle connection, such as one that a keyword never answers, ends after two minutes.
    connectionTimeout: 120_000,
  });
  app.server.maxConnections = 256;
  // Without this, fastify answers 400 to a JSON DELETE without a body, and 415 to unknown types.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorEnvelope(404, 'There is no such address.')));
  app.setErrorHandler((error: { statusCode?: number; code?: string; message?: string }, _request, reply) => {
    const status = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? 400 : (error.statusCode ?? 500);
    const message = status < 500 ? (error.message ?? 'Bad request') : 'The practice service could not do that.';
    return reply.code(status).send(errorEnvelope(status, message));
  });
  return app;
}

/**
 * Listens on a port. Port 0 uses the saved port if it is free, so that label addresses from before a restart stay valid; else any.
 * @throws when a port other than 0 is not free
 */
export async function listenOn(
  build: () => FastifyInstance,
  wanted: number,
  savedPort: number,
): Promise<{ app: FastifyInstance; port: number }> {
  const ports = wanted !== 0 ? [wanted] : savedPort !== 0 ? [savedPort, 0] : [0];
  let listenError: unknown;
  for (const port of ports) {
    const app = build();
    try {
      await app.listen({ host, port });
      return { app, port: portOf(app) };
    } catch (error) {
      listenError = error;
      await app.close();
    }
  }
  throw listenError;
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  return address.port;
}

export const originOf = (port: number): string => `http://${host}:${port}`;

/** True when the request carries `Authorization: Bearer <token>`, the scheme word once. */
export function hasToken(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer ([^\s]+)$/.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const portsSchema = z.object({ service: z.int().min(0).max(65535), labels: z.int().min(0).max(65535) });
export type Ports = z.infer<typeof portsSchema>;

const portsFileName = 'ports.json';

/** The ports of the last start; zeros if there was none. */
export async function readPorts(folder: string): Promise<Ports> {
  try {
    return portsSchema.parse(JSON.parse(await readFile(join(folder, portsFileName), 'utf8')));
  } catch {
    return { service: 0, labels: 0 };
  }
}

export async function savePorts(folder: string, ports: Ports): Promise<void> {
  const path = join(folder, portsFileName);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(ports));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
