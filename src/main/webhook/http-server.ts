import type { Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import type { ListenerLimits } from './limits.ts';

/** A request that never became one: headers or body too slow, or no HTTP at all. */
export type ConnectionTrouble = 'too slow' | 'no event' | 'too many at once';

/**
 * A fastify that reads every body as bytes, whatever its type, within limits of size, time and number, and whose own answers are a
 * bare status: who asks without the right header learns nothing.
 */
export function webhookServer(
  limits: ListenerLimits,
  onTrouble: (trouble: ConnectionTrouble) => void,
): FastifyInstance {
  const app = fastify({
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    maxRequestsPerSocket: limits.requestsOnConnection,
    // A delivery that comes while we close is taken, and its connection ended.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.lookMs,
      maxHeaderSize: limits.headerBytes,
    },
    frameworkErrors: (_fault, _request, reply) => void reply.raw.writeHead(404, { 'content-length': 0 }).end(),
    clientErrorHandler: (fault, socket) => answerTrouble(fault, socket as Socket, onTrouble),
  });
  app.server.maxConnections = limits.connections;
  app.server.on('drop', () => onTrouble('too many at once'));
  // Nobody is asked for a body before the header was looked at; Node would do so by itself.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

/** Node tells a parser's fault by its code; nothing is said of a connection that never sent a byte. */
function answerTrouble(
  fault: Error & { code?: string },
  socket: Socket,
  onTrouble: (trouble: ConnectionTrouble) => void,
): void {
  if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const isSlow = fault.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (socket.bytesRead > 0) onTrouble(isSlow ? 'too slow' : 'no event');
  const status = isSlow ? '408 Request Timeout' : '400 Bad Request';
  socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  socket.destroySoon();
}
