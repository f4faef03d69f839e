import type { Migration } from './migration.ts';

/**
 * Codes are TEXT: leading zeros are part of them. One case-insensitive index serves exact look-ups too. A custom code is not unique
 * here: the service documents it as unique, but where it is not, both parcels are stored, and a scan asks the operator to choose.
 * An answer is stored as bytes, because TEXT ends at its first NUL.
 */
export const orders: Migration = {
  name: 'orders',
  sql: `
    CREATE TABLE order_answers (
      id INTEGER PRIMARY KEY,
      command_id INTEGER REFERENCES commands (id),
      is_whole INTEGER NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX order_answers_by_command ON order_answers (command_id);

    CREATE TABLE orders (
      id INTEGER PRIMARY KEY,
      unique_id TEXT UNIQUE,
      created_at TEXT,
      source TEXT NOT NULL,
      request TEXT,
      answer_id INTEGER NOT NULL REFERENCES order_answers (id),
      price_with_tax REAL,
      missing TEXT NOT NULL,
      kept_at TEXT NOT NULL
    ) STRICT;

    CREATE TABLE shipments (
      id INTEGER PRIMARY KEY,
      order_id INTEGER NOT NULL REFERENCES orders (id),
      position INTEGER NOT NULL,
      tracking_code TEXT,
      drop_off_id INTEGER,
      pick_up_unique_id TEXT,
      pick_up_id INTEGER,
      pick_up_date TEXT,
      drop_off_date TEXT,
      recipient_name TEXT,
      recipient_phone TEXT,
      recipient_address TEXT,
      recipient_postal_code TEXT,
      status_state TEXT,
      status_source TEXT,
      status_at TEXT
    ) STRICT;
    CREATE INDEX shipments_by_order ON shipments (order_id);
    CREATE INDEX shipments_by_tracking_code ON shipments (tracking_code COLLATE NOCASE) WHERE tracking_code IS NOT NULL;

    CREATE TABLE parcels (
      id INTEGER PRIMARY KEY,
      shipment_id INTEGER NOT NULL REFERENCES shipments (id),
      position INTEGER NOT NULL,
      custom_code TEXT,
      pick_up_code TEXT,
      weight_grams REAL,
      size_code TEXT,
      missing TEXT NOT NULL,
      deleted_at TEXT,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX parcels_by_shipment ON parcels (shipment_id);
    CREATE INDEX parcels_by_custom_code ON parcels (custom_code COLLATE NOCASE) WHERE custom_code IS NOT NULL;
    CREATE INDEX parcels_by_pick_up_code ON parcels (pick_up_code COLLATE NOCASE) WHERE pick_up_code IS NOT NULL;
  `,
};
