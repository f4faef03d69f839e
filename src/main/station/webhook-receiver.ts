import { randomBytes } from 'node:crypto';
import { type Failure, failureSchema, sentenceOf } from '../../shared/contract/failure.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { ListedDelivery, WebhookListening } from '../../shared/settings/webhook-view.ts';
import type { Announce, Notices } from '../core/common/notices.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { StoreDelivery } from '../core/ports/webhook.ts';
import { createDeliveryLog } from '../webhook/delivery-log.ts';
import type { EnvironmentSource } from '../webhook/source-finder.ts';
import { startWebhookListener, type WebhookListener } from '../webhook/webhook-listener.ts';

export interface WebhookParts {
  settings: () => Settings;
  take: StoreDelivery;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  onBug: (error: unknown) => void;
}

/** A listener for the practice service alone, on this computer alone, with a header value of its own. */
export interface PracticeWebhook {
  url: string;
  header: { name: string; value: string };
  close(): Promise<void>;
}

/** Receives events for all environments of the settings, whichever is shown. */
export interface WebhookReceiver {
  listening(): WebhookListening;
  /** The last deliveries, newest first. */
  deliveries(): ListedDelivery[];
  /** Listens as the settings say now. A port that was taken is tried again. */
  follow(): void;
  /** Status works in practice from the first start, with no port open to anyone else; null where that cannot be. */
  openForPractice(environment: string): Promise<PracticeWebhook | null>;
  close(): Promise<void>;
}

/** A port that is taken is tried again after so many milliseconds, if the settings do not change before. */
const tryAgainMs = 30_000;

type Place = Pick<Settings['webhooks'], 'host' | 'port'>;

/** Nothing is opened before `follow` is called. */
export function createWebhookReceiver(parts: WebhookParts): WebhookReceiver {
  const { settings, clock, announce, notices } = parts;
  const log = createDeliveryLog();
  const storageFailures = createStorageFailureNotifier(parts);
  let open: { listener: WebhookListener; place: Place } | null = null;
  let listening: WebhookListening = { kind: 'off' };
  let following: Promise<void> = Promise.resolve();
  let stopTrying = (): void => {};
  let isClosed = false;
  /** What still ends. */
  let closing: Promise<unknown> = Promise.resolve();

  const common = {
    take: parts.take,
    clock,
    onAnswered(answered) {
      log.add(answered, instant(clock.now()));
      if (answered.answer === 'stored') storageFailures.stored();
      announce('webhook deliveries');
    },
    onNotStored: storageFailures.notStored,
  } satisfies Partial<Parameters<typeof startWebhookListener>[0]>;

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
    const started = await startWebhookListener({ ...common, host, port, sources });
    if (!started.ok) {
      if (isClosed) return;
      stopTrying = clock.after(tryAgainMs, follow);
      return setState({ kind: 'failed', failure: started.failure });
    }
    open = { listener: started.value, place: { host, port } };
    // Closed while it was being opened.
    if (isClosed) return closeListener();
    setState({ kind: 'listening' });
  };

  const setState = (next: WebhookListening): void => {
    const before = listening.kind === 'failed' ? listening.failure.message : null;
    listening = next;
    if (next.kind === 'failed' && next.failure.message !== before) notifyFailure(notices, next.failure);
    announce('webhook deliveries');
  };

  const follow = (): void => {
    following = following.then(applySettings).catch(parts.onBug);
  };

  return {
    listening: () => listening,
    deliveries: log.list,
    follow,
    async openForPractice(environment) {
      const header = { name: 'X-Practice-Key', value: randomBytes(24).toString('base64url') };
      const source = { path: '/practice', header };
      const place = { host: '127.0.0.1', port: 0 };
      const started = await startWebhookListener({ ...common, ...place, sources: [{ environment, source }] });
      if (!started.ok) {
        notifyFailure(notices, started.failure);
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

function notifyFailure(notices: Notices, { message, next }: Failure): void {
  notices.notify({ tone: 'error', message, ...(next !== undefined && { next }) });
}

/** A disk that refuses is told once, not once for each event, until something is stored again. */
function createStorageFailureNotifier({ notices, onBug }: Pick<WebhookParts, 'notices' | 'onBug'>) {
  let last = '';
  return {
    stored() {
      last = '';
    },
    notStored(environment: string, why: unknown): void {
      const failure = failureSchema.safeParse(Object(why).failure);
      if (!failure.success) {
        onBug(why);
        return;
      }
      const text = `An event for ${environment} could not be kept: ${sentenceOf(failure.data.message)}`;
      if (text !== last) notifyFailure(notices, { ...failure.data, message: text });
      last = text;
    },
  };
}
