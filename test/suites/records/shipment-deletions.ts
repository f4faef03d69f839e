import { describe, expect, it } from 'vitest';
import { eventSteps } from './event-fixtures.ts';
import {
  addCopy,
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  type OpenForTest,
  recordsForEach,
  storeLabelled,
} from './record-fixtures.ts';
import { eventOf, stateEvent } from './webhook-fixtures.ts';

/** Shipments deleted at the service. */
export function shipmentDeletionsContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);
  const { shipment, storeParts, take } = eventSteps(records);

  describe('a shipment deleted at the service', () => {
    it('marks its parcels, cancels unsent jobs and reports the unrequested deletion once', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const sent = (await addJob(records, parcelId, 0)).job;
      await records.movePrintJob(sent.id, ['queued'], { state: 'sent' }, by('print'));
      const queued = (await addCopy(records, parcelId, 10)).job;
      const [taken] = await records.storeEvents([eventOf('same.shipment.deleted', { custom_code: codeA }, 20)]);
      const parcels = [parcelId];
      expect(taken).toEqual({ outcome: 'stored', deleted: true, namesCreate: false, alarms: false, parcels });
      expect(await records.parcel(parcelId)).toMatchObject({ deletedAt: atSecond(20), status: { state: 'deleted' } });
      expect((await records.printJob(queued.id))?.state).toBe('cancelled');
      expect((await records.printJob(sent.id))?.state).toBe('sent');
      expect(await records.nextPrintJob('Zebra A')).toBeNull();

      await reopen();
      const [due] = await records.unrequestedDeletions(10);
      expect(due).toMatchObject({ trackingCode: null, codes: [codeA], copies: 1, at: atSecond(20) });
      await records.markDeletionsReported([due?.eventId ?? 0], atSecond(30));
      expect(await records.unrequestedDeletions(10)).toEqual([]);
      await take(eventOf('same.shipment.deleted', { custom_code: codeA, again: true }, 40));
      expect(await records.unrequestedDeletions(10)).toEqual([]);
      expect((await records.activity({ beforeId: null, limit: 1 }))[0]).toMatchObject({ who: 'service', code: codeA });
    });

    it('that was requested here ends the deletion whatever it waits for, and is not reported', async () => {
      for (const [index, state] of (
        ['counting', 'waiting', 'needs confirmation', 'uncertain', 'blocked'] as const
      ).entries()) {
        const code = `NL00000000000000000${index}`;
        const [parcelId = 0] = await shipment([code], `DO-${index}`);
        const { command } = await records.beginDelete({ customCode: code, parcelId, endsAt: 1 }, by('delete'));
        await records.moveCommand(command.id, ['counting'], { state }, by('retry'));
        await take(eventOf('same.shipment.deleted', { tracking_code: `DO-${index}` }, 20));
        expect((await records.command(command.id))?.state).toBe('done');
        expect((await records.parcel(parcelId))?.deletedAt).toBe(atSecond(20));
      }
      expect(await records.unrequestedDeletions(10)).toEqual([]);
    });

    it('does not change a deletion that is being sent', async () => {
      const [parcelId = 0] = await shipment([codeA]);
      const { command } = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await take(stateEvent('deleted', 20));
      expect((await records.command(command.id))?.state).toBe('sending');
      expect(await records.unrequestedDeletions(10)).toEqual([]);
      expect((await records.completeDelete(command.id, by('order-answer', 50)))?.state).toBe('done');
      expect((await records.parcel(parcelId))?.deletedAt).toBe(atSecond(20));
    });

    it('reports only the parcels whose deletion this station did not request', async () => {
      const [one = 0] = await shipment([codeA, codeB, codeC]);
      await records.beginDelete({ customCode: codeA, parcelId: one, endsAt: 1 }, by('delete'));
      await take(stateEvent('deleted', 20));
      expect((await records.unrequestedDeletions(10))[0]?.codes).toEqual([codeB, codeC]);
    });

    it('reports a parcel whose deletion was rejected or undone here', async () => {
      const [one = 0, two = 0] = await shipment([codeA, codeB]);
      const refused = await records.beginDelete({ customCode: codeA, parcelId: one, endsAt: 1 }, by('delete'));
      await records.moveCommand(refused.command.id, ['counting'], { state: 'rejected' }, by('order-answer'));
      const undone = await records.beginDelete({ customCode: codeB, parcelId: two, endsAt: 1 }, by('delete'));
      await records.undo(undone.command.id, by('undo-order'));
      await take(stateEvent('deleted', 20));
      expect((await records.unrequestedDeletions(10))[0]?.codes).toEqual([codeA, codeB]);
    });

    it('before its order was known is deleted with it, and so is a parcel that becomes known later', async () => {
      await take(stateEvent('deleted', 20));
      const [one = 0] = await storeParts(codeA);
      expect((await records.parcel(one))?.deletedAt).toBe(atSecond(20));
      const [due] = await records.unrequestedDeletions(10);
      expect(due?.codes).toEqual([codeA]);
      const [, two = 0] = await storeParts(codeA, codeB);
      expect((await records.parcel(two))?.deletedAt).toBe(atSecond(20));
      expect((await records.unrequestedDeletions(10))[0]?.codes).toEqual([codeA, codeB]);
      await records.markDeletionsReported([due?.eventId ?? 0], atSecond(30));
      await storeParts(codeA, codeB, codeC);
      expect((await records.unrequestedDeletions(10))[0]?.codes).toEqual([codeC]);
    });

    it('does not follow from one deleted parcel', async () => {
      const [one = 0, two = 0] = await shipment([codeA, codeB]);
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: one, endsAt: 1 }, by('delete'));
      await records.moveCommand(command.id, ['counting'], { state: 'sending' }, by('send-order'));
      await records.completeDelete(command.id, by('order-answer'));
      expect(await records.parcel(two)).toMatchObject({ deletedAt: null, status: null });
    });
  });
}
