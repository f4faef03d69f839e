import type { Command } from '../../shared/command.ts';
import { isOtherAmount, money } from '../../shared/money.ts';
import type { OrderProgress } from '../../shared/order-progress.ts';
import { settledWords } from './doubt/settled-words.ts';

/** What is known of an order's answer. */
export interface ToldOrder {
  missing: readonly string[];
  priceWithTax: number | null;
}

export interface OrderWordsContext {
  /** Nothing leaves now, whatever is wanted. */
  isHeldUp: boolean;
  currency: string | null;
}

/** The word of an order's status, and the sentence beside it. `told` is null until there is an answer. */
export function orderWords(
  command: Command,
  told: ToldOrder | null,
  { isHeldUp, currency }: OrderWordsContext,
): Pick<OrderProgress, 'word' | 'sentence'> {
  const said = command.failure?.message;
  switch (command.state) {
    case 'done': {
      if (command.settledBy !== null) {
        return { word: 'Created', sentence: settledWords(command.settledBy, told?.missing ?? []) };
      }
      const charged = chargedOtherwise(told?.priceWithTax ?? null, command.quotedPrice, currency);
      return { word: 'Created', sentence: `The service took the order.${charged}${unsaid(told?.missing ?? [])}` };
    }
    case 'uncertain':
      return {
        word: 'Uncertain',
        sentence: `${said ?? 'The service gave no answer.'} The order may exist. It is not sent again by itself.`,
      };
    case 'rejected':
      return {
        word: 'Refused',
        sentence: `${said ?? 'The service refused the order.'} Correct the form and press Create order.`,
      };
    case 'asks':
      return {
        word: 'Waiting',
        sentence: `${said ?? 'It waits for your word.'} Look under Print queue, Waiting to send.`,
      };
    case 'undone':
      return { word: 'Refused', sentence: said ?? 'It was taken back: nothing was ordered.' };
    case 'blocked':
      return { word: 'Waiting', sentence: `${said ?? 'The token was refused.'} It goes when a new token is entered.` };
    case 'waiting':
      return said
        ? { word: 'Waiting', sentence: `${said} It goes by itself when the service can be reached.` }
        : isHeldUp
          ? { word: 'Waiting', sentence: 'It goes by itself when the service takes anything again.' }
          : { word: 'Creating', sentence: 'On its way to the service.' };
    default:
      return { word: 'Creating', sentence: 'On its way to the service.' };
  }
}

function chargedOtherwise(charged: number | null, quoted: number | null, currency: string | null): string {
  if (!isOtherAmount(charged, quoted)) return '';
  return ` It was charged differently from the quote: ${money(charged, currency)}, quoted ${money(quoted, currency)}.`;
}

/** Names at most three of the fields a 2xx left out: the order stands all the same. */
function unsaid(missing: readonly string[]): string {
  if (missing.length === 0) return '';
  const more = missing.length > 3 ? ` and ${missing.length - 3} more` : '';
  return ` It did not say: ${missing.slice(0, 3).join(', ')}${more}.`;
}
