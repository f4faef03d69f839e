import type { WebhooksView } from '../../../shared/webhook-view.ts';
import { call } from '../../station.ts';
import { createMirror, type Mirror } from '../../stores/mirror.ts';

/** The webhook listener as the window knows it, with the last deliveries. */
export const webhooksMirror: Mirror<WebhooksView> = createMirror({
  topics: ['webhook deliveries', 'station'],
  read: () => call('webhooks.read', null),
});
