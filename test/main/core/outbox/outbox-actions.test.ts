import { expect, it } from 'vitest';
import { createOutboxActions } from '../../../../src/main/core/outbox/outbox-actions.ts';
import { by, codeA, requestFor } from '../../../suites/records/record-fixtures.ts';
import { eventOf } from '../../../suites/records/webhook-fixtures.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';

const folders = temporaryFolders();

const actionsOn = (records: Awaited<ReturnType<typeof openTestRecords>>) =>
  createOutboxActions({
    records,
    clock: { now: () => 0, after: () => () => {} },
    announce: () => {},
    deletions: { begin: () => expect.fail(), pending: () => expect.fail() },
    publish: () => {},
  });

it('outbox: an order that an event named is not settled as missing, even before its alarm is reported', async () => {
  const records = await openTestRecords(folders);
  const { id } = await records.beginCreate(requestFor(codeA), by('create-order'));
  await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
  await records.moveCommand(id, ['sending'], { state: 'uncertain', requestLeft: true }, by('order-answer'));
  await records.storeEvents([eventOf('same.shipment.scheduled', { custom_code: codeA }, 30)]);
  const acts = actionsOn(records);
  expect(await acts.settle(id, false)).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
  expect((await records.command(id))?.state).toBe('uncertain');
  expect(await acts.settle(id, true)).toMatchObject({ ok: true });
});

it.each([
  [false, 'done'],
  [true, 'rejected'],
] as const)(
  'outbox: a deletion that was answered by errors alone for a shift is settled by an operator (exists: %s)',
  async (isThere, state) => {
    const records = await openTestRecords(folders);
    const { command } = await records.beginDelete({ customCode: codeA, parcelId: null, endsAt: 0 }, by('delete'));
    const acts = actionsOn(records);
    await records.moveCommand(command.id, ['counting'], { state: 'needs confirmation' }, by('ask-confirmation'));
    // Never sent: it is undone, and nothing is to be settled.
    expect(await acts.settle(command.id, isThere)).toMatchObject({ ok: false });
    await records.moveCommand(command.id, ['needs confirmation'], { state: 'waiting' }, by('confirm-deletion'));
    const sent = { state: 'needs confirmation', attempt: true, requestLeft: true } as const;
    await records.moveCommand(command.id, ['waiting'], sent, by('ask-confirmation'));
    expect(await acts.undo(command.id)).toMatchObject({ ok: false });
    expect(await acts.settle(command.id, isThere)).toMatchObject({ ok: true, value: { state } });
  },
);
