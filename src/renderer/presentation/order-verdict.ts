import type { Command, CommandState } from '../../shared/orders/command.ts';
import { failureParagraph, failureText, text } from '../text/text.ts';
import { orderStyles } from './state-styles.ts';
import { headed, named, type Verdict, type VerdictFacts, type VerdictRule } from './verdict-facts.ts';

/** An order of this station that has the code, while no parcel has it: it must not be ordered again. */
const inState =
  (state: CommandState) =>
  ({ order, deletion }: VerdictFacts): Verdict | null => {
    if (order?.state !== state) return null;
    // A deletion that the service confirmed since says more.
    if (deletion?.state === 'done' && deletion.createdAt > order.createdAt) return null;
    return orderVerdict(order);
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

/** The state of an order, and what to do about it. */
export function orderVerdict({ state, failure }: Pick<Command, 'state' | 'failure'>): Verdict {
  const { tone, icon } = orderStyles[state];
  const details = failure ? [failureText(failure)] : [];
  switch (state) {
    case 'counting':
    case 'sending':
      return named(tone, 'order-sending', { icon });
    case 'waiting':
      return named(tone, 'order-waiting', { icon, details });
    case 'needs confirmation':
      return named(tone, 'order-needs-confirmation', { icon, details });
    case 'uncertain':
      return named(tone, 'order-uncertain', { icon, details });
    case 'blocked':
      return named(tone, 'order-blocked', { icon, details });
    case 'rejected':
      return failure
        ? headed(tone, text('scan-verdict.heading.order-rejected'), failureParagraph(failure), { icon })
        : named(tone, 'order-rejected', { icon });
    case 'undone':
      return failure?.message.code === 'uncertain-order.replaced'
        ? named(tone, 'order-replaced', { icon })
        : named(tone, 'order-undone', { icon, details });
    case 'done':
      return named('warning', 'order-without-parcel', { icon });
  }
}
