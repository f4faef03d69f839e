import type { Failure } from '../../shared/contract/failure.ts';
import type { ServiceHealth } from '../../shared/contract/station-view.ts';
import type { Message, MessageCode } from '../../shared/messages/message.ts';
import type { Announce } from './notices.ts';
import { rejectsToken } from './outbox/answer-rules.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { DeliveryService, ServiceAnswer } from './ports/service.ts';
import type { PublishEvent } from './runtime-events.ts';

/**
 * What one exchange says about the service; null where it says nothing (the request was never made).
 * @param previousStatus the service's last status, null when it did not answer
 */
export function healthAfter(
  answer: ServiceAnswer<unknown>,
  previousStatus: number | null,
): ServiceHealth['state'] | null {
  switch (answer.kind) {
    case 'answered':
    case 'not success':
      return 'online';
    case 'unreadable':
      return 'failing';
    case 'rejected':
      if (rejectsToken(answer.httpStatus, previousStatus)) return 'token rejected';
      return isServerFailure(answer.httpStatus) ? 'failing' : 'online';
    case 'unanswered':
      if (answer.failure.code === 'token-missing') return 'token missing';
      if (isCertificateRejected(answer.failure)) return 'certificate rejected';
      return answer.failure.code === 'invalid-input' ? null : 'no answer';
  }
}

/** A certificate that was read and rejected; other failures of TLS may pass. */
const certificateMessages: readonly MessageCode[] = [
  'service.certificate-not-valid-now',
  'service.certificate-for-other-name',
  'service.certificate-authority-unknown',
  'service.certificate-file-invalid',
];

const isCertificateRejected = ({ code, message }: Failure): boolean =>
  code === 'tls' && certificateMessages.includes(message.code);

const isAnswering: Readonly<Record<ServiceHealth['state'], boolean>> = {
  'not asked yet': true,
  online: true,
  'no answer': false,
  'certificate rejected': false,
  failing: false,
  'token rejected': false,
  'token missing': false,
};

/** What is wrong in that state, from the exchange that showed it. */
function problemOf(answer: ServiceAnswer<unknown>, state: ServiceHealth['state']): Message | undefined {
  return isAnswering[state] || answer.kind === 'answered' ? undefined : answer.failure.message;
}

/** 408 and 5xx are problems of the service; a redirect comes from a network's sign-in page. */
function isServerFailure(status: number): boolean {
  return status === 408 || status >= 500 || (status >= 300 && status < 400);
}

/** Shortest time between two immediate retries: a service that fails now and then must not be called without a pause. Milliseconds. */
const minRetryNowIntervalMs = 30_000;

export interface ObservedService {
  service: DeliveryService;
  health(): ServiceHealth;
}

export interface ServiceObserver {
  clock: Clock;
  announce: Announce;
  publish: PublishEvent;
}

/** The same service; what each exchange shows about its health is kept. */
export function observeService(inner: DeliveryService, observer: ServiceObserver): ObservedService {
  const { clock, announce } = observer;
  let health: ServiceHealth = { state: 'not asked yet', since: null };
  let previousStatus: number | null = null;
  let isTokenAccepted = false;
  let lastRetryNowAt = Number.NEGATIVE_INFINITY;
  const retryNow = (): void => {
    if (clock.now() - lastRetryNowAt < minRetryNowIntervalMs) return;
    lastRetryNowAt = clock.now();
    observer.publish({ type: 'service recovered' });
  };
  const change = (state: ServiceHealth['state'], problem: Message | undefined): void => {
    const wasFailing = ['no answer', 'certificate rejected', 'failing'].includes(health.state);
    const since = state === health.state ? health.since : instant(clock.now());
    health = { state, since, ...(problem && { problem }) };
    announce('station');
    if (state === 'online' && wasFailing) retryNow();
  };
  const observed = async <T>(request: Promise<ServiceAnswer<T>>, signal?: AbortSignal): Promise<ServiceAnswer<T>> => {
    const answer = await request;
    // A cancelled request shows nothing about the service.
    if (signal?.aborted) return answer;
    const state = healthAfter(answer, previousStatus);
    previousStatus = answer.kind === 'unanswered' ? null : answer.httpStatus;
    if (state !== null) {
      const problem = problemOf(answer, state);
      if (state !== health.state || problem?.code !== health.problem?.code) change(state, problem);
    }
    if (state === 'token rejected') {
      isTokenAccepted = false;
      observer.publish({ type: 'token rejected' });
    }
    if (answer.kind === 'answered' && !isTokenAccepted) {
      isTokenAccepted = true;
      observer.publish({ type: 'token accepted' });
    }
    return answer;
  };
  return {
    health: () => health,
    service: {
      preview: (request, signal) => observed(inner.preview(request, signal), signal),
      create: (request) => observed(inner.create(request)),
      deleteByCustomCode: (code) => observed(inner.deleteByCustomCode(code)),
      runScenario: (scenario, selectors) => observed(inner.runScenario(scenario, selectors)),
      // The label host is another machine: its silence says nothing of the service.
      downloadLabel: (url) => inner.downloadLabel(url),
      close: () => inner.close(),
    },
  };
}
