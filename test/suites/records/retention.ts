import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { Records, Removed, RetentionCursor } from '../../../src/main/core/ports/records.ts';
import type { PrintJobState } from '../../../src/shared/printing/print-job.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  newestScans,
  type OpenForTest,
  orderOf,
  parcelOf,
  recordsForEach,
  requestFor,
  shipmentOf,
  storeLabelled,
  storeOrder,
  storeParcels,
  takeScan,
} from './record-fixtures.ts';

/** Removes everything that is older, and returns how much that was. */
export async function removeAllOld(records: Records, before: string): Promise<Removed> {
  const total: Removed = { orders: 0, parcels: 0, commands: 0, scans: 0, events: 0, labels: 0, journal: 0 };
  let from: RetentionCursor | null = null;
  do {
    const step: Awaited<ReturnType<Records['removeOld']>> = await records.removeOld(before, from);
    for (const [what, count] of Object.entries(step.removed)) total[what as keyof Removed] += count;
    from = step.next;
  } while (from !== null);
  return total;
}

/** What is removed when it is old, and what is kept at any age. Everything here was made in the first hour. */
export function retentionContract(open: OpenForTest): void {
  const { records, file } = recordsForEach(open);

  const hour = atSecond(3_600);
  const removeAll = (before = hour): Promise<Removed> => removeAllOld(records, before);

  describe('an old order', () => {
    it('is removed with its parcels, copies, scans, command and label bytes', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const { job } = await addJob(records, parcelId, 10);
      await records.movePrintJob(job.id, ['queued'], { state: 'printed' }, by('print', 11));
      await takeScan(records, codeA, 'look up', 11);
      const sha256 = job.labelSha256;
      expect(await removeAll()).toMatchObject({ orders: 1, parcels: 1, commands: 1, scans: 1, labels: 1 });
      expect(await records.parcel(parcelId)).toBeNull();
      expect(await records.printJob(job.id)).toBeNull();
      expect(await records.labelBytes(sha256)).toBeNull();
      expect(await newestScans(records)).toEqual([]);
      for (const find of ['', codeA, 'aya']) {
        expect(await records.parcelsPage({ find, offset: 0, limit: 10 })).toMatchObject({ total: 0, rows: [] });
      }
      expect(await records.findByCode(codeA)).toBeNull();
    });

    it('is removed with its labels that were never assigned', async () => {
      const waiting = { label: null, missing: ['custom_code', 'pick_up_code', 'label'] };
      const url = 'https://labels.example/1.zpl';
      const label = { url, source: 'parcel zpl', format: 'zpl', pdfUrl: null } as const;
      const shipment = shipmentOf([parcelOf(codeA, waiting), parcelOf(codeB, { ...waiting, position: 2 })], {
        unassignedLabels: [{ pickUpCode: 'P-1', sizeCode: 'small', label }],
      });
      const [parcelId = 0] = await storeOrder(records, orderOf([shipment]));
      const [pending] = await records.pendingLabels(10);
      expect(pending).toMatchObject({ parcelId: null, url });
      const file = { bytes: new TextEncoder().encode('^XA^XZ'), sha256: 'sha of a label', format: 'zpl' } as const;
      await records.saveLabel(pending?.id ?? 0, file, by('download-label'));
      expect(await records.parcel(parcelId)).toMatchObject({ label: null, needsLabelAssignment: true });
      expect((await records.findByCode('P-1'))?.parcels).toHaveLength(2);
      expect(await removeAll()).toMatchObject({ orders: 1, parcels: 2, labels: 1 });
      expect(await records.labelBytes(file.sha256)).toBeNull();
      expect(await records.pendingLabels(10)).toEqual([]);
    });

    it('stays until it is older than the days kept', async () => {
      const [parcelId = 0] = await storeParcels(records, codeA);
      expect(await removeAll(atSecond(0))).toMatchObject({ orders: 0, journal: 0 });
      expect(await records.parcel(parcelId)).not.toBeNull();
    });

    it.each<PrintJobState>(['queued', 'held', 'sending', 'uncertain'])(
      'stays as long as a copy of it is %s',
      async (state) => {
        const parcelId = await storeLabelled(records, codeA);
        const { job } = await addJob(records, parcelId, 10);
        if (state !== 'queued') await records.movePrintJob(job.id, ['queued'], { state }, by('print', 11));
        expect(await removeAll()).toMatchObject({ orders: 0, parcels: 0, labels: 0 });
        expect(await records.printJob(job.id)).not.toBeNull();
        expect(await records.labelBytes(job.labelSha256)).not.toBeNull();
      },
    );

    it.each(['counting', 'waiting', 'sending', 'uncertain', 'blocked', 'rejected'] as const)(
      'stays as long as its deletion is %s',
      async (state) => {
        const [parcelId = 0] = await storeParcels(records, codeA);
        const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete', 10));
        if (state !== 'counting') await records.moveCommand(command.id, ['counting'], { state }, by('retry', 11));
        expect(await removeAll()).toMatchObject({ orders: 0, parcels: 0 });
        expect(await records.command(command.id)).not.toBeNull();
      },
    );

    it('is removed once its deletion was answered, or was rejected and dismissed', async () => {
      const [one = 0] = await storeParcels(records, codeA);
      const first = await records.beginDelete({ customCode: codeA, parcelId: one, endsAt: 1 }, by('delete', 10));
      await records.moveCommand(first.command.id, ['counting'], { state: 'sending' }, by('send-order', 11));
      await records.completeDelete(first.command.id, by('order-answer', 12));
      const [other = 0] = await storeParcels(records, codeB);
      const second = await records.beginDelete({ customCode: codeB, parcelId: other, endsAt: 1 }, by('delete', 10));
      await records.moveCommand(second.command.id, ['counting'], { state: 'rejected' }, by('retry', 11));
      await records.dismissCommand(second.command.id, by('dismiss', 12));
      expect(await removeAll()).toMatchObject({ orders: 2, parcels: 2, commands: 4 });
    });

    it('stays if its code was scanned recently', async () => {
      const [parcelId = 0] = await storeParcels(records, codeA);
      await takeScan(records, codeA, 'look up', 4_000);
      expect(await removeAll()).toMatchObject({ orders: 0, scans: 0 });
      expect(await records.parcel(parcelId)).not.toBeNull();
    });

    it('keeps the bytes of a label that another parcel shares', async () => {
      await storeLabelled(records, codeA, '^XAsame^XZ');
      const younger = await storeLabelled(records, codeB, '^XAsame^XZ');
      await addJob(records, younger, 10);
      expect(await removeAll()).toMatchObject({ orders: 1, labels: 0 });
      const sha256 = (await records.parcel(younger))?.label?.sha256 ?? '';
      expect(await records.labelBytes(sha256)).not.toBeNull();
    });
  });

  describe('other old records', () => {
    it('are removed: settled deletions of unknown codes, scans and the journal, but no uncertain create', async () => {
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete', 10));
      await records.undo(command.id, by('undo-order', 11));
      const uncertain = await records.beginCreate(requestFor(codeB), by('create-order', 12));
      await records.moveCommand(uncertain.id, ['waiting'], { state: 'uncertain' }, by('retry', 13));
      await takeScan(records, 'nothing', 'look up', 14);
      await takeScan(records, 'lately', 'look up', 4_000);
      expect(await removeAll()).toMatchObject({ commands: 1, scans: 1, journal: 5 });
      expect((await newestScans(records)).map(({ code }) => code)).toEqual(['lately']);
      expect((await records.activity({ beforeId: null, limit: 10 })).map(({ code }) => code)).toEqual(['lately']);
      expect(await records.command(uncertain.id)).not.toBeNull();
      expect(await records.command(command.id)).toBeNull();
    });

    it('are removed from the journal also behind many entries of a clock that was far ahead', async () => {
      for (let second = 0; second < 150; second += 1)
        await records.note({ ...by('retry').activity, at: `2031-01-01T00:00:00.${String(second).padStart(3, '0')}Z` });
      for (let second = 0; second < 10; second += 1) await records.note(by('retry', second).activity);
      await records.note(by('retry', 4_000).activity);
      expect(await removeAll()).toMatchObject({ journal: 10 });
    });

    it('are removed in small steps of a few milliseconds each', async () => {
      for (let second = 0; second < 250; second += 1) await records.note(by('retry', second).activity);
      let from: RetentionCursor | null = null;
      const steps: number[] = [];
      do {
        const step: Awaited<ReturnType<Records['removeOld']>> = await records.removeOld(hour, from);
        steps.push(step.removed.journal);
        from = step.next;
      } while (from !== null);
      expect(Math.max(...steps)).toBeLessThanOrEqual(100);
      expect(steps.reduce((sum, count) => sum + count, 0)).toBe(250);
    });
  });

  it('label bytes that nothing refers to are removed at any age, a few at a time, and the others kept', async () => {
    const parcelId = await storeLabelled(records, codeA);
    const { job } = await addJob(records, parcelId, 10);
    const names = Array.from({ length: 25 }, (_, index) => `earlier ${index}`);
    const database = new DatabaseSync(file());
    const insert = database.prepare(
      "INSERT INTO label_files (sha256, size, bytes) VALUES (?, 5, CAST('bytes' AS BLOB))",
    );
    for (const name of names) insert.run(name);
    database.close();
    const left = async (): Promise<number> =>
      (await Promise.all(names.map((name) => records.labelBytes(name)))).filter((bytes) => bytes !== null).length;
    const counts: number[] = [];
    for (let from: RetentionCursor | null = { what: 'files', at: '', id: 0 }; from?.what === 'files'; ) {
      from = (await records.removeOld(atSecond(0), from)).next;
      counts.push(await left());
    }
    expect(counts).toEqual([15, 5, 0]);
    expect(await records.labelBytes(job.labelSha256)).not.toBeNull();
    expect(await removeAll(atSecond(0))).toMatchObject({ orders: 0, labels: 0 });
  });

  it('stay searchable while the search index is merged', async () => {
    for (let number = 0; number < 40; number += 1) await storeParcels(records, `A${String(number).padStart(15, '0')}`);
    let steps = 0;
    while (await records.mergeSearchIndex()) steps += 1;
    expect(steps).toBeGreaterThan(0);
    expect((await records.parcelsPage({ find: 'palm', offset: 0, limit: 1 })).total).toBe(40);
  });
}
