import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { PrintJobState } from '../../../src/shared/printing/print-job.ts';
import {
  addCopy,
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  newestScans,
  type OpenForTest,
  recordsForEach,
  storeLabelled,
  storeParcels,
  takeScan,
} from './record-fixtures.ts';

const unreachable: Failure = { code: 'printer-unreachable', message: message('storage.failed', { detail: 'Zebra A' }) };

/** The print queue's rows. */
export function printingContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  const moveTo = (id: number, from: PrintJobState, state: PrintJobState) =>
    records.movePrintJob(id, [from], { state }, by('print', 60));

  describe('a print job', () => {
    it('is stored with the label’s bytes and the scan that started it in one transaction', async () => {
      const parcelId = await storeLabelled(records, codeA, '^XA label ^XZ');
      const answer = await takeScan(records, codeA, 'print', 10);
      const { job } = answer;
      expect(answer).toMatchObject({
        ...{ code: codeA, kind: 'printing', labelsBefore: 0, deletion: null },
        job: { code: codeA, state: 'queued', reasons: [], attempts: 0, bytesTotal: 13, bytesSent: 0 },
        parcel: { id: parcelId, lastJob: job, copies: 0 },
      });
      await reopen();
      expect(await records.printJob(job?.id ?? 0)).toEqual(job);
      expect(await records.scanAnswer(answer.scanId)).toEqual(answer);
    });

    it('knows its place in its printer’s queue, which a job with a question or on hold does not stand in', async () => {
      const jobs: number[] = [];
      for (const code of [codeA, codeB, codeC]) {
        jobs.push((await addJob(records, await storeLabelled(records, code), 10)).job.id);
      }
      const [first = 0, second = 0, third = 0] = jobs;
      for (const code of [codeC, codeB, codeA]) await takeScan(records, code, 'print', 10);
      const places = async () => (await newestScans(records)).map(({ labelsBefore }) => labelsBefore);
      expect(await places()).toEqual([0, 1, 2]);
      await records.movePrintJob(second, ['queued'], { state: 'held', onHold: true }, by('print'));
      expect(await places()).toEqual([0, null, 1]);
      await moveTo(first, 'queued', 'sent');
      expect(await places()).toEqual([null, null, 0]);
      await records.movePrintJob(third, ['queued'], { state: 'queued', printer: 'Zebra B' }, by('print'));
      expect(await places()).toEqual([null, null, 0]);
    });

    it('is made once for two requests within the given time, whatever their source', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const first = await addJob(records, parcelId, 10);
      await moveTo(first.job.id, 'queued', 'sending');
      const again = { parcelId, printer: 'Zebra B', startedByCode: null, notSince: atSecond(10) };
      const reprint = { ...again, origin: 'reprint', reprintReason: 'smudged' } as const;
      const second = await records.addPrintJob(reprint, by('print', 12));
      expect(second).toMatchObject({ made: false, job: { id: first.job.id, state: 'sending' } });
      await moveTo(first.job.id, 'sending', 'sent');
      expect((await addCopy(records, parcelId, 13)).made).toBe(true);
    });

    it.each(['sent', 'printed', 'uncertain'] as const)(
      'that is %s is returned to a second request without a reason for another copy, however late',
      async (state) => {
        const parcelId = await storeLabelled(records, codeA);
        const { job } = await addJob(records, parcelId, 0);
        await moveTo(job.id, 'queued', state);
        expect(await addJob(records, parcelId, 50)).toMatchObject({ made: false, job: { id: job.id, state } });
        await moveTo(job.id, state, 'failed');
        // An operator marked it as not printed.
        expect(await addJob(records, parcelId, 55)).toMatchObject({ made: true, job: { state: 'queued' } });
      },
    );

    it.each(['queued', 'held', 'sending'] as const)(
      'that is still %s is used again, however long ago it was made: two would be printed together',
      async (state) => {
        const parcelId = await storeLabelled(records, codeA);
        const first = await addJob(records, parcelId, 10);
        if (state !== 'queued') await moveTo(first.job.id, 'queued', state);
        expect(await addJob(records, parcelId, 59)).toMatchObject({ made: false, job: { id: first.job.id } });
      },
    );

    it('that was cancelled does not prevent a new one', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const first = await addJob(records, parcelId, 10);
      await moveTo(first.job.id, 'queued', 'cancelled');
      expect((await addJob(records, parcelId, 11)).made).toBe(true);
    });

    it('is rejected for a parcel without a stored label, a deleted one, and one being deleted', async () => {
      const [bare = 0] = await storeParcels(records, codeB);
      const parcelId = await storeLabelled(records, codeA);
      const refused = async (id: number): Promise<boolean> => {
        const job = {
          parcelId: id,
          printer: 'Zebra A',
          origin: 'button',
          startedByCode: null,
          reprintReason: null,
        } as const;
        return (await records.addPrintJob({ ...job, notSince: atSecond(0) }, by('print'))) === null;
      };
      expect(await refused(bare)).toBe(true);
      expect(await refused(4711)).toBe(true);
      const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 0 }, by('delete'));
      expect(await refused(parcelId)).toBe(true);
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await records.completeDelete(command.id, by('order-answer'));
      expect(await refused(parcelId)).toBe(true);
    });

    it('moves only from the given states, and reports if another writer was faster', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { job } = await addJob(records, parcelId, 10);
      const sending = { state: 'sending', attempt: true, reasons: [], failure: null } as const;
      const held = { state: 'held', reasons: ['unreachable', 'paused'], failure: unreachable } as const;
      const moved = await records.movePrintJob(
        job.id,
        ['queued'],
        { ...held, reasons: [...held.reasons] },
        by('hold-print', 11),
      );
      expect(moved).toMatchObject({ ...held, attempts: 0, updatedAt: atSecond(11), createdAt: job.createdAt });
      const lines = await records.activity({ beforeId: null, limit: 100 });
      expect(await records.movePrintJob(job.id, ['queued'], { state: 'cancelled' }, by('cancel-print'))).toBeNull();
      expect(await records.movePrintJob(job.id, [], { state: 'cancelled' }, by('cancel-print'))).toBeNull();
      expect(await records.movePrintJob(4711, ['held'], { state: 'cancelled' }, by('cancel-print'))).toBeNull();
      expect(await records.activity({ beforeId: null, limit: 100 })).toEqual(lines);
      const [one, other] = await Promise.all([
        records.movePrintJob(job.id, ['held'], { ...sending, reasons: [] }, by('print', 12)),
        records.movePrintJob(job.id, ['held'], { state: 'cancelled' }, by('cancel-print', 12)),
      ]);
      expect(one).toMatchObject({ state: 'sending', attempts: 1, reasons: [], failure: null });
      expect(other).toBeNull();
      const sent = await records.movePrintJob(job.id, ['sending'], { state: 'sent', bytesSent: 26 }, by('print', 13));
      expect(sent).toMatchObject({ state: 'sent', attempts: 1, bytesSent: 26 });
    });

    it('counts as a copy once it may be on paper', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const copies = async () => (await records.parcel(parcelId))?.copies;
      const { job } = await addJob(records, parcelId, 10);
      expect(await copies()).toBe(0);
      await moveTo(job.id, 'queued', 'sending');
      expect(await copies()).toBe(1);
      await moveTo(job.id, 'sending', 'uncertain');
      expect(await copies()).toBe(1);
      await moveTo(job.id, 'uncertain', 'failed');
      expect(await copies()).toBe(0);
    });
  });

  describe('the print queue', () => {
    it('gives each printer its own jobs in the order they were made, held ones first in their place', async () => {
      const ids = [];
      for (const [index, code] of [codeA, codeB, codeC].entries()) {
        const parcelId = await storeLabelled(records, code);
        ids.push((await addJob(records, parcelId, 10 * index, code === codeB ? 'Zebra B' : 'Zebra A')).job.id);
      }
      const next = async (printer: string) => (await records.nextPrintJob(printer))?.id ?? null;
      expect(await next('Zebra A')).toBe(ids[0]);
      expect(await next('Zebra B')).toBe(ids[1]);
      expect(await next('zebra a')).toBeNull();
      await moveTo(ids[0] ?? 0, 'queued', 'held');
      expect(await next('Zebra A')).toBe(ids[0]);
      await moveTo(ids[0] ?? 0, 'held', 'sent');
      expect(await next('Zebra A')).toBe(ids[2]);
    });

    it('advances in one transaction: outcomes are stored, the next job begins, and the one behind it is returned with its label', async () => {
      const ids: number[] = [];
      for (const code of [codeA, codeB, codeC])
        ids.push((await addJob(records, await storeLabelled(records, code), 10)).job.id);
      const [first = 0, second = 0, third = 0] = ids;
      const { activity } = by('print', 60);
      const begin = (id: number) => ({ id, from: ['queued'], change: { state: 'sending' }, activity }) as const;
      expect(await records.advancePrinting([begin(first)], 'Zebra A')).toMatchObject({
        last: { id: first, state: 'sending' },
        next: { job: { id: second }, inspection: null, offersPdf: false },
      });
      const outcome = { id: first, from: ['sending'], change: { state: 'sent', bytesSent: 9 }, activity } as const;
      const reported = { id: first, evidence: { labelsInPrinter: 1 } };
      const { last, next } = await records.advancePrinting([outcome, reported, begin(second)], 'Zebra A');
      expect(last).toMatchObject({ id: second, state: 'sending' });
      expect(next?.job.id).toBe(third);
      expect(next?.bytes).toEqual(await records.labelBytes(next?.job.labelSha256 ?? ''));
      expect(await records.printJob(first)).toMatchObject({ state: 'sent', evidence: { labelsInPrinter: 1 } });
      expect(await records.advancePrinting([begin(first)], 'Zebra A')).toMatchObject({ last: null });
      await moveTo(third, 'queued', 'cancelled');
      expect(await records.advancePrinting([], 'Zebra A')).toEqual({ last: null, next: null });
      expect(await records.nextLabel('Zebra A')).toBeNull();
    });

    it('returns an added job with its label only where no other one waits before it', async () => {
      const [one, other] = [await storeLabelled(records, codeA), await storeLabelled(records, codeB)];
      const added = await addJob(records, one, 10);
      expect(added.next?.job).toEqual(added.job);
      expect((await addJob(records, other, 10)).next).toBeNull();
      expect((await addJob(records, one, 10)).next).toBeNull();
    });

    it('lists newest first, and includes an unsettled job behind any number of settled ones', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const uncertain = await addJob(records, parcelId, 0);
      await moveTo(uncertain.job.id, 'queued', 'uncertain');
      const ids = [];
      for (let count = 1; count <= 5; count += 1) {
        const { job } = await addCopy(records, parcelId, count * 10);
        await moveTo(job.id, 'queued', 'sent');
        ids.unshift(job.id);
      }
      const listed = (await records.printJobs(3)).map((job) => job.id);
      expect(listed).toEqual([ids[0], ids[1], uncertain.job.id]);
    });

    it('does not return a requeued job while its parcel is being deleted', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { job } = await addJob(records, parcelId, 0);
      await moveTo(job.id, 'queued', 'sending');
      const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 0 }, by('delete'));
      await moveTo(job.id, 'sending', 'held');
      expect(await records.nextPrintJob('Zebra A')).toBeNull();
      await records.undo(command.id, by('undo-order'));
      expect((await records.nextPrintJob('Zebra A'))?.id).toBe(job.id);

      const again = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 0 }, by('delete'));
      await records.moveCommand(again.command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await records.completeDelete(again.command.id, by('order-answer'));
      expect((await records.printJob(job.id))?.state).toBe('cancelled');
    });
  });
}
