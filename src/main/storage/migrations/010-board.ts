import type { Migration } from './migration.ts';

/** The parcel's state: `deleted` once the service confirmed its deletion, else the state of its shipment. */
const state = `CASE WHEN parcel.deleted_at IS NULL THEN coalesce(shipment.status_state, 'none') ELSE 'deleted' END`;
/** When the state began; without a state, when the parcel was created. */
const stateAt = `CASE WHEN parcel.deleted_at IS NULL THEN coalesce(shipment.status_at, parcel.created_at)
  WHEN shipment.status_state = 'deleted' THEN coalesce(shipment.status_at, parcel.deleted_at) ELSE parcel.deleted_at END`;
/** Parcels without a recipient sort last. */
const recipient = `coalesce(nullif(lower(trim(shipment.recipient_name)), ''), char(1114111))`;

const digits = [' ', '+', '-', '(', ')', '.', '/'].reduce(
  (text, mark) => `replace(${text}, '${mark}', '')`,
  'shipment.recipient_phone',
);
const phone = `nullif(ltrim(${digits}, '0'), '')`;

const board = `
  parcel.id, ${state}, ${stateAt}, ${recipient}, parcel.created_at, ${phone}, nullif(substr(${phone}, -9), '')`;

/** The part of a code after a dash is a word too: operators type "88213" for "P-88213". */
const afterDash = (code: string): string =>
  `CASE WHEN instr(${code}, '-') > 0 THEN substr(${code}, instr(${code}, '-') + 1) END`;
const words = `concat_ws(' ', shipment.recipient_name, shipment.recipient_address, shipment.recipient_postal_code,
  ${afterDash('parcel.pick_up_code')}, ${afterDash('shipment.tracking_code')})`;

const parcels = 'parcels AS parcel JOIN shipments AS shipment ON shipment.id = parcel.shipment_id';
const fillBoard = (where: string): string => `INSERT INTO board SELECT ${board} FROM ${parcels} ${where};`;
const fillWords = (where: string): string =>
  `INSERT INTO parcel_words (rowid, words) SELECT parcel.id, ${words} FROM ${parcels} ${where};`;
const refreshBoard = (where: string): string => `
  UPDATE board SET (state, state_at, recipient, phone, phone_end) = (
    SELECT ${state}, ${stateAt}, ${recipient}, ${phone}, nullif(substr(${phone}, -9), '')
    FROM ${parcels} WHERE parcel.id = board.id) WHERE ${where};`;
const refreshWords = (where: string): string => `
  DELETE FROM parcel_words WHERE rowid IN (SELECT parcel.id FROM ${parcels} WHERE ${where});
  ${fillWords(`WHERE ${where}`)}`;

/**
 * One narrow row for each parcel, by which the board is filtered and sorted; the number of parcels in each state; and a full-text
 * index of recipients with prefixes of up to twelve letters (longer searches are slower). Triggers keep them up to date. The
 * full-text index is merged when the station is idle (`mergeSearchIndex`), never during a write.
 *
 * For removing old records: an index on every reference, and journal entries that can be deleted if they are older than the time
 * in `journal_lets_go`.
 */
export const boardAndAge: Migration = {
  name: 'board and age',
  sql: `
    CREATE TABLE board (
      id INTEGER PRIMARY KEY,
      state TEXT NOT NULL,
      state_at TEXT NOT NULL,
      recipient TEXT NOT NULL,
      created_at TEXT NOT NULL,
      phone TEXT,
      phone_end TEXT
    ) STRICT;
    CREATE TABLE board_counts (state TEXT PRIMARY KEY, parcels INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE VIRTUAL TABLE parcel_words USING fts5 (
      words, content = '', contentless_delete = 1, detail = none,
      tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4 5 6 7 8 9 10 11 12'
    );
    INSERT INTO parcel_words (parcel_words, rank) VALUES ('pgsz', 512);
    ${fillBoard('')}
    INSERT INTO board_counts SELECT state, count(*) FROM board GROUP BY state;
    ${fillWords('')}
    INSERT INTO parcel_words (parcel_words, rank) VALUES ('automerge', 0);
    INSERT INTO parcel_words (parcel_words, rank) VALUES ('crisismerge', 500);
    CREATE INDEX board_by_state ON board (state, id);
    CREATE INDEX board_by_recipient ON board (recipient, id);
    CREATE INDEX board_by_state_and_recipient ON board (state, recipient, id);
    CREATE INDEX board_by_state_age ON board (state_at, id);
    CREATE INDEX board_by_state_and_age ON board (state, state_at, id);
    CREATE INDEX board_by_day ON board (created_at, id);
    CREATE INDEX board_by_phone ON board (phone) WHERE phone IS NOT NULL;
    CREATE INDEX board_by_phone_end ON board (phone_end) WHERE phone_end IS NOT NULL;

    CREATE TRIGGER board_gains AFTER INSERT ON board BEGIN
      INSERT INTO board_counts VALUES (NEW.state, 1) ON CONFLICT (state) DO UPDATE SET parcels = parcels + 1;
    END;
    CREATE TRIGGER board_loses AFTER DELETE ON board BEGIN
      UPDATE board_counts SET parcels = parcels - 1 WHERE state = OLD.state;
    END;
    CREATE TRIGGER board_moves AFTER UPDATE OF state ON board WHEN OLD.state <> NEW.state BEGIN
      UPDATE board_counts SET parcels = parcels - 1 WHERE state = OLD.state;
      INSERT INTO board_counts VALUES (NEW.state, 1) ON CONFLICT (state) DO UPDATE SET parcels = parcels + 1;
    END;

    CREATE TRIGGER parcel_comes AFTER INSERT ON parcels BEGIN
      ${fillBoard('WHERE parcel.id = NEW.id')}
      ${fillWords('WHERE parcel.id = NEW.id')}
    END;
    CREATE TRIGGER parcel_goes AFTER DELETE ON parcels BEGIN
      DELETE FROM board WHERE id = OLD.id;
      DELETE FROM parcel_words WHERE rowid = OLD.id;
    END;
    CREATE TRIGGER parcel_is_deleted AFTER UPDATE OF deleted_at ON parcels BEGIN
      ${refreshBoard('id = NEW.id')}
    END;
    CREATE TRIGGER parcel_is_named AFTER UPDATE OF pick_up_code ON parcels WHEN OLD.pick_up_code IS NOT NEW.pick_up_code BEGIN
      ${refreshWords('parcel.id = NEW.id')}
    END;
    CREATE TRIGGER shipment_has_news AFTER UPDATE OF status_state, status_at ON shipments
      WHEN OLD.status_state IS NOT NEW.status_state OR OLD.status_at IS NOT NEW.status_at BEGIN
      ${refreshBoard('id IN (SELECT id FROM parcels WHERE shipment_id = NEW.id)')}
    END;
    CREATE TRIGGER shipment_is_told
      AFTER UPDATE OF tracking_code, recipient_name, recipient_phone, recipient_address, recipient_postal_code ON shipments BEGIN
      ${refreshBoard('id IN (SELECT id FROM parcels WHERE shipment_id = NEW.id)')}
      ${refreshWords('parcel.shipment_id = NEW.id')}
    END;

    CREATE INDEX orders_by_age ON orders (kept_at, id);
    CREATE INDEX orders_by_answer ON orders (answer_id);
    CREATE INDEX scans_by_parcel ON scans (parcel_id) WHERE parcel_id IS NOT NULL;
    CREATE INDEX scans_by_job ON scans (job_id) WHERE job_id IS NOT NULL;
    CREATE INDEX scans_by_command ON scans (command_id) WHERE command_id IS NOT NULL;
    CREATE INDEX commands_by_order ON commands (order_id) WHERE order_id IS NOT NULL;
    CREATE INDEX labels_by_file ON labels (sha256) WHERE sha256 IS NOT NULL;
    CREATE INDEX print_jobs_by_label ON print_jobs (label_sha256);
    CREATE INDEX print_jobs_by_sent ON print_jobs (sent_sha256) WHERE sent_sha256 IS NOT NULL;

    CREATE TABLE journal_lets_go (id INTEGER PRIMARY KEY CHECK (id = 1), before TEXT NOT NULL) STRICT;
    INSERT INTO journal_lets_go VALUES (1, '');
    DROP TRIGGER activity_is_not_deleted;
    CREATE TRIGGER activity_is_not_deleted BEFORE DELETE ON activity
      WHEN OLD.at >= coalesce((SELECT before FROM journal_lets_go), '')
      BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
  `,
};
