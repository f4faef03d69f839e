import { describe, expect, it } from 'vitest';
import { createSandboxStore, selectionOf } from '../../../../src/renderer/screens/sandbox/sandbox-store.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import {
  maxChosenShipments,
  type SandboxAnswer,
  type SandboxSelection,
} from '../../../../src/shared/shipments/sandbox-scenario.ts';
import { parcel } from '../samples.ts';

const answer: SandboxAnswer = { httpStatus: 200, body: '{}', isCut: false, failure: null };

/** A desk over a board that knows these parcels. */
function openStore(known: readonly Parcel[] = []) {
  const sent: { selection: SandboxSelection; evenWholeDay: boolean }[] = [];
  const store = createSandboxStore({
    today: '2026-11-21',
    findParcels: async (code) =>
      success(
        known.filter((one) =>
          [one.customCode, one.trackingCode].some((own) => own?.toLowerCase().startsWith(code.toLowerCase())),
        ),
      ),
    async runScenario({ selection, evenWholeDay }) {
      sent.push({ selection, evenWholeDay });
      return success(answer);
    },
  });
  const typed = (text: string) => store.add({ asTyped: text, asUsKeyboard: text, by: 'typed' });
  const codes = () => store.getState().chosen.map(({ trackingCode, dropOffId }) => trackingCode ?? dropOffId);
  return { store, sent, typed, codes };
}

const one = parcel({ customCode: 'NLAAAAAAAAAAAAAAAAAA', trackingCode: 'DO-1', dropOffId: 1 });
const second = parcel({ customCode: 'NLBBBBBBBBBBBBBBBBBB', trackingCode: 'DO-1', dropOffId: 1 });
const other = parcel({ customCode: 'NLCCCCCCCCCCCCCCCCCC', trackingCode: 'DO-12', dropOffId: 2 });

describe('shipments are chosen', () => {
  it('by pressing a row, once however many parcels they have, and left out by pressing it again', () => {
    const { store, codes } = openStore();
    store.toggle(one);
    store.toggle(other);
    expect(codes()).toEqual(['DO-1', 'DO-12']);
    store.toggle(second);
    expect(codes()).toEqual(['DO-12']);
  });

  it('by any code of one of their parcels, whole and not by its beginning, in any letters', async () => {
    const { typed, codes } = openStore([one, second, other]);
    await typed('nlbbbbbbbbbbbbbbbbbb');
    await typed('DO-1');
    expect(codes()).toEqual(['DO-1']);
    await typed('DO-12');
    expect(codes()).toEqual(['DO-1', 'DO-12']);
  });

  it('by a scan under another keyboard’s letters', async () => {
    const { store, codes } = openStore([other]);
    await store.add({ asTyped: 'DOß12', asUsKeyboard: 'DO-12', by: 'scanner' });
    expect(codes()).toEqual(['DO-12']);
  });

  it('by a tracking code that only the service may know', async () => {
    const { store, typed, codes } = openStore();
    await typed(' DO-elsewhere ');
    expect(codes()).toEqual(['DO-elsewhere']);
    expect(store.getState().addError).toBeNull();
  });

  it('while a day stood there: the scan says that shipments are meant', async () => {
    const { store, typed } = openStore([one]);
    store.change({ by: 'day' });
    await typed('DO-1');
    expect(store.getState().by).toBe('shipments');
  });

  it('or not, and it says why', async () => {
    const { store, typed, codes } = openStore([parcel({ trackingCode: null, dropOffId: null })]);
    const why = () => store.getState().addError;
    await typed('no code at all');
    expect(why()).toBe('That can be no code of a shipment.');
    store.toggle(parcel({ trackingCode: null, dropOffId: null }));
    expect(why()).toContain('neither a tracking code nor a number');
    await store.add({ asTyped: 'YES-1', asUsKeyboard: 'ZES-1', by: 'scanner' });
    expect(why()).toBe('Neither YES-1 nor ZES-1 is known here.');
    expect(codes()).toEqual([]);
    await typed('DO-7');
    expect(why()).toBeNull();
  });

  it('up to a hundred', async () => {
    const { store, codes } = openStore();
    for (let id = 0; id <= maxChosenShipments; id += 1)
      store.toggle(parcel({ trackingCode: `DO-${id}`, dropOffId: id }));
    expect(codes().length).toBe(maxChosenShipments);
    expect(store.getState().addError).toContain('100 shipments are chosen already');
  });
});

describe('one kind of selector is sent', () => {
  const byNumber = parcel({ trackingCode: null, dropOffId: 9 });

  it('tracking codes where all have one', async () => {
    const { store, sent } = openStore();
    store.toggle(one);
    store.toggle(other);
    await store.run(false);
    expect(sent).toEqual([
      { selection: { by: 'tracking codes', trackingCodes: ['DO-1', 'DO-12'] }, evenWholeDay: false },
    ]);
    expect(store.getState().run).toEqual({ ...answer, what: 'Happy, 2 shipments' });
  });

  it('numbers where one has no tracking code, and nothing where they cannot be told in one kind', async () => {
    const { store, sent, typed } = openStore();
    store.toggle(one);
    store.toggle(byNumber);
    await store.run(false);
    expect(sent.map(({ selection }) => selection)).toEqual([{ by: 'shipment ids', shipmentIds: [1, 9] }]);
    await typed('DO-elsewhere');
    await store.run(false);
    expect(sent.length).toBe(1);
    expect(selectionOf(store.getState()).why).toContain('run them apart');
  });

  it('a day, without the shipments that are still chosen', async () => {
    const { store, sent } = openStore();
    store.toggle(one);
    store.change({ by: 'day', day: ' 2026-11-23 ' });
    await store.run(true);
    expect(sent).toEqual([{ selection: { by: 'date', date: '2026-11-23' }, evenWholeDay: true }]);
    expect(store.getState().run?.what).toBe('Happy, every shipment of 2026-11-23');
  });

  it('nothing for half a day, and nothing while nothing is chosen', async () => {
    const { store, sent } = openStore();
    await store.run(false);
    store.change({ by: 'day', day: '2026-11' });
    await store.run(true);
    expect(sent).toEqual([]);
  });
});

it('a failure stands until the next run', async () => {
  const failure = { code: 'no-route', message: 'It does not answer.' } as const;
  const isPreviewOf = [failed(failure), success(answer)];
  const store = createSandboxStore({
    today: '2026-11-21',
    findParcels: async () => success([]),
    runScenario: async () => isPreviewOf.shift() ?? success(answer),
  });
  store.toggle(one);
  await store.run(false);
  expect(store.getState()).toMatchObject({ failure, run: null, isRunning: false });
  await store.run(false);
  expect(store.getState()).toMatchObject({ failure: null, run: { httpStatus: 200 } });
});
