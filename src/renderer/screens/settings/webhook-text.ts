import type { Settings } from '../../../shared/settings/settings.ts';
import {
  type DeliveryAnswer,
  deliveryAnswers,
  isLocalOnly,
  isRefusal,
  type WebhookListening,
  webhookOrigin,
} from '../../../shared/settings/webhook-view.ts';
import { failureParagraph, text } from '../../text/text.ts';
import type { Tone } from '../../ui/tone.tsx';

export const deliveryTones: Readonly<Record<DeliveryAnswer, Tone>> = {
  stored: 'success',
  'known already': 'quiet',
  'no event': 'warning',
  'wrong header': 'error',
  'no such address': 'warning',
  'address check': 'quiet',
  'method not allowed': 'warning',
  'too slow': 'warning',
  'too large': 'warning',
  'too many at once': 'warning',
  'not stored': 'error',
};

/** "Rejected, 401": the outcome of a delivery, with the HTTP status of a refusal. */
export function answerText(answer: DeliveryAnswer): string {
  const outcome = text(`webhooks.delivery.${answer}`);
  return isRefusal(answer)
    ? text('webhooks.delivered.with-status', { outcome, status: deliveryAnswers[answer] })
    : outcome;
}

/** Whether events are being received. */
export function listeningText(listening: WebhookListening, { host, port }: Settings['webhooks']): string {
  switch (listening.kind) {
    case 'off':
      return text('webhooks.off');
    case 'failed':
      return failureParagraph(listening.failure);
    case 'listening':
      return text('webhooks.listening', { host, port: String(port) });
  }
}

/** Who can reach the listener, and what to do about it; null with a public address. */
export function reachText(settings: Settings['webhooks']): string | null {
  if (settings.publicAddress !== undefined) return null;
  if (isLocalOnly(settings)) return text('webhooks.reach.this-computer');
  return webhookOrigin(settings) === null ? text('webhooks.reach.every-address') : text('webhooks.reach.network');
}
