import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { batchStations, rowsOf, takeRows } from './batch-fixtures.ts';

const stations = batchStations();

describe('batch prices', () => {
  it('are kept for each order: only a changed order is priced again; one without a price has a reason', async () => {
    const station = await stations.open({}, { clock: acceleratedClock(5) });
    await takeRows(station, [
      { address: 'A', receiver: 'A' },
      { address: 'B quote-error-422', receiver: 'B' },
      { address: 'C quote-once-error-429', receiver: 'C' },
    ]);
    await station.call('batch.quote', null);
    const priced = await station.until('batch.read', null, (one) => one?.quote?.isRunning === false);
    expect(priced?.quote).toMatchObject({ quoted: 2, failed: 1 });
    const rows = await rowsOf(station);
    expect(rows.map(({ quoted }) => quoted !== null)).toEqual([true, false, true]);
    expect(rows[1]?.message).not.toBeNull();
    const changed = await station.call('batch.change-cell', { line: 2, place: 3, text: '4500' });
    expect(changed.quote).toMatchObject({ isRunning: false, quoted: 1, failed: 1 });
  });

  it('are requested until the operator stops', async () => {
    const station = await stations.open();
    await takeRows(station, [
      { address: 'A', receiver: 'A' },
      { address: 'B quote-time-out', receiver: 'B' },
    ]);
    await station.call('batch.quote', null);
    await station.until('batch.read', null, (one) => one?.quote?.quoted === 1);
    const stopped = await station.call('batch.stop-quote', null);
    expect(stopped.quote).toMatchObject({ isRunning: false, quoted: 1, failed: 0 });
    expect(stopped.why).toBeNull();
  });

  it('are no longer requested where the service fails, with the reason', async () => {
    const station = await stations.open();
    await takeRows(
      station,
      ['A', 'B', 'C'].map((name) => ({ address: `${name} quote-error-503`, receiver: name })),
    );
    await station.call('batch.quote', null);
    const ended = await station.until('batch.read', null, (one) => one?.why !== null && one?.quote === null);
    expect(ended?.why?.code).toBe('service-error');
  });

  it.each(['html-page', 'to-sign-in', 'not-json'])(
    'are asked for again where a network’s page answered instead of the service (%s)',
    async (fault) => {
      const station = await stations.open({}, { clock: acceleratedClock(5) });
      await takeRows(
        station,
        ['A', 'B', 'C'].map((name) => ({ address: `${name} quote-once-${fault}`, receiver: name })),
      );
      await station.call('batch.quote', null);
      const ended = await station.until('batch.read', null, (one) => one?.why !== null && one?.quote === null);
      expect(ended?.why).not.toBeNull();
      // The third is answered the same the first time: skipped, not kept.
      await station.call('batch.quote', null);
      const second = await station.until('batch.read', null, (one) => one?.quote?.isRunning === false);
      expect(second?.quote).toMatchObject({ quoted: 2, failed: 0 });
      await station.call('batch.quote', null);
      await station.until('batch.read', null, (one) => one?.quote?.quoted === 3);
    },
  );

  it('are kept as none where the service itself says that it has no success', async () => {
    const station = await stations.open();
    await takeRows(
      station,
      ['A', 'B', 'C'].map((name) => ({ address: `${name} quote-not-success`, receiver: name })),
    );
    await station.call('batch.quote', null);
    const ended = await station.until('batch.read', null, (one) => one?.quote?.isRunning === false);
    expect(ended?.quote).toMatchObject({ quoted: 0, failed: 3 });
  });
});
