import type { Failure } from '../../shared/contract/failure.ts';
import type { Command, CommandState } from '../../shared/orders/command.ts';
import type { OrderProgress } from '../../shared/orders/order-progress.ts';
import { clockTime } from '../text/dates.ts';
import { failureParagraph, failureText, messageDetails, text } from '../text/text.ts';
import { orderStyles, type StateStyle } from './state-styles.ts';
import {
  headed,
  named,
  type Verdict,
  type VerdictContext,
  type VerdictFacts,
  type VerdictRule,
} from './verdict-facts.ts';

/** An order of this station that has the code, while no parcel has it: it must not be ordered again. */
const inState =
  (state: CommandState) =>
  ({ order, deletion, now }: VerdictFacts): Verdict | null => {
    if (order?.state !== state) return null;
    // A deletion that the service confirmed since says more.
    if (deletion?.state === 'done' && deletion.createdAt > order.createdAt) return null;
    return orderVerdict(order, now);
  };

export const orderRules: readonly VerdictRule[] = [
  { name: 'order waiting', decide: inState('waiting') },
  { name: 'order needs confirmation', decide: inState('needs confirmation') },
  { name: 'order sending', decide: inState('sending') },
  { name: 'order uncertain', decide: inState('uncertain') },
  { name: 'order blocked', decide: inState('blocked') },
  { name: 'order rejected', decide: inState('rejected') },
  { name: 'order undone', decide: inState('undone') },
  { name: 'order created', decide: inState('done') },
];

/** The state of an order, and what to do about it. `now` in milliseconds since 1970. */
function orderVerdict({ state, failure, retryAfterAt }: Command, now: number): Verdict {
  const { tone, icon } = orderStyles[state];
  const details = commandDetails(failure, false);
  switch (state) {
    case 'counting':
    case 'sending':
      return named(tone, 'order-sending', { icon });
    case 'waiting': {
      const pause = pauseText(retryAfterAt, now);
      return pause === null
        ? named(tone, 'order-waiting', { icon, details })
        : headed(tone, text('scan-verdict.heading.order-waiting'), pause, { icon, details });
    }
    case 'needs confirmation':
      return caused('needs-confirmation', failure, orderStyles[state]);
    case 'uncertain':
      return named(tone, 'order-uncertain', { icon, details });
    case 'blocked':
      return named(tone, 'order-blocked', { icon, details });
    case 'rejected':
      return caused('rejected', failure, orderStyles[state]);
    case 'undone':
      return failure?.message.code === 'uncertain-order.replaced'
        ? named(tone, 'order-replaced', { icon })
        : named(tone, 'order-undone', { icon, details });
    case 'done':
      return named('warning', 'order-without-parcel', { icon });
  }
}

/** With the failure's own sentence, where it has one. */
function caused(name: 'needs-confirmation' | 'rejected', failure: Failure | null, { tone, icon }: StateStyle): Verdict {
  return failure && !isStoredSentence(failure)
    ? headed(tone, text(`scan-verdict.heading.order-${name}`), failureParagraph(failure), {
        icon,
        details: commandDetails(failure, true),
      })
    : named(tone, `order-${name}`, { icon, details: commandDetails(failure, false) });
}

/** Of an order sent from the form: while it is being created, and once its parcels are known, main's own sentence says more. */
export function orderProgressVerdict(progress: OrderProgress, context: VerdictContext): Verdict {
  const { state } = progress;
  const decided = orderVerdict(progress.command, context.now);
  const { tone, icon } = state === 'created' ? orderStyles.done : decided;
  if (state !== 'created' && state !== 'creating') return decided;
  return headed(tone, text(`order.state.${state}`), failureParagraph(progress), {
    icon,
    details: messageDetails(progress.message),
  });
}

/** True for a sentence that an earlier version stored: it is shown under Details. */
export const isStoredSentence = ({ message }: Failure): boolean =>
  typeof message === 'string' || message.code === 'stored-sentence';

/** Technical facts of a failure, and its text where that is not shown otherwise. */
export function commandDetails(failure: Failure | null, isTextShown: boolean): string[] {
  if (!failure) return [];
  const own = isStoredSentence(failure) ? [] : messageDetails(failure.message);
  return isTextShown ? own : [failureText(failure), ...own];
}

/** Until when the service asked to wait; null where it did not, or that is over. */
export const pauseText = (retryAfterAt: number, now: number): string | null =>
  retryAfterAt > now
    ? text('waiting-to-send.pause', { until: clockTime(new Date(retryAfterAt).toISOString(), now) })
    : null;
