import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchEntries, orderFromAnswer } from '../../../../src/main/core/orders/answered-order.ts';
import { codesIn, namedByLabels } from '../../../../src/main/core/orders/assign-labels.ts';
import { orderTo } from '../../../helpers/order-requests.ts';

const codes = ['NL7K2M9P4R6T8V2X4B6D', 'NL1C3E5G7J9L2N4P6R8T', 'NL2D4F6H8K3M5P7R9T4W', 'NL3F5H7J9L2N4P6R8T3V'];
const foreign = 'SERVICEGAVETHISCODE1';

/** An answer: which requested parcel each entry truly is (null: one more), and what the entry echoes. */
const answers = fc
  .record({
    requested: fc.integer({ min: 1, max: 4 }),
    order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 0, maxLength: 4 }),
    more: fc.integer({ min: 0, max: 1 }),
    echoes: fc.array(fc.constantFrom('exact', 'lower case', 'blank', 'missing', 'foreign'), {
      minLength: 5,
      maxLength: 5,
    }),
  })
  .map(({ requested, order, more, echoes }) => {
    const owners = [...order.filter((owner) => owner < requested), ...Array.from({ length: more }, () => null)];
    const entries = owners.map((owner, at) => ({ owner, echo: owner === null ? 'missing' : echoes[at] }));
    return { requested, entries };
  });

function echoOf({ owner, echo }: { owner: number | null; echo: string | undefined }): string | undefined {
  const code = owner === null ? undefined : codes[owner];
  if (echo === 'missing') return undefined;
  if (echo === 'foreign') return `${foreign}${owner}`;
  return echo === 'exact' ? code : echo === 'blank' ? ' ' : code?.toLowerCase();
}

describe('parcels of an answer', () => {
  it('are one row for each requested parcel, and never have the label of another', () => {
    fc.assert(
      fc.property(answers, ({ requested, entries }) => {
        const request = orderTo('Aya Noor', codes.slice(0, requested));
        const parcels = entries.map((entry, at) => ({
          custom_code: echoOf(entry),
          pick_up_code: `P-${entry.owner ?? 'more'}`,
          label: `https://labels.example/${at}`,
        }));
        const order = orderFromAnswer({ unique_id: 'O-1', shipments: [{ parcels }] }, [], '{}', request);
        const [shipment] = order.shipments;
        const rows = shipment?.parcels ?? [];
        const unassigned = shipment?.unassignedLabels ?? [];
        const isMore = entries.some(({ owner }) => owner === null);
        for (const code of codes.slice(0, requested))
          expect(rows.filter(({ customCode }) => customCode === code)).toHaveLength(1);
        // One row more only where the service itself says that it is another parcel.
        if (!isMore) expect(rows).toHaveLength(requested);
        expect(rows.length + unassigned.length).toBeLessThanOrEqual(requested + entries.length);
        expect(new Set(rows.map(({ position }) => position)).size).toBe(rows.length);
        if (isMore) return;
        for (const { customCode, pickUpCode, label } of rows) {
          if (pickUpCode !== null) expect(pickUpCode).toBe(`P-${codes.indexOf(customCode ?? '')}`);
          if (label !== null) expect(pickUpCode).not.toBeNull();
        }
        // No label is lost, and none is given twice.
        const labels = [...rows, ...unassigned].flatMap(({ label }) => label?.url ?? []);
        expect(labels.toSorted()).toEqual(parcels.map(({ label }) => label).toSorted());
      }),
      { numRuns: 1_000 },
    );
  });

  it('without a code are matched only where nothing else is possible', () => {
    const [a, b, c] = codes;
    const open = { kind: 'not known' };
    expect(matchEntries([a], [` ${a} `])).toEqual([{ kind: 'requested', index: 0 }]);
    expect(matchEntries([a, b], [`${b} `, a]).map((owner) => 'index' in owner && owner.index)).toEqual([1, 0]);
    expect(matchEntries([a], [foreign])).toEqual([open]);
    expect(matchEntries([undefined], [foreign])).toEqual([{ kind: 'requested', index: 0 }]);
    expect(matchEntries([a], [undefined])).toEqual([{ kind: 'requested', index: 0 }]);
    expect(matchEntries([a, b], [undefined, undefined])).toEqual([open, open]);
    expect(matchEntries([a, b, c], [c, undefined, a]).map((owner) => 'index' in owner && owner.index)).toEqual([
      2, 1, 0,
    ]);
    expect(matchEntries([a, b, c], [c, undefined])).toEqual([{ kind: 'requested', index: 2 }, open]);
    expect(matchEntries([a, b], [a, undefined, undefined])).toEqual([{ kind: 'requested', index: 0 }, open, open]);
    expect(matchEntries([a, b], [foreign, undefined])).toEqual([open, open]);
    expect(matchEntries([a, b], [a, foreign])).toEqual([{ kind: 'requested', index: 0 }, open]);
    // Every requested parcel is named: the entry is one more.
    expect(matchEntries([a, b], [a, b, foreign]).at(-1)).toEqual({ kind: 'its own' });
  });

  it('that name one parcel twice are not believed', () => {
    const [a, b] = codes;
    expect(matchEntries([a, b], [a, a])).toEqual([{ kind: 'not known' }, { kind: 'not known' }]);
  });
});

describe('codes on labels', () => {
  it('settle whose a label is only where one label alone carries one code alone', () => {
    const labels = fc.array(fc.subarray([0, 1, 2]), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(labels, (carried) => {
        const read = carried.map((indexes, labelId) => ({ labelId, carries: indexes.map((at) => codes[at] ?? '') }));
        const named = namedByLabels(read);
        expect(new Set(named.map(({ code }) => code)).size).toBe(named.length);
        for (const { labelId, code } of named) {
          expect(read[labelId]?.carries).toEqual([code]);
          expect(read.filter(({ carries }) => carries.includes(code))).toHaveLength(1);
        }
      }),
    );
  });

  it('are whole terms of the text, in any case', () => {
    const [a = '', b = ''] = codes;
    expect(codesIn([`https://track.example/?c=${a}`, 'Parcel 1 of 2'], codes)).toEqual([a]);
    expect(codesIn([a.toLowerCase()], codes)).toEqual([a]);
    expect(codesIn([`${a}9`, `0${b}`, a.slice(1)], codes)).toEqual([]);
    expect(codesIn(['abcdefghijklmnop'], ['ABCDEFGHIJKLMNOP', 'AbcdefghijklmnoP'])).toHaveLength(2);
  });
});
