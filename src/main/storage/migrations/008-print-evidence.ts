import type { Migration } from './migration.ts';

/**
 * Facts about a job besides its state, the question it waits for (`asked`), and the bytes sent where they differ from the label's.
 * A job with a question or held by an operator is skipped by `next`. `pdf_url` is the service's PDF of a ZPL label.
 */
export const printEvidence: Migration = {
  name: 'print evidence',
  sql: `
    ALTER TABLE print_jobs ADD COLUMN sent_sha256 TEXT REFERENCES label_files (sha256);
    ALTER TABLE print_jobs ADD COLUMN evidence TEXT NOT NULL DEFAULT '{}';
    ALTER TABLE print_jobs ADD COLUMN asked TEXT;
    ALTER TABLE print_jobs ADD COLUMN answers TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE print_jobs ADD COLUMN on_hold INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE print_jobs ADD COLUMN position INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE print_jobs ADD COLUMN parcel_count INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE labels ADD COLUMN pdf_url TEXT;
    DROP INDEX print_jobs_to_send;
    CREATE INDEX print_jobs_to_send ON print_jobs (printer, id)
      WHERE state IN ('queued', 'held') AND asked IS NULL AND on_hold = 0;
    CREATE INDEX print_jobs_in_printer ON print_jobs (printer, id) WHERE state IN ('sending', 'sent');
  `,
};
