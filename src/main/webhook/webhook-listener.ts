import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type DeliveryAnswer, deliveryAnswers } from '../../shared/settings/delivery-answers.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import { type EventEnvelope, readEventEnvelope } from '../core/ports/event-envelope.ts';
import type { RedactDelivery, StoreDelivery } from '../core/ports/webhook.ts';
import { createSourceFinder, type EnvironmentSource } from './source-finder.ts';
import { type ListenerLimits, lingerAfterResponse, listenerLimits, webhookServer } from './webhook-server.ts';

/** The outcome of one request. */
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
  withoutToken: RedactDelivery;
  clock: Pick<Clock, 'now'>;
  onAnswered(answered: AnsweredRequest): void;
  /** Called with the reason when a delivery could not be stored. The sender gets no reason. */
  onNotStored(environment: string, why: unknown): void;
  limits?: Partial<ListenerLimits>;
}

export interface WebhookListener {
  readonly port: number;
  /** Replaces the sources; open connections stay open. */
  setSources(sources: readonly EnvironmentSource[]): void;
  /** Waits a limited time for deliveries in progress. */
  close(): Promise<void>;
}

/** What is left of an event that is none without the token. */
const nothingRead: EventEnvelope = { event: '', data: {} };

const allowedMethods = 'POST, GET, HEAD';

/** Seconds after which a sender may retry when the disk was full. */
const retryAfterSeconds = '30';

/**
 * Accepts deliveries: POST requests at the path and with the header of an environment. The cheapest checks come first: address, method,
 * header, size; only then is a body read. A 2xx is sent once `take` reports that the event is on disk.
 */
export async function startWebhookListener(parts: WebhookListenerParts): Promise<Result<WebhookListener>> {
  const limits = { ...listenerLimits, ...parts.limits };
  let finder = createSourceFinder(parts.sources);
  /** The environment of each accepted request. */
  const matchedEnvironment = new WeakMap<IncomingMessage, string>();
  const inProgress = new Map<IncomingMessage, 'receiving' | 'filing'>();

  const respond = (request: FastifyRequest, reply: FastifyReply, answer: DeliveryAnswer, event = ''): FastifyReply => {
    parts.onAnswered({ environment: matchedEnvironment.get(request.raw) ?? null, event, answer });
    if (deliveryAnswers[answer] === 503) reply.header('retry-after', retryAfterSeconds);
    return reply.code(deliveryAnswers[answer]).send();
  };
  /** Answers before the body was read, and ends the connection. */
  const refuse = (request: FastifyRequest, reply: FastifyReply, answer: DeliveryAnswer): FastifyReply => {
    if (mayHaveBody(request)) lingerAfterResponse(request.raw, reply.raw, limits);
    else reply.header('connection', 'close');
    return respond(request, reply, answer);
  };

  const checkBeforeBody = async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw, headers } = request;
    const path = pathOf(request);
    if (!finder.isPath(path)) return refuse(request, reply, 'no such address');
    // A dashboard checks an address before it accepts it. The answer is bare, with or without the header.
    if (request.method === 'GET' || request.method === 'HEAD') return refuse(request, reply, 'address check');
    if (request.method !== 'POST') return refuse(request, reply.header('allow', allowedMethods), 'method not allowed');
    const environment = finder.find(path, raw.headersDistinct);
    if (environment === null) return refuse(request, reply, 'wrong header');
    matchedEnvironment.set(raw, environment);
    trust(raw.socket);
    if (Number(headers['content-length']) > limits.bodyBytes) return refuse(request, reply, 'too large');
    if (inProgress.size >= limits.maxInProgress) return refuse(request, reply, 'too many at once');
    inProgress.set(raw, 'receiving');
    reply.raw.once('close', () => {
      if (inProgress.get(raw) === 'receiving') inProgress.delete(raw);
    });
    if (headers.expect !== undefined) reply.raw.writeContinue();
    // An invalid content type would be rejected; the body is read as JSON whatever its type.
    raw.headers['content-type'] = 'application/octet-stream';
  };

  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    const environment = matchedEnvironment.get(request.raw) ?? '';
    const received = request.body as Buffer;
    const asReceived = readEventEnvelope(received);
    if (!asReceived) return respond(request, reply, 'no event');
    inProgress.set(request.raw, 'filing');
    const raw = await parts.withoutToken(environment, received);
    const envelope = raw === received ? asReceived : (readEventEnvelope(raw) ?? nothingRead);
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

  const { app, trust } = webhookServer(limits, (answer) => parts.onAnswered({ environment: null, event: '', answer }));
  app.addHook('onRequest', checkBeforeBody);
  app.post('*', take);
  app.setErrorHandler((fault: { statusCode?: number }, request, reply) => {
    // The sender is gone, or was already answered as too slow.
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

/** Why the listener could not be opened on that host and port. */
function listenFailure(fault: unknown, host: string, port: number): Failure {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  return { code: 'not-allowed-now', message: listenMessage(code, host, port) };
}

function listenMessage(code: string, host: string, port: number): Message {
  switch (code) {
    case 'EADDRINUSE':
      return message('webhook.port-in-use', { port });
    case 'EACCES':
      return message('webhook.port-not-allowed', { port });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return message('webhook.host-not-here', { host });
    default:
      return message('webhook.not-listening', { host, port, reason: code === '' ? null : code });
  }
}
