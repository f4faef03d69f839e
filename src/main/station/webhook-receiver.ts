import { randomBytes } from 'node:crypto';
import { failureSchema } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type DeliveryAnswer, isRefusal } from '../../shared/settings/delivery-answers.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isBrowserHeader } from '../../shared/settings/webhook-source.ts';
import { type ListedDelivery, maxDeliveriesListed, type WebhookListening } from '../../shared/settings/webhook-view.ts';
import { createMutex } from '../concurrency/mutex.ts';
import type { Announce, Notices } from '../core/notices.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { RedactDelivery, StoreDelivery } from '../core/ports/webhook.ts';
import type { EnvironmentSource } from '../webhook/source-finder.ts';
import type { AnsweredRequest, WebhookListener, WebhookListenerParts } from '../webhook/webhook-listener.ts';

/** The last deliveries, newest first, in memory only. */
export interface DeliveryLog {
  add(answered: AnsweredRequest, at: string): void;
  list(): ListedDelivery[];
}

/** Refusals for the same reason, and address checks, are one entry with a count, so that a flood of them cannot displace others. */
export function createDeliveryLog(): DeliveryLog {
  let deliveries: ListedDelivery[] = [];
  let lastId = 0;
  return {
    add(answered, at) {
      lastId += 1;
      const similar = isUnauthenticated(answered.answer)
        ? deliveries.find(
            ({ environment, answer }) => environment === answered.environment && answer === answered.answer,
          )
        : undefined;
      const delivery: ListedDelivery = { id: lastId, at, ...answered, count: (similar?.count ?? 0) + 1 };
      const others = similar ? deliveries.filter((entry) => entry !== similar) : deliveries;
      deliveries = [delivery, ...others.slice(0, maxDeliveriesListed - 1)];
    },
    list: () => deliveries,
  };
}

/** True for requests without a valid header. */
const isUnauthenticated = (answer: DeliveryAnswer): boolean => isRefusal(answer) || answer === 'address check';

export interface WebhookParts {
  settings: () => Settings;
  take: StoreDelivery;
  withoutToken: RedactDelivery;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  onBug: (error: unknown) => void;
}

/** A loopback listener for the practice service, with its own header value. */
export interface PracticeWebhook {
  url: string;
  header: { name: string; value: string };
  close(): Promise<void>;
}

/** Receives events for all environments of the settings. */
export interface WebhookReceiver {
  listening(): WebhookListening;
  /** The last deliveries, newest first. */
  deliveries(): ListedDelivery[];
  /** Applies the settings; a failed port is retried. */
  follow(): void;
  /** Opens a loopback listener for practice; null where that fails. */
  openForPractice(environment: string): Promise<PracticeWebhook | null>;
  close(): Promise<void>;
}

/** Milliseconds until a failed port is retried, unless the settings change earlier. */
const tryAgainMs = 30_000;

type Place = Pick<Settings['webhooks'], 'host' | 'port'>;

/** The listener's code is large; a station without webhooks never reads it. */
const startListener = async (parts: WebhookListenerParts) =>
  (await import('../webhook/webhook-listener.ts')).startWebhookListener(parts);

/** Creates the receiver; it listens once `follow` is called. */
export function createWebhookReceiver(parts: WebhookParts): WebhookReceiver {
  const { settings, clock, announce, notices } = parts;
  const log = createDeliveryLog();
  const storageFailures = createStorageFailureNotifier(parts);
  let open: { listener: WebhookListener; place: Place } | null = null;
  let listening: WebhookListening = { kind: 'off' };
  const mutex = createMutex();
  let stopTrying = (): void => {};
  let isClosed = false;
  /** Listeners that are still closing. */
  let closing: Promise<unknown> = Promise.resolve();

  const common = {
    take: parts.take,
    withoutToken: parts.withoutToken,
    clock,
    onAnswered(answered) {
      log.add(answered, instant(clock.now()));
      if (answered.answer === 'stored') storageFailures.stored();
      announce('webhook deliveries');
    },
    onNotStored: storageFailures.notStored,
  } satisfies Partial<WebhookListenerParts>;

  const closeListener = async (): Promise<void> => {
    closing = Promise.all([closing, open?.listener.close()]);
    open = null;
    await closing;
  };

  const applySettings = async (): Promise<void> => {
    const { enabled, host, port } = settings().webhooks;
    const sources = sourcesOf(settings());
    const isSamePlace = open?.place.host === host && open.place.port === port;
    if (isClosed) return;
    if (open && enabled && isSamePlace) return open.listener.setSources(sources);
    stopTrying();
    await closeListener();
    if (!enabled) return setState({ kind: 'off' });
    const started = await startListener({ ...common, host, port, sources });
    if (!started.ok) {
      if (isClosed) return;
      stopTrying = clock.after(tryAgainMs, follow);
      return setState({ kind: 'failed', failure: started.failure });
    }
    open = { listener: started.value, place: { host, port } };
    // The receiver was closed while the listener was being opened.
    if (isClosed) return closeListener();
    setState({ kind: 'listening' });
  };

  const setState = (next: WebhookListening): void => {
    const isKnown =
      next.kind === 'failed' && listening.kind === 'failed' && isSame(next.failure.message, listening.failure.message);
    listening = next;
    if (next.kind === 'failed' && !isKnown) notices.notify({ tone: 'error', message: next.failure.message });
    announce('webhook deliveries');
  };

  for (const { environment, source } of sourcesOf(settings())) {
    const { name } = source.header;
    if (!isBrowserHeader(name)) continue;
    notices.notify({ tone: 'warning', message: message('webhook.header-of-browsers', { name, environment }) });
  }

  const follow = (): void => {
    mutex.runExclusive(applySettings).catch(parts.onBug);
  };

  return {
    listening: () => listening,
    deliveries: log.list,
    follow,
    async openForPractice(environment) {
      const header = { name: 'X-Practice-Key', value: randomBytes(24).toString('base64url') };
      const source = { path: '/practice', header };
      const place = { host: '127.0.0.1', port: 0 };
      const started = await startListener({ ...common, ...place, sources: [{ environment, source }] });
      if (!started.ok) {
        notices.notify({ tone: 'error', message: started.failure.message });
        return null;
      }
      const { port, close } = started.value;
      return { url: `http://${place.host}:${port}${source.path}`, header, close };
    },
    async close() {
      isClosed = true;
      stopTrying();
      await closeListener();
    },
  };
}

function sourcesOf({ environments }: Settings): EnvironmentSource[] {
  return environments.flatMap(({ name, webhook }) => (webhook ? [{ environment: name, source: webhook }] : []));
}

const isSame = (one: Message, other: Message): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A failing disk is reported once, not once per event, until an event is stored again. */
function createStorageFailureNotifier({ notices, onBug }: Pick<WebhookParts, 'notices' | 'onBug'>) {
  let last: Message | null = null;
  return {
    stored() {
      last = null;
    },
    notStored(environment: string, why: unknown): void {
      const failure = failureSchema.safeParse(Object(why).failure);
      if (!failure.success) {
        onBug(why);
        return;
      }
      const report = message('webhook.event-not-stored', { environment, problem: failure.data.message });
      if (last === null || !isSame(report, last)) notices.notify({ tone: 'error', message: report });
      last = report;
    },
  };
}
