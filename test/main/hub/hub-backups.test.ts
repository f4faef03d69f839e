import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/main/concurrency/waiting.ts';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import { natsSiteServer } from '../../fakes/site-server.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { deliver, eventOf, startHubHere } from './hub-fixture.ts';

const opened = closedAfterEach();
const longMs = 20_000;

/** A clock whose minutes are over when a test says so. */
function minutesOnDemand(): { clock: Clock; endMinutes(): void } {
  let waiting: (() => void)[] = [];
  const after: Clock['after'] = (milliseconds, action) => {
    if (milliseconds !== 60_000) return systemClock.after(milliseconds, action);
    waiting.push(action);
    return () => {
      waiting = waiting.filter((one) => one !== action);
    };
  };
  return {
    clock: { ...systemClock, after },
    endMinutes() {
      for (const action of waiting.splice(0)) action();
    },
  };
}

/** The tracking codes of all events in a file of records. */
function eventsIn(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows: { raw: string }[] = database.prepare('SELECT CAST(raw AS TEXT) AS raw FROM events').all();
    return rows.flatMap(({ raw }) => /"tracking_code":"([^"]+)"/.exec(raw)?.[1] ?? []).sort();
  } finally {
    database.close();
  }
}

it('the records of a hub are backed up daily, and a backup in their place gets what came after it and goes on', async () => {
  const server = opened.keep(await natsSiteServer());
  const { clock, endMinutes } = minutesOnDemand();
  const hub = await startHubHere(opened, { server: server.address, clock });
  const records = join(hub.dataFolder, 'records');
  const file = join(records, 'records-sandbox.sqlite3');
  const backups = (): Promise<string[]> => readdir(join(records, 'backups')).catch(() => []);
  expect(await deliver(hub.port, 'sandbox', eventOf('BEFORE'))).toBe(200);
  endMinutes();
  await expect.poll(backups, { timeout: longMs }).toEqual([expect.stringMatching(/^records-sandbox-.+\.sqlite3$/)]);
  const [backup = ''] = await backups();
  expect(eventsIn(join(records, 'backups', backup))).toEqual(['BEFORE']);
  expect(await deliver(hub.port, 'sandbox', eventOf('AFTER'))).toBe(200);
  const sent = ({ healthPort }: { healthPort: number }) =>
    expect
      .poll(async () => (await fetch(`http://127.0.0.1:${healthPort}/healthz`)).json(), { timeout: longMs })
      .toMatchObject({ environments: [{ factsWaiting: 0 }] });
  await sent(hub);
  await hub.close();

  for (const name of await readdir(records)) if (name.startsWith('records-')) await rm(join(records, name));
  await copyFile(join(records, 'backups', backup), file);
  const restored = await startHubHere(opened, { server: server.address, dataFolder: hub.dataFolder });
  await expect.poll(() => eventsIn(file), { timeout: longMs }).toEqual(['AFTER', 'BEFORE']);
  expect(await deliver(restored.port, 'sandbox', eventOf('LATER'))).toBe(200);
  await sent(restored);
  // Another hub knows it from the server alone.
  const other = await startHubHere(opened, { server: server.address, bench: 'hub-2' });
  const otherFile = join(other.dataFolder, 'records/records-sandbox.sqlite3');
  await expect.poll(() => eventsIn(otherFile), { timeout: longMs }).toEqual(['AFTER', 'BEFORE', 'LATER']);
}, 60_000);
