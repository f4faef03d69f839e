import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import {
  defaultPracticeBehaviour,
  type PracticeBehaviour,
  practiceBehaviours,
} from '../../../src/shared/settings/practice-behaviour.ts';
import type { Parcel } from '../../../src/shared/shipments/parcel.ts';
import { freePort } from '../../helpers/free-port.ts';
import { orderTo } from '../../helpers/order-requests.ts';
import { startStationInNode } from '../../helpers/station-in-node.ts';
import { itInLongRun } from '../../helpers/test-length.ts';
import { startPractice, token } from '../practice/practice-fixture.ts';
import { header, path } from '../webhook/listener-address.ts';

/** A station with a listener on a real port, and a practice service elsewhere that delivers to it. */
async function stationWithService() {
  let behaviour: PracticeBehaviour = defaultPracticeBehaviour;
  const port = await freePort();
  const webhook = { url: `http://127.0.0.1:${port}${path}`, header };
  const practice = await startPractice({ behaviour: () => behaviour, webhook });
  const { baseUrl, labelUrl } = practice;
  const station = await startStationInNode({
    provisioning: {
      environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl, labelUrl, token, webhook: { path, header } }],
      activeEnvironment: 'sandbox',
      webhooks: { enabled: true, host: '127.0.0.1', port },
      printers: [{ name: 'Virtual', connection: { kind: 'virtual' }, default: true }],
      bench: { deleteUndoSeconds: 60, printOnCreate: true },
    },
  });
  onTestFinished(async () => {
    await station.close();
    expect(station.bugs).toEqual([]);
  });
  await station.until('webhooks.read', null, ({ listening }) => listening.kind === 'listening');

  /** An order of two parcels, once they are known and its first event arrived. */
  const createTwo = async (): Promise<[Parcel, Parcel]> => {
    const request = orderTo('Aya Noor', [makeCustomCode(randomBytes), makeCustomCode(randomBytes)]);
    const { command } = await station.call('order.create', { request, evenIfDuplicate: true });
    const { parcels } = await station.until(
      'order.progress',
      { commandId: command.id },
      (order) => order.state === 'created' && order.parcels.every(({ status }) => status?.state === 'scheduled'),
    );
    const [one, two] = parcels;
    if (!one || !two) throw new Error('The order has no two parcels');
    return [one, two];
  };
  const parcel = async ({ id }: Parcel) => (await station.call('parcel.detail', { parcelId: id })).parcel;
  const untilParcel = async ({ id }: Parcel, check: (parcel: Parcel) => boolean) =>
    (await station.until('parcel.detail', { parcelId: id }, (detail) => check(detail.parcel))).parcel;
  return {
    ...{ station, practice, createTwo, parcel, untilParcel },
    behave: (change: Partial<PracticeBehaviour>) => {
      behaviour = { ...defaultPracticeBehaviour, ...change };
    },
  };
}

it('events with every choice of identifiers in every form of data give their state to the right parcels alone', async () => {
  const { station, practice, createTwo, parcel, untilParcel, behave } = await stationWithService();
  const choices = practiceBehaviours.eventIdentifiers.flatMap((eventIdentifiers) =>
    practiceBehaviours.eventData.map((eventData) => ({ eventIdentifiers, eventData })),
  );
  const orders: [Parcel, 'scheduled' | 'picked_up'][] = [];
  for (const [index, choice] of choices.entries()) {
    behave(choice);
    const created = await createTwo();
    const isMoved = index % 2 === 0;
    orders.push(
      ...created.map((one): [Parcel, 'scheduled' | 'picked_up'] => [one, isMoved ? 'picked_up' : 'scheduled']),
    );
    if (!isMoved) continue;
    const ids = [created[0].trackingCode];
    await practice.scenario('picked-pick-up-shipments', { drop_off_shipment_unique_ids: ids });
    for (const one of created) await untilParcel(one, ({ status }) => status?.state === 'picked_up');
  }
  const states = await Promise.all(orders.map(async ([one]) => (await parcel(one)).status?.state));
  expect(states).toEqual(orders.map(([, state]) => state));
  expect((await station.call('events.unmatched', { code: null })).total).toBe(0);
}, 120_000);

itInLongRun(
  'deletions with every choice of event in every form of data delete what they name, and no sibling',
  async () => {
    const { station, practice, createTwo, parcel, untilParcel, behave } = await stationWithService();
    for (const deletedEvent of practiceBehaviours.deletedEvent) {
      for (const eventData of practiceBehaviours.eventData) {
        behave({ deletedEvent, eventData });
        const [one, two] = await createTwo();
        const { id: commandId } = await station.call('parcel.delete', { parcelId: two.id });
        await practice.remove(one.customCode ?? '');
        if (deletedEvent !== 'with-last-parcel') await untilParcel(one, ({ deletedAt }) => deletedAt !== null);
        expect(await parcel(two)).toMatchObject({ deletedAt: null, deletion: { commandId, state: 'counting' } });
        expect((await parcel(two)).status?.state).toBe('scheduled');
        await practice.remove(two.customCode ?? '');
        await untilParcel(two, ({ deletedAt, status }) => deletedAt !== null && status?.state === 'deleted');
        expect((await parcel(one)).deletedAt).not.toBeNull();
      }
    }
  },
  120_000,
);

it('a deletion that names the pick-up code of an unassigned label prints nothing before, and deletes that parcel alone', async () => {
  const { station, practice, createTwo, parcel, untilParcel, behave } = await stationWithService();
  const silent = { customCodeEcho: 'no', labelCodes: 'without-custom-code', parcelEvents: 'not-sent' } as const;
  behave({ ...silent, deletedEvent: 'each-pick-up-code' });
  const [one, two] = await createTwo();
  await practice.remove(one.customCode ?? '');
  const { events } = await station.until('events.unmatched', { code: null }, ({ total }) => total === 1);
  expect(events).toMatchObject([{ state: 'deleted', unmatchedBecause: 'unknown parcel' }]);
  for (const each of [one, two]) {
    expect(await parcel(each)).toMatchObject({ deletedAt: null, status: { state: 'scheduled' } });
    await expect(station.call('parcel.print', { parcelId: each.id, reprintReason: null })).rejects.toThrow(
      'label.not-assigned',
    );
  }
  const { labels } = await station.until('label-assignment.read', { orderId: one.orderId }, (open) =>
    open.labels.every(({ state }) => state === 'stored'),
  );
  const named = events[0]?.facts.find(({ name }) => name === 'pick_up_code')?.value;
  const labelOfDeleted = labels.find(({ pickUpCode }) => pickUpCode === named);
  const labelOfOther = labels.find((label) => label !== labelOfDeleted);
  await station.call('label-assignment.confirm', {
    assignments: [
      { labelId: labelOfDeleted?.id ?? 0, parcelId: one.id },
      { labelId: labelOfOther?.id ?? 0, parcelId: two.id },
    ],
  });
  await untilParcel(two, ({ lastJob }) => lastJob?.state === 'sent');
  expect(await parcel(one)).toMatchObject({ lastJob: null, pickUpCode: named });
  expect((await parcel(one)).deletedAt).not.toBeNull();
  expect((await parcel(two)).deletedAt).toBeNull();
  expect(await station.call('print-jobs.list', null)).toHaveLength(1);
  await expect(station.call('parcel.print', { parcelId: one.id, reprintReason: null })).rejects.toThrow();
});

it('a deletion that names only a pick-up shipment deletes nothing and says so', async () => {
  const { station, practice, createTwo, parcel, behave } = await stationWithService();
  behave({ eventIdentifiers: 'pick-up-shipment' });
  const created = await createTwo();
  for (const { customCode } of created) await practice.remove(customCode ?? '');
  const { events } = await station.until('events.unmatched', { code: null }, ({ total }) => total === 1);
  expect(events).toMatchObject([{ state: 'deleted', unmatchedBecause: 'deletion of a pick-up' }]);
  for (const one of created)
    expect(await parcel(one)).toMatchObject({ deletedAt: null, status: { state: 'scheduled' } });
});

it('a parcel that is picked up after its deletion is a conflict, which the operator resolves', async () => {
  const { station, practice, createTwo, untilParcel, behave } = await stationWithService();
  behave({ deletedEvent: 'each-custom-code', deletedParcel: 'picked-up-later' });
  const [one, two] = await createTwo();
  for (const { customCode } of [one, two]) await practice.remove(customCode ?? '');
  for (const each of [one, two]) {
    const found = await untilParcel(each, ({ deletionConflict }) => deletionConflict !== null);
    expect(found).toMatchObject({ deletionConflict: { state: 'picked_up' } });
    await expect(station.call('parcel.print', { parcelId: each.id, reprintReason: null })).rejects.toThrow(
      'print-job.deletion-conflict',
    );
  }
  await station.call('parcel.resolve-conflict', { parcelId: one.id, decision: 'exists' });
  await station.call('parcel.resolve-conflict', { parcelId: two.id, decision: 'deleted' });
  expect(await untilParcel(one, ({ deletionConflict }) => deletionConflict === null)).toMatchObject({
    ...{ deletedAt: null, status: { state: 'picked_up' } },
  });
  expect((await untilParcel(two, ({ deletionConflict }) => deletionConflict === null)).deletedAt).not.toBeNull();
  await expect(station.call('parcel.resolve-conflict', { parcelId: two.id, decision: 'exists' })).rejects.toThrow(
    'parcel.no-deletion-conflict',
  );
});
