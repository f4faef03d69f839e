import { beforeEach, describe, expect, it } from 'vitest';
import type { Records } from '../../../../src/main/core/ports/records.ts';
import { createNewOrderPrinting, type NewOrderPrinting } from '../../../../src/main/core/printing/new-order-labels.ts';
import type { PrintQueue } from '../../../../src/main/core/printing/print-queue.ts';
import { failed } from '../../../../src/shared/contract/failure.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import {
  addJob,
  atSecond,
  by,
  codeA,
  codeB,
  codeC,
  orderOf,
  parcelOf,
  requestFor,
  shipmentOf,
} from '../../../suites/records/record-fixtures.ts';
import { openTestRecords } from '../../storage/open-test-records.ts';
import { temporaryFolders } from '../../storage/test-folders.ts';

const folders = temporaryFolders();
let records: Records;
let labels: NewOrderPrinting;
/** Milliseconds since 1970. */
let now: number;
/** Parcels whose label was printed, in that order. */
let printed: (string | null)[];
/** The create of the newest order. */
let commandId: number;

beforeEach(async () => {
  records = await openTestRecords(folders);
  printed = [];
  now = Date.parse(atSecond(0));
  const add: PrintQueue['add'] = async ({ parcel }) => {
    printed.push(parcel.customCode);
    await addJob(records, parcel.id, printed.length);
    return failed({ code: 'no-printer', message: storedSentence('Only noted.') });
  };
  labels = createNewOrderPrinting({
    records,
    printQueue: { add },
    clock: { now: () => now },
  });
});

/** An order of three parcels, answered in the order of `answered`; its labels have not arrived. */
async function threeParcels(
  answered = [codeA, codeB, codeC],
  { printsLabels = true, wasUncertain = false } = {},
): Promise<Record<string, number>> {
  const request = requestFor(codeA, codeB, codeC);
  const intent = { quotedPrice: null, fingerprint: null, printsLabels };
  const { id } = await records.beginCreate(request, by('create-order'), intent);
  commandId = id;
  await records.moveCommand(id, ['waiting'], { state: 'sending', attempt: true }, by('send-order'));
  if (wasUncertain) await records.moveCommand(id, ['sending'], { state: 'uncertain' }, by('order-answer'));
  const order = orderOf([shipmentOf(answered.map((code) => parcelOf(code)))], { request });
  const { parcelIds } = await records.completeCreate(id, order, by('order-answer'));
  return Object.fromEntries(answered.map((code, index) => [code, parcelIds[index] ?? 0]));
}

async function labelOf(parcelId = 0): Promise<number> {
  return (await records.parcel(parcelId))?.label?.id ?? 0;
}
async function store(parcelId = 0): Promise<void> {
  const file = { bytes: Buffer.from(`^XA${parcelId}^XZ`), sha256: `sha ${parcelId}`, format: 'zpl' as const };
  await records.saveLabel(await labelOf(parcelId), file, by('download-label'));
}
async function keep(parcelId = 0, wasAbandoned = false): Promise<void> {
  await store(parcelId);
  await labels.labelStored(parcelId, wasAbandoned);
}
async function abandon(parcelId = 0): Promise<void> {
  const failure = { code: 'not-found', message: storedSentence('There is no such label.') } as const;
  await records.failLabel(await labelOf(parcelId), failure, by('download-label'));
  await labels.labelDelayed(parcelId);
}

describe('labels of a new order', () => {
  it('print parcel by parcel: one that arrives early waits for those before it', async () => {
    const ids = await threeParcels();
    await keep(ids[codeC]);
    await keep(ids[codeB]);
    expect(printed).toEqual([]);
    await keep(ids[codeA]);
    expect(printed).toEqual([codeA, codeB, codeC]);
  });

  it('print as soon as all labels before them have arrived', async () => {
    const ids = await threeParcels();
    await keep(ids[codeA]);
    expect(printed).toEqual([codeA]);
    await keep(ids[codeB]);
    expect(printed).toEqual([codeA, codeB]);
  });

  it('print in the order of the form, however the service lists its parcels', async () => {
    const ids = await threeParcels([codeC, codeB, codeA]);
    for (const code of [codeC, codeB, codeA]) await keep(ids[code]);
    expect(printed).toEqual([codeA, codeB, codeC]);
  });

  it('do not wait for one that cannot be downloaded', async () => {
    const ids = await threeParcels();
    await keep(ids[codeB]);
    await abandon(ids[codeA]);
    expect(printed).toEqual([codeB]);
    await keep(ids[codeC]);
    expect(printed).toEqual([codeB, codeC]);
  });

  it('print when a deletion is undone in whose countdown they came, and once', async () => {
    const ids = await threeParcels();
    await keep(ids[codeA]);
    const parcelId = ids[codeB] ?? 0;
    const { command } = await records.beginDelete({ customCode: codeB, parcelId, endsAt: now + 5_000 }, by('delete'));
    await keep(ids[codeB]);
    await keep(ids[codeC]);
    expect(printed).toEqual([codeA, codeC]);
    await records.undo(command.id, by('undo-deletion'));
    await labels.deletionEnded(parcelId);
    expect(printed).toEqual([codeA, codeC, codeB]);
    await labels.deletionEnded(parcelId);
    await labels.deletionEnded(null);
    expect(printed).toEqual([codeA, codeC, codeB]);
  });

  it('do not print when a deletion of last week’s order is undone', async () => {
    const ids = await threeParcels();
    await store(ids[codeA]);
    now += 7 * 24 * 3_600_000;
    await labels.deletionEnded(ids[codeA] ?? 0);
    expect(printed).toEqual([]);
  });

  it('wait a minute for one that the label host refuses, and no longer', async () => {
    const ids = await threeParcels();
    const failure = { code: 'forbidden', message: storedSentence('Not allowed.') } as const;
    const delay = { failure, nextAttemptAt: new Date(now + 1_000).toISOString() };
    await records.delayLabels({ only: [await labelOf(ids[codeA])] }, delay);
    await keep(ids[codeB]);
    now += 59_000;
    await labels.labelDelayed(ids[codeA] ?? 0);
    expect(printed).toEqual([]);
    now += 1_000;
    await labels.labelDelayed(ids[codeA] ?? 0);
    expect(printed).toEqual([codeB]);
    await keep(ids[codeA]);
    await keep(ids[codeC]);
    expect(printed).toEqual([codeB, codeA, codeC]);
  });

  it('wait for all labels while the label host cannot be reached', async () => {
    const ids = await threeParcels();
    await keep(ids[codeB]);
    const failure = { code: 'no-route', message: storedSentence('Unreachable.') } as const;
    await records.delayLabels({ except: [] }, { failure, nextAttemptAt: new Date(now).toISOString() });
    now += 3_600_000;
    await labels.labelDelayed(ids[codeA] ?? 0);
    expect(printed).toEqual([]);
  });

  it('that was abandoned and arrives in the end prints alone', async () => {
    const ids = await threeParcels();
    await abandon(ids[codeA]);
    await records.retryLabel(await labelOf(ids[codeA]));
    await keep(ids[codeB]);
    expect(printed).toEqual([]);
    await keep(ids[codeA], true);
    expect(printed).toEqual([codeA]);
  });

  it('do not wait for a parcel that is deleted, and do not print it', async () => {
    const ids = await threeParcels();
    await keep(ids[codeB]);
    const deletion = { customCode: codeA, parcelId: ids[codeA] ?? 0, endsAt: 1 };
    await records.beginDelete(deletion, by('delete'));
    await keep(ids[codeC]);
    expect(printed).toEqual([codeB, codeC]);
  });

  it('print once: one printed by an operator meanwhile is skipped', async () => {
    const ids = await threeParcels();
    await keep(ids[codeB]);
    await addJob(records, ids[codeB] ?? 0, 1);
    await keep(ids[codeA]);
    expect(printed).toEqual([codeA]);
  });

  it('that the station stored and did not queue any more print after a restart, in their order, once', async () => {
    const ids = await threeParcels();
    await store(ids[codeB]);
    await store(ids[codeA]);
    await store(ids[codeC]);
    const cancelled = await addJob(records, ids[codeC] ?? 0, 1);
    await records.movePrintJob(cancelled.job.id, ['queued'], { state: 'cancelled' }, by('cancel-print'));
    await labels.resume();
    expect(printed).toEqual([codeA, codeB]);
    await labels.resume();
    expect(printed).toEqual([codeA, codeB]);
  });

  it.each([
    ['was not made to print', { printsLabels: false }, 0],
    ['was sent days ago', {}, 80],
  ])('do not print after a restart where the order %s', async (_what, how, hours) => {
    const ids = await threeParcels(undefined, how);
    await store(ids[codeA]);
    now += hours * 3_600_000;
    await labels.resume();
    expect(printed).toEqual([]);
  });

  it.each([
    ['was not made to print', { printsLabels: false }],
    ['was uncertain and is created later', { wasUncertain: true }],
  ])('do not print automatically where the order %s', async (_what, how) => {
    const ids = await threeParcels(undefined, how);
    await keep(ids[codeA]);
    await abandon(ids[codeB]);
    expect(printed).toEqual([]);
  });
});

describe('Print labels of a created order', () => {
  const printOrder = async () => {
    const command = await records.command(commandId);
    if (!command) throw new Error('No command');
    return labels.printOrder(command);
  };

  it('prints the labels that are here, and each of the others once when it arrives', async () => {
    const ids = await threeParcels(undefined, { printsLabels: false });
    await keep(ids[codeB]);
    await printOrder();
    expect(printed).toEqual([codeB]);
    await keep(ids[codeA]);
    await keep(ids[codeC]);
    expect(printed).toEqual([codeB, codeA, codeC]);
  });

  it('prints no copy: not of a label that may be on paper, and not of a deleted parcel', async () => {
    const ids = await threeParcels();
    for (const code of [codeA, codeB, codeC]) await keep(ids[code]);
    expect(printed).toEqual([codeA, codeB, codeC]);
    for (const { id } of await records.printJobs(10)) {
      await records.movePrintJob(id, ['queued'], { state: 'sending' }, by('print'));
      await records.movePrintJob(id, ['sending'], { state: 'sent' }, by('print'));
    }
    expect(await printOrder()).toMatchObject({ ok: false, failure: { message: { code: 'order.nothing-to-print' } } });
    expect(printed).toHaveLength(3);
  });

  it('fails while the order is not created', async () => {
    const { id } = await records.beginCreate(requestFor(codeA), by('create-order'));
    commandId = id;
    expect(await printOrder()).toMatchObject({ ok: false, failure: { message: { code: 'order.not-created' } } });
  });
});
