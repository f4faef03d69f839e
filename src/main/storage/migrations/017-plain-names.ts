import type { Migration } from './migration.ts';

/** True where a column holds a JSON object. CASE, because SQLite may evaluate the sides of AND in any order. */
const isObject = (column: string): string =>
  `CASE WHEN json_valid(${column}) THEN json_type(${column}) = 'object' ELSE 0 END`;

/** The JSON object of a column with some keys renamed; absent keys stay absent, because defaults fill them in. */
const withKeys = (column: string, names: Readonly<Record<string, string>>, value = `${column} -> fullkey`): string => {
  const cases = Object.entries(names).map(([old, name]) => `WHEN '${old}' THEN '${name}'`);
  return `(SELECT json_group_object(CASE key ${cases.join(' ')} ELSE key END, ${value}) FROM json_each(${column}))`;
};

/** A failure with the service's text under its current key. */
const failure = `CASE WHEN ${isObject('failure')} THEN ${withKeys('failure', { serviceWords: 'serviceText' })} ELSE failure END`;
const hasServiceWords = `CASE WHEN ${isObject('failure')} THEN failure ->> '$.serviceWords' IS NOT NULL ELSE 0 END`;

const evidenceKeys = {
  told: 'statusReport',
  provedBy: 'confirmedBy',
  queueWords: 'queueMessage',
  takenOut: 'removedCommands',
};
const evidenceValue = `CASE WHEN key = 'provedBy' AND atom = 'person' THEN json_quote('operator') ELSE evidence -> fullkey END`;

/** Codes of messages inside the question changed as well; within a JSON text, quotes of a string are escaped, so only codes match. */
const question = `replace(${withKeys('question', { question: 'kind', words: 'message' })},
  '"code":"print-job.asked.', '"code":"print-question.')`;

const problem = `json_object('place', value -> '$.place', 'field', value -> '$.field',
  'severity', CASE value ->> '$.weight' WHEN 'fault' THEN 'error' ELSE value ->> '$.weight' END, 'message', value -> '$.words')`;
const areObjects = `CASE WHEN json_valid(problems)
  THEN json_type(problems) = 'array' AND NOT EXISTS (SELECT 1 FROM json_each(problems) WHERE type <> 'object') ELSE 0 END`;

const batchFacts = `json_remove(json_set(facts, '$.resultUncertain', facts -> '$.resultDoubts'), '$.resultDoubts')`;
const batchFailure = `json_remove(json_set(${batchFacts}, '$.why.serviceText', facts -> '$.why.serviceWords'), '$.why.serviceWords')`;

/**
 * Renames columns, tables, states and JSON keys to the terms of the code. Invalid JSON stays unchanged, and is quarantined
 * when it is read.
 *
 * Costs one pass over each table that holds such a value, and writes only rows that change: of print jobs nearly all (JSON of a few
 * hundred bytes each), of labels all, because their CHECK names a state. Columns and the full-text table are renamed in the schema
 * alone. The column `words` of the full-text table keeps its name: FTS5 cannot rename it, and building the index anew takes minutes
 * for a million parcels.
 *
 * The journal is not rewritten: its lines are a record of what was written at the time, and no decision depends on them.
 */
export const plainNames: Migration = {
  name: 'plain names',
  sql: `
    ALTER TABLE set_aside RENAME TO quarantined_rows;
    ALTER TABLE journal_lets_go RENAME TO journal_retention;
    ALTER TABLE parcel_words RENAME TO parcel_search;

    ALTER TABLE orders RENAME COLUMN kept_at TO stored_at;

    CREATE TABLE new_labels (
      id INTEGER PRIMARY KEY,
      parcel_id INTEGER NOT NULL UNIQUE REFERENCES parcels (id),
      state TEXT NOT NULL,
      source TEXT NOT NULL,
      format TEXT NOT NULL,
      url TEXT NOT NULL,
      sha256 TEXT REFERENCES label_files (sha256),
      failure TEXT,
      pdf_url TEXT,
      stored_at TEXT,
      can_wait INTEGER NOT NULL DEFAULT 0,
      CHECK ((state = 'stored') = (sha256 IS NOT NULL))
    ) STRICT;
    INSERT INTO new_labels (id, parcel_id, state, source, format, url, sha256, failure, pdf_url, stored_at, can_wait)
      SELECT id, parcel_id, CASE state WHEN 'wanted' THEN 'pending' WHEN 'kept' THEN 'stored' ELSE state END, source, format, url,
        sha256, ${failure}, pdf_url, kept_at, can_wait
      FROM labels;
    DROP TABLE labels;
    ALTER TABLE new_labels RENAME TO labels;
    CREATE INDEX labels_pending ON labels (can_wait, id) WHERE state = 'pending';
    CREATE INDEX labels_by_file ON labels (sha256) WHERE sha256 IS NOT NULL;

    ALTER TABLE print_jobs RENAME COLUMN bytes_handed_over TO bytes_sent;
    ALTER TABLE print_jobs RENAME COLUMN asked TO question;
    UPDATE print_jobs SET
      evidence = CASE WHEN ${isObject('evidence')} THEN ${withKeys('evidence', evidenceKeys, evidenceValue)} ELSE evidence END,
      question = CASE WHEN ${isObject('question')} THEN ${question} ELSE question END,
      failure = ${failure}
    WHERE evidence <> '{}' OR question IS NOT NULL OR ${hasServiceWords};

    DROP INDEX commands_by_likeness;
    ALTER TABLE commands RENAME COLUMN put_away TO is_dismissed;
    ALTER TABLE commands RENAME COLUMN asked_until TO retry_after_at;
    ALTER TABLE commands RENAME COLUMN agreed_at TO confirmed_at;
    ALTER TABLE commands RENAME COLUMN likeness TO fingerprint;
    CREATE INDEX commands_by_fingerprint ON commands (fingerprint, created_at) WHERE fingerprint IS NOT NULL;
    UPDATE commands SET
      state = CASE state WHEN 'asks' THEN 'needs confirmation' ELSE state END,
      settled_by = CASE settled_by WHEN 'person' THEN 'operator' WHEN 'refusal' THEN 'rejection' ELSE settled_by END,
      failure = ${failure}
    WHERE state = 'asks' OR settled_by IN ('person', 'refusal') OR ${hasServiceWords};

    UPDATE scans SET kind = CASE kind WHEN 'proved' THEN 'confirmed' ELSE 'ambiguous layout' END
    WHERE kind IN ('proved', 'layout doubt');

    DROP INDEX events_to_tell;
    DROP INDEX events_alike;
    ALTER TABLE events RENAME COLUMN unasked TO unrequested;
    ALTER TABLE events RENAME COLUMN told_at TO reported_at;
    CREATE INDEX events_to_report ON events (id) WHERE unrequested IS NOT NULL AND reported_at IS NULL;
    CREATE INDEX events_by_own_time ON events (shipment_id, event, own_time)
      WHERE shipment_id IS NOT NULL AND own_time IS NOT NULL AND same_as IS NULL;

    DROP INDEX order_alarms_untold;
    ALTER TABLE order_alarms RENAME COLUMN told_at TO reported_at;
    ALTER TABLE order_alarms RENAME COLUMN put_away TO is_dismissed;
    CREATE INDEX order_alarms_to_report ON order_alarms (id) WHERE reported_at IS NULL;

    UPDATE batches SET facts = CASE WHEN facts ->> '$.why.serviceWords' IS NULL THEN ${batchFacts} ELSE ${batchFailure} END
    WHERE CASE WHEN ${isObject('facts')} THEN facts ->> '$.resultDoubts' IS NOT NULL ELSE 0 END;
    UPDATE batch_rows SET problems = (SELECT json_group_array(${problem}) FROM json_each(problems))
    WHERE problems <> '[]' AND ${areObjects};
    UPDATE batch_orders SET failure = ${failure} WHERE ${hasServiceWords};
    ALTER TABLE batch_quotes RENAME COLUMN words TO message;
  `,
};
