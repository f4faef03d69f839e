import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlausible, knownOf } from '../../../src/shared/site/holder-protocol.ts';
import {
  benchName,
  type CopyState,
  copiesElsewhere,
  copyStates,
  type HolderAct,
  merged,
  mostOfBench,
  type ParcelAtSite,
  type ParcelFact,
  requestStates,
  unknownAtSite,
  withFact,
} from '../../../src/shared/site/parcel-at-site.ts';

const benches = ['bench-1', 'bench-2', 'bench-3'] as const;
const bench = fc.constantFrom(...benches);
const id = fc.constantFrom('1', '2', '3');
const at = fc.constantFrom(undefined, '2026-11-24T10:00:00Z', '2026-11-24T11:00:00Z');
const copies = fc.array(fc.record({ id, bench, state: fc.constantFrom(...copyStates), at }), { maxLength: 6 });
const requests = fc.array(fc.record({ id, bench, state: fc.constantFrom(...requestStates), at }), { maxLength: 6 });
const holding = fc.record({ term: fc.integer({ min: 1, max: 5 }), bench, isReleased: fc.boolean() });
const acts = fc.array(fc.record({ holding, copies, requests }), { maxLength: 8 });

const withActs = (reported: readonly HolderAct[], from: ParcelAtSite = unknownAtSite): ParcelAtSite =>
  reported.reduce((all: ParcelAtSite, act) => withFact(all, { kind: 'holding', ...act }), from);

const keyOf = ({ id, bench }: { id: string; bench: string }): string => `${bench} ${id}`;

/** What the bench itself is known to have said. */
const of = (parcel: ParcelAtSite, name: string) => ({
  copies: parcel.copies.filter((copy) => copy.bench === name),
  requests: parcel.requests.filter((request) => request.bench === name),
});

describe('forged reports: what one bench says of the copies and requests of others', () => {
  it('takes no copy away, and changes neither its state nor a request, as a fact or as the last act', () => {
    fc.assert(
      fc.property(acts, acts, (honest, forged) => {
        const before = withActs(honest);
        const lies = forged.map((act) => ({ ...act, holding: { ...act.holding, bench: 'bench-3' } }));
        const last = lies.at(-1);
        const lastAct = last ? { ...last, sequence: 1 } : null;
        for (const after of [withActs(lies, before), knownOf({ shared: before, lastAct })])
          for (const name of ['bench-1', 'bench-2']) {
            expect(of(after, name).requests).toEqual(of(before, name).requests);
            const known = new Map(of(after, name).copies.map((copy) => [keyOf(copy), copy]));
            for (const copy of of(before, name).copies) expect(known.get(keyOf(copy))).toEqual(copy);
            const added = known.size - of(before, name).copies.length;
            // What it adds asks: it is a copy that may be on paper.
            const asking = copiesElsewhere(of(after, name).copies, 'bench-3').length;
            expect(asking).toBe(copiesElsewhere(of(before, name).copies, 'bench-3').length + added);
          }
      }),
    );
  });

  const second = (seconds: number): string => new Date(Date.UTC(2026, 10, 24) + seconds * 1000).toISOString();
  const copyOf = (name: string, number: number, state: CopyState, time = second(number)) =>
    ({ kind: 'copy', copy: { id: `${benchName(name)}.j1.${number}`, bench: name, state, at: time } }) as const;
  const withAll = (facts: readonly ParcelFact[]): ParcelAtSite =>
    facts.reduce((all: ParcelAtSite, fact) => withFact(all, fact), unknownAtSite);
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it('is no more than two hundred copies of one bench, under however many ids, whose later states still count', () => {
    const flood = numbers(2 * mostOfBench).map((index) => copyOf(`bench-3~${index}`, index, 'began'));
    const later = copyOf(`bench-3~${mostOfBench + 7}`, mostOfBench + 7, 'printed');
    const { copies: known } = withAll([...flood, copyOf('bench-1', 1, 'began'), later]);
    expect(known.filter(({ bench }) => benchName(bench) === 'bench-3')).toHaveLength(mostOfBench);
    expect(known.filter(({ state }) => state === 'printed')).toEqual([later.copy]);
    expect(known.filter(({ bench }) => bench === 'bench-1')).toHaveLength(1);
  });

  it('adds no more than two hundred copies of others, under whichever names, and keeps out none that these report themselves', () => {
    const lie = (part: number): HolderAct => ({
      holding: { term: 1, bench: 'bench-3', isReleased: false },
      copies: numbers(200).map((index) => ({ id: `x.${part}.${index}`, bench: `invented-${index}`, state: 'sent' })),
      requests: [],
    });
    const flooded = withActs([lie(1), lie(2), lie(3)]);
    expect(flooded.copies).toHaveLength(mostOfBench);
    const { copy } = copyOf('bench-1', 1, 'began');
    expect(withFact(flooded, { kind: 'copy', copy }).copies).toContainEqual(copy);
  });

  it('has the copy that is on its way behind hundreds that the bench has printed, sent or not sent after all', () => {
    for (const state of ['void', 'printed', 'sent', 'uncertain'] as const) {
      const attempts = numbers(2 * mostOfBench).flatMap((index) => [
        copyOf('bench-1', index, 'began'),
        copyOf('bench-1', index, state),
      ]);
      const begun = withAll([...attempts, copyOf('bench-1', 999, 'began')]);
      expect(begun.copies).toHaveLength(mostOfBench);
      expect(begun.copies).toContainEqual(copyOf('bench-1', 999, 'began').copy);
      const printed = withFact(begun, copyOf('bench-1', 999, 'sent'));
      expect(copiesElsewhere(printed.copies, 'bench-2')).toContainEqual(copyOf('bench-1', 999, 'sent').copy);
    }
  });

  it('keeps the same two hundred in any order', () => {
    const state = fc.constantFrom(...copyStates);
    const one = fc.record({ number: fc.nat(400), epoch: fc.constantFrom('bench-1', 'bench-1~a'), state });
    const many = fc.uniqueArray(one, { minLength: 260, maxLength: 300, selector: ({ number }) => number });
    fc.assert(
      fc.property(many, fc.infiniteStream(fc.nat()), (reported, random) => {
        const facts = reported.map(({ number, epoch, state }) => copyOf(epoch, number, state, second(number % 7)));
        const shuffled = facts
          .map((fact) => ({ fact, place: random.next().value ?? 0 }))
          .sort((left, right) => left.place - right.place);
        expect(withAll(shuffled.map(({ fact }) => fact))).toEqual(withAll(facts));
      }),
      { numRuns: 20 },
    );
  });

  it('gives the same parcel in any order, and under two ids', () => {
    fc.assert(
      fc.property(acts, fc.nat(), (reported, cut) => {
        const all = withActs(reported);
        expect(withActs(reported.toReversed())).toEqual(all);
        expect(withActs(reported, all)).toEqual(all);
        const place = cut % (reported.length + 1);
        const [one, other] = [withActs(reported.slice(0, place)), withActs(reported.slice(place))];
        expect(merged(one, other)).toEqual(all);
      }),
    );
  });

  it('may be some terms ahead, as where facts of holders in between come later, and not by any number', () => {
    const known = { shared: { ...unknownAtSite, holding: { term: 7, bench: 'bench-1', isReleased: false } } };
    const isBelieved = (term: number, lastAct: Parameters<typeof isPlausible>[0]['lastAct'] = null): boolean =>
      isPlausible({ ...known, lastAct }, { term, bench: 'bench-3', isReleased: false });
    expect([1, 7, 8, 107, 108, 1_000_000].map((term) => isBelieved(term))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    // What a fact repeats of an act that was read is known.
    const act = { holding: { term: 200, bench: 'bench-2', isReleased: false }, copies: [], requests: [], sequence: 9 };
    expect(isBelieved(201, act)).toBe(true);
  });
});
