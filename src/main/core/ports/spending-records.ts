import type { Command } from '../../../shared/command.ts';

/** What is known beside an order's request when its intent is written down. */
export interface OrderIntent {
  /** Price with tax of the quote it was made with; null where there was none. */
  quotedPrice: number | null;
  /** See `likenessOf`; null: it is compared with none. */
  likeness: string | null;
}

/** What orders of this station cost, counted by the moment they last left; those that wait to leave count as well. */
export interface Spent {
  /** Orders known to exist. */
  orders: number;
  /** What their answers told, with tax. */
  charged: number;
  /** Of `orders`: those whose answer told no price. */
  unpriced: number;
  /** Orders that may exist. */
  uncertain: number;
  /** Quotes of what is unpriced, in doubt or on its way, where they have one. */
  quoted: number;
}

/** What orders cost, and which of them look alike. */
export interface SpendingRecords {
  /** The newest order of that likeness that was asked for at or after `since` (ISO) and neither rejected nor taken back. */
  alikeCreate(likeness: string, since: string): Promise<Command | null>;
  /** What left at or after `since` (ISO), and what is to leave. */
  spentSince(since: string): Promise<Spent>;
  /** The moment (ISO) by which at least `amount` of what left since then had left; null where less did. */
  whenSpent(since: string, amount: number): Promise<string | null>;
}
