import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeDatabase, openDatabase } from '../../../src/main/storage/database.ts';
import { commandCodes } from '../../../src/main/storage/migrations/012-command-codes.ts';
import { migrations } from '../../../src/main/storage/migrations.ts';
import { atSecond, codeA, codeB, requestFor } from '../../suites/records/story.ts';
import { openInThread } from './records-in-thread.ts';
import { temporaryFolders } from './temporary-folder.ts';

const folders = temporaryFolders();

it('what waited when the station was brought up to date still leaves in the order of its codes', async () => {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(commandCodes)));
  const insert = old.prepare(`
    INSERT INTO commands (kind, state, custom_code, request, attempts, request_left, not_before, put_away, created_at, updated_at)
    VALUES (?, 'waiting', ?, ?, 0, 0, 0, 0, ?, ?)`);
  insert.run('create', null, JSON.stringify(requestFor(codeA, codeB)), atSecond(0), atSecond(0));
  insert.run('delete', codeB, null, atSecond(1), atSecond(1));
  insert.run('delete', 'NLDDDDDDDDDDDDDDDDDD', null, atSecond(2), atSecond(2));
  closeDatabase(old);

  const records = openInThread(file);
  const query = { now: 1_000, pausesVoidBefore: '', deletesFirst: false, limit: 10 };
  expect((await records.dueCommands(query)).due.map(({ id }) => id)).toEqual([1, 3]);
  expect(await records.isOrdered(codeB)).toBe(true);
  expect(await records.command(1)).toMatchObject({ askedUntil: 0, agreedAt: null, knownPickedUp: false });
  await records.close();
});
