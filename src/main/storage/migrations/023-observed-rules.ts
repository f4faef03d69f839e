import type { Migration } from './migration.ts';

/**
 * `used_code_rejections` has the services that once rejected a used custom code, by address. `scenario_run_at` of a shipment is when
 * the service accepted a sandbox scenario for it: it is final from then on (interface document, Sandbox rule).
 */
export const observedRules: Migration = {
  name: 'observed rules',
  sql: `
    CREATE TABLE used_code_rejections (service TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
    ALTER TABLE shipments ADD COLUMN scenario_run_at TEXT;
  `,
};
