import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failed, type Result, success } from '../../shared/failure.ts';
import { type DeliveryAnswer, deliveryAnswers } from '../../shared/webhook-delivery.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { TakeDelivery } from '../core/ports/webhook.ts';
import { type EnvironmentSource, sourceFinder } from './find-source.ts';
import { webhookServer } from './http-server.ts';
import { type ListenerLimits, listenerLimits } from './limits.ts';
import { listenFailure } from './listen-failures.ts';
import { partFromSender } from './part-from-sender.ts';
import { readEnvelope } from './read-envelope.ts';

/** What became of one request. */
export interface Answered {
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
  take: TakeDelivery;
  clock: Pick<Clock, 'now'>;
  onAnswered(answered: Answered): void;
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
const comeAgainAfter = '30';

/**
 * Listens for deliveries: POST, at the path and under the header of an environment, and nothing else. Everything is asked in an order
 * that costs least: address, header, size, and only then is a body read. A 2xx goes out when `take` says the event is on disk.
 */
export async function startWebhookListener(parts: WebhookListenerParts): Promise<Result<WebhookListener>> {
  const limits = { ...listenerLimits, ...parts.limits };
  let finder = sourceFinder(parts.sources);
  /** The environment each accepted request speaks for. */
  const speaksFor = new WeakMap<IncomingMessage, string>();
  const underWay = new Map<IncomingMessage, 'receiving' | 'filing'>();

  const say = (request: FastifyRequest, reply: FastifyReply, answer: DeliveryAnswer, event = ''): FastifyReply => {
    parts.onAnswered({ environment: speaksFor.get(request.raw) ?? null, event, answer });
    if (deliveryAnswers[answer] === 503) reply.header('retry-after', comeAgainAfter);
    return reply.code(deliveryAnswers[answer]).send();
  };
  /** Says so before the body was read, and ends the connection. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, answer: DeliveryAnswer): FastifyReply => {
    if (mayHaveBody(request)) partFromSender(request.raw, reply.raw, limits);
    return say(request, reply, answer);
  };

  const checkBeforeBody = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw, headers } = request;
    const path = pathOf(request);
    if (request.method !== 'POST' || !finder.isPath(path)) return refuse(request, reply, 'no such address');
    const environment = finder.find(path, raw.headersDistinct);
    if (environment === null) return refuse(request, reply, 'wrong header');
    speaksFor.set(raw, environment);
    if (Number(headers['content-length']) > limits.bodyBytes) return refuse(request, reply, 'too large');
    if (underWay.size >= limits.atOnce) return refuse(request, reply, 'too many at once');
    underWay.set(raw, 'receiving');
    reply.raw.once('close', () => {
      if (underWay.get(raw) === 'receiving') underWay.delete(raw);
    });
    if (headers.expect !== undefined) reply.raw.writeContinue();
    // A content type that is none would be refused; the body is read as JSON under any.
    raw.headers['content-type'] = 'application/octet-stream';
  };

  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const environment = speaksFor.get(request.raw) ?? '';
    const raw = request.body as Buffer;
    const envelope = readEnvelope(raw);
    if (!envelope) return say(request, reply, 'no event');
    underWay.set(request.raw, 'filing');
    try {
      const taken = await parts.take(environment, { receivedAt: instant(parts.clock.now()), raw, ...envelope });
      return say(request, reply, taken === 'known' ? 'known already' : 'stored', envelope.event);
    } catch (why) {
      parts.onNotStored(environment, why);
      return say(request, reply, 'not stored', envelope.event);
    } finally {
      underWay.delete(request.raw);
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
    await app.listen({ host: bare(parts.host), port: parts.port });
  } catch (fault) {
    await app.close();
    return failed(listenFailure(fault, parts.host, parts.port));
  }
  const address = app.server.address();
  return success({
    port: typeof address === 'object' && address ? address.port : parts.port,
    setSources(sources) {
      finder = sourceFinder(sources);
    },
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), limits.closeMs);
      await app.close();
      clearTimeout(cut);
    },
  });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const mayHaveBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || !['0', undefined].includes(headers['content-length']);

/** As Node wants an IPv6 address. */
const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
