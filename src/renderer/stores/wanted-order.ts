import { createStore } from 'zustand/vanilla';
import type { OrderDraft } from '../../shared/order-book.ts';

/** An order somebody wants to have in the form. */
export interface WantedOrder {
  /** By name: no other one gets it. */
  readonly environment: string;
  readonly draft: OrderDraft;
}

/** The newest wanted order until the form has taken it; null: none is wanted. */
export const wantedOrder = createStore<{ readonly wanted: WantedOrder | null }>(() => ({ wanted: null }));

/** Asks the form to take a draft; it asks back where something else is written in it. */
export const wantOrder = (wanted: WantedOrder): void => wantedOrder.setState({ wanted });

/** It was taken, or is not wanted any more. */
export const settleWantedOrder = (): void => wantedOrder.setState({ wanted: null });
