import type { Migration } from './migration.ts';

/**
 * Who did it, and the lead who allowed it beyond a cap, by id and by the name at that time; null where no one signed in. The index counts
 * what a person did within the last hour. Print jobs and commands carry the names for the history of their parcel.
 */
export const people: Migration = {
  name: 'people',
  sql: `
    ALTER TABLE activity ADD COLUMN person_id INTEGER;
    ALTER TABLE activity ADD COLUMN person_name TEXT;
    ALTER TABLE activity ADD COLUMN lead_id INTEGER;
    ALTER TABLE activity ADD COLUMN lead_name TEXT;
    CREATE INDEX activity_of_person ON activity (person_id, what, at) WHERE person_id IS NOT NULL;
    ALTER TABLE print_jobs ADD COLUMN person_name TEXT;
    ALTER TABLE print_jobs ADD COLUMN lead_name TEXT;
    ALTER TABLE commands ADD COLUMN person_name TEXT;
    ALTER TABLE commands ADD COLUMN lead_name TEXT;
  `,
};
