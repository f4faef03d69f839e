import { createHash } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';

/** The digests of all events in a file of records, each as often as it is there. */
export function eventDigests(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT digest FROM events').all() as { digest: string }[];
  database.close();
  return rows.map(({ digest }) => digest);
}

export const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
