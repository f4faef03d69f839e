import { isCustomCode } from '../../shared/custom-code.ts';
import { failed } from '../../shared/failure.ts';
import { missingFields } from '../../shared/missing-fields.ts';
import { exactOrderAnswerSchema, type OrderAnswer, orderAnswerSchema } from '../../shared/order-answer.ts';
import type { OrderRequest } from '../../shared/order-request.ts';
import { exactQuoteSchema, type Quote, quoteSchema } from '../../shared/quote.ts';
import type { SandboxScenario } from '../../shared/sandbox.ts';
import type { DeliveryService, ScenarioSelectors, ServiceAnswer } from '../core/ports/service.ts';
import { bearer, cleanToken } from './bearer-token.ts';
import { type CallsInProgress, trackCalls } from './calls-in-progress.ts';
import { downloadLabel } from './download-label.ts';
import { type Exchange, exchange, type HttpRequest } from './exchange.ts';
import { type ServiceLimits, usualLimits } from './limits.ts';
import {
  noLabelHost,
  noServiceAddress,
  notACustomCode,
  notSent,
  stationClosing,
  tokenMissing,
  unexpected,
} from './not-sent.ts';
import { proxyAddress } from './proxy-address.ts';
import { type AnswerContext, readEnvelopeAnswer, readUnshownAnswer } from './read-answer.ts';
import { apiPath, labelOrigin, serviceAddress } from './service-address.ts';

export interface DeliveryServiceOptions {
  /** The service base address and the label host, as pasted; null where none is set. */
  readonly baseUrl: string | null;
  readonly labelUrl: string | null;
  /** Bound to exactly these two origins; null: none is kept, and no call that needs it leaves. */
  readonly token: string | null;
  /** An http or https proxy's address; this computer itself is never asked for through it. */
  readonly proxy?: string;
  /** The company's own certificate authority, PEM. */
  readonly caPem?: string;
  readonly limits?: Partial<ServiceLimits>;
}

/** The headers the document shows for a call; what HTTP itself needs (Host, Content-Length, Connection) comes on its own. */
const json = { 'Content-Type': 'application/json' };
const jsonByScript = { ...json, 'X-Requested-With': 'XMLHttpRequest' };

interface Call {
  readonly method: 'POST' | 'DELETE';
  /** Below the API's path. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** The client of one environment's service. Bad options make failing calls, never an exception. */
export function createDeliveryService(options: DeliveryServiceOptions): DeliveryService {
  const limits = { ...usualLimits, ...options.limits };
  const base = options.baseUrl === null ? failed(noServiceAddress) : serviceAddress(options.baseUrl);
  const labels = options.labelUrl === null ? failed(noLabelHost) : labelOrigin(options.labelUrl);
  const token = options.token === null ? failed(tokenMissing) : cleanToken(options.token);
  const knownToken = token.ok ? token.value : null;
  const proxy = proxyAddress(options.proxy);
  const calls = trackCalls(limits.closeMs);

  const send = async (request: HttpRequest, signal?: AbortSignal): Promise<Exchange> => {
    if (!proxy.ok) return { kind: 'unanswered', requestLeft: false, failure: proxy.failure };
    const signals = signal ? [calls.closing, signal] : [calls.closing];
    return exchange(request, { ...limits, proxy: proxy.value, caPem: options.caPem ?? null, signals });
  };

  const call = <T>(
    { method, path, headers, body, signal }: Call,
    read: (exchanged: Exchange, context: AnswerContext) => ServiceAnswer<T>,
  ): Promise<ServiceAnswer<T>> =>
    answering(calls, async () => {
      if (!base.ok) return notSent(base.failure);
      if (!token.ok) return notSent(token.failure);
      const url = new URL(base.value + apiPath + path);
      const request: HttpRequest = {
        method,
        url,
        headers: { ...headers, Authorization: bearer(token.value) },
        mostBytes: limits.jsonBytes,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      return read(await send(request, signal), { host: url.host, token: token.value });
    });

  return {
    preview: (request: OrderRequest, signal?: AbortSignal) =>
      call({ method: 'POST', path: '/requests/preview', headers: json, body: request, signal }, readQuote),
    create: (request: OrderRequest) =>
      call({ method: 'POST', path: '/requests/sync', headers: json, body: request }, readOrderAnswer),
    async deleteByCustomCode(customCode: string) {
      if (!isCustomCode(customCode)) return notSent(notACustomCode);
      const path = `/parcels/find/by-custom-code/${customCode}`;
      return call({ method: 'DELETE', path, headers: jsonByScript }, readNothing);
    },
    runScenario: (scenario: SandboxScenario, selectors: ScenarioSelectors) =>
      call(
        { method: 'POST', path: `/sandbox/scenarios/${scenario}`, headers: jsonByScript, body: selectors },
        readUnshownAnswer,
      ),
    downloadLabel: (url: string) =>
      answering(calls, async () => {
        if (!labels.ok) return notSent(labels.failure);
        const source = { origin: labels.value, token: knownToken, mostBytes: limits.labelBytes, exchange: send };
        return downloadLabel(url, source);
      }),
    close: () => calls.close(),
  };
}

/** No call throws, and none begins once the client closes. */
async function answering<T>(calls: CallsInProgress, call: () => Promise<ServiceAnswer<T>>): Promise<ServiceAnswer<T>> {
  if (calls.isClosed()) return notSent(stationClosing);
  try {
    return await calls.run(call);
  } catch (error) {
    return unexpected(error);
  }
}

const readQuote = (exchanged: Exchange, context: AnswerContext): ServiceAnswer<Quote> =>
  readEnvelopeAnswer(exchanged, context, (object) => ({
    value: quoteSchema.parse(object),
    missing: missingFields(exactQuoteSchema, object),
  }));

const readOrderAnswer = (exchanged: Exchange, context: AnswerContext): ServiceAnswer<OrderAnswer> =>
  readEnvelopeAnswer(exchanged, context, (object) => ({
    value: orderAnswerSchema.parse(object),
    missing: missingFields(exactOrderAnswerSchema, object),
  }));

const readNothing = (exchanged: Exchange, context: AnswerContext): ServiceAnswer<null> =>
  readEnvelopeAnswer(exchanged, context, () => ({ value: null, missing: [] }));
