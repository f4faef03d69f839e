import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readStoredEvent } from '../../../src/main/core/events/event-reader.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { removedCounts } from '../../../src/main/core/ports/removed-records.ts';
import { createRetention } from '../../../src/main/core/record-maintenance.ts';
import { createRetentionTime } from '../../../src/main/files/retention-time.ts';
import { messageSentence } from '../../../src/main/text/main-text.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { atSecond, codeA, codeB, storeParcels } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';
import { temporaryFolders } from '../storage/test-folders.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';

const day = 24 * 3_600_000;
const then = Date.parse(atSecond(0));
const folders = temporaryFolders();
let records: Records;
let bugs: unknown[];

beforeEach(async () => {
  const folder = await folders.make();
  records = openInThread(join(folder, 'records.sqlite3'));
  folders.before(() => records.close());
  bugs = [];
});

const nothingRemoved = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };

function open(clock: ManualClock, keepDays = 180, over: Records = records) {
  const retention = createRetention({
    ...{ records: over, keepDays: () => keepDays, clock, onBug: (bug) => bugs.push(bug) },
    retentionTime: async () => clock.now(),
    readStoredEvent: (event) => readStoredEvent(event, null),
    onReread: () => {},
  });
  folders.before(() => retention.stop());
  return retention;
}

/** Lets settled promises continue without time passing. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Lets time pass without events, a pause at a time, until `done`; at most that many pauses. */
async function passUntil(clock: ManualClock, done: () => boolean | Promise<boolean>): Promise<void> {
  for (let pause = 0; pause < 500; pause += 1) {
    await settle();
    if (await done()) return;
    clock.goOn();
  }
  throw new Error('It did not come to that');
}

/** The counts as the journal lists them. */
const counts = (removed: Record<string, number>) =>
  Object.entries(removed).map(([kind, count]) => ({ code: `journal.removed-records.${kind}`, params: { count } }));

const newestLine = async () => (await records.activity({ beforeId: null, limit: 1 }))[0];

describe('record cleanup', () => {
  it('removes older records while the station is idle, and the journal lists the counts', async () => {
    await storeParcels(records, codeA);
    const clock = manualClock(then + 181 * day);
    open(clock).start();
    await passUntil(clock, async () => (await newestLine())?.what === 'remove-old-records');
    expect((await newestLine())?.outcome).toMatchObject({
      code: 'journal.records-removed',
      params: {
        items: counts({ orders: 1, parcels: 1, commands: 1, entries: 3 }),
        before: expect.stringMatching(/Z$/),
      },
    });
    expect(await records.findByCode(codeA)).toBeNull();
    expect(bugs).toEqual([]);
  });

  it('keeps newer records, and writes no journal entry if nothing was removed', async () => {
    await storeParcels(records, codeA);
    const clock = manualClock(then + 179 * day);
    let rounds = 0;
    const counting = {
      ...records,
      removeOld: (...args: Parameters<Records['removeOld']>) =>
        records.removeOld(...args).then((step) => {
          if (step.next === null) rounds += 1;
          return step;
        }),
    };
    open(clock, 180, counting).start();
    await passUntil(clock, () => rounds === 1);
    expect(await records.findByCode(codeA)).not.toBeNull();
    expect((await newestLine())?.what).toBe('order-answer');
  });

  it('uses the configured days, and checks again every hour', async () => {
    await storeParcels(records, codeA);
    const clock = manualClock(then + 7 * day - 1_800_000);
    open(clock, 7).start();
    await passUntil(clock, async () => (await newestLine())?.what === 'remove-old-records');
    expect(clock.now()).toBeGreaterThan(then + 7 * day);
  });

  it('does not run while an operator is active', async () => {
    await storeParcels(records, codeA, codeB);
    const clock = manualClock(then + 200 * day);
    let steps = 0;
    const watched: Records = {
      ...records,
      mergeSearchIndex: async () => false,
      removeOld: async () => {
        steps += 1;
        return { removed: nothingRemoved, next: { what: 'orders', at: '', id: steps } };
      },
    };
    const retention = open(clock, 180, watched);
    retention.start();
    for (let second = 0; second < 300; second += 1) {
      retention.noteActivity();
      clock.pass(1_000);
      await settle();
    }
    expect(steps).toBe(0);
    await passUntil(clock, () => steps >= 3);
  });

  it('does not take a clock that is set forward for quiet time', async () => {
    const clock = manualClock(then);
    let ahead = 0;
    let steps = 0;
    const watched: Records = {
      ...records,
      rereadAnswers: async () => {
        steps += 1;
        return 0;
      },
    };
    const retention = open({ ...clock, now: () => clock.now() + ahead }, 180, watched);
    retention.start();
    clock.pass(9_000);
    await settle();
    retention.noteActivity();
    ahead = 400 * day;
    clock.pass(9_000);
    await settle();
    expect(steps).toBe(0);
    await passUntil(clock, () => steps === 1);
  });

  it('stops at once with the station', async () => {
    const clock = manualClock(then + 200 * day);
    const retention = open(clock);
    retention.start();
    await settle();
    await retention.stop();
    expect(clock.goOn()).toBe(false);
  });

  it('is retried after a write failed', async () => {
    await storeParcels(records, codeA);
    const clock = manualClock(then + 200 * day);
    let refused = false;
    const failingOnce: Records = {
      ...records,
      removeOld: async (...args) => {
        if (refused) return records.removeOld(...args);
        refused = true;
        throw new Error('The disk is busy');
      },
    };
    open(clock, 180, failingOnce).start();
    await passUntil(clock, async () => (await newestLine())?.what === 'remove-old-records');
    expect(bugs).toHaveLength(1);
  });
});

it('record cleanup: the journal lists the counts of removed records, and nothing if none were removed', () => {
  expect(removedCounts(nothingRemoved)).toEqual([]);
  const items = removedCounts({ ...nothingRemoved, orders: 2, labels: 1, journal: 1 });
  expect(items).toEqual(counts({ orders: 2, labels: 1, entries: 1 }));
  const before = '2026-03-01T00:00:00.000Z';
  expect(messageSentence(message('journal.records-removed', { items, before }))).toBe(
    'Removed 2 orders, 1 label and 1 journal entry from before 2026-03-01T00:00:00.000Z.',
  );
});

describe('record cleanup: the time by which records are too old', () => {
  /** A station that looks once a day; each day it may be closed and opened again. */
  async function daysOf(now: (day: number) => number, count: number, folder: string): Promise<number[]> {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const clock = manualClock(now(index));
      found.push((await createRetentionTime(folder, clock, (bug) => bugs.push(bug))()) - clock.now());
    }
    return found;
  }

  it('is the clock’s time of a new station, in daily use and after a long weekend', async () => {
    const folder = await folders.make();
    expect(await daysOf((index) => then + index * day, 5, folder)).toEqual([0, 0, 0, 0, 0]);
    expect(await daysOf((index) => then + (8 + index) * day, 2, folder)).toEqual([0, 0]);
  });

  it('is not that of a date set far ahead, also after a restart, until the station ran on three days of it', async () => {
    const folder = await folders.make();
    await daysOf((index) => then + index * day, 10, folder);
    const ahead = (index: number): number => then + 400 * day + index * 6 * 3_600_000;
    const found = await daysOf(ahead, 8, folder);
    for (const difference of found) expect(difference).toBeLessThan(-380 * day);
    // The clock is right again: nothing is late.
    expect(await daysOf(() => then + 11 * day, 1, folder)).toEqual([0]);
  });

  it('is not that of a clock which is far ahead at each start and set right a little later', async () => {
    const folder = await folders.make();
    await daysOf((index) => then + index * day, 10, folder);
    const wrongFirst = (index: number): number =>
      then + (10 + Math.floor(index / 2)) * day + (index % 2 ? 0 : 400 * day);
    const found = await daysOf(wrongFirst, 20, folder);
    found.forEach((difference, index) => {
      if (index % 2) expect(difference).toBe(0);
      else expect(difference).toBeLessThan(-380 * day);
    });
  });

  it('is late for two days after three weeks without the station, and never early', async () => {
    const folder = await folders.make();
    await daysOf((index) => then + index * day, 10, folder);
    const found = await daysOf((index) => then + (31 + index) * day, 4, folder);
    expect(found).toEqual([-16 * day, -16 * day, 0, 0]);
  });

  it('is right two days after a clock that stood at its first date', async () => {
    const folder = await folders.make();
    await daysOf((index) => index * day, 3, folder);
    expect((await daysOf((index) => then + index * day, 3, folder)).at(-1)).toBe(0);
    await writeFile(join(folder, 'days-of-use.json'), '{ "days');
    expect(await daysOf(() => then + 5 * day, 1, folder)).toEqual([0]);
    expect(bugs).toEqual([]);
  });
});
