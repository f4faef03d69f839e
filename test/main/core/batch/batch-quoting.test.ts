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
});
