import type { ServiceHealth } from '../../shared/contract/station-view.ts';
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
    case 'refused':
      if (rejectsToken(answer.httpStatus, previousStatus)) return 'token rejected';
      return isServerFailure(answer.httpStatus) ? 'failing' : 'online';
    case 'unanswered':
      if (answer.failure.code === 'token-missing') return 'token missing';
      return answer.failure.code === 'invalid-input' ? null : 'no answer';
  }
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
  const change = (state: ServiceHealth['state']): void => {
    const wasFailing = health.state === 'no answer' || health.state === 'failing';
    health = { state, since: instant(clock.now()) };
    announce('station');
    if (state === 'online' && wasFailing) retryNow();
  };
  const observed = async <T>(request: Promise<ServiceAnswer<T>>, signal?: AbortSignal): Promise<ServiceAnswer<T>> => {
    const answer = await request;
    // A cancelled request shows nothing about the service.
    if (signal?.aborted) return answer;
    const state = healthAfter(answer, previousStatus);
    previousStatus = answer.kind === 'unanswered' ? null : answer.httpStatus;
    if (state !== null && state !== health.state) change(state);
    if (state === 'token rejected') isTokenAccepted = false;
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
