import type { Topic } from './station-contract.ts';

/** Most parcels that a change names; of more, any may have changed. */
export const maxParcelsNamed = 200;
/** A topic, of which anything may have changed, or only what it says of some parcels. */
export type Change = Topic | { readonly topic: Topic; readonly parcels: readonly number[] };

/** Changes that concern these parcels alone. */
export function ofParcels(parcels: readonly number[], ...topics: Topic[]): Change[] {
  const named = [...new Set(parcels)];
  return named.length > maxParcelsNamed ? topics : topics.map((topic) => ({ topic, parcels: named }));
}

export const topicOf = (change: Change): Topic => (typeof change === 'string' ? change : change.topic);
