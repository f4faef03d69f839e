import type { Migration } from './migration.ts';

/** By which old rows are found that belong to no order: without reading the young ones, or the commands of all orders. */
export const retentionIndexes: Migration = {
  name: 'retention indexes',
  sql: `
    CREATE INDEX events_unmatched_by_time ON events (received_at, id) WHERE parcel_id IS NULL AND shipment_id IS NULL;
    CREATE INDEX commands_without_order ON commands (id) WHERE parcel_id IS NULL AND order_id IS NULL;
  `,
};
