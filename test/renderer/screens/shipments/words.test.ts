import { describe, expect, test } from 'vitest';
import {
  needsReprintReason,
  whyNotDeletable,
  whyNotPrintable,
} from '../../../../src/renderer/screens/shipments/parcel-can.ts';
import { shownStatus } from '../../../../src/renderer/screens/shipments/shown-status.ts';
import { boardShape } from '../../../../src/renderer/screens/shipments/use-board-shape.ts';
import { labelStanding } from '../../../../src/renderer/words/label-standing.ts';
import { parcel, printJob } from '../samples.ts';

const now = Date.parse('2026-11-21T14:08:00.000Z');
const at = '2026-11-21T14:02:00.000Z';
const counting = { commandId: 3, state: 'counting', notBefore: now + 4000 } as const;

describe('a parcel’s state', () => {
  test('is never shown without its source and age', () => {
    const status = shownStatus(parcel({ status: { state: 'to_pick_up', source: 'webhook', at } }), now);
    expect(status).toMatchObject({ word: 'To pick up', age: '6 min ago' });
    expect(status.source).toMatch(/^webhook, \d\d:\d\d$/);
  });

  test('without a source says so', () => {
    expect(shownStatus(parcel(), now)).toMatchObject({ word: 'No status source', source: null });
  });

  test('is Deleted once the deletion was answered, whatever was heard before', () => {
    const status = { state: 'in_transit', source: 'webhook', at } as const;
    expect(shownStatus(parcel({ status, deletedAt: at }), now).word).toBe('Deleted');
    expect(shownStatus(parcel({ status, deletion: counting }), now).word).toBe('In transit');
  });
});

describe('where a label stands', () => {
  test.each([
    ['Not printed', {}],
    ['Held: paper out', { lastJob: printJob({ state: 'held', reasons: ['paper out'] }) }],
    ['Sent', { lastJob: printJob({ state: 'sent' }) }],
    ['No 4x6 label', { label: null }],
    ['Being deleted', { deletion: counting }],
    ['Deletion waiting', { deletion: { ...counting, state: 'waiting' } }],
    ['Not printed', { deletion: { ...counting, state: 'undone' } }],
    ['Tear up 2 labels', { deletedAt: at, copies: 2 }],
  ] as const)('%s', (words, change) => {
    expect(labelStanding(parcel(change as Parameters<typeof parcel>[0])).words).toBe(words);
  });
});

describe('what may be done with a parcel', () => {
  test('a parcel with its label here prints and can be deleted', () => {
    expect(whyNotPrintable(parcel())).toBeNull();
    expect(whyNotDeletable(parcel())).toBeNull();
  });

  test('one that is being deleted does neither', () => {
    expect(whyNotPrintable(parcel({ deletion: counting }))).toBe('the parcel is being deleted');
    expect(whyNotDeletable(parcel({ deletion: counting }))).toBe('it is being deleted');
  });

  test('one whose deletion was taken back does both again', () => {
    const deletion = { ...counting, state: 'undone' } as const;
    expect(whyNotPrintable(parcel({ deletion }))).toBeNull();
    expect(whyNotDeletable(parcel({ deletion }))).toBeNull();
  });

  test('one without a custom code cannot be deleted, and says why', () => {
    expect(whyNotDeletable(parcel({ customCode: null }))).toContain('custom code');
    expect(whyNotDeletable(parcel({ customCode: '../x' }))).toContain('custom code');
  });

  test('another copy needs a reason only where one may be on paper', () => {
    expect(needsReprintReason(parcel({ lastJob: printJob({ state: 'uncertain' }) }))).toBe(true);
    expect(needsReprintReason(parcel({ lastJob: printJob({ state: 'cancelled' }) }))).toBe(false);
    expect(needsReprintReason(parcel({ copies: 1 }))).toBe(true);
  });
});

test('a board read from afar stacks its rows', () => {
  expect(boardShape(1288, 16)).toEqual({ isNarrow: false, rowHeight: 92, headHeight: 68 });
  expect(boardShape(600, 16)).toEqual({ isNarrow: true, rowHeight: 168, headHeight: 0 });
});
