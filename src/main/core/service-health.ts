import type { ServiceHealth } from '../../shared/station-view.ts';
import type { Announce } from './announce.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { DeliveryService, ServiceAnswer } from './ports/service.ts';

/** What one exchange says of the service; null where it says nothing (the request was never made). */
export function healthAfter(answer: ServiceAnswer<unknown>): ServiceHealth['state'] | null {
  switch (answer.kind) {
    case 'answered':
    case 'not success':
      return 'online';
    case 'unreadable':
      return 'in trouble';
    case 'refused':
      if (answer.httpStatus === 401) return 'token refused';
      return isNoWordOfTheService(answer.httpStatus) ? 'in trouble' : 'online';
    case 'unanswered':
      if (answer.failure.code === 'token-missing') return 'token missing';
      return answer.failure.code === 'invalid-input' ? null : 'no answer';
  }
}

/** 408 and 5xx are trouble; a redirect is what a network's log-in page answers. */
function isNoWordOfTheService(status: number): boolean {
  return status === 408 || status >= 500 || (status >= 300 && status < 400);
}

/** Between two hurries: a service that flickers must not be called without a pause. Milliseconds. */
const betweenHurriesMs = 30_000;

export interface ObservedService {
  service: DeliveryService;
  health(): ServiceHealth;
}

/**
 * The same service, with what each exchange says of its health remembered.
 * @param onBack called when an answer comes after there was none: what waits may go
 */
export function observeService(
  inner: DeliveryService,
  clock: Clock,
  announce: Announce,
  onBack: () => void,
): ObservedService {
  let health: ServiceHealth = { state: 'not asked yet', since: null };
  let lastHurryAt = Number.NEGATIVE_INFINITY;
  const hurry = (): void => {
    if (clock.now() - lastHurryAt < betweenHurriesMs) return;
    lastHurryAt = clock.now();
    onBack();
  };
  const observed = async <T>(request: Promise<ServiceAnswer<T>>): Promise<ServiceAnswer<T>> => {
    const answer = await request;
    const state = healthAfter(answer);
    if (state !== null && state !== health.state) {
      const wasSilent = health.state === 'no answer' || health.state === 'in trouble';
      health = { state, since: instant(clock.now()) };
      announce('station');
      if (state === 'online' && wasSilent) hurry();
    }
    return answer;
  };
  return {
    health: () => health,
    service: {
      preview: (request, signal) => observed(inner.preview(request, signal)),
      create: (request) => observed(inner.create(request)),
      deleteByCustomCode: (code) => observed(inner.deleteByCustomCode(code)),
      runScenario: (scenario, selectors) => observed(inner.runScenario(scenario, selectors)),
      // The label host is another machine: its silence says nothing of the service.
      downloadLabel: (url) => inner.downloadLabel(url),
      close: () => inner.close(),
    },
  };
}
