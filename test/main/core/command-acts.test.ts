import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCommandActs } from '../../../src/main/core/command-acts.ts';
import { by, codeA, requestFor } from '../../suites/records/story.ts';
import { eventOf } from '../../suites/records/webhook-story.ts';
import { openInThread } from '../storage/records-in-thread.ts';
import { temporaryFolders } from '../storage/temporary-folder.ts';

const folders = temporaryFolders();

it('an order that an event named is not settled as not there, though it was not told yet', async () => {
  const records = openInThread(join(await folders.make(), 'records.sqlite3'));
  folders.before(() => records.close());
  const { id } = await records.beginCreate(requestFor(codeA), by('create order'));
  await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('create sent'));
  await records.moveCommand(id, ['sending'], { state: 'uncertain', requestLeft: true }, by('lost'));
  await records.keepEvents([eventOf('same.shipment.scheduled', { custom_code: codeA }, 30)]);
  const acts = createCommandActs({
    records,
    clock: { now: () => 0, after: () => () => {} },
    announce: () => {},
    deletions: { begin: expect.fail, pending: expect.fail, resume: expect.fail, stop: () => {} },
    onWanted: () => {},
    onOrderStored: () => {},
    onTakenBack: () => {},
  });
  expect(await acts.settle(id, false)).toMatchObject({ ok: false, failure: { code: 'not-allowed-now' } });
  expect((await records.command(id))?.state).toBe('uncertain');
  expect(await acts.settle(id, true)).toMatchObject({ ok: true });
});
