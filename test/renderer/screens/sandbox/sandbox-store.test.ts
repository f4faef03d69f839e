import { describe, expect, it } from 'vitest';
import { createSandboxStore, selectionOf } from '../../../../src/renderer/screens/sandbox/sandbox-store.ts';
import { failed, success } from '../../../../src/shared/contract/failure.ts';
import type { Parcel } from '../../../../src/shared/shipments/parcel.ts';
import {
  maxChosenShipments,
  type SandboxAnswer,
  type SandboxSelection,
} from '../../../../src/shared/shipments/sandbox-scenario.ts';
import { storedSentence } from '../../../helpers/stored-sentence.ts';
import { parcel } from '../samples.ts';

const answer: SandboxAnswer = { httpStatus: 200, body: '{}', isCut: false, failure: null };

/** A store over a board with these parcels. */
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

describe('sandbox store: choosing shipments', () => {
  it('pressing a row chooses its shipment once, whatever the number of parcels; pressing again removes it', () => {
    const { store, codes } = openStore();
    store.toggle(one);
    store.toggle(other);
    expect(codes()).toEqual(['DO-1', 'DO-12']);
    store.toggle(second);
    expect(codes()).toEqual(['DO-12']);
  });

  it('any complete code of a parcel chooses its shipment, regardless of case', async () => {
    const { typed, codes } = openStore([one, second, other]);
    await typed('nlbbbbbbbbbbbbbbbbbb');
    await typed('DO-1');
    expect(codes()).toEqual(['DO-1']);
    await typed('DO-12');
    expect(codes()).toEqual(['DO-1', 'DO-12']);
  });

  it('a scan under another keyboard layout chooses its shipment', async () => {
    const { store, codes } = openStore([other]);
    await store.add({ asTyped: 'DOß12', asUsKeyboard: 'DO-12', by: 'scanner' });
    expect(codes()).toEqual(['DO-12']);
  });

  it('a tracking code unknown here is chosen as given', async () => {
    const { store, typed, codes } = openStore();
    await typed(' DO-elsewhere ');
    expect(codes()).toEqual(['DO-elsewhere']);
    expect(store.getState().addError).toBeNull();
  });

  it('a scan switches from a day to shipments', async () => {
    const { store, typed } = openStore([one]);
    store.change({ by: 'day' });
    await typed('DO-1');
    expect(store.getState().by).toBe('shipments');
  });

  it('a code that cannot be chosen gives the reason', async () => {
    const { store, typed, codes } = openStore([parcel({ trackingCode: null, dropOffId: null })]);
    const why = () => store.getState().addError;
    await typed('no code at all');
    expect(why()).toBe('This is not a shipment code.');
    store.toggle(parcel({ trackingCode: null, dropOffId: null }));
    expect(why()).toContain('neither a tracking code nor a number');
    await store.add({ asTyped: 'YES-1', asUsKeyboard: 'ZES-1', by: 'scanner' });
    expect(why()).toBe('Neither YES-1 nor ZES-1 is on this station.');
    expect(codes()).toEqual([]);
    await typed('DO-7');
    expect(why()).toBeNull();
  });

  it('at most one hundred', async () => {
    const { store, codes } = openStore();
    for (let id = 0; id <= maxChosenShipments; id += 1)
      store.toggle(parcel({ trackingCode: `DO-${id}`, dropOffId: id }));
    expect(codes().length).toBe(maxChosenShipments);
    expect(store.getState().addError).toContain('100 shipments are already chosen');
  });
});

describe('sandbox store: one kind of selector is sent', () => {
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

  it('numbers where one has no tracking code, and nothing where no single kind fits all', async () => {
    const { store, sent, typed } = openStore();
    store.toggle(one);
    store.toggle(byNumber);
    await store.run(false);
    expect(sent.map(({ selection }) => selection)).toEqual([{ by: 'shipment ids', shipmentIds: [1, 9] }]);
    await typed('DO-elsewhere');
    await store.run(false);
    expect(sent.length).toBe(1);
    expect(selectionOf(store.getState()).why).toContain('Run them separately');
  });

  it('a day, without the shipments that are still chosen', async () => {
    const { store, sent } = openStore();
    store.toggle(one);
    store.change({ by: 'day', day: ' 2026-11-23 ' });
    await store.run(true);
    expect(sent).toEqual([{ selection: { by: 'date', date: '2026-11-23' }, evenWholeDay: true }]);
    expect(store.getState().run?.what).toBe('Happy, every shipment of 2026-11-23');
  });

  it('nothing for an incomplete day, and nothing while no shipment is chosen', async () => {
    const { store, sent } = openStore();
    await store.run(false);
    store.change({ by: 'day', day: '2026-11' });
    await store.run(true);
    expect(sent).toEqual([]);
  });
});

it('sandbox store: a failure is shown until the next run', async () => {
  const failure = { code: 'no-route', message: storedSentence('It does not answer.') } as const;
  const results = [failed(failure), success(answer)];
  const store = createSandboxStore({
    today: '2026-11-21',
    findParcels: async () => success([]),
    runScenario: async () => results.shift() ?? success(answer),
  });
  store.toggle(one);
  await store.run(false);
  expect(store.getState()).toMatchObject({ failure, run: null, isRunning: false });
  await store.run(false);
  expect(store.getState()).toMatchObject({ failure: null, run: { httpStatus: 200 } });
});
