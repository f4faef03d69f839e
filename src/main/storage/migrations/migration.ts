/** One step of the file's shape. Its number is its place in the list (`PRAGMA user_version`); a step once shipped is never edited. */
export interface Migration {
  name: string;
  sql: string;
}
