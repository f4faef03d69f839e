import { expect, it } from 'vitest';
import { createOutboxActions } from '../../../../src/main/core/outbox/outbox-actions.ts';
import { by, codeA, requestFor } from '../../../suites/records/record-fixtures.ts';
import { eventOf } from '../../../suites/records/webhook-fixtures.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';

const folders = temporaryFolders();

it('outbox: an order that an event named is not settled as missing, even before its alarm is reported', async () => {
  const records = await openTestRecords(folders);
  const { id } = await records.beginCreate(requestFor(codeA), by('create-order'));
  await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
  await records.moveCommand(id, ['sending'], { state: 'uncertain', requestLeft: true }, by('order-answer'));
  await records.storeEvents([eventOf('same.shipment.scheduled', { custom_code: codeA }, 30)]);
  const acts = createOutboxActions({
    records,
    clock: { now: () => 0, after: () => () => {} },
    announce: () => {},
    deletions: { begin: () => expect.fail(), pending: () => expect.fail() },
    publish: () => {},
  });
  expect(await acts.settle(id, false)).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
  expect((await records.command(id))?.state).toBe('uncertain');
  expect(await acts.settle(id, true)).toMatchObject({ ok: true });
});
