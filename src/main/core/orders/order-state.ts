import type { Message } from '../../../shared/messages/message.ts';
import { message } from '../../../shared/messages/message.ts';
import type { Command } from '../../../shared/orders/command.ts';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import { isOtherAmount } from '../../../shared/values/money.ts';

/** What is known of an order's answer. */
export interface AnsweredOrder {
  missing: readonly string[];
  priceWithTax: number | null;
}

export interface OrderStateContext {
  /** Nothing is sent now. */
  isSendingPaused: boolean;
  currency: string | null;
}

type StateAndMessage = Pick<OrderProgress, 'state' | 'message'>;

/** What became of an order. `answer` is null until there is one. */
export function orderState(
  command: Command,
  answer: AnsweredOrder | null,
  { isSendingPaused, currency }: OrderStateContext,
): StateAndMessage {
  const reason: Message | null = command.failure?.message ?? null;
  switch (command.state) {
    case 'done':
      return { state: 'created', message: createdMessage(command, answer, currency) };
    case 'uncertain':
      return { state: 'uncertain', message: message('order.uncertain', { reason }) };
    case 'rejected':
      return { state: 'rejected', message: message('order.rejected', { reason }) };
    case 'undone':
      return { state: 'rejected', message: message('order.undone', { reason }) };
    case 'needs confirmation':
      return { state: 'waiting', message: message('order.needs-confirmation', { reason }) };
    case 'blocked':
      return { state: 'waiting', message: message('order.blocked', { reason }) };
    case 'waiting':
      if (reason !== null) return { state: 'waiting', message: message('order.waiting', { reason }) };
      if (isSendingPaused) return { state: 'waiting', message: message('order.sending-paused') };
      return sending;
    default:
      return sending;
  }
}

const sending: StateAndMessage = { state: 'creating', message: message('order.sending') };

/** Fields of an answer that are named where it left some out. */
const maxNamedFields = 3;

function createdMessage(
  { settledBy, quotedPrice }: Command,
  answer: AnsweredOrder | null,
  currency: string | null,
): OrderProgress['message'] {
  const missing = answer?.missing ?? [];
  if (settledBy !== null) {
    const hasLabels = !missing.includes('shipments');
    return message(hasLabels ? 'order.confirmed' : 'order.confirmed-without-labels', { by: settledBy });
  }
  const charged = answer?.priceWithTax ?? null;
  const prices = { charged: { amount: charged, currency }, quoted: { amount: quotedPrice, currency } };
  const isOtherPrice = isOtherAmount(charged, quotedPrice);
  if (missing.length === 0) {
    return isOtherPrice ? message('order.created-at-other-price', prices) : message('order.created');
  }
  const left = {
    fields: missing.slice(0, maxNamedFields).join(', '),
    more: Math.max(0, missing.length - maxNamedFields),
  };
  return isOtherPrice
    ? message('order.created-incomplete-at-other-price', { ...left, ...prices })
    : message('order.created-incomplete', left);
}
