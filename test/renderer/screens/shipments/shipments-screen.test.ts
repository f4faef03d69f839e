import { describe, expect, test } from 'vitest';
import { labelStatus } from '../../../../src/renderer/presentation/print-job-text.ts';
import { countWords, emptyWords } from '../../../../src/renderer/screens/shipments/board-text.ts';
import { dateRangeBounds } from '../../../../src/renderer/screens/shipments/date-range.ts';
import {
  needsReprintReason,
  whyNotDeletable,
  whyNotPrintable,
} from '../../../../src/renderer/screens/shipments/parcel-rules.ts';
import { parcelStatusView } from '../../../../src/renderer/screens/shipments/parcel-status.ts';
import { timelineWords } from '../../../../src/renderer/screens/shipments/parcel-timeline.tsx';
import { type BoardCriteria, defaultCriteria } from '../../../../src/renderer/screens/shipments/shipment-board.ts';
import { gridLayout } from '../../../../src/renderer/screens/shipments/shipment-grid.tsx';
import type { KeptEvent } from '../../../../src/shared/shipments/shipment-event.ts';
import { parcel, printJob } from '../samples.ts';

const now = Date.parse('2026-11-21T14:08:00.000Z');
const at = '2026-11-21T14:02:00.000Z';
const counting = { commandId: 3, state: 'counting', notBefore: now + 4000 } as const;

describe('a parcel’s state', () => {
  test('is never shown without its source and age', () => {
    const status = parcelStatusView(parcel({ status: { state: 'to_pick_up', source: 'webhook', at } }), now);
    expect(status).toMatchObject({ word: 'To pick up', age: '6 min ago' });
    expect(status.source).toMatch(/^webhook, \d\d:\d\d$/);
  });

  test('without a source says so', () => {
    expect(parcelStatusView(parcel(), now)).toMatchObject({ word: 'No status source', source: null });
  });

  test('is Deleted once the deletion was answered, whatever was heard before', () => {
    const status = { state: 'in_transit', source: 'webhook', at } as const;
    expect(parcelStatusView(parcel({ status, deletedAt: at }), now).word).toBe('Deleted');
    expect(parcelStatusView(parcel({ status, deletion: counting }), now).word).toBe('In transit');
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
    expect(labelStatus(parcel(change as Parameters<typeof parcel>[0])).words).toBe(words);
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
  expect(gridLayout(1288, 16)).toEqual({ isNarrow: false, rowHeight: 92, headHeight: 52, maxRows: 200_000 });
  expect(gridLayout(600, 16)).toMatchObject({ isNarrow: true, rowHeight: 168, headHeight: 0 });
});

test('a board is never taller than a browser can lay out', () => {
  for (const rootSize of [16, 24, 46]) {
    const { rowHeight, maxRows } = gridLayout(1288, rootSize);
    expect(rowHeight * maxRows).toBeLessThanOrEqual(2 ** 25);
  }
});

describe('the board’s days', () => {
  // The desk's clock decides; the test's desk stands wherever it runs.
  const noon = new Date(2026, 2, 14, 12, 30);
  const midnight = (day: number) => new Date(2026, 2, day).toISOString();

  test.each([
    ['any', null, null],
    ['today', midnight(14), null],
    ['yesterday', midnight(13), midnight(14)],
    ['week', midnight(8), null],
  ] as const)('%s', (choice, createdFrom, createdBefore) => {
    expect(dateRangeBounds(choice, noon)).toEqual({ createdFrom, createdBefore });
  });

  test('a single day is that day, over the change of clocks and over the end of a month', () => {
    for (const [day, next] of [
      ['2026-03-29', new Date(2026, 2, 30)],
      ['2026-02-28', new Date(2026, 2, 1)],
      ['2024-02-29', new Date(2024, 2, 1)],
    ] as const) {
      expect(dateRangeBounds({ day }, noon).createdBefore).toBe(next.toISOString());
    }
  });

  test('a day that is half written, or is none, lists everything', () => {
    for (const day of ['', '2026-', '2026-02-30', '0020-01-01']) {
      expect(dateRangeBounds({ day }, noon)).toEqual({ createdFrom: null, createdBefore: null });
    }
  });
});

describe('how many there are', () => {
  const found = (criteria: Partial<BoardCriteria>, total: number, isMore = false) =>
    countWords({ total, isMore, appliedCriteria: { ...defaultCriteria, ...criteria } });

  test.each([
    ['1 parcel', found({}, 1)],
    ['1\u202f234 parcels', found({}, 1234)],
    ['1\u202f000\u202f000 parcels; the first 200\u202f000 are listed', found({}, 1_000_000)],
    ['12 parcels found', found({ find: 'omar' }, 12)],
    ['12 parcels found', found({ state: 'failed' }, 12)],
    ['More than 10\u202f000 found; the newest of them are listed', found({ find: 's' }, 10_000, true)],
    ['More than 10\u202f000 found; the oldest of them are listed', found({ find: 's', sort: 'oldest' }, 10_000, true)],
    ['7 among the newest 10\u202f000 found', found({ find: 's', state: 'failed' }, 7, true)],
    ['7 among the newest 10\u202f000 of these days', found({ day: 'month', state: 'failed' }, 7, true)],
  ])('%s', (words, said) => {
    expect(said).toBe(words);
  });

  test('an empty board says why, and never that nothing is there where not all was looked through', () => {
    expect(emptyWords({ isMore: false, appliedCriteria: defaultCriteria })).toBeNull();
    const searched = { ...defaultCriteria, find: ' palm ' };
    expect(emptyWords({ isMore: false, appliedCriteria: searched })?.title).toBe('Nothing here begins with “palm”');
    expect(emptyWords({ isMore: true, appliedCriteria: { ...searched, state: 'failed' } })?.title).toContain('newest');
  });
});

describe('a line of the timeline', () => {
  const receivedAt = '2026-11-21T14:03:00.000Z';
  const event: KeptEvent = {
    ...{ id: 1, event: 'same.shipment.delivered', state: 'delivered', at, hasOwnTime: true, receivedAt },
    ...{ matchedBy: 'tracking code', unmatchedBecause: null, effect: 'became the status', facts: [], moreFacts: 0 },
  };
  const said = (change: Partial<KeptEvent>) =>
    timelineWords({ kind: 'event', at, source: 'webhook', event: { ...event, ...change } }, now);

  test('says what, who told it, when it happened and when it came', () => {
    const words = said({});
    expect(words.what).toBe('Delivered');
    expect(words.when).toMatch(/^webhook, \d\d:\d\d$/);
    expect(words.more).toMatch(/^arrived \d\d:\d\d$/);
  });

  test('says that an event came late, told no time, or told no status', () => {
    expect(said({ effect: 'came late' }).more).toContain('came late');
    expect(said({ hasOwnTime: false }).more).toContain('no time of its own');
    expect(said({ state: null, event: 'same.parcel.created', effect: 'facts only' })).toMatchObject({
      what: 'same.parcel.created',
      more: expect.stringContaining('no status'),
    });
  });

  test('never calls a parcel deleted whose deletion only waits', () => {
    const words = timelineWords({ kind: 'deletion', at, commandId: 1, state: 'waiting' }, now);
    expect(words).toMatchObject({ what: 'Deletion waiting', tone: 'warning' });
    expect(words.when).toMatch(/^this station, /);
  });
});
