import { describe, expect, it } from 'vitest';
import { message } from '../../../../src/shared/messages/message.ts';
import { unfilteredBoard } from '../../../../src/shared/shipments/board-query.ts';
import { acceleratedClock } from '../../../helpers/accelerated-clock.ts';
import { failureOf } from '../../../helpers/failure-of.ts';
import { workbook } from '../../files/workbook.ts';
import { batchIn, batchStations, bytesOf, codeOf, csvOf, pickUpAddress, rowsOf, takeRows } from './batch-fixtures.ts';

const stations = batchStations();

describe('batch: from input to results', () => {
  it('is read, checked, priced and created, and each row shows its result', async () => {
    const station = await stations.open();
    const batch = await takeRows(station, [
      { address: '12 Palm Street', code: codeOf(1) },
      { receiver: 'Omar Said', address: '3 Quay', grams: '' },
      { receiver: 'Lina Haddad', address: '7 Hill Road' },
    ]);
    expect(batch).toMatchObject({ state: 'draft', name: 'orders.csv', hasFolder: false });
    expect(batch.columns.map(({ field }) => field)).toEqual([
      ...['address.person_name', 'address.person_phone', 'address.text', 'parcel.values', 'parcel.custom_code', null],
    ]);
    expect(batch.counts).toMatchObject({ rows: 3, faulty: 1, orders: 2, parcels: 2, open: 2 });

    await station.call('batch.quote', null);
    const priced = await station.until('batch.read', null, (one) => one?.quote?.isRunning === false);
    expect(priced?.quote).toMatchObject({ quoted: 2, failed: 0 });
    expect(priced?.quote?.total).toBeGreaterThan(0);

    await station.call('batch.start', null);
    const done = await batchIn(station, 'done');
    expect(done.counts).toMatchObject({ created: 2, open: 0, rejected: 0, uncertain: 0 });
    expect(done.charged).toBe(priced?.quote?.total);
    const rows = await rowsOf(station);
    expect(rows.map(({ line, state, order }) => [line, state, order])).toEqual([
      [2, 'created', 1],
      [3, 'faulty', null],
      [4, 'created', 2],
    ]);
    expect(rows[0]).toMatchObject({ customCode: codeOf(1), quoted: rows[0]?.charged });
    expect(rows[0]?.trackingCode).not.toBeNull();
    expect(rows[2]?.customCode).toMatch(/^[0-9A-Z]{20}$/);
    const looked = await station.call('scan.submit', {
      reading: { asTyped: codeOf(1), asUsKeyboard: codeOf(1), by: 'scanner' },
      mode: 'look up',
    });
    expect(looked.parcel?.recipient.name).toBe('Aya Noor');
    await station.call('batch.dismiss', null);
    expect(await station.call('batch.read', null)).toBeNull();
    expect((await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).total).toBe(2);
  });

  it('continues after every kind of failed row, and reports each', async () => {
    const station = await stations.open({}, { clock: acceleratedClock(5) });
    const addresses = [
      ...['12 Palm Street', '3 Quay create-error-422', '7 Hill Road missing-fields', '9 Sea View create-lost-after'],
      ...['11 Sea View', '5 Creek create-once-error-429', '15 Oak Road create-error-400'],
    ];
    await takeRows(
      station,
      addresses.map((address, index) => ({ address, receiver: `Receiver ${index}`, code: codeOf(index) })),
    );
    await station.call('batch.start', null);
    const slowed = await station.until('batch.read', null, (one) => (one?.pauseMs ?? 0) > 0 || one?.state === 'done');
    expect(slowed?.pauseMs).toBeGreaterThanOrEqual(500);
    const done = await batchIn(station, 'done');
    expect(done.counts).toMatchObject({ created: 4, rejected: 2, uncertain: 1, open: 0, onTheWay: 0 });
    const rows = await rowsOf(station);
    expect(rows.map(({ state }) => state)).toEqual([
      ...['created', 'rejected', 'created', 'uncertain', 'created', 'created', 'rejected'],
    ]);
    expect(rows[1]?.message).not.toBeNull();
    expect(rows[3]?.message).not.toBeNull();
    // The answer gave neither codes nor prices.
    expect(rows[2]).toMatchObject({ customCode: codeOf(2), trackingCode: null, charged: null });
    const notCreated = await station.call('batch.rows', { from: 0, limit: 10, only: 'not created' });
    expect(notCreated.rows.map(({ line }) => line)).toEqual([3, 5, 8]);
  });

  it('combines rows of one receiver into orders of up to five parcels, and prints no label by itself', async () => {
    const station = await stations.open({ bench: { printOnCreate: true } });
    const rows = [1, 2, 3, 4, 5, 6].map((number) => ({ address: '12 Palm Street', code: codeOf(number) }));
    await station.call('batch.open-file', {
      name: 'orders.csv',
      bytes: bytesOf(csvOf(rows).replace(/\+971 50 000 \d+/g, '+971 50 000 0000')),
    });
    const batch = await station.call('batch.change', { combines: true, pickUpAddress });
    expect(batch.counts).toMatchObject({ rows: 6, orders: 2, parcels: 6, faulty: 0 });
    await station.call('batch.start', null);
    expect((await batchIn(station, 'done')).counts).toMatchObject({ created: 2 });
    const shown = await rowsOf(station);
    expect(shown.map(({ order, customCode }) => [order, customCode])).toEqual(
      rows.map(({ code }, index) => [index < 5 ? 1 : 2, code]),
    );
    expect(new Set(shown.slice(0, 5).map(({ trackingCode }) => trackingCode)).size).toBe(1);
    await station.until('shipments.page', { ...unfilteredBoard, offset: 0, limit: 10 }, (page) =>
      page.rows.every(({ label }) => label?.state === 'stored'),
    );
    expect(await station.call('print-jobs.list', null)).toEqual([]);
  });

  it('is corrected row by row, and its column matching is kept for the next file', async () => {
    const station = await stations.open();
    const file = (rows: string) => bytesOf(`Wer;Wohin;Gramm;Stadt\r\n${rows}`);
    const taken = await station.call('batch.open-file', {
      name: 'liste.csv',
      bytes: file('Aya Noor;Palmenweg 12;x;Köln\r\n'),
    });
    expect(taken.columns.map(({ field }) => field)).toEqual([null, null, 'parcel.values', null]);
    expect(taken.columns[0]).toMatchObject({ title: 'Wer', sample: 'Aya Noor' });
    await station.call('batch.change', { combines: false, pickUpAddress });
    await station.call('batch.match', { place: 0, field: 'address.person_name' });
    const matched = await station.call('batch.match', { place: 1, field: 'address.text' });
    expect(matched.counts).toMatchObject({ faulty: 1, orders: 0 });
    expect((await rowsOf(station))[0]?.problems).toEqual([
      {
        ...{ place: 2, field: 'parcel.values', severity: 'error' },
        message: message('batch.weight-unreadable', { text: 'x' }),
      },
    ]);
    expect(await failureOf(station.call('batch.start', null))).toMatchObject({
      message: { code: 'batch.nothing-to-order' },
    });
    const corrected = await station.call('batch.change-cell', { line: 2, place: 2, text: '450' });
    expect(corrected.counts).toMatchObject({ faulty: 0, warned: 1, orders: 1 });
    expect((await station.call('batch.skip-row', { line: 2, isSkipped: true })).counts).toMatchObject({
      skipped: 1,
      orders: 0,
    });
    expect(await failureOf(station.call('batch.paste-rows', { text: 'x' }))).toMatchObject({
      message: { code: 'batch.already-open' },
    });
    await station.call('batch.dismiss', null);

    const again = await station.call('batch.paste-rows', {
      text: 'Wer\tWohin\tGramm\tStadt\r\nOmar Said\tQuay 3\t450\tBonn\r\n',
    });
    expect(again).toMatchObject({ name: 'Pasted rows', hasFolder: false });
    expect(again.columns.map(({ field, matchedBy }) => [field, matchedBy])).toEqual([
      ['address.person_name', 'memory'],
      ['address.text', 'memory'],
      ['parcel.values', 'name'],
      [null, null],
    ]);
  });

  it('is unchanged after a restart, with corrections and prices', async () => {
    const station = await stations.open();
    await takeRows(station, [{ address: '12 Palm Street' }, { address: '3 Quay', grams: 'x' }, { address: '5 Creek' }]);
    await station.call('batch.change-cell', { line: 3, place: 3, text: '450' });
    await station.call('batch.skip-row', { line: 4, isSkipped: true });
    await station.call('batch.quote', null);
    const left = await station.until('batch.read', null, (one) => one?.quote?.isRunning === false);
    const rows = await rowsOf(station);
    await station.stop();
    const again = await stations.open({}, { folder: station.folder });
    expect(await again.until('batch.read', null, (one) => one !== null)).toEqual(left);
    expect(await rowsOf(again)).toEqual(rows);
  });

  it('is read from a spreadsheet', async () => {
    const station = await stations.open();
    const bytes = workbook([
      ['Recipient', 'Mobile', 'Delivery address', 'Weight (kg)'],
      [],
      ['Aya Noor', '+971 50 000 0000', '12 Palm Street', { number: '1.5' }],
    ]);
    const taken = await station.call('batch.open-file', { name: 'orders.xlsx', bytes });
    expect(taken.columns.every(({ matchedBy }) => matchedBy === 'name')).toBe(true);
    const batch = await station.call('batch.change', { combines: false, pickUpAddress });
    expect(batch.counts).toMatchObject({ rows: 1, faulty: 0, orders: 1 });
    const [row] = await rowsOf(station);
    expect(row).toMatchObject({ line: 3, cells: ['Aya Noor', '+971 50 000 0000', '12 Palm Street', '1.5'] });
    expect(row?.problems.map((problem) => problem.message)).toEqual([
      message('batch.weights-in-kilograms-example', { title: 'Weight (kg)', text: '1.5', grams: 1500 }),
    ]);
    await station.call('batch.start', null);
    await batchIn(station, 'done');
    const [parcel] = (await station.call('shipments.page', { find: '', offset: 0, limit: 10 })).rows;
    expect(parcel?.weightGrams).toBe(1500);
  });

  it('does not delay scans while its five thousand rows are checked', async () => {
    const station = await stations.open();
    const rows = Array.from({ length: 5_000 }, (_, index) => ({
      address: `${index} Palm Street`,
      code: codeOf(index),
    }));
    let isTaken = false;
    const taken = takeRows(station, rows).finally(() => {
      isTaken = true;
    });
    let answered = 0;
    const reading = { asTyped: codeOf(1), asUsKeyboard: codeOf(1), by: 'scanner' as const };
    while (!isTaken) {
      await station.call('scan.submit', { reading, mode: 'look up' });
      answered += 1;
    }
    expect(answered).toBeGreaterThan(5);
    expect((await taken).counts).toMatchObject({ rows: 5_000, orders: 5_000, faulty: 0 });
    const page = await station.call('batch.rows', { from: 4_950, limit: 200 });
    expect(page.rows).toHaveLength(50);
  });
});
