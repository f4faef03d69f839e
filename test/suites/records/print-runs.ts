import { describe, expect, it } from 'vitest';
import type { PrintRunStep } from '../../../src/main/core/ports/print-records.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { noPrinterName } from '../../../src/shared/printing/print-job.ts';
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
  requestFor,
  shipmentOf,
  storeLabelled,
  storeParcels,
} from './record-fixtures.ts';

const step = {
  jobs: { printer: 'Zebra A', origin: 'button' },
  missingLabels: 'leave out',
  parcels: 100,
  labels: 100,
} as const;

/** Labels queued at once, and labels without a printer. */
export function printRunsContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const started = async (parcelIds: number[], change: Partial<PrintRunStep> = {}): Promise<number> => {
    const runId = await records.addPrintRun(parcelIds, by('start-print-run'));
    if (runId === null) throw new Error('No one signs in');
    await records.addPrintRunJobs(runId, { ...step, ...change }, atSecond(10));
    return runId;
  };
  const storeLabel = async (parcelId: number): Promise<void> => {
    const text = `^XA${parcelId}^XZ`;
    const file = { bytes: new TextEncoder().encode(text), sha256: `sha of ${text}`, format: 'zpl' } as const;
    await records.saveLabel((await records.parcel(parcelId))?.label?.id ?? 0, file, by('download-label'));
  };
  const queue = async (): Promise<string[]> =>
    (await records.printJobs(100)).reverse().map(({ code, state }) => `${code} ${state}`);

  describe('a print run', () => {
    it('queues labels in the given order, with their receiver, and keeps that over a restart', async () => {
      const [a, b, c] = [
        await storeLabelled(records, codeA),
        await storeLabelled(records, codeB),
        await storeLabelled(records, codeC),
      ];
      const runId = await started([c, a, b]);
      await reopen();
      expect(await queue()).toEqual([`${codeC} queued`, `${codeA} queued`, `${codeB} queued`]);
      expect(await records.nextPrintJob('Zebra A')).toMatchObject({ code: codeC, recipient: 'Aya Noor' });
      const run = { id: runId, total: 3, labels: { queued: 3 }, leftOut: [], isStopped: false };
      expect(await records.printRun(runId)).toMatchObject(run);
      expect(await records.openPrintRuns(10)).toMatchObject([run]);
    });

    it('leaves out what may be printed, is queued, deleted, without a label or unknown, and counts it', async () => {
      const printed = await storeLabelled(records, codeA);
      const { job } = await addJob(records, printed, 0);
      await records.movePrintJob(job.id, ['queued'], { state: 'uncertain' }, by('print'));
      const queued = await storeLabelled(records, codeB);
      await addJob(records, queued, 1);
      const leaving = await storeLabelled(records, codeC);
      await records.beginDelete({ customCode: codeC, parcelId: leaving, endsAt: 0 }, by('delete'));
      const [bare = 0] = await storeParcels(records, 'NLDDDDDDDDDDDDDDDDDD');
      const [one, two] = [
        await storeLabelled(records, 'NLEEEEEEEEEEEEEEEEEE', 'one'),
        await storeLabelled(records, 'NLFFFFFFFFFFFFFFFFFF', 'two'),
      ];
      const runId = await started([printed, queued, leaving, bare, 4_711, one, two, one], { labels: 1 });
      expect(await records.printRun(runId)).toMatchObject({
        total: 1,
        leftOut: [
          { reason: 'maybe printed', count: 1, codes: [codeA] },
          { reason: 'queued already', count: 2, codes: [codeB, 'NLEEEEEEEEEEEEEEEEEE'] },
          { reason: 'deleted', count: 1, codes: [codeC] },
          { reason: 'no label', count: 1 },
          { reason: 'unknown', count: 1, codes: ['4711'] },
          { reason: 'limit reached', count: 1, codes: ['NLFFFFFFFFFFFFFFFFFF'] },
        ].map((entry) => expect.objectContaining(entry)),
      });
    });

    it('that is stopped cancels what is not sent, and takes nothing more; undoing a deletion does not restore it', async () => {
      const ids = [
        await storeLabelled(records, codeA),
        await storeLabelled(records, codeB),
        await storeLabelled(records, codeC),
      ];
      const runId = await started(ids);
      const [first, , third] = (await records.printJobs(10)).reverse();
      await records.movePrintJob(first?.id ?? 0, ['queued'], { state: 'sending' }, by('print'));
      const deletion = { customCode: codeC, parcelId: third?.parcelId ?? 0, endsAt: 0 };
      const { command } = await records.beginDelete(deletion, by('delete'));
      const stopped = await records.stopPrintRun(runId, by('stop-print-run'));
      expect(stopped).toMatchObject({ isStopped: true, labels: { sending: 1, cancelled: 2 } });
      await records.undo(command.id, by('undo-deletion'));
      expect(await queue()).toEqual([`${codeA} sending`, `${codeB} cancelled`, `${codeC} cancelled`]);
      expect(await records.addPrintRunJobs(runId, step, atSecond(20))).toBe(0);
      expect(await records.openPrintRuns(10)).toEqual([]);
      expect(await records.stopPrintRun(4_711, by('stop-print-run'))).toBeNull();
    });

    it('waits for a label in its order, over a restart, and takes it once, also where a second run was started', async () => {
      const [a, b, c] = [
        await storeLabelled(records, codeA),
        (await storeParcels(records, codeB))[0] ?? 0,
        await storeLabelled(records, codeC),
      ];
      const inOrder = { missingLabels: 'wait in order' } as const;
      const runId = await started([a, b, c], inOrder);
      expect(await records.printRun(runId)).toMatchObject({ total: 3, awaited: 2, labels: { queued: 1 } });
      expect(await queue()).toEqual([`${codeA} queued`]);
      const second = await started([b, a, c], inOrder);
      expect(await records.printRun(second)).toMatchObject({
        ...{ total: 0, awaited: 0 },
        leftOut: [{ reason: 'queued already', count: 3 }],
      });
      await reopen();
      expect(await records.unfinishedPrintRuns(10)).toMatchObject([{ id: runId }]);
      expect(await records.openPrintRuns(10)).toMatchObject([{ id: runId, awaited: 2 }]);
      await storeLabel(b);
      expect(await records.addPrintRunJobs(runId, { ...step, ...inOrder }, atSecond(20))).toBe(2);
      expect(await queue()).toEqual([`${codeA} queued`, `${codeB} queued`, `${codeC} queued`]);
      expect(await records.printRun(runId)).toMatchObject({ total: 3, awaited: 0, leftOut: [] });
      expect(await records.unfinishedPrintRuns(10)).toEqual([]);
    });

    it('lets others print before a label that is late; a label of a deleted parcel or an abandoned one holds nothing up', async () => {
      const [late = 0, leaving = 0, abandoned = 0] = await storeParcels(records, codeA, codeB, 'NLDDDDDDDDDDDDDDDDDD');
      const here = await storeLabelled(records, codeC);
      await records.beginDelete({ customCode: codeB, parcelId: leaving, endsAt: 0 }, by('delete'));
      const failure = { code: 'service-error', message: message('print-run.unknown') } as const;
      const label = (await records.parcel(abandoned))?.label;
      await records.failLabel(label?.id ?? 0, failure, by('download-label'));
      const runId = await started([leaving, abandoned, late, here], { missingLabels: 'wait in order' });
      expect(await records.printRun(runId)).toMatchObject({
        ...{ total: 2, awaited: 2 },
        leftOut: [
          { reason: 'deleted', codes: [codeB] },
          { reason: 'no label', count: 1 },
        ],
      });
      await records.addPrintRunJobs(runId, { ...step, missingLabels: 'print others first' }, atSecond(70));
      expect(await queue()).toEqual([`${codeC} queued`]);
      const stopped = await records.stopPrintRun(runId, by('stop-print-run'));
      expect(stopped).toMatchObject({ total: 1, awaited: 0, labels: { cancelled: 1 } });
      expect(stopped?.leftOut).toContainEqual({ reason: 'stopped', count: 1, codes: [codeA] });
      await storeLabel(late);
      expect(await records.addPrintRunJobs(runId, step, atSecond(80))).toBe(0);
      expect(await queue()).toEqual([`${codeC} cancelled`]);
    });

    it('of an order or a batch has its parcels in the order of the form and of the rows', async () => {
      const facts = { columns: [] } as never;
      const noRows = { cells: '{}', faults: '{}' };
      const batchId = await records.addBatch({ name: 'orders.csv', folder: null, facts }, noRows);
      const intent = { quotedPrice: null, fingerprint: null };
      const newOrder = (number: number, ...codes: string[]) => ({
        ...{ number, lines: [number + 1], quoted: null },
        request: requestFor(...codes),
      });
      await records.addBatchOrders(batchId, [newOrder(1, codeB), newOrder(2, codeA, codeC)], []);
      await records.showBatch(batchId, noRows, by('open-batch'));
      await records.startBatch(batchId, 2, facts, by('start-batch'));
      const commands = [];
      for (const [number, codes] of [[codeB], [codeA, codeC]].entries()) {
        const batch = { id: batchId, number: number + 1 };
        commands.push(await records.beginBatchOrder(batch, requestFor(...codes), by('create-order'), intent));
      }
      // The second order is answered first, with its parcels the other way round.
      const answers = [
        orderOf([shipmentOf([parcelOf(codeC), parcelOf(codeA)])]),
        orderOf([shipmentOf([parcelOf(codeB)])]),
      ];
      const ids = new Map<string, number>();
      for (const [index, answer] of answers.entries()) {
        const command = commands[1 - index]?.id ?? 0;
        await records.moveCommand(command, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
        for (const id of (await records.completeCreate(command, answer, by('order-answer'))).parcelIds) {
          ids.set((await records.parcel(id))?.customCode ?? '', id);
        }
      }
      const idOf = (...codes: string[]) => codes.map((code) => ids.get(code));
      expect(await records.printRunParcels({ kind: 'batch', batchId }, 10)).toEqual(idOf(codeB, codeA, codeC));
      expect(await records.printRunParcels({ kind: 'batch', batchId }, 2)).toEqual(idOf(codeB, codeA));
      const orderId = (await records.parcel(ids.get(codeA) ?? 0))?.orderId ?? 0;
      expect(await records.printRunParcels({ kind: 'order', orderId }, 10)).toEqual(idOf(codeA, codeC));
    });
  });

  describe('labels without a printer', () => {
    const held = async (code: string) =>
      (await addJob(records, await storeLabelled(records, code), 0, noPrinterName)).job;

    it('are held with a reason of their own, whatever happens to them', async () => {
      const job = await held(codeA);
      expect(job).toMatchObject({ state: 'held', reasons: ['no printer'] });
      await records.movePrintJob(job.id, ['held'], { state: 'held', onHold: true, reasons: [] }, by('hold-print'));
      const resumed = await records.movePrintJob(job.id, ['held'], { state: 'queued', onHold: false }, by('print'));
      expect(resumed).toMatchObject({ state: 'held', reasons: ['no printer'] });
      const deletion = { customCode: codeA, parcelId: job.parcelId, endsAt: 0 };
      const { command } = await records.beginDelete(deletion, by('delete'));
      expect(await records.countJobsWithoutPrinter()).toBe(0);
      await records.undo(command.id, by('undo-deletion'));
      await reopen();
      expect(await records.printJob(job.id)).toMatchObject({ state: 'held', reasons: ['no printer'] });
      expect(await records.countJobsWithoutPrinter()).toBe(1);
    });

    it('are released all at once, in their order, and only for the number that was named', async () => {
      await held(codeA);
      await held(codeB);
      const answer = { labels: 1, printer: 'Zebra A' };
      expect(await records.settleJobsWithoutPrinter(answer, by('release-prints'))).toBe(false);
      expect(await records.nextPrintJob('Zebra A')).toBeNull();
      expect(await records.settleJobsWithoutPrinter({ ...answer, labels: 2 }, by('release-prints'))).toBe(true);
      expect(await records.nextPrintJob('Zebra A')).toMatchObject({ code: codeA, state: 'queued', reasons: [] });
      expect(await queue()).toEqual([`${codeA} queued`, `${codeB} queued`]);
    });

    it('are cancelled where the operator discards them', async () => {
      await held(codeA);
      expect(await records.settleJobsWithoutPrinter({ labels: 1, printer: null }, by('discard-prints'))).toBe(true);
      expect(await queue()).toEqual([`${codeA} cancelled`]);
    });
  });
}
