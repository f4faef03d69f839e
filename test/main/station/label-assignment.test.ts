import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import type { OrderProgress } from '../../../src/shared/orders/order-progress.ts';
import type { OrderRequest } from '../../../src/shared/orders/order-request.ts';
import type { PracticeBehaviour } from '../../../src/shared/settings/practice-behaviour.ts';
import type { Parcel } from '../../../src/shared/shipments/parcel.ts';
import { closedAfterEach } from '../../helpers/closed-after-each.ts';
import { failureOf } from '../../helpers/failure-of.ts';
import { openStation } from '../../helpers/open-station.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import type { StationInNode, StationInNodeOptions } from '../../helpers/station-in-node.ts';
import { itInLongRun } from '../../helpers/test-length.ts';

const opened = closedAfterEach();
const silent = { customCodeEcho: 'no', labelCodes: 'without-custom-code', parcelEvents: 'not-sent' } as const;

/** A station whose practice service behaves like this. */
const stationWith = (
  practice: Partial<PracticeBehaviour>,
  printOnCreate = false,
  options: StationInNodeOptions = {},
): Promise<StationInNode> =>
  openStation(opened, { settings: { practice, bench: { printOnCreate, deleteUndoSeconds: 1 } }, ...options });

const newCodes = (count: number): string[] => Array.from({ length: count }, () => makeCustomCode(randomBytes));

/** Parcels of different weights, answered in reverse: matched by position, every label would be another's. */
function orderOf(codes: readonly string[]): OrderRequest {
  const request = orderTo('Aya Noor #reordered-parcels', codes);
  const [dropOff] = request.drop_offs;
  const parcels = dropOff.parcels.map((parcel, index) => ({ ...parcel, values: 100 * (index + 1) }));
  return { ...request, drop_offs: [{ ...dropOff, parcels }] };
}

async function create(station: StationInNode, codes: readonly string[]): Promise<OrderProgress> {
  const { command } = await station.call('order.create', { request: orderOf(codes), evenIfDuplicate: true });
  return station.until('order.progress', { commandId: command.id }, ({ state }) => state === 'created');
}

const parcelsWhere = async (station: StationInNode, order: OrderProgress, check: (parcel: Parcel) => boolean) =>
  (await station.until('order.progress', { commandId: order.command.id }, ({ parcels }) => parcels.every(check)))
    .parcels;

const hasLabel = ({ label }: Parcel): boolean => label?.state === 'stored';
const isSent = ({ lastJob }: Parcel): boolean => lastJob?.state === 'sent' || lastJob?.state === 'printed';

/** The labels that are on disk, and what an operator reads on each. */
async function labelsToAssign(station: StationInNode, { parcels }: OrderProgress, count: number) {
  const orderId = parcels[0]?.orderId ?? 0;
  return station.until(
    'label-assignment.read',
    { orderId },
    ({ labels }) => labels.length === count && labels.every(({ state }) => state === 'stored'),
  );
}

/** What the virtual printer received, oldest first. */
async function printed(station: StationInNode): Promise<string[]> {
  const folder = join(station.folder, 'virtual-printer', 'practice');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.zpl')).toSorted();
  return Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')));
}

const weightOn = (label: string): number => Number(/\^FD(\d+) g\^FS/.exec(label)?.[1]);

async function print(station: StationInNode, parcelId: number): Promise<void> {
  await station.call('parcel.print', { parcelId, reprintReason: null });
}

describe('parcels not echoed', () => {
  it.each([2, 5])('%i, whose labels carry our codes: each has its own label, and prints by itself', async (count) => {
    const station = await stationWith({ customCodeEcho: 'no', parcelEvents: 'not-sent' }, true);
    const codes = newCodes(count);
    const order = await create(station, codes);
    expect(order.parcels.map(({ customCode }) => customCode)).toEqual(codes);
    const parcels = await parcelsWhere(station, order, isSent);
    expect(parcels.map(({ customCode }) => customCode)).toEqual(codes);
    expect(new Set(parcels.map(({ pickUpCode }) => pickUpCode)).size).toBe(count);
    const labels = await printed(station);
    expect(labels.map(weightOn)).toEqual(codes.map((_, index) => 100 * (index + 1)));
    for (const [index, label] of labels.entries()) expect(label).toContain(codes[index]);
  });

  itInLongRun('whose labels do not carry our codes: nothing prints before the operator assigns them', async () => {
    const station = await stationWith(silent, true);
    const codes = newCodes(2);
    const order = await create(station, codes);
    const { labels, parcels } = await labelsToAssign(station, order, 2);
    expect(parcels.map(({ customCode }) => customCode)).toEqual(codes);

    for (const { id, customCode } of parcels) {
      const refused = await failureOf(station.call('parcel.print', { parcelId: id, reprintReason: null }));
      expect(refused).toMatchObject({ code: 'no-label', message: { code: 'label.not-assigned' } });
      const reading = { asTyped: customCode ?? '', asUsKeyboard: customCode ?? '', by: 'scanner' as const };
      const scanned = await station.call('scan.submit', { reading, mode: 'print' });
      expect(scanned).toMatchObject({ kind: 'no label', parcel: { id, needsLabelAssignment: true } });
    }
    expect(await station.call('print-jobs.list', null)).toEqual([]);
    const pickUpCode = labels[0]?.pickUpCode ?? '';
    const reading = { asTyped: pickUpCode, asUsKeyboard: pickUpCode, by: 'scanner' as const };
    expect(await station.call('scan.submit', { reading, mode: 'print' })).toMatchObject({ kind: 'choose parcel' });

    // The pictures: parcels were answered in reverse.
    for (const { id } of labels)
      expect((await station.call('label-assignment.picture', { labelId: id })).png.byteLength).toBeGreaterThan(1_000);
    const [second, first] = labels;
    const [one, two] = parcels;
    const assignments = [
      { labelId: first?.id ?? 0, parcelId: one?.id ?? 0 },
      { labelId: second?.id ?? 0, parcelId: two?.id ?? 0 },
    ];
    const twice = assignments.map(({ parcelId }) => ({ labelId: first?.id ?? 0, parcelId }));
    expect((await failureOf(station.call('label-assignment.confirm', { assignments: twice }))).message.code).toBe(
      'label.assigned-twice',
    );
    await station.call('label-assignment.confirm', { assignments });
    await parcelsWhere(station, order, isSent);
    expect((await printed(station)).map(weightOn)).toEqual([100, 200]);
    // Stored for good: it cannot be decided anew.
    expect((await failureOf(station.call('label-assignment.confirm', { assignments }))).message.code).toBe(
      'label.assignment-changed',
    );
    const timeline = await station.call('parcel.detail', { parcelId: one?.id ?? 0 });
    expect(timeline.parcel).toMatchObject({ pickUpCode: first?.pickUpCode, needsLabelAssignment: false });
  });

  it('are deleted by their custom codes at once, without a label', async () => {
    const station = await stationWith(silent);
    const order = await create(station, newCodes(2));
    for (const { id } of order.parcels) await station.call('parcel.delete', { parcelId: id });
    await parcelsWhere(station, order, ({ deletedAt }) => deletedAt !== null);
    const orderId = order.parcels[0]?.orderId ?? 0;
    expect((await station.call('label-assignment.read', { orderId })).parcels).toEqual([]);
  });

  it('are settled by an event that names the custom code with the pick-up code', async () => {
    const station = await stationWith({ ...silent, parcelEvents: 'sent' }, true);
    const codes = newCodes(3);
    const order = await create(station, codes);
    await parcelsWhere(station, order, isSent);
    const labels = await printed(station);
    expect(labels.map(weightOn).toSorted()).toEqual([100, 200, 300]);
    const { parcels } = await station.call('order.progress', { commandId: order.command.id });
    for (const { pickUpCode, weightGrams } of parcels)
      expect(labels.find((label) => label.includes(pickUpCode ?? '?'))).toContain(`^FD${weightGrams} g^FS`);
  });

  it('are settled by an import that names both codes, and the same answer imported again adds no parcel', async () => {
    const station = await stationWith(silent, true);
    const order = await create(station, newCodes(2));
    const { labels, parcels } = await labelsToAssign(station, order, 2);
    const { orderUniqueId, trackingCode } = parcels[0] ?? {};
    const importAnswer = (entries: readonly object[]) => {
      const shipments = [{ drop_off_shipment: { unique_id: trackingCode }, parcels: entries }];
      const answer = { status: 'success', code: 201, message: '', object: { unique_id: orderUniqueId, shipments } };
      return station.call('import.file', { name: 'o.json', bytes: new TextEncoder().encode(JSON.stringify(answer)) });
    };
    const unnamed = labels.map(({ pickUpCode, url }) => ({ pick_up_code: pickUpCode, label: url }));
    await importAnswer(unnamed);
    expect((await station.call('order.progress', { commandId: order.command.id })).parcels).toHaveLength(2);
    expect((await station.call('label-assignment.read', { orderId: parcels[0]?.orderId ?? 0 })).labels).toHaveLength(2);

    // The answer listed the parcels in reverse.
    await importAnswer(unnamed.map((entry, at) => ({ ...entry, custom_code: parcels[1 - at]?.customCode })));
    const settled = await parcelsWhere(station, order, isSent);
    expect(settled.map(({ pickUpCode }) => pickUpCode)).toEqual(labels.map(({ pickUpCode }) => pickUpCode).reverse());
    expect((await printed(station)).map(weightOn).toSorted()).toEqual([100, 200]);
    await importAnswer(unnamed);
    expect((await station.call('order.progress', { commandId: order.command.id })).parcels).toHaveLength(2);
  });

  it('but for one are matched without a question: the last is the only one left', async () => {
    const station = await stationWith({ ...silent, customCodeEcho: 'first-only' });
    const order = await create(station, newCodes(2));
    expect(order.parcels).toHaveLength(2);
    const parcels = await parcelsWhere(station, order, hasLabel);
    for (const { id } of parcels) await print(station, id);
    await parcelsWhere(station, order, isSent);
    expect((await printed(station)).map(weightOn)).toEqual(parcels.map(({ weightGrams }) => weightGrams));
  });

  it('of three, one echoed: that one prints, the others wait, also after a restart', async () => {
    const folder = await opened.folder();
    const first = await stationWith({ ...silent, customCodeEcho: 'first-only' }, true, { folder });
    const order = await create(first, newCodes(3));
    const { parcels } = await labelsToAssign(first, order, 2);
    expect(parcels).toHaveLength(2);
    await first.until('print-jobs.list', null, (jobs) => jobs.length === 1 && jobs[0]?.state === 'sent');
    await first.stop();
    const station = await stationWith({ ...silent, customCodeEcho: 'first-only' }, true, { folder });
    const { labels } = await labelsToAssign(station, order, 2);
    const waiting = parcels.toSorted((a, b) => (b.weightGrams ?? 0) - (a.weightGrams ?? 0));
    // The label of the third parcel comes first of the two, in the reversed answer.
    const assignments = labels.map(({ id }, at) => ({ labelId: id, parcelId: waiting[at]?.id ?? 0 }));
    await station.call('label-assignment.confirm', { assignments });
    await station.until(
      'print-jobs.list',
      null,
      (jobs) => jobs.length === 3 && jobs.every(({ state }) => state === 'sent'),
    );
    expect((await printed(station)).map(weightOn).toSorted()).toEqual([100, 200, 300]);
  });
});
