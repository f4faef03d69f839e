import { describe, expect, it } from 'vitest';
import { message } from '../../../src/shared/messages/message.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  type OpenForTest,
  recordsForEach,
  requestFor,
  storeLabelled,
} from './record-fixtures.ts';

/** Work left over from the previous run. */
export function restartContract(open: OpenForTest): void {
  const { records, reopen } = recordsForEach(open);

  describe('after the station crashed', () => {
    it('a label that was being sent is uncertain, one that waited still waits', async () => {
      const parcelId = await storeLabelled(records, codeA);
      const sending = (await addJob(records, parcelId, 0)).job;
      await records.movePrintJob(sending.id, ['queued'], { state: 'sending', attempt: true }, by('print'));
      const queued = (await addJob(records, await storeLabelled(records, codeB), 10)).job;
      await reopen();
      expect(await records.recoverAfterRestart(9_000, atSecond(50), [])).toEqual({
        jobs: 1,
        commands: 0,
        countdowns: 0,
      });
      const uncertain = {
        state: 'uncertain',
        attempts: 1,
        updatedAt: atSecond(50),
        failure: { code: 'printer-cut-off' },
      };
      expect(await records.printJob(sending.id)).toMatchObject(uncertain);
      expect(await records.printJob(queued.id)).toEqual(queued);
    });

    it('a create that was being sent is uncertain, and a delete waits again, marked as possibly sent', async () => {
      const create = await records.beginCreate(requestFor(codeA), by('create-order'));
      const { command: remove } = await records.beginDelete(
        { customCode: codeB, parcelId: null, endsAt: 1 },
        by('delete'),
      );
      for (const { id } of [create, remove]) {
        const change = { state: 'sending', attempt: true, notBefore: 77 } as const;
        await records.moveCommand(id, ['waiting', 'counting'], change, by('send-order'));
      }
      await reopen();
      expect(await records.recoverAfterRestart(9_000, atSecond(50), [])).toMatchObject({ commands: 2 });
      expect(await records.command(create.id)).toMatchObject({ state: 'uncertain', requestLeft: true });
      expect(await records.command(remove.id)).toMatchObject({ state: 'waiting', requestLeft: true, notBefore: 0 });
      expect(await records.recoverAfterRestart(9_000, atSecond(51), [])).toEqual({
        jobs: 0,
        commands: 0,
        countdowns: 0,
      });
    });

    it('a countdown restarts, and the journal lists all of it', async () => {
      const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 1 }, by('delete'));
      await reopen();
      expect(await records.recoverAfterRestart(9_000, atSecond(50), [])).toMatchObject({ countdowns: 1 });
      expect(await records.command(command.id)).toMatchObject({ state: 'counting', notBefore: 9_000 });
      const [line] = await records.activity({ beforeId: null, limit: 1 });
      expect(line).toMatchObject({
        at: atSecond(50),
        who: 'station',
        code: codeA,
        outcome: message('journal.command.countdown-restarted'),
      });
    });
  });
}
