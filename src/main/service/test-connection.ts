import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Failure } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { OrderRequest } from '../../shared/orders/order-request.ts';
import type { Quote } from '../../shared/orders/quote.ts';
import type { ConnectionCheck } from '../../shared/settings/connection-test.ts';
import type { ServiceAnswer } from '../core/ports/service.ts';
import { systemAddressRules } from './address-limit.ts';
import { openConnection, type Route } from './connection.ts';
import { createDeliveryService, type DeliveryServiceOptions, defaultLimits, userAgent } from './delivery-service.ts';
import { exchange } from './exchange.ts';
import { createKeptConnections } from './kept-connections.ts';
import { labelOrigin, proxyAddress, serviceAddress } from './service-address.ts';
import type { TokenToTest } from './service-token.ts';

export interface ConnectionTestOptions
  extends Pick<DeliveryServiceOptions, 'proxy' | 'caPem' | 'version' | 'limits' | 'addressRules'> {
  readonly baseUrl: string;
  /** null: labels come from the service's own host. */
  readonly labelUrl: string | null;
  readonly token: TokenToTest;
}

/** What a test of a connection shows. */
export interface ConnectionProbe extends ConnectionFacts {
  readonly checks: readonly ConnectionCheck[];
}

/** What the service itself shows beside the checks; null where it shows nothing. */
export interface ConnectionFacts {
  /** How far the service's clock is ahead of this computer's, milliseconds; behind is negative. `Date` counts whole seconds. */
  clockAheadMs: number | null;
  /** When the certificate of the service ends, ISO 8601. */
  certificateEndsAt: string | null;
}

/** The checks of `probeConnection`. */
export const testConnection = async (options: ConnectionTestOptions): Promise<readonly ConnectionCheck[]> =>
  (await probeConnection(options)).checks;

/**
 * Checks the address, the certificate, the token and the label host. The token is sent to the service alone, with a preview, which books
 * nothing; the label host is asked for its first page without it.
 */
export async function probeConnection(options: ConnectionTestOptions): Promise<ConnectionProbe> {
  const facts: ConnectionFacts = { clockAheadMs: null, certificateEndsAt: null };
  const checks = await checkAll(options, facts);
  return { checks, ...facts };
}

async function checkAll(options: ConnectionTestOptions, facts: ConnectionFacts): Promise<ConnectionCheck[]> {
  const proxy = proxyAddress(options.proxy);
  if (!proxy.ok) return withoutAddress(proxy.failure);
  const limits = { ...defaultLimits, ...options.limits };
  const { addressRules = systemAddressRules } = options;
  const route = { ...limits, proxy: proxy.value, caPem: options.caPem ?? null, addressRules };
  const base = serviceAddress(options.baseUrl);
  const labels = options.labelUrl ?? (base.ok ? new URL(base.value).origin : '');
  const [service, labelHost] = await Promise.all([
    base.ok ? checkService(new URL(base.value), route, options, facts) : withoutAddress(base.failure),
    labels === '' ? notChecked('label host') : checkLabelHost(labels, route, options),
  ]);
  return [...service.filter(({ check }) => check !== 'label host'), labelHost];
}

const passed = (check: ConnectionCheck['check'], found: Message): ConnectionCheck => ({
  check,
  outcome: 'passed',
  message: found,
});

const failedCheck = (check: ConnectionCheck['check'], failure: Failure): ConnectionCheck => ({
  check,
  outcome: 'failed',
  message: failure.message,
  ...(failure.serviceText !== undefined && { serviceText: failure.serviceText }),
});

const notChecked = (
  check: ConnectionCheck['check'],
  why: Message = message('connection-test.not-reached'),
): ConnectionCheck => ({ check, outcome: 'not checked', message: why });

/** All four lines where the address, or the proxy's, cannot be used. */
const withoutAddress = (failure: Failure): ConnectionCheck[] => [
  failedCheck('address', failure),
  notChecked('certificate'),
  notChecked('token'),
  notChecked('label host'),
];

/** Address, certificate and token. The connection is opened first without a request, so that nothing is sent to a wrong host. */
async function checkService(
  url: URL,
  route: Route,
  options: ConnectionTestOptions,
  facts: ConnectionFacts,
): Promise<ConnectionCheck[]> {
  const opened = await openConnection({ url, peer: 'service', limit: null }, route, new AbortController().signal);
  if (!opened.ok) return unreached(opened.failure);
  facts.certificateEndsAt = certificateEnd(opened.value.socket);
  opened.value.socket.destroy();
  const address = passed('address', message('connection-test.address-answers'));
  const certificate = certificateCheck(url);
  const { token } = options;
  if (token.kind === 'none') return [address, certificate, notChecked('token', message('connection-test.no-token'))];
  if (token.kind === 'other address')
    return [address, certificate, notChecked('token', message('connection-test.token-of-other-address'))];
  const service = createDeliveryService({
    ...{ ...options, token: token.value },
    onHeaders({ date = '' }) {
      const at = Date.parse(date);
      facts.clockAheadMs = Number.isNaN(at) ? null : at - Date.now();
    },
  });
  try {
    return readPreview(await service.preview(sampleRequest), { address, certificate, host: url.host });
  } finally {
    await service.close();
  }
}

/** The last moment of the certificate behind a connection; null where it has none. */
function certificateEnd(socket: Socket): string | null {
  const at = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

const certificateCheck = ({ protocol }: URL): ConnectionCheck =>
  protocol === 'https:'
    ? passed('certificate', message('connection-test.certificate-valid'))
    : notChecked('certificate', message('connection-test.certificate-not-used'));

function unreached(failure: Failure): ConnectionCheck[] {
  if (failure.code !== 'tls') return [failedCheck('address', failure), notChecked('certificate'), notChecked('token')];
  const address = passed('address', message('connection-test.address-answers'));
  return [address, failedCheck('certificate', failure), notChecked('token')];
}

interface CheckedAddress {
  readonly address: ConnectionCheck;
  readonly certificate: ConnectionCheck;
  readonly host: string;
}

/** What the answer to the preview says about the token, or else about the address. */
function readPreview(answer: ServiceAnswer<Quote>, { address, certificate, host }: CheckedAddress): ConnectionCheck[] {
  const token = (check: ConnectionCheck): ConnectionCheck[] => [address, certificate, check];
  const wrongAddress = (failure: Failure): ConnectionCheck[] => [
    failedCheck('address', failure),
    certificate,
    notChecked('token'),
  ];
  switch (answer.kind) {
    case 'answered':
      return token(passed('token', message('connection-test.token-accepted')));
    case 'not success':
      return token(failedCheck('token', answer.failure));
    case 'unreadable':
      return wrongAddress(answer.failure);
    case 'unanswered':
      if (answer.failure.code === 'tls') return unreached(answer.failure);
      // The entered token is blank or cannot be sent.
      if (answer.failure.code === 'token-missing' || answer.failure.code === 'invalid-input')
        return token(failedCheck('token', answer.failure));
      return wrongAddress(answer.failure);
    case 'rejected': {
      const { httpStatus: status, failure } = answer;
      if (status === 401)
        return token(
          failedCheck('token', { ...failure, message: message('connection-test.token-rejected', { host, status }) }),
        );
      if (status === 403) return token(failedCheck('token', failure));
      if (failure.message.code === 'service.redirected-to-sign-in') return token(failedCheck('token', failure));
      if (isOtherService(status))
        return wrongAddress({ ...failure, message: message('connection-test.not-the-service', { host, status }) });
      if (status === 408 || status === 429 || status >= 500) return token(notChecked('token', failure.message));
      // The service read the request, so it took the token: it only rejects the sample.
      return token({
        ...passed('token', message('connection-test.token-accepted-sample-rejected')),
        ...(failure.serviceText !== undefined && { serviceText: failure.serviceText }),
      });
    }
  }
}

/** What a host answers that does not know the preview call. */
const isOtherService = (status: number): boolean =>
  status === 404 || status === 405 || status === 410 || (status >= 300 && status < 400);

async function checkLabelHost(entered: string, route: Route, options: ConnectionTestOptions): Promise<ConnectionCheck> {
  const origin = labelOrigin(entered);
  if (!origin.ok) return failedCheck('label host', origin.failure);
  const url = new URL(origin.value);
  const { answerMs } = { ...defaultLimits, ...options.limits };
  const headers = { 'User-Agent': userAgent(options.version) };
  const answer = await exchange(
    { method: 'GET', peer: 'labels', url, headers, maxBytes: firstPageBytes, reuse: 'never' },
    { ...route, answerMs, kept: createKeptConnections() },
    [],
  );
  if (answer.kind === 'unanswered') return failedCheck('label host', answer.failure);
  if (answer.status < 500) return passed('label host', message('connection-test.label-host-answers'));
  const failing = message('service.server-error', { peer: 'labels', host: url.host, status: answer.status });
  return failedCheck('label host', { code: 'service-error', message: failing });
}

/** Nothing of the label host's first page is read. */
const firstPageBytes = 64 * 1024;

/** Asks for a price. Its texts are not an address: a service that checks addresses rejects it, having accepted the token. */
const sampleRequest: OrderRequest = {
  pick_up_address: { text: 'Connection test' },
  drop_offs: [{ address: { text: 'Connection test' }, parcels: [{ unit: 'g', values: 1000 }] }],
};
