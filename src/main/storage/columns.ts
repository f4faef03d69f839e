/** A row as SQLite gives it: read, never trusted. */
export type Row = Record<string, unknown>;

/** Our names for a table's columns. */
export type Columns = Readonly<Record<string, string>>;

/** The select list of a table under our names: `job.parcel_id AS "lastJob.parcelId"`. */
export function select(table: string, columns: Columns, part?: string): string {
  const prefix = part ? `${part}.` : '';
  return Object.entries(columns)
    .map(([name, column]) => `${table}.${column} AS "${prefix}${name}"`)
    .join(', ');
}

/** The columns of one part of a joined row, under their own names. */
export function part(row: Row, name: string, columns: Columns): Row {
  const own: Row = {};
  for (const key of Object.keys(columns)) own[key] = row[`${name}.${key}`];
  return own;
}
