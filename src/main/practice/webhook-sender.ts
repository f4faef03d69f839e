import type { PracticeBehaviour } from '../../shared/settings/practice-behaviour.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { pause } from '../concurrency/waiting.ts';
import type { WebhookEvent } from './event-payloads.ts';

export interface Webhook {
  url: string;
  /** A header chosen by the client. */
  header: { name: string; value: string };
}

export interface WebhookSender {
  setWebhook(webhook: Webhook | null): void;
  /** Queues events; without a webhook they are dropped. */
  send(events: readonly WebhookEvent[]): void;
  /** Aborts the current delivery and drops waiting ones; the document promises no retry after a restart. */
  close(): Promise<void>;
}

/** Most waiting deliveries; newer ones are dropped. */
const maxWaiting = 20_000;
const maxAttempts = 3;
const answerTimeoutMs = 5000;

/** Delivers events one at a time, with three attempts each. */
export function webhookSender(
  first: Webhook | null,
  pauseMs: number,
  endpointCheck: () => PracticeBehaviour['endpointCheck'],
): WebhookSender {
  const closing = new AbortController();
  const mutex = createMutex();
  let waiting = 0;
  let webhook = first;

  async function deliverWithRetries(event: WebhookEvent): Promise<void> {
    waiting -= 1;
    for (let attempt = 1; attempt <= maxAttempts && webhook && !closing.signal.aborted; attempt += 1) {
      if (await deliver(webhook, event, endpointCheck(), closing.signal)) return;
      if (attempt < maxAttempts) await pause(pauseMs * attempt, closing.signal);
    }
  }

  return {
    setWebhook(next) {
      webhook = next;
    },
    send(events) {
      if (!webhook || closing.signal.aborted) return;
      for (const event of events.slice(0, maxWaiting - waiting)) {
        waiting += 1;
        void mutex.runExclusive(() => deliverWithRetries(event));
      }
    },
    async close() {
      closing.abort();
      await mutex.idle();
    },
  };
}

/** True where the endpoint answered 2xx in time. Redirects are not followed, because the header is for this address only. */
async function deliver(
  webhook: Webhook,
  event: WebhookEvent,
  check: PracticeBehaviour['endpointCheck'],
  closing: AbortSignal,
): Promise<boolean> {
  const url = check === 'get-with-slash' ? `${webhook.url}/` : webhook.url;
  try {
    if (check !== 'none') {
      const method = check === 'head' ? 'HEAD' : 'GET';
      const signal = AbortSignal.any([closing, AbortSignal.timeout(answerTimeoutMs)]);
      const found = await fetch(url, { method, redirect: 'manual', signal });
      await found.body?.cancel();
      if (!found.ok) return false;
    }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [webhook.header.name]: webhook.header.value },
      body: JSON.stringify(event),
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(answerTimeoutMs)]),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
