import { z } from 'zod';
import { shipmentStates } from './shipment-state.ts';

/** Values of the board's state filter: one of the twelve states, or no status yet. */
export const boardStates = [...shipmentStates, 'none'] as const;
export type BoardState = (typeof boardStates)[number];

/** Orders of the board. `state age`: whose state (or, without one, whose creation) is oldest comes first. */
export const boardSorts = ['newest', 'oldest', 'recipient', 'state age'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** Which parcels the board lists. A day is given as two moments, because it begins by the station's local clock. */
export const boardFilterSchema = z.object({
  /** The beginning of a code, of a phone number, or of a word of the name or address. */
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

/** The filter that matches everything, newest first. */
export const unfilteredBoard = {
  find: '',
  state: null,
  createdFrom: null,
  createdBefore: null,
  sort: 'newest',
} as const satisfies BoardFilter & { sort: BoardSort };

/** Most hits of a search, or parcels of a day, that are counted, sorted and listed; beyond it the count is "more than". */
export const maxHits = 10_000;

/** Parcels of the whole board that can be scrolled to. */
export const maxListed = 200_000;

/** A page as requested; what is left out defaults to everything, newest first. */
export type BoardQuery = Pick<BoardPage, 'offset' | 'limit'> & Partial<BoardPage>;
