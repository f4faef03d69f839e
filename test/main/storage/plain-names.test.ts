import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { expect, it } from 'vitest';
import { closeDatabase, migrations, openDatabase } from '../../../src/main/storage/database.ts';
import { plainNames } from '../../../src/main/storage/migrations/017-plain-names.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { atSecond, codeA, codeB, duplicateOf, requestFor, storeParcels } from '../../suites/records/record-fixtures.ts';
import { openInThread } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();

/** A file as it was before the names changed, with one order of one parcel, and the records of today on it. */
async function migrated(fill: (old: DatabaseSyncInstance) => void) {
  const file = join(await folders.make(), 'old.sqlite3');
  const old = openDatabase(file, migrations.slice(0, migrations.indexOf(plainNames)));
  old.exec(`
    INSERT INTO order_answers VALUES (1, NULL, 1, x'7b7d');
    INSERT INTO orders (id, source, answer_id, missing, kept_at) VALUES (1, 'created here', 1, '[]', '${atSecond(0)}');
    INSERT INTO shipments (id, order_id, position, tracking_code, recipient_name) VALUES (1, 1, 1, 'DO-1', 'Aya Noor');
    INSERT INTO parcels (id, shipment_id, position, custom_code, missing, created_at)
      VALUES (1, 1, 1, '${codeA}', '[]', '${atSecond(0)}');
    INSERT INTO label_files VALUES ('abc', 1, x'00');`);
  fill(old);
  closeDatabase(old);
  const records = openInThread(file);
  folders.before(() => records.close());
  return { records, file };
}

/** Inserts a row of the given columns. */
function insert(
  old: DatabaseSyncInstance,
  table: string,
  row: Record<string, string | number | Uint8Array | null>,
): void {
  const columns = Object.keys(row);
  const values = columns.map((name) => `:${name}`);
  old.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})`).run(row);
}

const job = {
  ...{ parcel_id: 1, code: codeA, printer: 'Zebra A', reasons: '[]', origin: 'scan', label_sha256: 'abc', attempts: 1 },
  ...{ bytes_total: 10, bytes_handed_over: 7, created_at: atSecond(0), updated_at: atSecond(1) },
};
const command = {
  ...{ attempts: 0, request_left: 0, not_before: 0, put_away: 0, created_at: atSecond(0), updated_at: atSecond(0) },
};
const deletion = { ...command, kind: 'delete', custom_code: codeA };
const creation = { ...command, kind: 'create', request: JSON.stringify(requestFor(codeA)) };
const failure = JSON.stringify({ code: 'rejected', message: 'No.', next: 'Try again.', serviceWords: 'Out of area.' });
const failureNow = { message: message('stored-sentence', { text: 'No. Try again.' }), serviceText: 'Out of area.' };

it('older database: a print job keeps its evidence, its question and its failure', async () => {
  const evidence = {
    ...{ labels: 1, told: 'silent', provedBy: 'person', closedCleanly: true, countBefore: 3, remarks: ['^PW812'] },
    ...{ queueWords: message('printer.queue-status.busy'), takenOut: [message('stored-sentence', { text: '^MMT' })] },
  };
  const several = message('print-question.several', {
    first: message('print-question.empty-label'),
    others: message('print-question.several-copies', { count: 2 }),
  });
  const words = JSON.parse(JSON.stringify(several).replaceAll('print-question.', 'print-job.asked.'));
  const { records } = await migrated((old) => {
    const question = { question: 'draws nothing', words, answers: ['print anyway'] };
    insert(old, 'print_jobs', { ...job, id: 1, state: 'printed', evidence: JSON.stringify(evidence), failure });
    insert(old, 'print_jobs', { ...job, id: 2, state: 'held', asked: JSON.stringify(question) });
    const sentence = { ...question, words: 'Nothing would come out: "print-job.asked.empty-label".' };
    insert(old, 'print_jobs', { ...job, id: 3, state: 'held', asked: JSON.stringify(sentence) });
  });

  expect(await records.printJob(1)).toMatchObject({
    evidence: {
      ...{ labels: 1, statusReport: 'silent', confirmedBy: 'operator', closedCleanly: true, countBefore: 3 },
      ...{ queueMessage: evidence.queueWords, removedCommands: evidence.takenOut, countAfter: null },
      remarks: [message('stored-sentence', { text: '^PW812' })],
    },
    ...{ bytesSent: 7, question: null, failure: failureNow },
  });
  expect((await records.printJob(2))?.question).toEqual({
    ...{ kind: 'draws nothing', message: several, answers: ['print anyway'] },
  });
  expect((await records.printJob(3))?.question?.message).toEqual(
    message('stored-sentence', { text: 'Nothing would come out: "print-job.asked.empty-label".' }),
  );
  expect(await records.nextPrintJob('Zebra A')).toBeNull();
});

it('older database: a command keeps its confirmation, its pause, its settler and its failure', async () => {
  const { records } = await migrated((old) => {
    insert(old, 'commands', { ...deletion, id: 1, state: 'asks', failure, asked_until: 5_000 });
    insert(old, 'commands', { ...deletion, id: 2, state: 'waiting', agreed_at: atSecond(3) });
    insert(old, 'commands', { ...creation, id: 3, state: 'done', settled_by: 'person', likeness: 'f1' });
    insert(old, 'commands', { ...creation, id: 4, state: 'done', settled_by: 'refusal', likeness: 'f2' });
    insert(old, 'commands', { ...creation, id: 5, state: 'uncertain', put_away: 1 });
  });

  expect(await records.command(1)).toMatchObject({
    ...{ state: 'needs confirmation', retryAfterAt: 5_000, failure: failureNow },
  });
  expect(await records.countWaiting()).toMatchObject({ deletions: 1, decisions: 1 });
  expect(await records.command(2)).toMatchObject({ state: 'waiting', confirmedAt: atSecond(3) });
  expect(await records.command(3)).toMatchObject({ settledBy: 'operator' });
  expect(await records.command(4)).toMatchObject({ settledBy: 'rejection' });
  expect((await duplicateOf(records, 'f2', atSecond(0)))?.id).toBe(4);
  expect(await records.commands(['uncertain'], 10)).toEqual([]);
});

it('older database: labels stay pending, stored or failed, with the time they were stored', async () => {
  const label = { source: 'parcel zpl', format: 'zpl', url: 'https://labels.example/1.zpl' };
  const { records } = await migrated((old) => {
    old.exec(`INSERT INTO parcels (id, shipment_id, position, missing, created_at)
      VALUES (2, 1, 2, '[]', '${atSecond(0)}'), (3, 1, 3, '[]', '${atSecond(0)}')`);
    const pdf = { pdf_url: 'https://labels.example/1.pdf', kept_at: atSecond(4) };
    insert(old, 'labels', { ...label, ...pdf, id: 1, parcel_id: 1, state: 'kept', sha256: 'abc' });
    insert(old, 'labels', { ...label, id: 2, parcel_id: 2, state: 'wanted', can_wait: 1 });
    insert(old, 'labels', { ...label, id: 3, parcel_id: 3, state: 'failed', failure });
  });

  expect((await records.parcel(1))?.label).toMatchObject({ state: 'stored', sha256: 'abc' });
  expect(await records.labelPdfAddress(1)).toBe('https://labels.example/1.pdf');
  expect(await records.parcelTimeline(1, 10)).toContainEqual({ kind: 'label', at: atSecond(4) });
  expect(await records.pendingLabels(10)).toMatchObject([{ id: 2, state: 'pending', canWait: true }]);
  expect((await records.parcel(3))?.label).toMatchObject({ state: 'failed', failure: failureNow });
});

it('older database: a scan keeps what it led to, and the journal its lines as they were written', async () => {
  const scan = { at: atSecond(0), code: codeA, as_typed: codeA, as_us_keyboard: codeA, mode: 'print' };
  const line = {
    at: atSecond(0),
    who: 'station',
    what: 'row set aside',
    code: null,
    outcome: 'print_jobs 7: not JSON',
  };
  const { records } = await migrated((old) => {
    for (const kind of ['proved', 'layout doubt', 'found']) insert(old, 'scans', { ...scan, kind });
    insert(old, 'activity', line);
  });

  const kinds = (await records.recentScans(10, '')).scans.map(({ kind }) => kind);
  expect(kinds).toEqual(['found', 'ambiguous layout', 'confirmed']);
  expect(await records.activity({ beforeId: null, limit: 10 })).toEqual([
    {
      ...{ id: 1, ...line, outcome: message('stored-sentence', { text: line.outcome }) },
      ...{ personName: null, leadName: null },
    },
  ]);
});

it('older database: events and alarms are still reported once, and dismissed ones stay dismissed', async () => {
  const event = { received_at: atSecond(0), source: 'webhook', event: 'same.shipment.deleted', shipment_id: 1 };
  const { records } = await migrated((old) => {
    const body = { ...event, raw: new Uint8Array(1), unasked: JSON.stringify([codeA]) };
    insert(old, 'events', { ...body, digest: 'a' });
    insert(old, 'events', { ...body, digest: 'b', told_at: atSecond(1) });
    insert(old, 'commands', { ...creation, id: 1, state: 'undone' });
    insert(old, 'commands', { ...creation, id: 2, state: 'done' });
    const replaced = { code: codeA, old_command_id: 1, new_command_id: 2, replaced_at: atSecond(0) };
    insert(old, 'replaced_codes', { ...replaced, id: 1 });
    const alarm = { replaced_id: 1, event: 'same.parcel.created', at: atSecond(1) };
    insert(old, 'order_alarms', { ...alarm, id: 1, told_at: atSecond(2), put_away: 1 });
    insert(old, 'order_alarms', { ...alarm, id: 2, told_at: atSecond(2) });
    insert(old, 'order_alarms', { ...alarm, id: 3 });
  });

  expect(await records.unrequestedDeletions(10)).toMatchObject([{ eventId: 1, codes: [codeA] }]);
  expect((await records.orderAlarms(10)).map(({ id }) => id)).toEqual([3, 2]);
  expect((await records.unreportedAlarms(10)).map(({ id }) => id)).toEqual([3]);
});

it('older database: a batch keeps its problems, its prices, why it paused and what is uncertain in its results', async () => {
  const facts = {
    ...{ columns: [], pickUpAddress: null, combines: false, why: JSON.parse(failure), createdAt: atSecond(0) },
    ...{ startedAt: null, endedAt: null, quote: null, resultFile: 'out.csv', isResultTried: true, resultDoubts: 2 },
  };
  const stored = message('storage.closed');
  const problems = [
    { place: 3, field: 'parcel.values', weight: 'fault', words: 'Fill in the weight' },
    { place: null, field: null, weight: 'warning', words: stored },
  ];
  const { records } = await migrated((old) => {
    insert(old, 'batches', { id: 1, name: 'rows', state: 'paused', facts: JSON.stringify(facts), is_shown: 1 });
    const row = { batch_id: 1, cells: '[]', is_skipped: 0 };
    insert(old, 'batch_rows', { ...row, line: 2, problems: JSON.stringify(problems) });
    insert(old, 'batch_orders', { batch_id: 1, number: 1, lines: '[2]', request: creation.request, failure });
    insert(old, 'batch_quotes', { batch_id: 1, digest: 'd', words: 'Said no.' });
  });

  expect((await records.shownBatch())?.facts).toMatchObject({
    resultUncertain: 2,
    why: failureNow,
    resultFile: 'out.csv',
  });
  const [row] = await records.batchRows(1, 0, 10);
  expect(row?.problems).toEqual([
    {
      ...{ place: 3, field: 'parcel.values', severity: 'error' },
      message: message('stored-sentence', { text: 'Fill in the weight' }),
    },
    { place: null, field: null, severity: 'warning', message: stored },
  ]);
  expect(await records.batchOrderResults(1, [1])).toMatchObject([{ orderState: 'rejected', failure: failureNow }]);
  expect(await records.batchQuotes(1)).toEqual([
    { digest: 'd', price: null, message: message('stored-sentence', { text: 'Said no.' }) },
  ]);
});

it('older database: JSON that is not valid stays in its row, which is quarantined when it is read', async () => {
  const notJson = '{not json';
  const { records } = await migrated((old) => {
    insert(old, 'print_jobs', { ...job, id: 1, state: 'queued', evidence: notJson, asked: notJson, failure: notJson });
    insert(old, 'print_jobs', { ...job, id: 2, state: 'queued', evidence: '[]', asked: '7', failure: '"No."' });
    insert(old, 'print_jobs', { ...job, id: 3, state: 'queued' });
    insert(old, 'commands', { ...deletion, id: 1, state: 'asks', failure: notJson });
    insert(old, 'batches', { id: 1, name: 'rows', state: 'draft', facts: notJson, is_shown: 1 });
    const row = { batch_id: 1, cells: '[]', is_skipped: 0 };
    insert(old, 'batch_rows', { ...row, line: 2, problems: notJson });
    insert(old, 'batch_rows', { ...row, line: 3, problems: '["Fill in the weight"]' });
    insert(old, 'batch_orders', { batch_id: 1, number: 1, lines: '[2]', request: '{}', failure: notJson });
    insert(old, 'set_aside', { table_name: 'labels', row_id: 9, at: atSecond(0), reason: 'not JSON' });
  });

  expect(await records.printJobs(10)).toMatchObject([{ id: 3 }]);
  expect(await records.command(1)).toBeNull();
  expect(await records.shownBatch()).toBeNull();
  expect(await records.batchRows(1, 0, 10)).toEqual([]);
  const journal = await records.activity({ beforeId: null, limit: 20 });
  const rows = journal.filter(({ what }) => what === 'quarantine-row').map(({ outcome }) => outcome);
  const quarantined = (table: string, row: number) => ({
    code: 'journal.row-unreadable',
    params: expect.objectContaining({ table, row }),
  });
  for (const id of [1, 2]) {
    expect(rows).toContainEqual(expect.objectContaining(quarantined('print_jobs', id)));
    expect(rows).toContainEqual(expect.objectContaining(quarantined('batch_rows', id)));
  }
  expect(rows).toContainEqual(expect.objectContaining(quarantined('commands', 1)));
  expect(rows).toContainEqual(expect.objectContaining(quarantined('batches', 1)));
  expect(rows).toHaveLength(6);
});

it('older database: the search index still finds its parcels, takes new ones, and old journal lines are removed', async () => {
  const { records } = await migrated((old) => {
    insert(old, 'activity', { at: atSecond(0), who: 'station', what: 'print', code: null, outcome: 'queued' });
  });
  const board = { createdFrom: null, createdBefore: null, state: null } as const;
  const found = async (find: string) =>
    (await records.parcelsChunk({ ...board, find }, null)).rows.map(({ customCode }) => customCode);
  expect(await found('noor')).toEqual([codeA]);
  await records.mergeSearchIndex();
  await storeParcels(records, codeB);
  expect(await found('noor')).toEqual([codeB, codeA]);
  const step = await records.removeOld(atSecond(3), { what: 'journal', at: '', id: 0 });
  expect(step.removed.journal).toBeGreaterThan(0);
  const left = await records.activity({ beforeId: null, limit: 50 });
  expect(left.filter(({ what }) => what === 'print')).toEqual([]);
});
