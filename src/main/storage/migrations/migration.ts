/** One schema change. Its number is its place in the list (`PRAGMA user_version`); the SQL of a released migration never changes. */
export interface Migration {
  name: string;
  sql: string;
}
