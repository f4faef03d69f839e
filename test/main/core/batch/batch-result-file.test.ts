import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { message } from '../../../../src/shared/messages/message.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import type { StationInNode } from '../../../helpers/station-in-node.ts';
import {
  batchIn,
  batchStations,
  bytesOf,
  codeOf,
  csvOf,
  header,
  pickUpAddress,
  rowsOf,
  soundRows,
  takeRows,
} from './batch-fixtures.ts';

const stations = batchStations();

describe('batch results', () => {
  const rows = [
    { address: '12 Palm Street', receiver: '=Aya;Noor'.replace(';', ' '), code: codeOf(1) },
    { address: '3 Quay create-error-422', receiver: 'Omar Said' },
    { address: '5 Creek', grams: 'x', receiver: 'Lina Haddad' },
  ];

  async function picked(name: string, text: string): Promise<StationInNode> {
    const inputs = join(stations.folder(), 'inputs');
    await mkdir(inputs, { recursive: true });
    await writeFile(join(inputs, name), text);
    return stations.open(
      {},
      { picker: { files: async () => [], folder: async () => null, table: async () => join(inputs, name) } },
    );
  }
  const read = (name: string): Promise<string> => readFile(join(stations.folder(), 'inputs', name), 'utf8');

  it('are written beside the input at the end, row by row, and never over another file', async () => {
    const station = await picked('orders.csv', csvOf(rows));
    await writeFile(join(stations.folder(), 'inputs', 'orders.result.csv'), 'of last week');
    const batch = await station.call('batch.choose-file', null);
    expect(batch).toMatchObject({ name: 'orders.csv', hasFolder: true });
    expect(JSON.stringify(batch)).not.toContain(stations.folder());
    await station.call('batch.change', { combines: false, pickUpAddress });
    await station.call('batch.start', null);
    const done = await station.until('batch.read', null, (one) => one?.resultFile !== null);
    expect(done).toMatchObject({ state: 'done', resultFile: 'orders.result-2.csv' });
    const [titles, first, second, third, last] = (await read('orders.result-2.csv')).split('\r\n');
    expect(titles).toBe(
      `\ufeff${[...header, 'result', 'custom code', 'tracking code', 'quoted', 'charged', 'reason', 'service text'].join(',')}`,
    );
    const [row] = await rowsOf(station);
    expect(first).toBe(
      `'=Aya Noor,'+971 50 000 1000,12 Palm Street,900,${codeOf(1)},row 1,created,${codeOf(1)},${row?.trackingCode},,${row?.charged},,`,
    );
    expect(second).toMatch(/^Omar Said,.*,row 2,rejected,/);
    expect(third).toBe("Lina Haddad,'+971 50 000 1002,5 Creek,x,,row 3,error,,,,,“x” is not a weight.,");
    expect(last).toBe('');
    expect(await read('orders.result.csv')).toBe('of last week');
    expect(await station.call('batch.export', null)).toEqual({ file: 'orders.result-3.csv' });
  });

  it('of a stopped batch are written once none of its orders is being sent', async () => {
    const station = await picked('orders.csv', csvOf(soundRows(10)));
    await station.call('batch.choose-file', null);
    await station.call('batch.change', { combines: false, pickUpAddress });
    await station.call('batch.start', null);
    await station.until('batch.read', null, (one) => (one?.counts.onTheWay ?? 0) > 0);
    await station.call('batch.stop', null);
    await station.until('batch.read', null, (one) => one?.resultFile === 'orders.result.csv');
    const states = (await read('orders.result.csv'))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[6]);
    expect(new Set(states)).toEqual(new Set(['created', 'waiting']));
  });

  it('of pasted rows are written where the operator chooses', async () => {
    const path = join(stations.folder(), 'elsewhere.csv');
    const answers = [null, path];
    const asked: string[] = [];
    const station = await stations.open(
      {},
      {
        chooseExportFile: async (name) => {
          asked.push(name);
          return answers.shift() ?? null;
        },
      },
    );
    await station.call('batch.paste-rows', { text: csvOf([{ address: '12 Palm Street' }]) });
    await station.call('batch.change', { combines: false, pickUpAddress });
    expect(await failureOf(station.call('batch.export', null))).toMatchObject({
      message: { code: 'batch.action-not-allowed', params: { action: 'export', state: 'draft' } },
    });
    await station.call('batch.start', null);
    await batchIn(station, 'done');
    expect(await station.call('batch.export', null)).toBeNull();
    expect(await station.call('batch.export', null)).toEqual({ file: 'elsewhere.csv' });
    expect(asked).toEqual(['Pasted rows.result.csv', 'Pasted rows.result.csv']);
    // The page names a dropped file: its name is never taken for a path.
    await station.call('batch.dismiss', null);
    const bytes = bytesOf(csvOf([{ address: '14 Palm Street' }]));
    await station.call('batch.open-file', { name: '../../..\\orders.csv', bytes });
    await station.call('batch.change', { combines: false, pickUpAddress });
    await station.call('batch.start', null);
    await batchIn(station, 'done');
    await station.call('batch.export', null);
    expect(asked.at(-1)).toBe('orders.result.csv');
    expect(await readFile(path, 'utf8')).toContain('created');
  });

  it('are written again beside the input once uncertain orders are resolved', async () => {
    const uncertainRows = [
      { address: '3 Quay create-error-502' },
      { address: '4 Quay create-error-502', receiver: 'Omar' },
    ];
    const station = await picked(
      'orders.csv',
      csvOf([...soundRows(1), uncertainRows[0] as never, ...soundRows(2).slice(1), uncertainRows[1] as never]),
    );
    await station.call('batch.choose-file', null);
    await station.call('batch.change', { combines: false, pickUpAddress });
    await station.call('batch.start', null);
    await station.until('batch.read', null, (one) => one?.resultFile === 'orders.result.csv');
    expect((await rowsOf(station)).map(({ state }) => state)).toEqual(['created', 'uncertain', 'created', 'uncertain']);
    const results = async (name: string) =>
      (await read(name))
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[6]);
    expect(await results('orders.result.csv')).toEqual(['created', 'uncertain', 'created', 'uncertain']);

    const uncertain = (await station.call('commands.open', null))
      .filter(({ state }) => state === 'uncertain')
      .sort((a, b) => a.id - b.id);
    await station.call('command.settle', { commandId: uncertain[0]?.id ?? 0, isThere: true });
    await station.until('batch.read', null, (one) => one?.counts.uncertain === 1);
    await station.call('command.settle', { commandId: uncertain[1]?.id ?? 0, isThere: false });
    const settled = await station.until('batch.read', null, (one) => one?.resultFile === 'orders.result-2.csv');
    expect(settled?.counts).toMatchObject({ created: 3, rejected: 1, uncertain: 0 });
    expect((await rowsOf(station)).map(({ state }) => state)).toEqual(['created', 'created', 'created', 'rejected']);
    expect((await rowsOf(station))[3]?.message).toEqual(message('outbox.order-not-there'));
    expect(await results('orders.result-2.csv')).toEqual(['created', 'created', 'created', 'rejected']);
    expect(await results('orders.result.csv')).toEqual(['created', 'uncertain', 'created', 'uncertain']);
  });

  it('of a paused batch do not count once it is resumed', async () => {
    const station = await stations.open({}, { chooseExportFile: async () => join(stations.folder(), 'part.csv') });
    await takeRows(station, soundRows(10));
    await station.call('batch.start', null);
    await station.call('batch.pause', null);
    await station.call('batch.export', null);
    expect(await station.call('batch.read', null)).toMatchObject({ state: 'paused', resultFile: 'part.csv' });
    expect(await station.call('batch.resume', null)).toMatchObject({ resultFile: null });
    expect((await batchIn(station, 'done')).resultFile).toBeNull();
  });

  it('that cannot be written are reported, and can be written later', async () => {
    const station = await picked('orders.csv', csvOf([{ address: '12 Palm Street' }]));
    await station.call('batch.choose-file', null);
    await station.call('batch.change', { combines: false, pickUpAddress });
    await rm(join(stations.folder(), 'inputs'), { recursive: true });
    await station.call('batch.start', null);
    await station.until('station.read', null, ({ notices }) =>
      notices.some(({ message: shown }) => shown.code === 'batch.result-not-saved'),
    );
    await mkdir(join(stations.folder(), 'inputs'));
    expect(await station.call('batch.export', null)).toEqual({ file: 'orders.result.csv' });
  });
});
