import { expect, it } from 'vitest';
import { failureOf } from '../../../helpers/failure-of.ts';
import { batchStations, bytesOf, codeOf, csvOf, pickUpAddress, rowsOf, takeRows } from './batch-fixtures.ts';

const stations = batchStations();

it('batch draft: a cell that is not shown in full cannot be changed here', async () => {
  const station = await stations.open();
  const long = `12 Palm Street, ${'third gate on the left, '.repeat(12)}floor 3`;
  await takeRows(station, [{ address: long, receiver: 'Aya Noor' }]);
  const [row] = await rowsOf(station);
  expect([row?.cells[2]?.length, row?.cutCells]).toEqual([200, [2]]);
  const change = (text: string) => station.call('batch.change-cell', { line: 2, place: 2, text });
  for (const text of ['12 Palm Street', row?.cells[2] ?? '']) {
    expect(await failureOf(change(text))).toMatchObject({ message: { code: 'batch.cell-truncated' } });
  }
  await station.call('batch.change-cell', { line: 2, place: 0, text: 'Omar Said' });
  expect((await rowsOf(station))[0]).toMatchObject({
    cells: ['Omar Said', expect.anything(), row?.cells[2], '900', '', 'row 1'],
  });
});

it('batch draft: a row that was left out has no problems', async () => {
  const station = await stations.open();
  await takeRows(station, [
    { address: '12 Palm Street', grams: 'x' },
    { address: '3 Quay', grams: 'y' },
  ]);
  const withProblems = async () =>
    (await station.call('batch.rows', { from: 0, limit: 10, only: 'with problems' })).rows.map(({ line }) => line);
  expect(await withProblems()).toEqual([2, 3]);
  await station.call('batch.skip-row', { line: 2, isSkipped: true });
  expect(await withProblems()).toEqual([3]);
  await station.call('batch.skip-row', { line: 2, isSkipped: false });
  expect(await withProblems()).toEqual([2, 3]);
});

it('batch draft: changing one option keeps the others', async () => {
  const station = await stations.open();
  await station.call('batch.open-file', { name: 'orders.csv', bytes: bytesOf(csvOf([{ address: '12 Palm Street' }])) });
  await station.call('batch.change', { pickUpAddress });
  expect(await station.call('batch.change', { combines: true })).toMatchObject({ combines: true, pickUpAddress });
  expect(await station.call('batch.change', { pickUpAddress: null })).toMatchObject({
    combines: true,
    pickUpAddress: null,
  });
});

it('batch draft: a start is refused where a duplicate order was created since the last check', async () => {
  const station = await stations.open();
  const address = { text: '12 Palm Street', person_name: 'Aya Noor', person_phone: '+971 50 000 1000' };
  await takeRows(station, [{ address: '12 Palm Street' }, { address: 'B', code: codeOf(1) }]);
  const parcels = [{ unit: 'g' as const, values: 900 }];
  const request = { pick_up_address: pickUpAddress, drop_offs: [{ address, parcels }] as never };
  await station.call('order.create', { request, evenIfDuplicate: true });
  expect(await failureOf(station.call('batch.start', null))).toMatchObject({
    message: { code: 'batch.new-duplicates', params: { rows: 1 } },
  });
  const [row] = await rowsOf(station);
  expect(row?.problems.map(({ message }) => message.code)).toContain('batch.duplicate-of-order');
  expect(await station.call('batch.read', null)).toMatchObject({ state: 'draft', counts: { orders: 2 } });
  expect(await station.call('batch.start', null)).toMatchObject({ state: 'running' });
});
