import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Alone, BenchSituation } from '../../../src/shared/site/holder-protocol.ts';
import { unknownAtSite, withFact } from '../../../src/shared/site/parcel-at-site.ts';
import { isLongRun } from '../../helpers/test-length.ts';
import { type Protocol, protocol, type Site, type StepName, siteModel } from './site-model.ts';

const parcels = 2;
const numRuns = isLongRun ? 20_000 : 250;

interface Move {
  readonly name: StepName;
  readonly pick: number;
}

/**
 * Steps of operators, stations, the network and the engine in any order. A step that can do nothing where it comes is replaced by one
 * that a station would do next, so that runs reach far.
 */
const movesWith = (...losses: StepName[]) =>
  fc.array(
    fc.record({
      name: fc.oneof(
        { weight: 24, arbitrary: fc.constantFrom<StepName>('work', 'work', 'read', 'read', 'serve', 'deliver') },
        { weight: 2, arbitrary: fc.constant<StepName>('flush') },
        { weight: 7, arbitrary: fc.constantFrom<StepName>('print', 'print', 'print', 'answer', 'printer', 'service') },
        { weight: 1, arbitrary: fc.constant<StepName>('delete') },
        { weight: 2, arbitrary: fc.constantFrom<StepName>('suspect', 'cut', 'heal', 'heal', 'kill', ...losses) },
      ),
      pick: fc.nat({ max: 1_000 }),
    }),
    { minLength: 20, maxLength: 80, size: 'max' },
  );

const stationSteps: readonly StepName[] = ['work', 'read', 'serve', 'deliver'];

const benches = fc.tuple(...([0, 1, 2] as const).map(() => fc.constantFrom<Alone>('own', 'ask', 'never')));

function play(moves: readonly Move[], alone: readonly Alone[], rules: Protocol = protocol): Site {
  const site = siteModel(alone, parcels, rules);
  for (const { name, pick } of moves) {
    const possible = site.enabled(name);
    const steps = (possible.length > 0 ? [name] : stationSteps).flatMap((step) =>
      site.enabled(step).map(
        ({ bench, parcel }) =>
          () =>
            site.steps[step](bench, parcel),
      ),
    );
    steps[pick % steps.length]?.();
  }
  site.settle();
  return site;
}

const unasked: (typeof protocol)['nextPrintStep'] = (parcel, situation, confirmed) => {
  const step = protocol.nextPrintStep(parcel, situation, confirmed);
  if (step.kind !== 'ask') return step;
  const assumed = step.questions.filter(({ kind }) => kind === 'unknown-holder').map(({ key }) => key);
  return assumed.length === 0 ? step : protocol.nextPrintStep(parcel, situation, new Set([...confirmed, ...assumed]));
};

/** Asks nothing about a parcel of which a connected bench knows no holder, act, copy or request, as of one that was just imported. */
const unheardOfIsFree: (typeof protocol)['nextPrintStep'] = (parcel, situation, confirmed) => {
  const { holding, copies, requests } = parcel.shared;
  const isUnheardOf = holding === null && parcel.lastAct === null && copies.length === 0 && requests.length === 0;
  return (situation.isConnected && isUnheardOf ? unasked : protocol.nextPrintStep)(parcel, situation, confirmed);
};

const silentRelease: (typeof protocol)['answerToWish'] = (parcel, bench) => {
  const answer = protocol.answerToWish(parcel, bench);
  return answer.kind === 'release' ? { ...answer, act: { ...answer.act, copies: [], requests: [] } } : answer;
};

const releaseInTheMiddle: (typeof protocol)['answerToWish'] = (parcel, bench) =>
  protocol.answerToWish({ ...parcel, shared: { ...parcel.shared, requests: [] } }, bench);

const secondDeletion: (typeof protocol)['nextDeletionStep'] = (parcel, situation, confirmed) =>
  protocol.nextDeletionStep({ ...parcel, shared: { ...parcel.shared, requests: [] } }, situation, confirmed);

/** Protocols with one rule missing, and what the test then finds. */
const broken: [string, Partial<Protocol>, StepName[], RegExp][] = [
  ['acts are accepted behind any other one', { comparesSequences: false }, [], /Copies|Deletions/],
  ['a missing act means that the parcel is free', { nextPrintStep: unasked }, ['lose-engine'], /Copies/],
  ['a parcel of which nothing is known is free', { nextPrintStep: unheardOfIsFree }, ['lose-engine'], /Copies/],
  ['a release does not carry the copies', { answerToWish: silentRelease }, [], /Copies/],
  ['a release is not stored before it is sent', { storesReleases: false }, [], /Copies|Deletions/],
  [
    'the last holder to arrive counts',
    {
      withFact: (parcel, fact) =>
        fact.kind === 'holding' ? { ...withFact(parcel, fact), holding: fact.holding } : withFact(parcel, fact),
    },
    [],
    /differ/,
  ],
  [
    'a deletion is sent without regard to others',
    { answerToWish: releaseInTheMiddle, nextDeletionStep: secondDeletion },
    [],
    /Deletions/,
  ],
];

/** What is wrong with a run: what must never happen and did, and states that differ in the end. */
function faultsOf(site: Site): string[] {
  const [first, ...others] = site.benches.map(({ file }) => JSON.stringify(file.shared));
  return [...site.violations, ...(others.every((other) => other === first) ? [] : ['The states differ'])];
}

describe('the holder of a parcel, in any order of steps', () => {
  it.each([
    ['benches are cut off and killed', []],
    ['the engine loses all its data', ['lose-engine']],
    ['a data folder is restored', ['back-up', 'restore']],
    ['benches are paused and read on', ['pause', 'pause', 'read-on']],
    ['benches are paused, and the engine loses all its data', ['pause', 'read-on', 'lose-engine']],
    ['benches are paused, and a data folder is restored', ['pause', 'read-on', 'back-up', 'restore']],
  ] as [string, StepName[]][])(
    'no second bench prints or deletes unasked, and all benches agree in the end: %s',
    (_, losses) => {
      fc.assert(
        fc.property(movesWith(...losses), benches, (moves, alone) => {
          expect(faultsOf(play(moves, alone))).toEqual([]);
        }),
        { numRuns },
      );
    },
    600_000,
  );

  it('paused benches whose acts are passed over too, as on parcels that are not known, print or delete nothing unasked', () => {
    fc.assert(
      fc.property(movesWith('pause', 'pause', 'read-on', 'lose-engine'), benches, (moves, alone) => {
        expect(faultsOf(play(moves, alone, { ...protocol, keepsActsOfPaused: false }))).toEqual([]);
      }),
      { numRuns },
    );
  }, 600_000);

  it.each([
    ['', []],
    [', where benches are paused and read on', ['pause', 'read-on']],
  ] as [string, StepName[]][])(
    'an engine that is put back to an older state does not keep benches from agreeing, nor hide a copy%s',
    (_, more) => {
      fc.assert(
        fc.property(movesWith('put-engine-back', ...more), benches, (moves, alone) => {
          const site = play(moves, alone);
          expect(faultsOf(site).filter((fault) => !/Copies|Deletions/.test(fault))).toEqual([]);
        }),
        { numRuns },
      );
    },
    600_000,
  );

  it('an order that is imported looks the same as one that a cut-off bench made, and prints there unasked: it asks', () => {
    const parcel = { shared: unknownAtSite, lastAct: null, isReleasing: false };
    const holding = { term: 1, bench: 'bench-1', isReleased: false };
    const made = { ...parcel, shared: { ...unknownAtSite, holding } };
    const at = (bench: string, isConnected: boolean): BenchSituation => ({
      ...{ bench, isConnected, alone: 'own' },
      isAway: () => false,
    });
    expect(protocol.nextPrintStep(made, at('bench-1', false), new Set())).toEqual({ kind: 'act' });
    expect(protocol.nextPrintStep(parcel, at('bench-2', true), new Set())).toMatchObject({
      ...{ kind: 'ask', questions: [{ kind: 'unknown-holder' }] },
    });
    expect(unheardOfIsFree(parcel, at('bench-2', true), new Set())).toMatchObject({ kind: 'claim' });
  });

  it.each(broken)('the test finds a protocol in which %s', (_, rules, losses, expected) => {
    const found: string[] = [];
    const isSound = (moves: readonly Move[], alone: readonly Alone[]): boolean => {
      found.push(...faultsOf(play(moves, alone, { ...protocol, ...rules })).filter((fault) => expected.test(fault)));
      return found.length === 0;
    };
    fc.check(fc.property(movesWith(...losses), benches, isSound), { numRuns: 5_000, seed: 18, endOnFailure: true });
    expect(found).not.toEqual([]);
  });
});
