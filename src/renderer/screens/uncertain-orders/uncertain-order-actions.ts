import type { Result } from '../../../shared/contract/failure.ts';
import type { CommandAction } from '../../../shared/orders/command.ts';
import {
  lateDeletion,
  mayReplaceAfterMs,
  type OrderAlarm,
  type OrderProgress,
} from '../../../shared/orders/order-progress.ts';
import { isRefusal } from '../../../shared/settings/delivery-answers.ts';
import type { WebhooksView } from '../../../shared/settings/webhook-view.ts';
import { call } from '../../data/station-client.ts';
import { eventText } from '../../presentation/parcel-text.ts';
import { clockTime } from '../../text/dates.ts';
import { text } from '../../text/text.ts';

interface ActionQuestion {
  readonly text: () => string;
  readonly confirm: () => string;
}

/** What can be done about an uncertain order; its texts are `uncertain-order.<id>.button`, `.description` and so on. */
export interface UncertainOrderAction {
  readonly id: 'import' | 'send-again' | 'replace' | 'mark-missing' | 'mark-existing';
  /** What the command must allow; null where the action does not change the order itself. */
  readonly action: Exclude<CommandAction, 'send'> | null;
  /** Only after the order has been uncertain for a while. */
  readonly isDelayed?: true;
  /** Asked before it is done. */
  readonly question?: ActionQuestion;
  /** Asked unless the service is known to reject used codes. */
  readonly secondBookingQuestion?: ActionQuestion;
  readonly run: (commandId: number, given: ActionInput) => Promise<Result<unknown>>;
}

interface ActionInput {
  readonly onReplaced: (progress: OrderProgress) => void;
  /** The operator answered the question. */
  readonly isConfirmed: boolean;
}

/** All of them, the safest first. */
export const uncertainOrderActions: readonly UncertainOrderAction[] = [
  { id: 'import', action: null, run: () => call('import.choose-files', null) },
  {
    id: 'send-again',
    action: 'sendAgain',
    secondBookingQuestion: {
      text: () => text('uncertain-order.send-again.question'),
      confirm: () => text('uncertain-order.send-again.confirm'),
    },
    run: (commandId, { isConfirmed }) => call('order.send-again', { commandId, evenIfBookedTwice: isConfirmed }),
  },
  {
    id: 'replace',
    action: 'replace',
    isDelayed: true,
    question: {
      text: () => text('uncertain-order.replace.question'),
      confirm: () => text('uncertain-order.replace.confirm'),
    },
    async run(commandId, { onReplaced }) {
      const replaced = await call('order.replace', { commandId });
      if (replaced.ok) onReplaced(replaced.value);
      return replaced;
    },
  },
  {
    id: 'mark-missing',
    action: 'settle',
    question: {
      text: () => text('uncertain-order.mark-missing.question'),
      confirm: () => text('uncertain-order.mark-missing.confirm'),
    },
    run: (commandId) => call('command.settle', { commandId, isThere: false }),
  },
  {
    id: 'mark-existing',
    action: 'settle',
    run: (commandId) => call('command.settle', { commandId, isThere: true }),
  },
];

/** The question before an action; null where none is needed. `areUsedCodesRejected`: false also while it is not known. */
export function questionBefore(action: UncertainOrderAction, areUsedCodesRejected: boolean): ActionQuestion | null {
  return action.question ?? (areUsedCodesRejected ? null : (action.secondBookingQuestion ?? null));
}

/** Whether a webhook can be expected to confirm an order of the environment. `view`: null until it was read. */
export function webhookSentence(view: WebhooksView | null, environment: string, now: number): string {
  if (view === null) return text('uncertain-order.wait.description');
  const own = view.environments.find(({ name }) => name === environment);
  // The practice service of this station has a listener of its own.
  if (!view.canSendTest) {
    if (!own?.webhook) return text('uncertain-order.wait.no-webhook');
    if (view.listening.kind !== 'listening') return text('uncertain-order.wait.not-listening');
  }
  const last = view.deliveries.find(({ environment: of, answer }) => of === environment && !isRefusal(answer));
  return text('uncertain-order.wait.last-event', { at: last ? clockTime(last.at, now) : null });
}

/** From when an order may be replaced; null from then on. `updatedAt`: when it became uncertain last. */
export function replaceableFrom(updatedAt: string, now: number): string | null {
  const from = Date.parse(updatedAt) + mayReplaceAfterMs;
  if (now >= from) return null;
  return text('uncertain-order.available-from', { at: clockTime(new Date(from).toISOString(), now) });
}

/** The service's own name of the event behind an alarm. */
export const alarmDetails = ({ event }: Pick<OrderAlarm, 'event'>): readonly string[] =>
  event === lateDeletion ? [] : [text('timeline.event-name', { event })];

/** How it became known that a replaced order exists. */
export function alarmSentence({ event, at }: Pick<OrderAlarm, 'event' | 'at'>, now: number): string {
  const when = clockTime(at, now);
  return event === lateDeletion
    ? text('order-alarm.deleted-late', { at: when })
    : text('order-alarm.named', { event: eventText(event), at: when });
}
