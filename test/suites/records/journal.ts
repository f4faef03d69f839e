import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { message } from '../../../src/shared/messages/message.ts';
import { storedSentence } from '../../helpers/stored-sentence.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  newestScans,
  type OpenForTest,
  recordsForEach,
  requestFor,
  scanOf,
  storeLabelled,
  storeParcels,
  takeScan,
} from './record-fixtures.ts';

/** Scans, the journal, and rows that were damaged on disk. */
export function journalContract(open: OpenForTest): void {
  const { records, reopen, file } = recordsForEach(open);

  /** Another program changes the file. */
  const tamper = (sql: string): void => {
    const database = new DatabaseSync(file());
    try {
      database.exec(sql);
    } finally {
      database.close();
    }
  };

  describe('a scan', () => {
    it('that only looks up is stored with its result', async () => {
      const [parcelId = 0] = await storeParcels(records, codeA);
      const answer = await takeScan(records, codeA, 'look up', 7);
      expect(answer).toMatchObject({
        code: codeA,
        mode: 'look up',
        kind: 'found',
        parcel: { id: parcelId },
        job: null,
      });
      await reopen();
      expect(await records.scanAnswer(answer.scanId)).toEqual(answer);
      expect((await records.activity({ beforeId: null, limit: 1 }))[0]).toMatchObject({
        ...{ who: 'operator', what: 'scan-look-up', code: codeA, outcome: message('journal.scan.found') },
      });
      expect(await records.scanAnswer(answer.scanId + 1)).toBeNull();
    });

    it('is listed among the last ones, newest first, and is counted for the day', async () => {
      for (const second of [1, 2, 3]) await takeScan(records, `code-${second}`, 'look up', second);
      const { scans, today } = await records.recentScans(2, atSecond(2));
      expect(scans.map((scan) => scan.code)).toEqual(['code-3', 'code-2']);
      expect(today).toBe(2);
    });

    it('that confirms a print is written together with it, and asks for the label before', async () => {
      const { job } = await addJob(records, await storeLabelled(records, codeA), 0);
      await records.movePrintJob(job.id, ['queued'], { state: 'sent' }, by('print', 5));
      const { scanId } = await takeScan(records, codeA, 'print', 6);
      expect(await records.scanAnswer(scanId)).toMatchObject({ kind: 'ask for copy', job: { id: job.id } });
      tamper(`UPDATE print_jobs SET started_by_code = 'something else'`);
      const scan = scanOf(codeA, 'print', 70, 'scanner');
      expect(await records.takeScan(scan)).toEqual({
        ...{ kind: 'check label', jobId: job.id, code: codeA, label: new TextEncoder().encode(`^XA${codeA}^XZ`) },
      });
      expect(await newestScans(records)).toHaveLength(1);
      const label = { jobId: job.id, carriesCode: true };
      const taken = await records.takeScan({ ...scan, checks: { ...scan.checks, label } });
      expect(taken).toMatchObject({ kind: 'taken', job: { state: 'printed', evidence: { confirmedBy: 'scan' } } });
      expect((await newestScans(records))[0]).toMatchObject({
        kind: 'confirmed',
        job: { id: job.id, state: 'printed' },
      });
      const again = await records.takeScan({ ...scan, checks: { ...scan.checks, label } });
      expect(again).toMatchObject({ kind: 'taken', job: null, answer: { kind: 'ask for copy' } });
    });

    it('that prints replaces a job whose printer is gone, and finds one that still waits', async () => {
      const { job } = await addJob(records, await storeLabelled(records, codeA), 0, 'Gone');
      const printing = await takeScan(records, codeA, 'print', 60);
      expect(printing).toMatchObject({
        kind: 'printing',
        job: { printer: 'Zebra A', state: 'queued' },
        labelsBefore: 0,
      });
      expect((await records.printJob(job.id))?.state).toBe('cancelled');
      expect(await takeScan(records, codeA, 'print', 61)).toMatchObject({ kind: 'already counted', job: printing.job });
    });
  });

  describe('the journal', () => {
    it('lists time, source, activity, code and outcome, newest first, page by page', async () => {
      for (const second of [1, 2, 3]) await records.note(by('retry', second, `code ${second}`).activity);
      const [newest, middle] = await records.activity({ beforeId: null, limit: 2 });
      expect(newest).toEqual({
        id: newest?.id,
        ...by('retry', 3, 'code 3').activity,
        personName: null,
        leadName: null,
      });
      const [oldest] = await records.activity({ beforeId: middle?.id ?? null, limit: 2 });
      expect(oldest?.code).toBe('code 1');
    });

    it('reads entries of an earlier version, which stored sentences, as they are', async () => {
      tamper(`
        INSERT INTO activity (at, who, what, code, outcome) VALUES
          ('${atSecond(1)}', 'station', 'start again, print', '007', 'uncertain'),
          ('${atSecond(2)}', 'operator', 'batch opened', NULL, '{"rows": 2}')`);
      await records.note(by('print').activity);
      const [, opened, printed] = await records.activity({ beforeId: null, limit: 3 });
      expect(opened).toMatchObject({ what: 'batch opened', outcome: storedSentence('{"rows": 2}') });
      expect(printed).toMatchObject({ what: 'start again, print', code: '007', outcome: storedSentence('uncertain') });
    });

    it('cannot be changed, shortened or overwritten, even by another program', async () => {
      await records.note(by('retry').activity);
      const lines = await records.activity({ beforeId: null, limit: 10 });
      const id = lines[0]?.id;
      expect(() => tamper(`UPDATE activity SET outcome = 'fine'`)).toThrow('the journal only grows');
      expect(() => tamper(`DELETE FROM activity`)).toThrow('the journal only grows');
      expect(() =>
        tamper(
          `INSERT OR REPLACE INTO activity (id, at, who, what, code, outcome) VALUES (${id}, '', 'station', '', NULL, '')`,
        ),
      ).toThrow('the journal only grows');
      expect(await records.activity({ beforeId: null, limit: 10 })).toEqual(lines);
    });
  });

  describe('a row that cannot be read', () => {
    it('in the print queue is quarantined and reported once, and the following jobs continue', async () => {
      const bad = (await addJob(records, await storeLabelled(records, codeA), 0)).job;
      const good = (await addJob(records, await storeLabelled(records, codeB), 10)).job;
      tamper(`UPDATE print_jobs SET reasons = '{not json' WHERE id = ${bad.id}`);
      expect(await records.nextPrintJob('Zebra A')).toEqual(good);
      expect(await records.printJobs(10)).toEqual([good]);
      expect(await records.printJob(bad.id)).toBeNull();
      const named = (await records.activity({ beforeId: null, limit: 50 })).filter(
        (line) => line.what === 'quarantine-row',
      );
      expect(named).toHaveLength(1);
      expect(named[0]?.outcome).toMatchObject({
        code: 'journal.row-unreadable',
        params: { table: 'print_jobs', row: bad.id },
      });

      // It was not deleted: once repaired, it is listed again.
      tamper(`UPDATE print_jobs SET reasons = '[]' WHERE id = ${bad.id}`);
      expect((await records.nextPrintJob('Zebra A'))?.id).toBe(bad.id);
    });

    it('of a job still counts for its parcel as a copy that may be on paper', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { job } = await addJob(records, parcelId, 0);
      await records.movePrintJob(job.id, ['queued'], { state: 'sent' }, by('print'));
      tamper(`UPDATE print_jobs SET failure = '{"code":"no such code"}' WHERE id = ${job.id}`);
      expect(await records.parcel(parcelId)).toMatchObject({
        copies: 1,
        lastJob: { id: job.id, state: 'sent', failure: null },
      });
    });

    it('among commands, parcels or labels does not stop the rest', async () => {
      const [bad, good] = await storeParcels(records, codeB, codeC);
      const broken = await records.beginCreate(requestFor(codeA), by('create-order'));
      const whole = await records.beginCreate(requestFor(codeA), by('create-order'));
      tamper(`UPDATE commands SET request = '{}' WHERE id = ${broken.id}`);
      tamper(`UPDATE parcels SET missing = 'null' WHERE id = ${bad}`);
      tamper(`UPDATE labels SET source = 'nowhere' WHERE parcel_id = ${good}`);
      expect(await records.commands(['waiting'], 10)).toEqual([whole]);
      expect(await records.createRequest(broken.id)).toBeNull();
      const page = await records.parcelsPage({ find: '', offset: 0, limit: 10 });
      expect(page.rows.map((row) => [row.id, row.label])).toEqual([[good, null]]);
      expect(await records.findByCode(codeB)).toBeNull();
      expect((await records.pendingLabels(10)).map((label) => label.parcelId)).toEqual([bad]);
    });
  });
}
