import { setTimeout as wait } from 'node:timers/promises';
import type { WebhookEvent } from './event-payloads.ts';

export interface Webhook {
  url: string;
  /** Its name and value are chosen by the client. */
  header: { name: string; value: string };
}

export interface WebhookSender {
  setWebhook(webhook: Webhook | null): void;
  /** Queues events, in order; without a webhook they are dropped. */
  send(events: readonly WebhookEvent[]): void;
  /** Ends a delivery under way; what waits is dropped, as the document promises no retry over a restart. */
  close(): Promise<void>;
}

/** Most deliveries that wait; newer ones are dropped. */
const maxWaiting = 20_000;
const maxAttempts = 3;
const answerTimeoutMs = 5000;

/** Delivers one event at a time, three tries each, then drops it. */
export function webhookSender(first: Webhook | null, pauseMs: number): WebhookSender {
  const closing = new AbortController();
  const waiting: WebhookEvent[] = [];
  let webhook = first;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      const event = waiting.shift();
      if (!event) return;
      for (let attempt = 1; attempt <= maxAttempts && webhook && !closing.signal.aborted; attempt += 1) {
        if (await deliver(webhook, event, closing.signal)) break;
        if (attempt < maxAttempts)
          await wait(pauseMs * attempt, undefined, { signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  function wake(): void {
    working ??= work().finally(() => {
      working = null;
      if (waiting.length > 0 && !closing.signal.aborted) wake();
    });
  }

  return {
    setWebhook(next) {
      webhook = next;
    },
    send(events) {
      if (!webhook || closing.signal.aborted) return;
      waiting.push(...events.slice(0, maxWaiting - waiting.length));
      wake();
    },
    async close() {
      closing.abort();
      waiting.length = 0;
      await working;
    },
  };
}

/** True when the endpoint answered 2xx in time. Redirects are not followed: the header is for this address alone. */
async function deliver(webhook: Webhook, event: WebhookEvent, closing: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(webhook.url, {
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
