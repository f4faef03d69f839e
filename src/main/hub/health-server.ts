import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../core/ports/clock.ts';
import { type HubHealth, metricsText } from './hub-metrics.ts';

/** Most connections at once, and the longest wait for a request, milliseconds. */
const maxConnections = 20;
const requestMs = 5_000;
/** Longest time for the figures, milliseconds: a disk that hangs gives none, and programs that watch would wait as long. */
const figuresMs = 10_000;

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Answers `/healthz` (200, or 503 where events cannot be stored, or nothing can be said about it in time) and `/metrics` to programs of this computer alone. Rejects where the port
 * cannot be opened.
 * @param port 0: any that is free
 */
export async function startHealthServer(
  port: number,
  clock: Clock,
  health: () => Promise<HubHealth>,
): Promise<HealthServer> {
  const healthInTime = async (): Promise<HubHealth> => {
    let stop = (): void => {};
    const late = new Promise<never>((_, reject) => {
      stop = clock.after(figuresMs, () => reject(new Error('The figures are late.')));
    });
    return Promise.race([health(), late]).finally(() => stop());
  };
  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    if (method !== 'GET' && method !== 'HEAD') return send(405, 'text/plain', '');
    if (url !== '/healthz' && url !== '/metrics') return send(404, 'text/plain', '');
    const found = await healthInTime();
    if (url === '/metrics') return send(200, 'text/plain; version=0.0.4; charset=utf-8', metricsText(found));
    send(found.canStore ? 200 : 503, 'application/json', `${JSON.stringify(found)}\n`);
  };
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs }, (request, response) => {
    answer(request, response).catch(() => response.writeHead(503, { 'content-type': 'application/json' }).end('{}\n'));
  });
  server.maxConnections = maxConnections;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
