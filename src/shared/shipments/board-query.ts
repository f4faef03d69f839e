import { z } from 'zod';
import { type ShipmentState, shipmentStates, shipmentStateWords } from './shipment-state.ts';

/** What the board's state filter can ask for: one of the twelve, or that no source ever spoke. */
export const boardStates = [...shipmentStates, 'none'] as const;
export type BoardState = (typeof boardStates)[number];

export const boardStateWords: Record<BoardState, string> = {
  ...(shipmentStateWords satisfies Record<ShipmentState, string>),
  none: 'No status',
};

/** Orders of the board. `state age`: whose state (or, without one, whose creation) is oldest comes first. */
export const boardSorts = ['newest', 'oldest', 'recipient', 'state age'] as const;
export type BoardSort = (typeof boardSorts)[number];

export const boardSortWords: Record<BoardSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  recipient: 'Recipient',
  'state age': 'Longest in its state',
};

/** Which parcels the board lists. A day is told as two moments, because it begins when the desk's clock says so. */
export const boardFilterSchema = z.object({
  /** The beginning of a code, of words of name and address, or of a phone number. */
  find: z.string().max(200).default(''),
  state: z.enum(boardStates).nullable().default(null),
  /** ISO 8601, UTC: created at that moment or later. */
  createdFrom: z.iso.datetime().nullable().default(null),
  /** ISO 8601, UTC: created before that moment. */
  createdBefore: z.iso.datetime().nullable().default(null),
});
export type BoardFilter = z.infer<typeof boardFilterSchema>;

export const boardPageSchema = boardFilterSchema.extend({
  sort: z.enum(boardSorts).default('newest'),
  offset: z.int().min(0),
  limit: z.int().min(1).max(200),
});
export type BoardPage = z.infer<typeof boardPageSchema>;

/** The filter that lets everything through, newest first. */
export const unfilteredBoard = {
  find: '',
  state: null,
  createdFrom: null,
  createdBefore: null,
  sort: 'newest',
} as const satisfies BoardFilter & { sort: BoardSort };

/** Hits of a search, or parcels of a day, that are counted, sorted and listed; what is beyond is told as "more than". */
export const maxHits = 10_000;

/** Parcels of the whole board that can be scrolled to. */
export const maxListed = 200_000;

/** A page as it is asked for; what is left out is everything, newest first. */
export type BoardQuery = Pick<BoardPage, 'offset' | 'limit'> & Partial<BoardPage>;
