import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../src/main/core/ports/records.ts';
import { type CommandState, commandActions } from '../../../src/shared/orders/command.ts';
import { maybePrintedStates, type PrintJobState, printJobActions } from '../../../src/shared/printing/print-job.ts';
import { by, codeA, storeLabelled } from '../../suites/records/record-fixtures.ts';
import { openInThread } from './open-test-records.ts';
import { temporaryFolders } from './test-folders.ts';

const folders = temporaryFolders();
let folder: string;
beforeEach(async () => {
  folder = await folders.make();
});

const actions = [
  'print',
  'send',
  'hold',
  'sent',
  'cancel',
  'delete',
  'undo',
  'let go',
  'reach',
  'refuse',
  'done',
] as const;
type Action = (typeof actions)[number] | 'restart';
const sequence = fc.array(fc.constantFrom<Action>(...actions, 'restart'), { maxLength: 25 });

/** The expected print jobs and deletion of one parcel, computed without a database. */
interface Model {
  jobs: { id: number; state: PrintJobState; cancelledByDeletion: boolean }[];
  deletion: { id: number; state: CommandState; requestLeft: boolean } | null;
  isDeleted: boolean;
}

const unsent: readonly PrintJobState[] = printJobActions.cancel;
const isLeaving = (model: Model): boolean =>
  model.isDeleted || (model.deletion !== null && !['undone', 'rejected'].includes(model.deletion.state));

async function moveJob(
  records: Records,
  model: Model,
  from: readonly PrintJobState[],
  to: PrintJobState,
): Promise<void> {
  const job = model.jobs.find((one) => from.includes(one.state)) ?? model.jobs.at(-1);
  if (!job) return;
  const moved = await records.movePrintJob(job.id, from, { state: to }, by('retry'));
  expect(moved?.state ?? null).toBe(from.includes(job.state) ? to : null);
  if (moved) Object.assign(job, { state: to, cancelledByDeletion: false });
}

async function moveDeletion(
  records: Records,
  model: Model,
  from: readonly CommandState[],
  to: CommandState,
): Promise<void> {
  const { deletion } = model;
  if (!deletion) return;
  const moved =
    to === 'undone'
      ? await records.undo(deletion.id, by('undo-order'))
      : to === 'done'
        ? await records.completeDelete(deletion.id, by('finish-batch'))
        : await records.moveCommand(deletion.id, from, { state: to }, by('retry'));
  const allowed = from.includes(deletion.state) && !(to === 'undone' && deletion.requestLeft);
  expect(moved?.state ?? null).toBe(allowed ? to : null);
  if (!moved) return;
  deletion.state = to;
  if (to === 'done') model.isDeleted = true;
  for (const job of model.jobs) {
    if (to === 'done' && unsent.includes(job.state))
      Object.assign(job, { state: 'cancelled', cancelledByDeletion: true });
    if (to === 'undone' && job.cancelledByDeletion) Object.assign(job, { state: 'queued', cancelledByDeletion: false });
  }
}

async function beginDelete(records: Records, model: Model, parcelId: number): Promise<void> {
  const allowed = !isLeaving(model);
  const begun = await records.beginDelete({ customCode: codeA, parcelId, endsAt: 1 }, by('delete'));
  expect(begun.begun).toBe(allowed);
  if (!allowed) return;
  model.deletion = { id: begun.command.id, state: 'counting', requestLeft: false };
  const cancelled = model.jobs.filter((job) => unsent.includes(job.state));
  expect(begun.cancelledJobs).toBe(cancelled.length);
  // A job that an older, refused deletion cancelled stays cancelled, whatever happens to this one.
  for (const job of model.jobs) job.cancelledByDeletion = false;
  for (const job of cancelled) Object.assign(job, { state: 'cancelled', cancelledByDeletion: true });
}

async function print(records: Records, model: Model, parcelId: number): Promise<void> {
  const wish = { parcelId, printer: 'Zebra A', origin: 'button', startedByCode: null, reprintReason: null } as const;
  const added = await records.addPrintJob({ ...wish, notSince: '9999' }, by('print'));
  if (added === 'needs lead') throw new Error('No one signs in');
  expect(added !== null).toBe(!isLeaving(model));
  // An unfinished job is returned, not duplicated.
  const onItsWay = model.jobs.some((job) => job.state === 'sending' || unsent.includes(job.state));
  expect(added?.made ?? false).toBe(!isLeaving(model) && !onItsWay);
  if (added?.made) model.jobs.push({ id: added.job.id, state: 'queued', cancelledByDeletion: false });
}

async function restart(records: Records, model: Model): Promise<void> {
  await records.recoverAfterRestart(1, by('recover-order').activity.at, []);
  for (const job of model.jobs) if (job.state === 'sending') job.state = 'uncertain';
  if (model.deletion?.state === 'sending') Object.assign(model.deletion, { state: 'waiting', requestLeft: true });
}

function act(action: Action, records: Records, model: Model, parcelId: number): Promise<void> {
  switch (action) {
    case 'print':
      return print(records, model, parcelId);
    case 'send':
      return moveJob(records, model, printJobActions.send, 'sending');
    case 'hold':
      return moveJob(records, model, ['sending'], 'held');
    case 'sent':
      return moveJob(records, model, ['sending'], 'sent');
    case 'cancel':
      return moveJob(records, model, printJobActions.cancel, 'cancelled');
    case 'delete':
      return beginDelete(records, model, parcelId);
    case 'undo':
      return moveDeletion(records, model, commandActions.undo, 'undone');
    case 'let go':
      return moveDeletion(records, model, ['counting'], 'waiting');
    case 'reach':
      return moveDeletion(records, model, commandActions.send, 'sending');
    case 'refuse':
      return moveDeletion(records, model, ['sending'], 'rejected');
    case 'done':
      return moveDeletion(records, model, ['sending'], 'done');
    case 'restart':
      return restart(records, model);
  }
}

describe('labels and deletions of a parcel, in any sequence', () => {
  it('follow the state tables: no automatic second print, no restored job that was not cancelled, no late undo', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async (actionsTaken) => {
        number += 1;
        const records = openInThread(join(folder, `${number}.sqlite3`));
        const parcelId = await storeLabelled(records, codeA);
        const model: Model = { jobs: [], deletion: null, isDeleted: false };
        for (const action of actionsTaken) {
          await act(action, records, model, parcelId);
          const jobs = [...(await records.printJobs(100))].reverse();
          expect(jobs.map((job) => [job.id, job.state])).toEqual(model.jobs.map((job) => [job.id, job.state]));
          const parcel = await records.parcel(parcelId);
          expect(parcel?.copies).toBe(model.jobs.filter((job) => maybePrintedStates.includes(job.state)).length);
          expect(parcel?.deletedAt !== null).toBe(model.isDeleted);
          const next = isLeaving(model) ? undefined : model.jobs.find((job) => unsent.includes(job.state));
          expect((await records.nextPrintJob('Zebra A'))?.id).toBe(next?.id);
        }
        await records.close();
      }),
      { numRuns: 40 },
    );
  });
});
