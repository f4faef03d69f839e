import { expect, it } from 'vitest';
import { batchStations, bytesOf, codeOf, csvOf, pickUpAddress, rowsOf, takeRows } from './batch-fixtures.ts';

const stations = batchStations();

it('a cell that is shown cut cannot be changed here, so that what is not shown is never lost', async () => {
  const bench = await stations.open();
  const long = `12 Palm Street, ${'behind the third gate, '.repeat(12)}floor 3`;
  await takeRows(bench, [{ address: long, receiver: 'Aya Noor' }]);
  const [row] = await rowsOf(bench);
  expect([row?.cells[2]?.length, row?.cutCells]).toEqual([200, [2]]);
  const change = (text: string) => bench.call('batch.change-cell', { line: 2, place: 2, text });
  await expect(change('12 Palm Street')).rejects.toThrow('would lose the rest');
  await expect(change(row?.cells[2] ?? '')).rejects.toThrow('would lose the rest');
  await bench.call('batch.change-cell', { line: 2, place: 0, text: 'Omar Said' });
  expect((await rowsOf(bench))[0]).toMatchObject({
    cells: ['Omar Said', expect.anything(), row?.cells[2], '900', '', 'row 1'],
  });
});

it('a row that was left out has no problem any more to be shown', async () => {
  const bench = await stations.open();
  await takeRows(bench, [
    { address: '12 Palm Street', grams: 'x' },
    { address: '3 Quay', grams: 'y' },
  ]);
  const withProblems = async () =>
    (await bench.call('batch.rows', { from: 0, limit: 10, only: 'with problems' })).rows.map(({ line }) => line);
  expect(await withProblems()).toEqual([2, 3]);
  await bench.call('batch.skip-row', { line: 2, isSkipped: true });
  expect(await withProblems()).toEqual([3]);
  await bench.call('batch.skip-row', { line: 2, isSkipped: false });
  expect(await withProblems()).toEqual([2, 3]);
});

it('one choice for all rows leaves the other as it is', async () => {
  const bench = await stations.open();
  await bench.call('batch.open-file', { name: 'orders.csv', bytes: bytesOf(csvOf([{ address: '12 Palm Street' }])) });
  await bench.call('batch.change', { pickUpAddress });
  expect(await bench.call('batch.change', { combines: true })).toMatchObject({ combines: true, pickUpAddress });
  expect(await bench.call('batch.change', { pickUpAddress: null })).toMatchObject({
    combines: true,
    pickUpAddress: null,
  });
});

it('a start is refused where an order like one of its rows was made since they were looked at', async () => {
  const bench = await stations.open();
  const address = { text: '12 Palm Street', person_name: 'Aya Noor', person_phone: '+971 50 000 1000' };
  await takeRows(bench, [{ address: '12 Palm Street' }, { address: 'B', code: codeOf(1) }]);
  const parcels = [{ unit: 'g' as const, values: 900 }];
  const request = { pick_up_address: pickUpAddress, drop_offs: [{ address, parcels }] as never };
  await bench.call('order.create', { request, evenIfDuplicate: true });
  await expect(bench.call('batch.start', null)).rejects.toThrow('1 row ');
  const [row] = await rowsOf(bench);
  expect(row?.problems.map(({ words }) => words)).toContain(
    'An order for the same receiver, address and weight was made here within ten minutes: is a second one wanted?',
  );
  expect(await bench.call('batch.read', null)).toMatchObject({ state: 'draft', counts: { orders: 2 } });
  expect(await bench.call('batch.start', null)).toMatchObject({ state: 'running' });
});
