import { momentOfEvent, readOwnTime, stateOfEvent } from '../../../shared/status-rules.ts';
import type { NewEvent } from '../ports/events.ts';
import type { WebhookDelivery } from '../ports/webhook.ts';
import { sha256Of } from '../sha256.ts';
import { readFacts } from './event-facts.ts';
import { readNamedCodes } from './named-codes.ts';

/** Longest `trigger_datetime` that is kept; a date-time has some thirty letters. */
const longestTriggerDatetime = 64;

/** A delivery as it goes on disk: its bytes, and what can be told from them alone. */
export function readEvent({ receivedAt, raw, event, data }: WebhookDelivery): NewEvent {
  const trigger = Object.hasOwn(data, 'trigger_datetime') ? data.trigger_datetime : null;
  const triggerDatetime = typeof trigger === 'string' && trigger.length <= longestTriggerDatetime ? trigger : null;
  const ownTime = readOwnTime(triggerDatetime);
  return {
    receivedAt,
    raw,
    digest: sha256Of(raw),
    event,
    state: stateOfEvent(event),
    triggerDatetime,
    ownTime,
    moment: momentOfEvent(ownTime, Date.parse(receivedAt)),
    named: readNamedCodes(data),
    ...readFacts(data),
  };
}
