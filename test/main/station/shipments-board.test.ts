import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeCustomCode } from '../../../src/shared/orders/custom-code.ts';
import { type StationInNode, startStationInNode } from '../../helpers/station-in-node.ts';

let folder: string;
let station: StationInNode;
/** What the person at the save dialog does. */
let choose: (suggestedName: string) => Promise<string | null>;
let suggested: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packbench-board-'));
  suggested = [];
  choose = async (name) => join(folder, name);
  station = await startStationInNode({
    chooseExportFile: (name) => {
      suggested.push(name);
      return choose(name);
    },
  });
});

afterEach(async () => {
  await station.close();
  await rm(folder, { recursive: true, force: true });
  expect(station.bugs).toEqual([]);
});

/** Orders two parcels for one person; gives their codes. */
async function order(name: string): Promise<string[]> {
  const codes = [makeCustomCode(randomBytes), makeCustomCode(randomBytes)];
  const parcels = codes.map((custom_code) => ({ unit: 'g' as const, values: 900, custom_code }));
  const address = { text: '12 Palm Street', person_name: name, person_phone: '+971 50 123 4567' };
  await station.call('order.create', {
    request: {
      pick_up_address: { text: '18 Harbour Road' },
      drop_offs: [{ address, parcels }],
    },
    evenIfDuplicate: true,
  });
  await station.until(
    'shipments.page',
    { find: name, offset: 0, limit: 10 },
    ({ rows }) => rows.length === 2 && rows.every(({ label }) => label?.state === 'stored'),
  );
  return codes;
}

const exportEnded = () => station.until('export.read', null, (state) => state !== null && state.state !== 'running');

it('shipments: a parcel is found by code, name, phone and address, with its copies and the price of its order', async () => {
  const codes = await order('Aya Noor');
  await order('Omar Haddad');
  for (const find of [codes[0] ?? '', 'noor', 'NOOR AYA']) {
    const page = await station.call('shipments.page', { find, offset: 0, limit: 10 });
    expect(
      page.rows.every(({ recipient }) => recipient.name === 'Aya Noor'),
      find,
    ).toBe(true);
    expect(page.total).toBe(find === codes[0] ? 1 : 2);
  }
  for (const find of ['palm', '050 123']) {
    expect((await station.call('shipments.page', { find, offset: 0, limit: 10 })).total).toBe(4);
  }
  const { rows } = await station.call('shipments.page', { find: codes[0] ?? '', offset: 0, limit: 1 });
  const parcelId = rows[0]?.id ?? 0;
  const job = await station.call('parcel.print', { parcelId, reprintReason: null });
  const detail = await station.until('parcel.detail', { parcelId }, ({ copies }) => copies[0]?.state === 'sent');
  expect(detail.copies.map(({ id }) => id)).toEqual([job.id]);
  expect(detail.prices).toMatchObject({ price_with_tax: expect.any(Number), actual_total_price: expect.any(Number) });
  expect(detail.orderPriceWithTax).toBe(detail.prices?.price_with_tax);
  const timeline = await station.call('parcel.timeline', { parcelId });
  expect(timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['order', 'label', 'print']));
});

it('shipments: the listed parcels and the journal are exported to the chosen file', async () => {
  await order('Aya Noor');
  await order('Omar Haddad');
  const filter = { find: 'haddad' };
  expect(await station.call('shipments.export', { filter, expected: 2 })).toMatchObject({ state: 'running' });
  expect(await exportEnded()).toMatchObject({ state: 'done', rows: 2, expected: 2 });
  expect(suggested[0]).toMatch(/^shipments-practice-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(join(folder, suggested[0] ?? ''), 'utf8');
  expect(text.split('\r\n').filter((line) => line.includes('Omar Haddad'))).toHaveLength(2);
  expect(text).not.toContain('Aya Noor');
  await station.call('export.dismiss', null);
  expect(await station.call('export.read', null)).toBeNull();

  await station.call('journal.export', null);
  expect(await exportEnded()).toMatchObject({ what: 'journal', state: 'done' });
  expect(await readFile(join(folder, suggested[1] ?? ''), 'utf8')).toContain('Create order');
});

it('shipments: a cancelled save dialog writes nothing, nor does one left open during an environment switch', async () => {
  choose = async () => null;
  expect(await station.call('journal.export', null)).toBeNull();
  let answer: (path: string) => void = () => undefined;
  choose = () => new Promise((resolve) => (answer = resolve));
  const refused = expect(station.call('journal.export', null)).rejects.toThrow('export.environment-changed');
  await station.call('environment.save', {
    environment: { name: 'other', kind: 'practice' },
    token: null,
  });
  await station.call('environment.use', { name: 'other' });
  answer(join(folder, 'late.csv'));
  await refused;
  await expect(readFile(join(folder, 'late.csv'))).rejects.toThrow();
});

it('settings: records can be kept for 1 to 3650 days, over a restart', async () => {
  const days = async () => (await station.call('station.read', null)).settings.retention.days;
  expect(await days()).toBe(180);
  await station.call('settings.save', { group: 'retention', value: { days: 30 } });
  expect(await days()).toBe(30);
  await expect(async () => station.call('settings.save', { group: 'retention', value: { days: 0 } })).rejects.toThrow();
  await expect(async () =>
    station.call('settings.save', { group: 'retention', value: { days: 3651 } }),
  ).rejects.toThrow();
});
