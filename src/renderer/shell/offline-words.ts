import type { ServiceHealth } from '../../shared/station-view.ts';
import { type Waiting, waitingCount, waitingWords } from '../../shared/waiting.ts';
import { ageWords, clockTime } from '../words/ages.ts';
import { worksWithoutService } from './health.ts';

/** What stands in the way at the service, what works all the same, and what waits. */
export interface OfflineWords {
  readonly tone: 'warning' | 'error';
  readonly what: string;
  readonly works: string;
  /** Null where nothing waits. */
  readonly waits: string | null;
}

/** Null while the service answers, or was not asked yet. */
export function offlineWords(service: ServiceHealth, waiting: Waiting | null, now: number): OfflineWords | null {
  const what = troubleWords(service, now);
  if (what === null) return null;
  const isStopped = service.state === 'token refused' || service.state === 'token missing';
  return {
    tone: isStopped ? 'error' : 'warning',
    what,
    works: worksWithoutService,
    waits: waiting && waitsWords(waiting, isStopped, now),
  };
}

function troubleWords({ state, since }: ServiceHealth, now: number): string | null {
  const at = since === null ? '' : ` since ${clockTime(since, now)}`;
  switch (state) {
    case 'online':
    case 'not asked yet':
      return null;
    case 'no answer':
      return `No answer from the service${at}.`;
    case 'in trouble':
      return `The service is in trouble${at}.`;
    case 'token refused':
      return `The service refuses the token${at}. Enter a new one under Settings.`;
    case 'token missing':
      return 'There is no token for the service. Enter one under Settings.';
  }
}

/** Labels do not wait for the service. */
function waitsWords(waiting: Waiting, isStopped: boolean, now: number): string | null {
  const forService = { ...waiting, labels: 0 };
  const words = waitingWords(forService);
  if (words === null) return null;
  const isOne = waitingCount(forService) === 1;
  const oldest =
    waiting.oldestAt === null ? '' : `, ${isOne ? 'asked for' : 'the oldest'} ${ageWords(waiting.oldestAt, now)}`;
  return `${words} ${isOne ? 'waits' : 'wait'}${isStopped ? ' for a token' : ''}${oldest}.`;
}
