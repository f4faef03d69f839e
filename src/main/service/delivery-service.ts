import type { IncomingHttpHeaders } from 'node:http';
import { type Failure, failed } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { isCustomCode } from '../../shared/orders/custom-code.ts';
import { type OrderAnswer, readOrderAnswer } from '../../shared/orders/order-answer.ts';
import { customCodesOf, type OrderRequest } from '../../shared/orders/order-request.ts';
import { type Quote, readQuote } from '../../shared/orders/quote.ts';
import { readResponseEnvelope } from '../../shared/orders/response-envelope.ts';
import { apiPath, type LabelRedirects } from '../../shared/settings/environment.ts';
import type { SandboxScenario } from '../../shared/shipments/sandbox-scenario.ts';
import { createRunningWork } from '../concurrency/running-work.ts';
import type { DeliveryService, ScenarioSelectors, ServiceAnswer } from '../core/ports/service.ts';
import { type AddressRules, classBehindProxy, systemAddressRules } from './address-limit.ts';
import { downloadLabel } from './download-label.ts';
import { createTokenFinder } from './echoed-token.ts';
import { type ConnectionReuse, type Exchange, exchange, type HttpRequest, openAhead } from './exchange.ts';
import { createKeptConnections } from './kept-connections.ts';
import { type ResponseContext, readJsonResponse, readUndocumentedResponse } from './read-response.ts';
import { labelOrigin, proxyAddress, serviceAddress } from './service-address.ts';
import { bearer, cleanToken } from './service-token.ts';
import type { StopReason } from './transport-failures.ts';

/** The answer to a call that never became a request. */
const notSent = (failure: Failure): ServiceAnswer<never> => ({
  kind: 'unanswered',
  requestLeft: false,
  failure,
});

const tokenMissing: Failure = { code: 'token-missing', message: message('service.token-missing') };

const noServiceAddress: Failure = { code: 'invalid-input', message: message('service.address-missing') };

const noLabelHost: Failure = { code: 'wrong-host', message: message('service.label-host-missing') };

const notACustomCode: Failure = { code: 'invalid-input', message: message('service.invalid-custom-code') };

export const stationClosing: Failure = { code: 'cut-off', message: message('service.station-closing') };

/**
 * A bug. Whether a byte was sent is unknown, so the request counts as sent. Of the error only its name is kept: its text could repeat
 * parts of the request.
 */
export function unexpected(error: unknown): ServiceAnswer<never> {
  const name = error instanceof Error ? error.name : typeof error;
  return {
    kind: 'unanswered',
    requestLeft: true,
    failure: { code: 'unexpected', message: message('service.internal-error', { error: name }) },
  };
}

/** What one call may cost. Times in milliseconds, sizes in bytes. */
export interface ServiceLimits {
  /** Name, connection, proxy tunnel and TLS together. */
  readonly connectMs: number;
  /** The whole call, from the first step to the last byte of the answer. */
  readonly answerMs: number;
  /** How long closing waits for calls in progress before it ends them. A create that is cut off leaves an uncertain order. */
  readonly closeMs: number;
  /** Largest JSON body, as sent and unpacked. */
  readonly jsonBytes: number;
  /** Largest label, as sent and unpacked. */
  readonly labelBytes: number;
}

export const defaultLimits: ServiceLimits = {
  connectMs: 5_000,
  answerMs: 20_000,
  closeMs: 2_000,
  jsonBytes: 4 * 1024 * 1024,
  labelBytes: 8 * 1024 * 1024,
};

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
  /** Packbench's own, for `User-Agent`. */
  readonly version?: string;
  readonly limits?: Partial<ServiceLimits>;
  /** Whether redirects of the label host to other hosts are followed; they are without it. */
  readonly labelRedirects?: LabelRedirects | undefined;
  /** The system's resolver without it. */
  readonly addressRules?: AddressRules;
  /** Called with the headers of each answer. */
  readonly onHeaders?: (headers: IncomingHttpHeaders) => void;
}

/** The headers the document shows for a call; what HTTP itself needs (Host, Content-Length, Connection) comes on its own. */
const jsonHeaders = { 'Content-Type': 'application/json' };
/** Shown for a delete and for scenarios only. */
const ajaxHeaders = { ...jsonHeaders, 'X-Requested-With': 'XMLHttpRequest' };

interface Call {
  readonly method: 'POST' | 'DELETE';
  /** Below the API's path. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly reuse: ConnectionReuse;
  readonly signal?: AbortSignal | undefined;
}

/** The client of one environment's service. Bad options make failing calls, never an exception. */
export function createDeliveryService(options: DeliveryServiceOptions): DeliveryService {
  const limits = { ...defaultLimits, ...options.limits };
  const base = options.baseUrl === null ? failed(noServiceAddress) : serviceAddress(options.baseUrl);
  const labels = options.labelUrl === null ? failed(noLabelHost) : labelOrigin(options.labelUrl);
  const token = options.token === null ? failed(tokenMissing) : cleanToken(options.token);
  const knownToken = token.ok ? token.value : null;
  const ownToken = createTokenFinder(knownToken);
  const proxy = proxyAddress(options.proxy);
  const { addressRules = systemAddressRules } = options;
  const calls = createCallTracker(limits.closeMs);
  const kept = createKeptConnections();
  const proxyUrl = proxy.ok ? proxy.value : null;
  const exchangeOptions = { ...limits, proxy: proxyUrl, caPem: options.caPem ?? null, addressRules, kept };
  // Without `Accept`, common back ends answer a validation error with a redirect to a form; gateways reject callers without a name.
  const ownHeaders = { Accept: 'application/json', 'User-Agent': userAgent(options.version) };

  const send = async (request: HttpRequest, signal?: AbortSignal): Promise<Exchange> => {
    if (!proxy.ok) return { kind: 'unanswered', requestLeft: false, failure: proxy.failure };
    const exchanged = await exchange(request, exchangeOptions, signal ? [calls.closing, signal] : [calls.closing]);
    if (exchanged.kind === 'answer') options.onHeaders?.(exchanged.headers);
    return exchanged;
  };

  /** The labels of an order are downloaded as soon as it is created: by then the connection is open. */
  const openLabelConnection = (): void => {
    if (!labels.ok || !proxy.ok || calls.isClosed()) return;
    const target = { url: new URL(labels.value), peer: 'labels', limit: null } as const;
    void openAhead(target, exchangeOptions, kept, calls.closing);
  };

  const call = <T>(
    { method, path, headers, body, reuse, signal }: Call,
    read: (exchanged: Exchange, context: ResponseContext) => ServiceAnswer<T>,
  ): Promise<ServiceAnswer<T>> =>
    trackAnswer(calls, async () => {
      if (!base.ok) return notSent(base.failure);
      if (!token.ok) return notSent(token.failure);
      const url = new URL(base.value + apiPath + path);
      const request: HttpRequest = {
        method,
        peer: 'service',
        url,
        reuse,
        headers: { ...headers, ...ownHeaders, Authorization: bearer(token.value) },
        maxBytes: limits.jsonBytes,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      return read(await send(request, signal), { peer: 'service', host: url.host, ownToken });
    });

  return {
    preview: (request: OrderRequest, signal?: AbortSignal) =>
      call(
        { method: 'POST', path: '/requests/preview', headers: jsonHeaders, body: request, reuse: 'repeatable', signal },
        readQuoteResponse,
      ),
    create(request: OrderRequest) {
      openLabelConnection();
      return call(
        { method: 'POST', path: '/requests/sync', headers: jsonHeaders, body: request, reuse: 'never' },
        readOrderResponse(customCodesOf(request)),
      );
    },
    async deleteByCustomCode(customCode: string) {
      if (!isCustomCode(customCode)) return notSent(notACustomCode);
      const path = `/parcels/find/by-custom-code/${customCode}`;
      return call({ method: 'DELETE', path, headers: ajaxHeaders, reuse: 'allowed' }, readDeleteResponse);
    },
    runScenario: (scenario: SandboxScenario, selectors: ScenarioSelectors) =>
      call(
        {
          method: 'POST',
          path: `/sandbox/scenarios/${scenario}`,
          headers: ajaxHeaders,
          body: selectors,
          reuse: 'never',
        },
        readUndocumentedResponse,
      ),
    downloadLabel: (url: string) =>
      trackAnswer(calls, async () => {
        if (!labels.ok) return notSent(labels.failure);
        return downloadLabel(url, {
          ...{ origin: labels.value, token: knownToken, ownToken, maxBytes: limits.labelBytes, exchange: send },
          redirects: options.labelRedirects ?? 'follow',
          classOfProxiedHost: (hostname) => classBehindProxy(hostname, addressRules, 'least private'),
        });
      }),
    async close() {
      await calls.close();
      kept.close();
    },
  };
}

/** What the station calls itself. */
export const userAgent = (version: string | undefined): string => (version ? `Packbench/${version}` : 'Packbench');

/** Every call that has not ended, so that a close can wait for them and then end them. */
interface CallTracker {
  /** Fires when what is still in progress must end. */
  readonly closing: AbortSignal;
  isClosed(): boolean;
  run<T>(call: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param graceMs how long a close waits before it ends what is in progress, milliseconds */
function createCallTracker(graceMs: number): CallTracker {
  const controller = new AbortController();
  const inProgress = createRunningWork();
  let closed = false;
  return {
    closing: controller.signal,
    isClosed: () => closed,
    run: (call) => inProgress.add(call()),
    async close() {
      closed = true;
      const timer = setTimeout(() => controller.abort('closing' satisfies StopReason), graceMs);
      await inProgress.ended();
      clearTimeout(timer);
    },
  };
}

/** No call throws, and none begins once the client closes. */
async function trackAnswer<T>(calls: CallTracker, call: () => Promise<ServiceAnswer<T>>): Promise<ServiceAnswer<T>> {
  if (calls.isClosed()) return notSent(stationClosing);
  try {
    return await calls.run(call);
  } catch (error) {
    return unexpected(error);
  }
}

const readQuoteResponse = (exchanged: Exchange, context: ResponseContext): ServiceAnswer<Quote> =>
  readJsonResponse(exchanged, context, (body) => {
    const read = readQuote(body);
    return read.kind === 'quote' ? { ...read, kind: 'value' } : read;
  });

const readOrderResponse =
  (codes: readonly string[]) =>
  (exchanged: Exchange, context: ResponseContext): ServiceAnswer<OrderAnswer> =>
    readJsonResponse(exchanged, context, (body) => {
      const read = readOrderAnswer(body, codes);
      return read.kind === 'order' ? { ...read, kind: 'value' } : read;
    });

/**
 * The documented payload of a deletion is empty, so without envelope only an empty object can be it, or the answer of a service that
 * says by its status (204) that it sends none.
 */
const readDeleteResponse = (exchanged: Exchange, context: ResponseContext): ServiceAnswer<null> =>
  readJsonResponse(exchanged, context, (body, httpStatus) => {
    if (httpStatus === 204 && body === '') return { kind: 'value', value: null, missing: ['status', 'object'] };
    const read = readResponseEnvelope(body);
    if (read.kind === 'not success' || read.kind === 'unreadable') return read;
    if (read.kind === 'bare' && Object.keys(read.object).length > 0) return { kind: 'unreadable' };
    return { kind: 'value', value: null, missing: read.missing };
  });
