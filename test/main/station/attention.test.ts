import { describe, expect, it } from 'vitest';
import type { AttentionEntry } from '../../../src/shared/contract/attention-entry.ts';
import { topicOf } from '../../../src/shared/contract/changes.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import type { StationInNode, StationInNodeOptions } from '../../helpers/station-in-node.ts';

const opened = closedAfterEach();
const quick = { bench: { deleteUndoSeconds: 1, printOnCreate: false } };
const open = (options: StationInNodeOptions = {}) => openStation(opened, { settings: quick, ...options });

/** Waits until exactly these kinds need attention, in this order, and the count says so. */
async function attention(station: StationInNode, kinds: readonly AttentionEntry['kind'][]): Promise<AttentionEntry[]> {
  const { total, entries } = await station.until(
    'attention.read',
    null,
    (value) => value.entries.map(({ kind }) => kind).join() === kinds.join(),
  );
  expect(total).toBe(kinds.length);
  return entries;
}

async function order(station: StationInNode, receiver: string, code: string, state: string) {
  const request = orderTo(receiver, [code]);
  const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
  return station.until(
    'order.progress',
    { commandId: command.id },
    (progress) =>
      progress.state === state && progress.parcels.every(({ label }) => label === null || label.state === 'stored'),
  );
}

const firstCode = 'NL7K2M9P4R6T8V2X4B6D';
const secondCode = 'NL1C3E5G7J9L2N4P6R8T';

describe('needs attention', () => {
  it('names uncertain and rejected orders until they are settled or dismissed', async () => {
    const station = await open();
    await attention(station, []);
    const uncertain = await order(station, 'Aya create-lost-before', firstCode, 'uncertain');
    const rejected = await order(station, 'Lina create-error-422', secondCode, 'rejected');
    const entries = await attention(station, ['uncertain order', 'rejected order']);
    expect(entries).toMatchObject([
      { command: { id: uncertain.command.id, codes: [firstCode] } },
      { command: { id: rejected.command.id, codes: [secondCode] } },
    ]);
    await station.call('command.settle', { commandId: uncertain.command.id, isThere: false });
    await attention(station, ['rejected order']);
    await station.call('command.dismiss', { commandId: rejected.command.id });
    await attention(station, []);
  });

  it('names an uncertain deletion until an operator decides, and then the rejected one', async () => {
    const station = await open();
    const code = 'PRACTICE1503422ABCDE';
    const { parcels } = await order(station, 'Aya Noor', code, 'created');
    await station.call('parcel.delete', { parcelId: parcels[0]?.id ?? 0 });
    const [entry] = await attention(station, ['uncertain deletion']);
    const commandId = entry?.kind === 'uncertain deletion' ? entry.command.id : 0;
    await station.call('command.settle', { commandId, isThere: true });
    await attention(station, ['rejected deletion']);
  });

  it('names labels that are held without a printer, and those of unknown parcels', async () => {
    const silent = { customCodeEcho: 'no', labelCodes: 'without-custom-code', parcelEvents: 'not-sent' } as const;
    const station = await open({ settings: { ...quick, practice: silent } });
    const request = orderTo('Aya Noor', [firstCode, secondCode]);
    await station.call('order.create', { request });
    const [unassigned] = await attention(station, ['unassigned labels']);
    expect(unassigned).toMatchObject({ codes: [firstCode, secondCode] });

    for (const { name } of (await station.call('station.read', null)).printers) {
      await station.call('printer.remove', { name });
    }
    const orderId = unassigned?.kind === 'unassigned labels' ? unassigned.orderId : 0;
    const { labels, parcels } = await station.until('label-assignment.read', { orderId }, (value) =>
      value.labels.every(({ state }) => state === 'stored'),
    );
    const assignments = labels.map(({ id }, index) => ({ labelId: id, parcelId: parcels[index]?.id ?? 0 }));
    await station.call('label-assignment.confirm', { assignments });
    await attention(station, []);
    await station.call('parcel.print', { parcelId: parcels[0]?.id ?? 0, reprintReason: null });
    expect(await attention(station, ['labels without printer'])).toMatchObject([{ labels: 1 }]);
  });

  it('is not announced by labels that print, only by what is different', async () => {
    const station = await open();
    let announced = 0;
    let printChanges = 0;
    station.station.onChanged((changes) => {
      const topics = changes.map(topicOf);
      if (topics.includes('attention')) announced += 1;
      if (topics.includes('print jobs')) printChanges += 1;
    });
    const { parcels } = await order(station, 'Aya Noor', firstCode, 'created');
    await attention(station, []);
    // The first reading is always announced, and comes only some time after the first change.
    await expect.poll(() => announced).toBeGreaterThan(0);
    const announcedBefore = announced;
    for (const copy of ['first', 'second', 'third']) {
      const reprintReason = copy === 'first' ? null : copy;
      await station.call('parcel.print', { parcelId: parcels[0]?.id ?? 0, reprintReason });
      await station.until('print-jobs.list', null, (jobs) =>
        jobs.every(({ state }) => ['sent', 'printed'].includes(state)),
      );
    }
    expect(printChanges).toBeGreaterThan(3);
    expect(announced).toBe(announcedBefore);
    await order(station, 'Lina create-error-422', secondCode, 'rejected');
    await expect.poll(() => announced).toBe(announcedBefore + 1);
  });
});
