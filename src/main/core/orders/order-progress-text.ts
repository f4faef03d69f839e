import { sentenceOf } from '../../../shared/contract/failure.ts';
import type { Command, CommandSettler } from '../../../shared/orders/command.ts';
import type { OrderProgress } from '../../../shared/orders/order-progress.ts';
import { isOtherAmount, money } from '../../../shared/values/money.ts';

/** What is known of an order's answer. */
export interface AnsweredOrder {
  missing: readonly string[];
  priceWithTax: number | null;
}

export interface OrderWordsContext {
  /** Nothing leaves now, whatever is wanted. */
  isSendingPaused: boolean;
  currency: string | null;
}

/** The word of an order's status, and the sentence beside it. `told` is null until there is an answer. */
export function orderWords(
  command: Command,
  answer: AnsweredOrder | null,
  { isSendingPaused, currency }: OrderWordsContext,
): Pick<OrderProgress, 'word' | 'sentence'> {
  const failureMessage = command.failure && sentenceOf(command.failure.message);
  switch (command.state) {
    case 'done': {
      if (command.settledBy !== null) {
        return { word: 'Created', sentence: settledWords(command.settledBy, answer?.missing ?? []) };
      }
      const charged = chargeDifferenceText(answer?.priceWithTax ?? null, command.quotedPrice, currency);
      return {
        word: 'Created',
        sentence: `The service took the order.${charged}${missingFieldsText(answer?.missing ?? [])}`,
      };
    }
    case 'uncertain':
      return {
        word: 'Uncertain',
        sentence: `${failureMessage ?? 'The service gave no answer.'} The order may exist. It is not sent again by itself.`,
      };
    case 'rejected':
      return {
        word: 'Refused',
        sentence: `${failureMessage ?? 'The service refused the order.'} Correct the form and press Create order.`,
      };
    case 'asks':
      return {
        word: 'Waiting',
        sentence: `${failureMessage ?? 'It waits for your word.'} Look under Print queue, Waiting to send.`,
      };
    case 'undone':
      return { word: 'Refused', sentence: failureMessage ?? 'It was taken back: nothing was ordered.' };
    case 'blocked':
      return {
        word: 'Waiting',
        sentence: `${failureMessage ?? 'The token was refused.'} It goes when a new token is entered.`,
      };
    case 'waiting':
      return failureMessage
        ? { word: 'Waiting', sentence: `${failureMessage} It goes by itself when the service can be reached.` }
        : isSendingPaused
          ? { word: 'Waiting', sentence: 'It goes by itself when the service takes anything again.' }
          : { word: 'Creating', sentence: 'On its way to the service.' };
    default:
      return { word: 'Creating', sentence: 'On its way to the service.' };
  }
}

function chargeDifferenceText(charged: number | null, quoted: number | null, currency: string | null): string {
  if (!isOtherAmount(charged, quoted)) return '';
  return ` It was charged differently from the quote: ${money(charged, currency)}, quoted ${money(quoted, currency)}.`;
}

/** Names at most three of the fields a 2xx left out: the order stands all the same. */
function missingFieldsText(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  return ` It did not say: ${missing.slice(0, 3).join(', ')}${more}.`;
}

const settledByText: Record<CommandSettler, string> = {
  webhook: 'A webhook names it: the order exists, though its own answer never came.',
  refusal: 'The service refused its codes the second time: the order exists, though its own answer never came.',
  person: 'Somebody looked: the order is there, though its own answer never came.',
  import: 'An imported order response tells of it; its own answer never came.',
};

/** The sentence about an order that was in doubt and exists. `missing`: fields nobody told. */
export function settledWords(settledBy: CommandSettler, missing: readonly string[]): string {
  const noLabels = missing.includes('shipments')
    ? ' Where its labels are was not told. Import the order response to print its labels.'
    : '';
  return `${settledByText[settledBy]}${noLabels}`;
}
