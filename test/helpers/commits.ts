import { readFileSync } from 'node:fs';
import { DatabaseSync } from '@photostructure/sqlite';

const headerBytes = 32;
const frameHeaderBytes = 24;

/** Empties the write-ahead log of a database, so that its commits can be counted from here. */
export function emptyLog(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/**
 * Commits in the write-ahead log of a database since it was emptied: each ends with a frame that states the size of the database. With
 * `synchronous=FULL`, each is one fsync (sqlite.org/fileformat2.html, "The Write-Ahead Log").
 */
export function commitsIn(file: string): number {
  const log = readFileSync(`${file}-wal`);
  if (log.length < headerBytes) return 0;
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    if (!log.subarray(at + 8, at + 16).equals(salt)) break;
    if (log.readUInt32BE(at + 4) > 0) commits += 1;
  }
  return commits;
}
