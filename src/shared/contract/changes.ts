/** What can change while the window shows it. A change is announced; the window then reads again what it shows of it. */
export const topics = [
  'station',
  'verdict',
  'health',
  'scans',
  'deletions',
  'print jobs',
  'commands',
  'parcels',
  'attention',
  'virtual labels',
  'serial scans',
  'found printers',
  'import',
  'export',
  'webhook deliveries',
  'order book',
  'batch',
  'rehearsal',
  'site',
] as const;
export type Topic = (typeof topics)[number];

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
