import { describe, expect, it } from 'vitest';
import type { PrintJobChange } from '../../../src/main/core/ports/print-records.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { PrintJob, PrintQuestion } from '../../../src/shared/printing/print-job.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  shipmentOf,
  storeLabelled,
  storeOrder,
} from './record-fixtures.ts';

const question: PrintQuestion = {
  kind: 'resolution differs',
  message: message('print-question.empty-label'),
  answers: ['print anyway'],
};

/** The evidence of a job, and the order of the queue. */
export function printEvidenceContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  const job = async (code: string, second: number, printer = 'Zebra A'): Promise<PrintJob> =>
    (await addJob(records, await storeLabelled(records, code), second, printer)).job;
  const move = (id: number, change: PrintJobChange) =>
    records.movePrintJob(id, ['queued', 'held', 'sending', 'sent'], change, by('print', 60));

  describe('the evidence of a print job', () => {
    it('is merged into stored evidence, survives a restart, and a null clears a value', async () => {
      const { id } = await job(codeA, 0);
      await move(id, { state: 'sending', evidence: { labels: 1, countBefore: 18_204, statusReport: 'answered' } });
      await move(id, {
        state: 'sent',
        evidence: { closedCleanly: true, queueMessage: message('printer.queue-status.busy') },
      });
      await records.mergePrintEvidence(id, { labelsInPrinter: 1, queueMessage: null });
      await reopen();
      expect(await records.printJob(id)).toMatchObject({
        state: 'sent',
        evidence: {
          labels: 1,
          countBefore: 18_204,
          statusReport: 'answered',
          closedCleanly: true,
          labelsInPrinter: 1,
          queueMessage: null,
        },
      });
    });

    it('keeps the bytes actually sent, if different, beside those of the label', async () => {
      const made = await job(codeA, 0);
      const bytes = new TextEncoder().encode('^XA^FDless^FS^XZ');
      const sent = await move(made.id, { state: 'sending', sent: { sha256: 'sha of less', bytes } });
      expect(sent).toMatchObject({
        labelSha256: made.labelSha256,
        sentSha256: 'sha of less',
        bytesTotal: bytes.length,
      });
      expect(await records.labelBytes('sha of less')).toEqual(bytes);
      expect(await records.labelBytes(made.labelSha256)).not.toEqual(bytes);
      // Another printer may take the label as it is.
      expect(await move(made.id, { state: 'sending', sent: null })).toMatchObject({
        sentSha256: null,
        bytesTotal: made.bytesTotal,
      });
    });

    it('no bytes of an earlier attempt stay, except those that the label or another job has', async () => {
      const made = await job(codeA, 0);
      const file = (sha256: string) => ({ sha256, bytes: new TextEncoder().encode(`^XA^FD${sha256}^FS^XZ`) });
      await move(made.id, { state: 'sending', sent: file('first') });
      await move(made.id, { state: 'queued', label: file('drawn') });
      expect(await records.labelBytes('first')).toBeNull();
      const other = await job(codeB, 0);
      await move(other.id, { state: 'sending', sent: file('drawn') });
      await move(made.id, { state: 'sending', label: file('drawn again') });
      await move(other.id, { state: 'sent' });
      expect(await records.labelBytes('drawn')).toEqual(file('drawn').bytes);
      expect(await records.labelBytes(made.labelSha256)).not.toBeNull();
      // The job was cancelled before: nothing is sent.
      await records.movePrintJob(made.id, ['cancelled'], { state: 'sending', sent: file('never') }, by('print', 60));
      expect(await records.labelBytes('never')).toBeNull();
      expect(await records.labelBytes('drawn again')).not.toBeNull();
    });

    it('replaces the label with the service’s PDF when an operator prints that', async () => {
      const made = await job(codeA, 0);
      await move(made.id, { state: 'held', question });
      const bytes = new TextEncoder().encode('%PDF-1.7');
      const answered = await move(made.id, {
        state: 'queued',
        question: null,
        answers: ['print pdf'],
        label: { sha256: 'pdf', bytes },
      });
      expect(answered).toMatchObject({
        labelSha256: 'pdf',
        question: null,
        answers: ['print pdf'],
        bytesTotal: bytes.length,
      });
    });

    it('contains the parcel’s number within its shipment', async () => {
      const codes = [codeA, codeB, codeC];
      const ids = await storeOrder(records, orderOf([shipmentOf(codes.map((code) => parcelOf(code)))]));
      const label = (await records.parcel(ids[1] ?? 0))?.label;
      const bytes = new TextEncoder().encode('^XA^XZ');
      await records.saveLabel(label?.id ?? 0, { bytes, sha256: 'two', format: 'zpl' }, by('download-label'));
      expect((await addJob(records, ids[1] ?? 0, 0)).job).toMatchObject({ position: 2, parcelCount: 3 });
    });

    it('contains the address of the service’s PDF of a ZPL label if there is one', async () => {
      const label = { url: 'https://labels.example/a.zpl', source: 'parcel zpl', format: 'zpl' } as const;
      const pdfUrl = 'https://labels.example/a.pdf';
      const parcels = [parcelOf(codeA, { label: { ...label, pdfUrl } }), parcelOf(codeB)];
      const [withPdf = 0, without = 0] = await storeOrder(records, orderOf([shipmentOf(parcels)]));
      expect(await records.labelPdfAddress(withPdf)).toBe(pdfUrl);
      expect(await records.labelPdfAddress(without)).toBeNull();
      expect(await records.labelPdfAddress(4711)).toBeNull();
    });
  });

  describe('the queue of a printer', () => {
    it('is not blocked by a job that waits for an answer, nor by a held one', async () => {
      const [first, second, third] = [await job(codeA, 0), await job(codeB, 10), await job(codeC, 20)];
      await move(first.id, { state: 'held', question });
      await move(second.id, { state: 'held', onHold: true });
      expect((await records.nextPrintJob('Zebra A'))?.id).toBe(third.id);
      await move(second.id, { state: 'queued', onHold: false });
      expect((await records.nextPrintJob('Zebra A'))?.id).toBe(second.id);
      await move(first.id, { state: 'queued', question: null, answers: ['print anyway'] });
      expect((await records.nextPrintJob('Zebra A'))?.id).toBe(first.id);
    });

    it('does not send a job to a printer from which it was just moved, where it is held, or where it needs confirmation', async () => {
      const { id } = await job(codeA, 0);
      const begin = (printer: string) => move(id, { state: 'sending', ifWaitingFor: printer });
      expect(await begin('Zebra B')).toBeNull();
      await move(id, { state: 'held', onHold: true });
      expect(await begin('Zebra A')).toBeNull();
      await move(id, { state: 'held', onHold: false, question });
      expect(await begin('Zebra A')).toBeNull();
      await move(id, { state: 'queued', question: null });
      expect(await begin('Zebra A')).toMatchObject({ state: 'sending' });
    });

    it('moves to another printer in order, except jobs that are sent, held by an operator or need confirmation', async () => {
      const sent = await job(codeA, 0);
      const waiting = await job(codeB, 10);
      const held = await job(codeC, 20);
      await move(sent.id, { state: 'sent' });
      await move(held.id, { state: 'held', onHold: true });
      expect(await records.movePrintJobs('Zebra A', 'Zebra B', by('move-prints', 60))).toBe(1);
      expect(await records.printJob(waiting.id)).toMatchObject({ printer: 'Zebra B', state: 'queued', reasons: [] });
      expect((await records.printJob(sent.id))?.printer).toBe('Zebra A');
      expect((await records.printJob(held.id))?.printer).toBe('Zebra A');
      expect((await records.activity({ beforeId: null, limit: 1 }))[0]?.what).toBe('move-prints');
    });

    it('never queues a job held by an operator or by a question', async () => {
      const { id } = await job(codeA, 0);
      await move(id, { state: 'held', onHold: true, question });
      expect(await move(id, { state: 'queued', printer: 'Zebra B' })).toMatchObject({
        state: 'held',
        printer: 'Zebra B',
      });
      expect(await move(id, { state: 'queued', onHold: false })).toMatchObject({ state: 'held', question });
      expect(await move(id, { state: 'queued', question: null })).toMatchObject({ state: 'queued' });
    });

    it('accepts an answer to its open question only', async () => {
      const { id } = await job(codeA, 0);
      await move(id, { state: 'held', question });
      const answer = { state: 'queued', question: null, answers: ['print anyway'] } as const;
      expect(await move(id, { ...answer, ifQuestion: 'several copies' })).toBeNull();
      expect(await move(id, { ...answer, ifQuestion: 'resolution differs' })).toMatchObject({ state: 'queued' });
      expect(await move(id, { ...answer, ifQuestion: 'resolution differs' })).toBeNull();
    });

    it('is asked again, and answers given for another printer are cleared', async () => {
      const [open, answered, onHold] = [await job(codeA, 0), await job(codeB, 10), await job(codeC, 20)];
      await move(open.id, { state: 'held', question });
      await move(answered.id, { state: 'queued', answers: ['print anyway'] });
      await move(onHold.id, { state: 'held', onHold: true, question });
      expect(await records.resetPrintQuestions('Zebra B', by('repeat-print-questions', 60))).toBe(0);
      expect(await records.resetPrintQuestions('Zebra A', by('repeat-print-questions', 60))).toBe(3);
      expect(await records.printJob(open.id)).toMatchObject({ state: 'queued', question: null });
      expect(await records.printJob(answered.id)).toMatchObject({ state: 'queued', answers: [] });
      expect(await records.printJob(onHold.id)).toMatchObject({ state: 'held', onHold: true, question: null });
      expect(await records.resetPrintQuestions('Zebra A', by('repeat-print-questions', 61))).toBe(0);
      await move(answered.id, { state: 'queued', answers: ['print anyway'] });
      await records.movePrintJobs('Zebra A', 'Zebra B', by('move-prints', 62));
      expect(await records.printJob(answered.id)).toMatchObject({ printer: 'Zebra B', answers: [] });
    });

    it('lists labels that may still be in the printer: sent or cut off, counted before, and not after', async () => {
      const [one, two, three] = [await job(codeA, 0), await job(codeB, 10), await job(codeC, 20)];
      await move(one.id, { state: 'sent', evidence: { countBefore: 5, countAfter: 6 } });
      await move(three.id, { state: 'uncertain', evidence: { countBefore: 7 } });
      expect(await records.printJobsInPrinter('Zebra A', atSecond(0))).toEqual([]);
      await move(two.id, { state: 'sent', evidence: { countBefore: 6 } });
      expect((await records.printJobsInPrinter('Zebra A', atSecond(0))).map(({ id }) => id)).toEqual([
        two.id,
        three.id,
      ]);
      expect(await records.printJobsInPrinter('Zebra A', atSecond(61))).toEqual([]);
      expect(await records.printJobsInPrinter('Zebra B', atSecond(0))).toEqual([]);
    });

    it('lists those that are asked about at a site behind any number of others, and first those that only wait', async () => {
      const [queued, answerable, waits] = [await job(codeA, 0), await job(codeB, 10), await job(codeC, 20)];
      const question = { kind: 'site' as const, message: message('print-question.site-waiting') };
      await records.movePrintJob(queued.id, ['queued'], { state: 'held', reasons: ['paper out'] }, by('hold-print'));
      for (const [{ id }, answers] of [
        [answerable, ['print anyway']],
        [waits, []],
      ] as const)
        await records.movePrintJob(
          id,
          ['queued'],
          { state: 'held', question: { ...question, answers: [...answers] } },
          by('hold-print'),
        );
      expect((await records.printJobsAskedAtSite(2)).map(({ id }) => id)).toEqual([waits.id, answerable.id]);
      expect((await records.printJobsAskedAtSite(1)).map(({ id }) => id)).toEqual([waits.id]);
    });

    it('lists one that was cut off with the same count before as one behind it: the counter may be of either', async () => {
      const [cutOff, whole] = [await job(codeA, 0), await job(codeB, 10)];
      await move(cutOff.id, { state: 'uncertain', evidence: { countBefore: 10 } });
      await move(whole.id, { state: 'sent', evidence: { countBefore: 10 } });
      const listed = await records.printJobsInPrinter('Zebra A', atSecond(0));
      expect(listed.map(({ id }) => id)).toEqual([cutOff.id, whole.id]);
    });

    it('lists those labels as they were sent: one that waited for an operator comes behind a newer one', async () => {
      const [waited, newer] = [await job(codeA, 0), await job(codeB, 10)];
      await move(newer.id, { state: 'sent', evidence: { countBefore: 5 } });
      await move(waited.id, { state: 'uncertain', evidence: { countBefore: 6 } });
      const listed = await records.printJobsInPrinter('Zebra A', atSecond(0));
      expect(listed.map(({ id }) => id)).toEqual([newer.id, waited.id]);
    });
  });

  describe('a job that a queue of this computer owns', () => {
    it('is still tracked after a crash if its printer exists; otherwise it is uncertain', async () => {
      for (const [code, printer] of [
        [codeA, 'Office'],
        [codeB, 'Gone'],
      ] as const) {
        const { id } = await job(code, 0, printer);
        await move(id, { state: 'sending', attempt: true });
        await records.mergePrintEvidence(id, { queueReference: 'Q-12' });
      }
      await reopen();
      expect(await records.recoverAfterRestart(1, atSecond(90), ['Office'])).toMatchObject({ jobs: 1 });
      expect((await records.printJobsOwned('Office')).map(({ code, state }) => [code, state])).toEqual([
        [codeA, 'sending'],
      ]);
      expect(await records.printJobsOwned('Gone')).toEqual([]);
    });
  });
}
