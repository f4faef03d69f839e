import type { Migration } from './migration.ts';

/**
 * Equal bytes are stored again where they are another event; `digest` stays unique, because what follows the digest of the bytes
 * tells the arrivals apart. `conflicts_with` is the final state that an event without a time did not change.
 */
export const repeatedEvents: Migration = {
  name: 'repeated events',
  sql: `
    ALTER TABLE events ADD COLUMN conflicts_with TEXT;
    CREATE INDEX events_by_arrival ON events (shipment_id, id) WHERE shipment_id IS NOT NULL;
    CREATE INDEX events_uncounted ON events (digest) WHERE shipment_id IS NULL OR same_as IS NOT NULL;
  `,
};
