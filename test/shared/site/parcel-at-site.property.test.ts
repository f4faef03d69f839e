import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlausible, knownOf } from '../../../src/shared/site/holder-protocol.ts';
import {
  copiesElsewhere,
  copyStates,
  type HolderAct,
  merged,
  mostOfBench,
  type ParcelAtSite,
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

  it('is no more than two hundred copies of one bench, whose later states still count', () => {
    const copy = (name: string, number: number, state: 'began' | 'printed' = 'began') =>
      ({ kind: 'copy', copy: { id: `${name}.${number}`, bench: name, state } }) as const;
    const flood = Array.from({ length: mostOfBench + 50 }, (_, index) => copy('bench-3', index));
    const facts = [...flood, copy('bench-1', 1), copy('bench-3', 7, 'printed')];
    const parcel = facts.reduce((all: ParcelAtSite, fact) => withFact(all, fact), unknownAtSite);
    expect(of(parcel, 'bench-3').copies).toHaveLength(mostOfBench);
    expect(of(parcel, 'bench-3').copies.filter(({ state }) => state === 'printed')).toHaveLength(1);
    expect(of(parcel, 'bench-1').copies).toHaveLength(1);
  });

  it('has the copy that printed behind hundreds of which nothing left the bench', () => {
    const copy = (number: number, state: 'began' | 'void' | 'sent') =>
      ({ kind: 'copy', copy: { id: `bench-1.j1.${number}`, bench: 'bench-1', state } }) as const;
    const attempts = Array.from({ length: 2 * mostOfBench }, (_, index) => [copy(index, 'began'), copy(index, 'void')]);
    const facts = [...attempts.flat(), copy(999, 'began')];
    const begun = facts.reduce((all: ParcelAtSite, fact) => withFact(all, fact), unknownAtSite);
    expect(begun.copies).toHaveLength(mostOfBench);
    expect(copiesElsewhere(begun.copies, 'bench-2')).toEqual([copy(999, 'began').copy]);
    expect(copiesElsewhere(withFact(begun, copy(999, 'sent')).copies, 'bench-2')).toEqual([copy(999, 'sent').copy]);
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
