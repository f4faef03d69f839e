import { orderFromRequest } from '../../../src/main/core/orders/answered-order.ts';
import type { Replacement } from '../../../src/main/core/ports/order-records.ts';
import type { Records } from '../../../src/main/core/ports/records.ts';
import type { Failure } from '../../../src/shared/contract/failure.ts';
import { message } from '../../../src/shared/messages/message.ts';
import type { CommandState } from '../../../src/shared/orders/command.ts';
import { atSecond, by, codeA, codeB, codeC, requestFor } from './record-fixtures.ts';
import { eventOf } from './webhook-fixtures.ts';

export const codeD = 'NLDDDDDDDDDDDDDDDDDD';
export const codeE = 'NLEEEEEEEEEEEEEEEEEE';
export const lost: Failure = { code: 'cut-off', message: message('storage.answer-interrupted') };
export const gaveWay: Failure = { code: 'not-allowed-now', message: message('storage.closed') };

/** Steps of a test about uncertain orders. */
export function uncertainOrderSteps(records: Records) {
  const createIn = async (state: CommandState, ...codes: string[]): Promise<number> => {
    const intent = { quotedPrice: 47.25, fingerprint: 'duplicate' };
    const { id } = await records.beginCreate(requestFor(...codes), by('create-order'), intent);
    if (state === 'waiting') return id;
    await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
    if (state !== 'sending') {
      await records.moveCommand(id, ['sending'], { state, requestLeft: true, failure: lost }, by('order-answer', 5));
    }
    return id;
  };
  const take = async (name: string, data: Record<string, unknown>, second = 30) =>
    (await records.storeEvents([eventOf(name, data, second)]))[0];
  const settle = (id: number, codes: string[], from: CommandState = 'uncertain') =>
    records.settleAsExisting(
      id,
      { by: 'webhook', from: [from] },
      orderFromRequest(requestFor(...codes)),
      by('settle-order', 40),
    );

  const dueIds = async (): Promise<number[]> => {
    const query = { now: 0, pausesVoidBefore: '', deletesFirst: false, limit: 20 };
    return (await records.dueCommands(query)).due.map(({ id }) => id);
  };
  const replace = (id: number, change: Partial<Replacement> = {}) =>
    records.replaceCreate(
      id,
      { request: requestFor(codeC, codeD), failure: gaveWay, unmovedSince: atSecond(5), ...change },
      by('replace-order', 100),
    );
  const replaced = async () => {
    const oldId = await createIn('uncertain', codeA, codeB);
    const created = await replace(oldId);
    if (!created) throw new Error('It was not replaced');
    const deletions = await records.commands(['waiting'], 10);
    return { oldId, newId: created.id, deletions: deletions.filter(({ kind }) => kind === 'delete') };
  };
  const answer = async (deletionId: number, state: 'done' | 'rejected', wasThere = false, second = 110) => {
    await records.moveCommand(deletionId, ['waiting'], { state: 'sending', attempt: true }, by('send-order', second));
    if (state === 'done') await records.completeDelete(deletionId, by('deletion-answer', second), wasThere);
    else await records.moveCommand(deletionId, ['sending'], { state, failure: lost }, by('order-answer', second));
  };

  return { createIn, take, settle, dueIds, replace, replaced, answer };
}
