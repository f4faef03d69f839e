import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { type DeliveryAnswer, deliveryAnswers } from '../../shared/settings/webhook-view.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { StoreDelivery } from '../core/ports/webhook.ts';
import { readEnvelope } from './read-envelope.ts';
import { createSourceFinder, type EnvironmentSource } from './source-finder.ts';
import { type ListenerLimits, lingerAfterResponse, listenerLimits, webhookServer } from './webhook-server.ts';

/** What became of one request. */
export interface AnsweredRequest {
  /** Whose header matched; null where none did. */
  environment: string | null;
  event: string;
  answer: DeliveryAnswer;
}

export interface WebhookListenerParts {
  host: string;
  /** 0: any that is free. */
  port: number;
  sources: readonly EnvironmentSource[];
  take: StoreDelivery;
  clock: Pick<Clock, 'now'>;
  onAnswered(answered: AnsweredRequest): void;
  /** Told why a delivery could not be kept. The sender gets no reason. */
  onNotStored(environment: string, why: unknown): void;
  limits?: Partial<ListenerLimits>;
}

export interface WebhookListener {
  readonly port: number;
  /** From now on these count; nobody's connection is ended. */
  setSources(sources: readonly EnvironmentSource[]): void;
  /** Lets deliveries under way end, but not for long. */
  close(): Promise<void>;
}

/** Seconds after which a sender that met a full disk may come again. */
const retryAfterSeconds = '30';

/**
 * Listens for deliveries: POST, at the path and under the header of an environment, and nothing else. Everything is asked in an order
 * that costs least: address, header, size, and only then is a body read. A 2xx goes out when `take` says the event is on disk.
 */
export async function startWebhookListener(parts: WebhookListenerParts): Promise<Result<WebhookListener>> {
  const limits = { ...listenerLimits, ...parts.limits };
  let finder = createSourceFinder(parts.sources);
  /** The environment each accepted request speaks for. */
  const matchedEnvironment = new WeakMap<IncomingMessage, string>();
  const inProgress = new Map<IncomingMessage, 'receiving' | 'filing'>();

  const respond = (request: FastifyRequest, reply: FastifyReply, answer: DeliveryAnswer, event = ''): FastifyReply => {
    parts.onAnswered({ environment: matchedEnvironment.get(request.raw) ?? null, event, answer });
    if (deliveryAnswers[answer] === 503) reply.header('retry-after', retryAfterSeconds);
    return reply.code(deliveryAnswers[answer]).send();
  };
  /** Says so before the body was read, and ends the connection. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, answer: DeliveryAnswer): FastifyReply => {
    if (mayHaveBody(request)) lingerAfterResponse(request.raw, reply.raw, limits);
    return respond(request, reply, answer);
  };

  const checkBeforeBody = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw, headers } = request;
    const path = pathOf(request);
    if (request.method !== 'POST' || !finder.isPath(path)) return refuse(request, reply, 'no such address');
    const environment = finder.find(path, raw.headersDistinct);
    if (environment === null) return refuse(request, reply, 'wrong header');
    matchedEnvironment.set(raw, environment);
    if (Number(headers['content-length']) > limits.bodyBytes) return refuse(request, reply, 'too large');
    if (inProgress.size >= limits.maxInProgress) return refuse(request, reply, 'too many at once');
    inProgress.set(raw, 'receiving');
    reply.raw.once('close', () => {
      if (inProgress.get(raw) === 'receiving') inProgress.delete(raw);
    });
    if (headers.expect !== undefined) reply.raw.writeContinue();
    // A content type that is none would be refused; the body is read as JSON under any.
    raw.headers['content-type'] = 'application/octet-stream';
  };

  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const environment = matchedEnvironment.get(request.raw) ?? '';
    const raw = request.body as Buffer;
    const envelope = readEnvelope(raw);
    if (!envelope) return respond(request, reply, 'no event');
    inProgress.set(request.raw, 'filing');
    try {
      const taken = await parts.take(environment, { receivedAt: instant(parts.clock.now()), raw, ...envelope });
      return respond(request, reply, taken === 'known' ? 'known already' : 'stored', envelope.event);
    } catch (why) {
      parts.onNotStored(environment, why);
      return respond(request, reply, 'not stored', envelope.event);
    } finally {
      inProgress.delete(request.raw);
    }
  };

  const app = webhookServer(limits, (answer) => parts.onAnswered({ environment: null, event: '', answer }));
  app.addHook('onRequest', checkBeforeBody);
  app.post('*', take);
  app.setErrorHandler((fault: { statusCode?: number }, request, reply) => {
    // The sender went away, or was told that it is too slow.
    if (request.raw.socket.destroyed) return reply.send();
    return refuse(request, reply, fault.statusCode === deliveryAnswers['too large'] ? 'too large' : 'no event');
  });

  try {
    await app.listen({ host: withoutBrackets(parts.host), port: parts.port });
  } catch (fault) {
    await app.close();
    return failed(listenFailure(fault, parts.host, parts.port));
  }
  const address = app.server.address();
  return success({
    port: typeof address === 'object' && address ? address.port : parts.port,
    setSources(sources) {
      finder = createSourceFinder(sources);
    },
    async close() {
      const timer = setTimeout(() => app.server.closeAllConnections(), limits.closeMs);
      await app.close();
      clearTimeout(timer);
    },
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const mayHaveBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);

/** As Node wants an IPv6 address. */
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Why the listener could not be opened on that host and port, in words. */
function listenFailure(fault: unknown, host: string, port: number): Failure {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  const { message, next } = words(code, host, port);
  return { code: 'not-allowed-now', message: `No events are received: ${message}`, next };
}

function words(code: string, host: string, port: number): { message: string; next: string } {
  switch (code) {
    case 'EADDRINUSE':
      return {
        message: `port ${port} is taken by another program.`,
        next: 'Close that program, or choose another port under Settings, Webhooks.',
      };
    case 'EACCES':
      return {
        message: `port ${port} may not be used by this user.`,
        next: 'Choose a port from 1024 on under Settings, Webhooks.',
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        message: `${host} is no address of this computer.`,
        next: 'Look at the host under Settings, Webhooks; 127.0.0.1 is always there.',
      };
    default:
      return {
        message: `${host}, port ${port} cannot be listened on${code === '' ? '' : ` (${code})`}.`,
        next: 'Look at host and port under Settings, Webhooks.',
      };
  }
}
