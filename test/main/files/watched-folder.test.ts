import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileOutcome } from '../../../src/main/core/ports/files.ts';
import { openSubfolder, type WatchedFolder, watchFolder } from '../../../src/main/files/watched-folder.ts';
import { success } from '../../../src/shared/contract/failure.ts';
import { type Message, message } from '../../../src/shared/messages/message.ts';
import type { ImportReport } from '../../../src/shared/orders/import-state.ts';
import { acceleratedClock } from '../../helpers/accelerated-clock.ts';

const diskFull: Message = message('storage.disk-full', { detail: null });

let folder: string;
let watched: WatchedFolder;
let taken: { name: string; text: string }[];
let answers: Record<string, Partial<ImportReport> & { isRetryable?: boolean }>;
let bugs: unknown[];
/** Checks of the folder so far. */
let polls: number;
let whileImporting: () => Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-watched-'));
  [taken, answers, bugs, polls] = [[], {}, [], 0];
  whileImporting = async () => {};
});
afterEach(async () => {
  await watched.stop();
  await rm(folder, { recursive: true, force: true });
  expect(bugs).toEqual([]);
});

const reportOf = (name: string, given: Partial<ImportReport>): ImportReport => ({
  ...{ id: 1, at: '2026-11-21T08:00:00.000Z', name, from: 'watched folder', outcome: 'imported' },
  ...{ message: message('import.all-known'), orders: { new: 1, completed: 0, known: 0 }, faults: [], moreFaults: 0 },
  ...given,
});

/** Watches the folder with a clock that runs a hundred times faster. */
function watch(path = folder): WatchedFolder {
  const clock = acceleratedClock(100);
  watched = watchFolder({
    path,
    clock: {
      now: clock.now,
      after(milliseconds, action) {
        polls += 1;
        return clock.after(milliseconds, action);
      },
    },
    add: ({ name, read }) =>
      success(
        read().then(async (bytes): Promise<FileOutcome> => {
          await whileImporting();
          taken.push({ name, text: bytes.ok ? new TextDecoder().decode(bytes.value) : JSON.stringify(bytes.failure) });
          const { isRetryable = false, ...given } = answers[name] ?? {};
          return { report: reportOf(name, given), isRetryable };
        }),
      ),
    reasonFor: ({ name, message: { code } }) => `${name}: ${code}`,
    onChanged: () => {},
    onBug: (error) => bugs.push(error),
  });
  return watched;
}

const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const listed = async (within: string): Promise<string[]> => (await readdir(join(folder, within))).sort();
/** Waits until the check succeeds. */
const until = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 10_000, interval: 10 });
const morePolls = async (count: number): Promise<void> => {
  const wanted = polls + count;
  await until(() => expect(polls).toBeGreaterThanOrEqual(wanted));
};

describe('watched folder', () => {
  it('creates its subfolders, imports a file and moves it to "done"', async () => {
    watch();
    await put('orders.json', '{"a":1}');
    await until(async () => expect(await listed('done')).toEqual(['orders.json']));
    expect(taken).toEqual([{ name: 'orders.json', text: '{"a":1}' }]);
    expect(await listed('rejected')).toEqual([]);
    expect(await readFile(join(folder, 'done', 'orders.json'), 'utf8')).toBe('{"a":1}');
  });

  it('moves a file whose orders are known to "done" too, and never over a file of the same name', async () => {
    answers['orders.json'] = { outcome: 'already known' };
    watch();
    await put('orders.json', 'first');
    await until(async () => expect(await listed('done')).toEqual(['orders.json']));
    await put('orders.json', 'second');
    await until(async () => expect(await listed('done')).toEqual(['orders (2).json', 'orders.json']));
    expect(await readFile(join(folder, 'done', 'orders (2).json'), 'utf8')).toBe('second');
  });

  it('moves a bad file unchanged to "rejected", with the reason beside it', async () => {
    answers['bad.csv'] = { outcome: 'rejected', message: message('import.row-without-code') };
    watch();
    await put('bad.csv', 'broken');
    await until(async () => expect(await listed('rejected')).toEqual(['bad.csv', 'bad.csv.reason.txt']));
    expect(await readFile(join(folder, 'rejected', 'bad.csv'), 'utf8')).toBe('broken');
    expect(await readFile(join(folder, 'rejected', 'bad.csv.reason.txt'), 'utf8')).toBe(
      'bad.csv: import.row-without-code',
    );
    await put('bad.csv', 'broken again');
    await until(async () =>
      expect(await listed('rejected')).toEqual([
        'bad (2).csv',
        'bad (2).csv.reason.txt',
        'bad.csv',
        'bad.csv.reason.txt',
      ]),
    );
  });

  it('waits until a file has stopped growing', async () => {
    watch();
    let text = '';
    for (let piece = 0; piece < 10; piece += 1) {
      text += `piece ${piece};`;
      await appendFile(join(folder, 'slow.json'), `piece ${piece};`);
      await morePolls(1);
    }
    await until(async () => expect(await listed('done')).toEqual(['slow.json']));
    expect(taken).toEqual([{ name: 'slow.json', text }]);
  });

  it('ignores files that other programs are still writing, hidden files, links and folders', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'packbench-outside-'));
    await writeFile(join(outside, 'secret.json'), 'secret');
    watch();
    for (const name of ['.hidden.json', '~lock.json', 'orders.json.part', 'orders.json.tmp', 'Thumbs.db']) {
      await put(name, 'x');
    }
    await symlink(join(outside, 'secret.json'), join(folder, 'link.json'));
    await mkdir(join(folder, 'folder.json'));
    await put('seen.json', 'seen');
    await until(async () => expect(await listed('done')).toEqual(['seen.json']));
    await morePolls(3);
    expect(taken.map(({ name }) => name)).toEqual(['seen.json']);
    await rename(join(folder, 'orders.json.part'), join(folder, 'orders.json'));
    await until(async () => expect(await listed('done')).toEqual(['orders.json', 'seen.json']));
    await rm(outside, { recursive: true });
  });

  it('imports the oldest file first', async () => {
    await put('b.json', '1');
    await pollsLater();
    await put('a.json', '2');
    watch();
    await until(async () => expect(await listed('done')).toEqual(['a.json', 'b.json']));
    expect(taken.map(({ name }) => name)).toEqual(['b.json', 'a.json']);
  });

  it('keeps a file in place while it can be tried again', async () => {
    answers['orders.json'] = { outcome: 'stopped', message: diskFull, isRetryable: true };
    const { problem } = watch();
    await put('orders.json', 'x');
    await until(() =>
      expect(problem()).toEqual(message('watched-folder.file-waits', { name: 'orders.json', reason: diskFull })),
    );
    expect(await listed('done')).toEqual([]);
    delete answers['orders.json'];
    await until(async () => expect(await listed('done')).toEqual(['orders.json']));
    expect(taken).toHaveLength(2);
    await until(() => expect(problem()).toBeNull());
  });

  it('imports a file that cannot be moved only once, and moves it when it can be', async () => {
    const done = join(folder, 'done');
    whileImporting = async () => {
      await rm(done, { recursive: true });
      await symlink(tmpdir(), done);
    };
    const { problem } = watch();
    await put('orders.json', 'x');
    await until(() => expect(problem()).toEqual(message('watched-folder.subfolder-not-real', { name: 'done' })));
    whileImporting = async () => {};
    await rm(done);
    await until(async () => expect(await listed('done')).toEqual(['orders.json']));
    expect(taken).toHaveLength(1);
    await until(() => expect(problem()).toBeNull());
  });

  it('imports new files, however many others wait', async () => {
    const names = Array.from({ length: 501 }, (_, number) => `${number}.json`);
    for (const name of names) answers[name] = { outcome: 'stopped', message: diskFull, isRetryable: true };
    await Promise.all(names.map((name) => put(name, 'x')));
    watch();
    await until(() => expect(new Set(taken.map(({ name }) => name)).size).toBe(names.length));
  });

  it('refuses a file that is too large without reading it', async () => {
    answers['huge.csv'] = { outcome: 'rejected' };
    watch();
    await put('huge.csv', 'x'.repeat(20 * 1024 * 1024 + 1));
    await until(async () => expect(await listed('rejected')).toEqual(['huge.csv', 'huge.csv.reason.txt']));
    expect(JSON.parse(taken[0]?.text ?? '').message).toEqual(message('file.too-large', { megabytes: 20 }));
  });

  it('reports that the folder is gone, and continues when it is back', async () => {
    const inside = join(folder, 'inside');
    const { problem } = watch(join(inside, 'deeper'));
    await until(async () => expect(await readdir(inside)).toEqual(['deeper']));
    // The watcher creates its folders at every check, possibly in between.
    await until(async () => {
      await rm(inside, { recursive: true, force: true });
      await writeFile(inside, 'a file stands in its place');
    });
    await until(() =>
      expect(problem()).toMatchObject({
        code: 'watched-folder.not-accessible',
        params: { error: expect.stringMatching(/^(ENOTDIR|EEXIST)$/) },
      }),
    );
    await rm(inside);
    await until(() => expect(problem()).toBeNull());
  });

  it.each(['done', 'rejected'])('imports nothing while "%s" is a link to another folder or a file', async (name) => {
    const outside = await mkdtemp(join(tmpdir(), 'packbench-outside-'));
    await symlink(outside, join(folder, name));
    answers['bad.json'] = { outcome: 'rejected' };
    await put('orders.json', 'x');
    await put('bad.json', 'x');
    const { problem } = watch();
    const notReal = message('watched-folder.subfolder-not-real', { name });
    await until(() => expect(problem()).toEqual(notReal));
    // In one step: where nothing stands there, the station makes its folder again.
    await writeFile(join(outside, '..', `${basename(outside)}-file`), 'a file');
    await rename(join(outside, '..', `${basename(outside)}-file`), join(folder, name));
    await morePolls(3);
    expect(problem()).toEqual(notReal);
    expect([taken, await readdir(outside)]).toEqual([[], []]);
    await rm(join(folder, name));
    await until(async () => expect(await listed('done')).toEqual(['orders.json']));
    await until(async () => expect(await listed('rejected')).toEqual(['bad.json', 'bad.json.reason.txt']));
    expect(await readdir(outside)).toEqual([]);
    await rm(outside, { recursive: true });
  });

  it('moves no file into a link that replaces a subfolder while it is in use', async () => {
    await watch().stop();
    const outside = await mkdtemp(join(tmpdir(), 'packbench-outside-'));
    const { path, close } = await openSubfolder(folder, 'done');
    await rename(join(folder, 'done'), join(folder, 'moved away'));
    await symlink(outside, join(folder, 'done'));
    await put('.orders.json', 'x');
    // Only Linux can keep the folder itself; elsewhere the next check finds the link.
    if (process.platform === 'linux') {
      await rename(join(folder, '.orders.json'), join(path, 'orders.json'));
      expect([await readdir(outside), await listed('moved away')]).toEqual([[], ['orders.json']]);
    }
    await close();
    await expect(openSubfolder(folder, 'done')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await rm(outside, { recursive: true });
  });

  it('lets not everybody read the reason of a rejection', async () => {
    answers['bad.csv'] = { outcome: 'rejected' };
    watch();
    await put('bad.csv', 'broken');
    await until(async () => expect(await listed('rejected')).toHaveLength(2));
    const { mode } = await stat(join(folder, 'rejected', 'bad.csv.reason.txt'));
    if (process.platform !== 'win32') expect(mode & 0o007).toBe(0);
  });

  it('shortens long names so that the name of the reason file fits', async () => {
    const long = `${'ä'.repeat(120)}.json`;
    const odd = 'a "b" \\ c; rm -rf.json';
    answers[long] = { outcome: 'rejected' };
    answers[odd] = { outcome: 'rejected' };
    watch();
    await put(long, 'long');
    await put(odd, 'odd');
    await until(async () => expect(await listed('rejected')).toHaveLength(4));
    for (const name of await listed('rejected')) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(await listed('rejected')).toContain(odd);
  });

  it('stops checking when it is stopped', async () => {
    const { stop } = watch();
    await morePolls(1);
    await stop();
    const before = polls;
    await put('late.json', 'x');
    await pollsLater();
    expect([polls, taken]).toEqual([before, []]);
  });
});

/** Waits until modification times on disk have advanced, which takes longer than many checks. */
async function pollsLater(): Promise<void> {
  const mark = join(folder, '.mark');
  const { mtimeMs: from } = await stat(folder);
  await until(async () => {
    await writeFile(mark, String(Date.now()));
    const { mtimeMs } = await stat(mark);
    expect(mtimeMs).toBeGreaterThan(from + 50);
  });
}
