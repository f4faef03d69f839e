import type { Settings } from '../../../../shared/settings/settings.ts';
import {
  type DeliveryAnswer,
  deliveryAnswers,
  listensToItselfOnly,
  type WebhookListening,
  webhookOrigin,
} from '../../../../shared/settings/webhook-view.ts';
import { failureParagraph } from '../../../text/text.ts';
import type { Tone } from '../../../ui/tone.ts';

/** Each answer in words, with what it means for whoever looks after the station. */
export const deliveryWords: Record<
  DeliveryAnswer,
  { readonly word: string; readonly tone: Tone; readonly why: string }
> = {
  stored: { word: 'Stored', tone: 'success', why: '' },
  'known already': { word: 'Known already', tone: 'quiet', why: 'It came before; nothing changed.' },
  'no event': { word: 'Refused', tone: 'warning', why: 'Its body is no event: no JSON object.' },
  'wrong header': { word: 'Refused', tone: 'error', why: 'The header is missing or has another value.' },
  'no such address': { word: 'Refused', tone: 'warning', why: 'No environment has that path, or it was no POST.' },
  'too slow': { word: 'Refused', tone: 'warning', why: 'It was not sent in time.' },
  'too large': { word: 'Refused', tone: 'warning', why: 'It is larger than 256 KB.' },
  'too many at once': {
    word: 'Put off',
    tone: 'warning',
    why: 'Too many came at once; the sender was told to repeat.',
  },
  'not stored': { word: 'Not stored', tone: 'error', why: 'The disk refused; the sender was told to repeat.' },
};

/** "Refused, 401" */
export function answerWords(answer: DeliveryAnswer): string {
  const status = deliveryAnswers[answer];
  return status === 200 ? deliveryWords[answer].word : `${deliveryWords[answer].word}, ${status}`;
}

/** Whether events are being received, in one sentence. */
export function listeningWords(listening: WebhookListening, settings: Settings['webhooks']): string {
  switch (listening.kind) {
    case 'off':
      return 'Off: no events are received, and no shipment has a status but in practice.';
    case 'failed':
      return failureParagraph(listening.failure);
    case 'listening':
      return `Listening on ${settings.host}, port ${settings.port}.`;
  }
}

/** What stands between the service and the listener; null where nothing needs to be said. */
export function reachWords(settings: Settings['webhooks']): string | null {
  if (settings.publicAddress !== undefined) return null;
  if (listensToItselfOnly(settings)) {
    return 'Only this computer can reach it. A reverse proxy or a tunnel must lead to it: enter the address of that as the public address.';
  }
  if (webhookOrigin(settings) === null)
    return 'It listens on every address of this computer: enter the one the service uses.';
  return 'Everyone in the network can reach it, and the header travels unencrypted. A reverse proxy with https is safer.';
}
