import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../helpers/failure-of.ts';
import { batchIn, batchStations, codeOf, rightToken, rowsOf, soundRows, takeRows } from './batch-fixtures.ts';

const stations = batchStations();

describe('batch: running', () => {
  it('pauses: the order being sent is completed, and no other begins until the batch is resumed', async () => {
    const station = await stations.open();
    await takeRows(station, soundRows(20));
    await station.call('batch.start', null);
    await station.until('batch.read', null, (one) => (one?.counts.created ?? 0) >= 2);
    await station.call('batch.pause', null);
    const paused = await station.until(
      'batch.read',
      null,
      (one) => one?.state === 'paused' && one.counts.onTheWay === 0,
    );
    expect(paused?.counts.open).toBeGreaterThan(0);
    expect(paused?.why).toBeNull();
    expect(await failureOf(station.call('batch.dismiss', null))).toMatchObject({
      message: { code: 'batch.action-not-allowed', params: { action: 'dismiss', state: 'paused' } },
    });
    await station.stop();

    const again = await stations.open({}, { folder: station.folder });
    const found = await again.until('batch.read', null, (one) => one !== null);
    expect(found).toMatchObject({ state: 'paused', counts: paused?.counts });
    await again.call('batch.resume', null);
    expect((await batchIn(again, 'done')).counts).toMatchObject({ created: 20 });
    expect((await again.call('shipments.page', { find: '', offset: 0, limit: 50 })).total).toBe(20);
  });

  it('stops permanently: the orders that are left are never created', async () => {
    const station = await stations.open();
    await takeRows(station, soundRows(20));
    await station.call('batch.start', null);
    await station.until('batch.read', null, (one) => (one?.counts.created ?? 0) >= 1);
    await station.call('batch.stop', null);
    const stopped = await station.until(
      'batch.read',
      null,
      (one) => one?.state === 'stopped' && one.counts.onTheWay === 0,
    );
    const created = stopped?.counts.created ?? 0;
    expect(await failureOf(station.call('batch.resume', null))).toMatchObject({
      message: { code: 'batch.action-not-allowed', params: { action: 'resume', state: 'stopped' } },
    });
    await station.stop();
    const again = await stations.open({}, { folder: station.folder });
    await again.until('batch.read', null, (one) => one !== null);
    expect((await again.call('shipments.page', { find: '', offset: 0, limit: 50 })).total).toBe(created);
    const rows = await rowsOf(again);
    expect(rows.filter(({ state }) => state === 'not begun')).toHaveLength(20 - created);
  });

  it('continues automatically after the station was closed', async () => {
    const station = await stations.open();
    await takeRows(station, soundRows(12));
    await station.call('batch.start', null);
    await station.until('batch.read', null, (one) => (one?.counts.created ?? 0) >= 2);
    await station.stop();
    const again = await stations.open({}, { folder: station.folder });
    const done = await again.until('batch.read', null, (one) => one?.state === 'done');
    expect((done?.counts.created ?? 0) + (done?.counts.uncertain ?? 0)).toBe(12);
    expect(done?.counts.open).toBe(0);
  });

  it('pauses automatically after two uncertain orders in a row, and continues when it is resumed', async () => {
    const station = await stations.open();
    const broken = (name: string) => ({ address: `${name} create-error-502`, receiver: name });
    await takeRows(station, [
      broken('A'),
      { address: 'B', receiver: 'B' },
      broken('C'),
      broken('D'),
      { address: 'E', receiver: 'E' },
    ]);
    await station.call('batch.start', null);
    const paused = await batchIn(station, 'paused');
    expect(paused.counts).toMatchObject({ created: 1, uncertain: 3, open: 1 });
    expect(paused.why?.message).toMatchObject({ code: 'batch.uncertain-in-a-row' });
    await station.call('batch.resume', null);
    expect((await batchIn(station, 'done')).counts).toMatchObject({ created: 2, uncertain: 3 });
  });

  it('pauses automatically where the spending limit of an hour would be exceeded', async () => {
    const station = await stations.open();
    await takeRows(station, soundRows(4));
    await station.call('batch.quote', null);
    const priced = await station.until('batch.read', null, (one) => one?.quote?.isRunning === false);
    const each = (priced?.quote?.total ?? 0) / 4;
    await station.call('settings.save', { group: 'spending', value: { capPerHour: Math.ceil(each * 2.5) } });
    await station.call('batch.start', null);
    const paused = await batchIn(station, 'paused');
    expect(paused.why?.code).toBe('over-spending-limit');
    expect(paused.counts).toMatchObject({ created: 2, open: 2 });
    await station.call('settings.save', { group: 'spending', value: { capPerHour: null } });
    await station.call('batch.resume', null);
    expect((await batchIn(station, 'done')).counts).toMatchObject({ created: 4 });
  });

  it('waits where the token is refused, with the reason, and continues automatically with a new one', async () => {
    const station = await stations.open();
    const { baseUrl, labelUrl } = stations.service();
    const environment = { name: 'sandbox', kind: 'sandbox' as const, baseUrl, labelUrl };
    await takeRows(station, soundRows(2));
    await station.call('environment.save', { environment, token: 'wrong-token-0123456789' });
    await station.until('batch.read', null, (one) => one !== null);
    await station.call('batch.start', null);
    const waiting = await station.until('batch.read', null, (one) => one?.why?.code === 'token-rejected');
    expect(waiting).toMatchObject({ state: 'running', counts: { onTheWay: 1, open: 1 } });
    await station.call('environment.save', { environment, token: rightToken });
    const done = await batchIn(station, 'done');
    expect(done.counts).toMatchObject({ created: 2 });
    expect(done.why).toBeNull();
  });

  it('rejects a row whose code was ordered in the meantime, and continues', async () => {
    const station = await stations.open();
    await takeRows(station, [
      { address: 'A', receiver: 'A', code: codeOf(1) },
      { address: 'B', receiver: 'B' },
    ]);
    const request = {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [
        { address: { text: 'C' }, parcels: [{ unit: 'g' as const, values: 10, custom_code: codeOf(1) }] },
      ] as never,
    };
    await station.call('order.create', { request, evenIfDuplicate: true });
    await station.call('batch.start', null);
    expect((await batchIn(station, 'done')).counts).toMatchObject({ created: 1, rejected: 1 });
    const [rejected] = await rowsOf(station);
    expect(rejected).toMatchObject({
      state: 'rejected',
      message: { code: 'order.code-in-use' },
    });
  });
});
