import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemTimers } from '../../../src/main/concurrency/waiting.ts';
import type { Clock } from '../../../src/main/core/ports/clock.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { unfilteredBoard } from '../../../src/shared/shipments/board-query.ts';
import { type StationInNode, startStationInNode } from '../../helpers/station-in-node.ts';
import { duplicateOf } from '../../suites/records/record-fixtures.ts';
import { openInThread } from '../storage/open-test-records.ts';

// Written by the build of 2026-11-22 in the real Electron, before failures were stored as message codes.
const fixture = fileURLToPath(new URL('../../fixtures/data-folder-of-2026-11-22/', import.meta.url));
const writtenAt = Date.UTC(2026, 10, 22, 5);
/** Attempts of the deletion that waits. */
const attemptsStored = 4;

/** Codes of failures that have other names now. */
const renamedCodes = new Map([
  ['service-trouble', 'service-error'],
  ['not-known', 'not-found'],
  ['not-found-here', 'not-found-locally'],
  ['token-refused', 'token-rejected'],
  ['over-cap', 'over-spending-limit'],
]);

/** What the window of that build showed. */
const shownSchema = z.object({
  parcels: z.array(
    z.object({
      ...{ code: z.string(), tracking: z.string(), status: z.string(), recipient: z.string() },
      ...{ deletion: z.string().nullable(), isDeleted: z.boolean(), label: z.enum(['kept', 'failed']).nullable() },
      ...{ copies: z.int(), lastJob: z.string().nullable() },
    }),
  ),
  jobs: z.array(
    z.object({
      ...{ id: z.int(), printer: z.string(), state: z.string(), reasons: z.array(z.string()) },
      reprintReason: z.string().nullable(),
      evidence: z.object({
        ...{ labels: z.int().nullable(), closedCleanly: z.boolean().nullable() },
        ...{ countBefore: z.int().nullable(), countAfter: z.int().nullable() },
        ...{ told: z.string().nullable(), provedBy: z.string().nullable(), queueWords: z.string().nullable() },
        ...{ takenOut: z.array(z.string()), remarks: z.array(z.string()) },
      }),
    }),
  ),
  commands: z.array(z.object({ id: z.int(), kind: z.string(), state: z.string(), codes: z.array(z.string()) })),
  scans: z.object({
    scans: z.array(z.object({ scanId: z.int(), at: z.string(), code: z.string(), mode: z.string(), kind: z.string() })),
  }),
  book: z.object({
    pickUpAddresses: z.array(z.object({ id: z.int(), name: z.string(), address: z.unknown() })),
    templates: z.array(z.object({ id: z.int(), name: z.string(), draft: z.unknown() })),
    last: z.unknown(),
  }),
  batch: z.object({
    ...{ id: z.int(), name: z.string(), state: z.string(), charged: z.number(), quote: z.unknown() },
    ...{ createdAt: z.string(), startedAt: z.string(), endedAt: z.string(), pickUpAddress: z.unknown() },
    counts: z.record(z.string(), z.int()),
  }),
  batchRows: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        ...{ line: z.int(), order: z.int().nullable(), cells: z.array(z.string()), state: z.string() },
        ...{ customCode: z.string(), trackingCode: z.string().nullable() },
        ...{ quoted: z.number().nullable(), charged: z.number().nullable() },
        problems: z.array(
          z.object({
            ...{ place: z.int(), field: z.string(), weight: z.enum(['fault', 'warning']), words: z.string() },
          }),
        ),
      }),
    ),
  }),
  unmatched: z.object({ total: z.int(), events: z.array(z.unknown()) }),
  alarms: z.array(z.unknown()),
});

const folders: string[] = [];
const stations: StationInNode[] = [];
afterEach(async () => {
  for (const station of stations.splice(0)) await station.stop();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function copyOfFixture(): Promise<{ folder: string; database: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'packbench-previous-'));
  folders.push(folder);
  await cp(join(fixture, 'practice'), join(folder, 'practice'), { recursive: true });
  await mkdir(join(folder, 'records'));
  const database = join(folder, 'records', 'records-practice.sqlite3');
  await writeFile(database, gunzipSync(await readFile(join(fixture, 'records', 'records-practice.sqlite3.gz'))));
  return { folder, database };
}

const storedFailureSchema = z.object({
  ...{ code: z.string(), message: z.string(), next: z.string() },
  serviceWords: z.string().optional(),
});

/** Every failure that a file holds, as it was written. */
function failuresIn(database: string) {
  const file = new DatabaseSync(database, { readOnly: true });
  const found = ['print_jobs', 'commands', 'labels'].flatMap((table) =>
    file
      .prepare(`SELECT id, failure FROM ${table} WHERE failure IS NOT NULL`)
      .all()
      .map(({ id, failure }) => ({
        ...{ table, id: z.int().parse(id) },
        failure: storedFailureSchema.parse(JSON.parse(String(failure))),
      })),
  );
  file.close();
  return found;
}

/** Rows of a file as that build wrote them. */
function rowsOf<T extends z.ZodRawShape>(database: string, sql: string, shape: T) {
  const file = new DatabaseSync(database, { readOnly: true });
  const rows = z.array(z.object(shape)).parse(file.prepare(sql).all());
  file.close();
  return rows;
}

function parcelOfLabel(database: string, labelId: number): number {
  const file = new DatabaseSync(database, { readOnly: true });
  const { parcel_id: id } = file.prepare('SELECT parcel_id FROM labels WHERE id = ?').get(labelId) ?? {};
  file.close();
  return z.int().parse(id);
}

const shown = async () =>
  shownSchema.parse(JSON.parse(await readFile(join(fixture, 'as-read-by-that-build.json'), 'utf8')));

/** A clock at that day, so that no record is too old. */
function clockOfThatDay(): Clock {
  const startedAt = Date.now();
  return {
    now: () => writtenAt + Date.now() - startedAt,
    after: systemTimers.after,
  };
}

/** The whole station on a copy of the folder. Its printers are removed: their ports may belong to other programs now. */
async function openStation(): Promise<StationInNode> {
  const { folder } = await copyOfFixture();
  const settings = JSON.parse(await readFile(join(fixture, 'settings.json'), 'utf8'));
  for (const { connection } of settings.printers) if (connection.kind === 'tcp') connection.port = 9;
  const station = await startStationInNode({ folder, settings, clock: clockOfThatDay() });
  stations.push(station);
  return station;
}

describe('data folder of the previous build: the station', () => {
  it('shows every parcel with its codes, status, deletion, label and copies', async () => {
    const station = await openStation();
    const { total, rows } = await station.call('shipments.page', { ...unfilteredBoard, offset: 0, limit: 100 });
    const { parcels } = await shown();
    const labelStates = { kept: 'stored', failed: 'failed' } as const;
    expect(total).toBe(parcels.length);
    const found = rows.map(({ customCode, trackingCode, status, recipient, copies, ...parcel }) => ({
      ...{ code: customCode, tracking: trackingCode, status: status?.state, recipient: recipient.name, copies },
      ...{ deletion: parcel.deletion?.state ?? null, isDeleted: parcel.deletedAt !== null },
      ...{ label: parcel.label?.state ?? null, lastJob: parcel.lastJob?.state ?? null },
    }));
    expect(found).toEqual(
      parcels.map((parcel) => ({ ...parcel, label: parcel.label === null ? null : labelStates[parcel.label] })),
    );
  });

  it('shows every print job with its state, printer, reprint reason and evidence', async () => {
    const station = await openStation();
    const expected = (await shown()).jobs;
    const isHeldAgain = (job: { state: string; reasons: readonly string[] }) =>
      job.state === 'held' && job.reasons.includes('unreachable');
    const jobs = await station.until('print-jobs.list', null, (all) => all.filter(isHeldAgain).length === 1);
    expect(jobs.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    for (const { evidence, ...job } of expected) {
      const found = jobs.find(({ id }) => id === job.id);
      const { takenOut, remarks, told, provedBy, queueWords, ...counts } = evidence;
      const renamed = { statusReport: told, confirmedBy: provedBy, queueMessage: queueWords };
      expect(found).toMatchObject({ ...job, evidence: { ...counts, ...renamed } });
      const details = JSON.stringify(found);
      for (const sentence of [...takenOut, ...remarks]) expect(details).toContain(sentence);
    }
  });

  it('shows every open command, and sends the deletion that was waiting', async () => {
    const station = await openStation();
    const { commands } = await shown();
    expect(await station.call('commands.open', null)).toMatchObject(
      commands.map((command) => (command.state === 'waiting' ? { id: command.id, codes: command.codes } : command)),
    );
    const waiting = commands.find(({ state }) => state === 'waiting');

    await station.until('commands.open', null, (open) =>
      open.some(({ id, state, attempts }) => id === waiting?.id && state === 'waiting' && attempts > attemptsStored),
    );
  });

  it('shows the recent scans, saved addresses and templates, and the last order', async () => {
    const station = await openStation();
    const { scans, book } = await shown();
    expect((await station.call('scans.recent', null)).scans).toMatchObject(scans.scans);
    expect(await station.call('order-book.read', null)).toMatchObject(book);
  });

  it('shows the finished batch and the result of each row', async () => {
    const station = await openStation();
    const { batch, batchRows } = await shown();
    const read = await station.until('batch.read', null, (value) => value?.counts.created === batch.counts.created);
    const { refused: rejected, ...counts } = batch.counts;
    expect(read).toMatchObject({ ...batch, counts: { ...counts, rejected } });
    expect(await station.call('batch.rows', { from: 0, limit: 50 })).toMatchObject({
      ...batchRows,
      rows: batchRows.rows.map((row) => ({
        ...row,
        state: row.state === 'refused' ? 'rejected' : row.state,
        problems: row.problems.map(({ place, field, weight, words }) => ({
          ...{ place, field, severity: weight === 'fault' ? 'error' : 'warning' },
          message: message('stored-sentence', { text: words }),
        })),
      })),
    });
  });

  it('shows no unmatched event and no order alarm, and reports nothing unreadable', async () => {
    const station = await openStation();
    const { unmatched, alarms } = await shown();
    expect(await station.call('events.unmatched', { code: null })).toEqual(unmatched);
    expect(await station.call('order.alarms', null)).toEqual(alarms);
    const { notices } = await station.call('station.read', null);
    expect(JSON.stringify(notices)).not.toContain('quarantined');
    expect(station.bugs).toEqual([]);
  });
});

describe('data folder of the previous build: the records', () => {
  it('keep both sentences and the service’s text of every stored failure', async () => {
    const { database } = await copyOfFixture();
    const stored = failuresIn(database);
    expect(stored).toHaveLength(10);
    const records = openInThread(database);
    for (const { table, id, failure } of stored) {
      const row =
        table === 'print_jobs' ? await records.printJob(id) : table === 'commands' ? await records.command(id) : null;
      const parcel = row === null ? await records.parcel(parcelOfLabel(database, id)) : null;
      const found = row?.failure ?? parcel?.label?.failure;
      expect(found).toMatchObject({ code: renamedCodes.get(failure.code) ?? failure.code });
      expect(found?.serviceText).toBe(failure.serviceWords);
      const details = JSON.stringify(found);
      for (const sentence of [failure.message, failure.next]) expect(details).toContain(sentence);
    }
    await records.close();
  });

  it('keep when the service is to be called again, and the fingerprint of each order', async () => {
    const { database } = await copyOfFixture();
    const stored = rowsOf(database, 'SELECT id, kind, state, asked_until, likeness FROM commands', {
      ...{ id: z.int(), kind: z.string(), state: z.string(), asked_until: z.int(), likeness: z.string().nullable() },
    });
    expect(stored.filter(({ asked_until: until }) => until > 0)).toHaveLength(2);
    const records = openInThread(database);
    for (const { id, kind, state, asked_until: retryAfterAt, likeness } of stored) {
      expect(await records.command(id)).toMatchObject({ state, retryAfterAt, confirmedAt: null });
      if (kind !== 'create') continue;
      const duplicate = await duplicateOf(records, likeness ?? '', '');
      const { orderId = null } = (await records.command(id)) ?? {};
      const parcels = orderId === null ? [] : await records.parcelsOfOrder(orderId);
      const isDeleted = parcels.length > 0 && parcels.every(({ deletedAt }) => deletedAt !== null);
      expect(duplicate?.id ?? null).toBe(state === 'rejected' || isDeleted ? null : id);
    }
    await records.close();
  });

  it('keep the bytes that were sent of each label, and what the batch was quoted', async () => {
    const { database } = await copyOfFixture();
    const jobs = rowsOf(database, 'SELECT id, bytes_handed_over FROM print_jobs', {
      ...{ id: z.int(), bytes_handed_over: z.int() },
    });
    const quotes = rowsOf(database, 'SELECT digest, price, words FROM batch_quotes', {
      ...{ digest: z.string(), price: z.number().nullable(), words: z.string().nullable() },
    });
    const records = openInThread(database);
    for (const { id, bytes_handed_over: bytesSent } of jobs) {
      expect(await records.printJob(id)).toMatchObject({ bytesSent, question: null });
    }
    expect(await records.batchQuotes(1)).toEqual(
      quotes.map(({ digest, price, words }) => ({
        ...{ digest, price, message: words === null ? null : message('stored-sentence', { text: words }) },
      })),
    );
    expect((await records.shownBatch())?.facts.resultUncertain).toBe(0);
    await records.close();
  });
});
