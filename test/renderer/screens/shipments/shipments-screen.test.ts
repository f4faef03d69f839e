import { describe, expect, test } from 'vitest';
import { elsewhereTexts } from '../../../../src/renderer/presentation/elsewhere-text.ts';
import { labelStatus } from '../../../../src/renderer/presentation/label-status.ts';
import {
  deleteDisabledReason,
  needsReprintReason,
  parcelStatusView,
  printDisabledReason,
} from '../../../../src/renderer/presentation/parcel-text.ts';
import { verdictOn } from '../../../../src/renderer/presentation/verdict.ts';
import { factsOfParcel, verdictContext } from '../../../../src/renderer/presentation/verdict-facts.ts';
import { countText, emptyBoardText } from '../../../../src/renderer/screens/shipments/board-text.ts';
import { assumedOffsetText, timelineLine } from '../../../../src/renderer/screens/shipments/parcel-timeline.tsx';
import {
  type BoardCriteria,
  dateRangeBounds,
  defaultCriteria,
} from '../../../../src/renderer/screens/shipments/shipment-board.ts';
import { gridLayout } from '../../../../src/renderer/screens/shipments/shipment-grid.tsx';
import type { KeptEvent } from '../../../../src/shared/shipments/shipment-event.ts';
import { parcel, printJob } from '../samples.ts';

const now = Date.parse('2026-11-21T14:08:00.000Z');
const at = '2026-11-21T14:02:00.000Z';
const counting = {
  commandId: 3,
  state: 'counting',
  notBefore: now + 4000,
  requestLeft: false,
  settledBy: null,
  updatedAt: '2026-03-14T14:00:00.000Z',
} as const;

describe('parcel page: the status', () => {
  test('is always shown with its source and age', () => {
    const status = parcelStatusView(parcel({ status: { state: 'to_pick_up', source: 'webhook', at } }), now);
    expect(status).toMatchObject({ word: 'To pick up', updatedShort: 'webhook, 6 min ago' });
    expect(status.updated).toMatch(/^\d\d:\d\d, by webhook \(6 min ago\)$/);
  });

  test('without a source says so', () => {
    expect(parcelStatusView(parcel(), now)).toMatchObject({ word: 'No status yet', updated: null });
  });

  test('is Deleted once the service confirmed the deletion, whatever the last event was', () => {
    const status = { state: 'in_transit', source: 'webhook', at } as const;
    expect(parcelStatusView(parcel({ status, deletedAt: at }), now).word).toBe('Deleted');
    expect(parcelStatusView(parcel({ status, deletion: counting }), now).word).toBe('In transit');
  });
});

const elsewhere = (state: 'printed' | 'uncertain' | 'sent') => ({
  ...{ ordered: null, deletion: null, holder: 'bench-3' },
  copies: [{ bench: 'bench-3', state, at: '2026-11-20T14:02:00' }],
});

describe('parcel page: a label of another bench', () => {
  test.each([
    ['Printed at bench-3, 20 Nov, 14:02', 'success', { elsewhere: elsewhere('printed') }],
    ['Possibly printed at bench-3, 20 Nov, 14:02', 'warning', { elsewhere: elsewhere('uncertain') }],
    ['Sent to the printer at bench-3, 20 Nov, 14:02', 'warning', { elsewhere: elsewhere('sent') }],
    ['Printed at bench-3, 20 Nov, 14:02', 'error', { elsewhere: elsewhere('printed'), deletedAt: at }],
    ['Sent', 'information', { elsewhere: elsewhere('printed'), lastJob: printJob({ state: 'sent' }) }],
  ] as const)('%s (%s)', (shown, tone, change) => {
    expect(labelStatus(parcel(change), verdictContext(null, now))).toMatchObject({ text: shown, tone });
  });

  test('is named by the verdict on its parcel, whatever else the verdict says', () => {
    const verdictOf = (change: Parameters<typeof parcel>[0]) =>
      verdictOn(factsOfParcel(parcel(change), verdictContext(null, now)));
    const found = verdictOf({ elsewhere: elsewhere('printed') });
    expect(found).toMatchObject({ sentence: '', place: 'Printed at bench-3, 20 Nov, 14:02.' });
    const deleted = verdictOf({ elsewhere: elsewhere('printed'), deletedAt: at });
    expect(deleted).toMatchObject({ heading: 'Parcel deleted', place: 'Printed at bench-3, 20 Nov, 14:02.' });
    expect(verdictOf({}).place).toBeNull();
  });

  test('comes first among what happened at other benches', () => {
    const ordered = { bench: 'bench-1', at: '2026-11-20T13:50:00' };
    const acts = { ...elsewhere('printed'), ordered, deletion: { ...ordered, at: null, state: 'sent' as const } };
    expect(elsewhereTexts({ elsewhere: acts }, now)).toEqual([
      'Printed at bench-3, 20 Nov, 14:02',
      'Deletion requested at bench-1',
      'Ordered at bench-1, 20 Nov, 13:50',
      'Held by bench-3',
    ]);
    const deletion = { bench: 'bench-3', at: '2026-11-20T14:10:00', state: 'answered' as const };
    expect(elsewhereTexts({ elsewhere: { ...elsewhere('printed'), deletion } }, now)).toContain(
      'Deleted at bench-3, 20 Nov, 14:10',
    );
  });
});

describe('parcel page: the label status', () => {
  test.each([
    ['Not printed', {}],
    ['Held: Paper out', { lastJob: printJob({ state: 'held', reasons: ['paper out'] }) }],
    ['Sent', { lastJob: printJob({ state: 'sent' }) }],
    ['No 4x6 label', { label: null }],
    ['At the service', { label: { ...parcel().label, state: 'on demand' } }],
    ['Being deleted', { deletion: counting }],
    ['Deletion waiting', { deletion: { ...counting, state: 'waiting' } }],
    ['Not printed', { deletion: { ...counting, state: 'undone' } }],
    ['Destroy 2 labels', { deletedAt: at, copies: 2 }],
  ] as const)('%s', (shown, change) => {
    expect(labelStatus(parcel(change as Parameters<typeof parcel>[0]), verdictContext(null, now)).text).toBe(shown);
  });
});

describe('parcel page: the actions', () => {
  test('another bench’s parcel can be printed: its label is downloaded then', () => {
    const label = { ...parcel().label, state: 'on demand', sha256: null } as ReturnType<typeof parcel>['label'];
    expect(printDisabledReason(parcel({ label }))).toBeNull();
  });

  test('a parcel with a stored label can be printed and deleted', () => {
    expect(printDisabledReason(parcel())).toBeNull();
    expect(deleteDisabledReason(parcel())).toBeNull();
  });

  test('a parcel that is being deleted allows neither', () => {
    expect(printDisabledReason(parcel({ deletion: counting }))).toBe('Cannot be printed: the parcel is being deleted.');
    expect(deleteDisabledReason(parcel({ deletion: counting }))).toBe('The parcel is already being deleted.');
  });

  test('a parcel whose deletion was undone allows both again', () => {
    const deletion = { ...counting, state: 'undone' } as const;
    expect(printDisabledReason(parcel({ deletion }))).toBeNull();
    expect(deleteDisabledReason(parcel({ deletion }))).toBeNull();
  });

  test('a parcel without a custom code cannot be deleted, with the reason', () => {
    expect(deleteDisabledReason(parcel({ customCode: null }))).toContain('custom code');
    expect(deleteDisabledReason(parcel({ customCode: '../x' }))).toContain('custom code');
  });

  test('another copy needs a reason only where one may be printed', () => {
    expect(needsReprintReason(parcel({ lastJob: printJob({ state: 'uncertain' }) }))).toBe(true);
    expect(needsReprintReason(parcel({ lastJob: printJob({ state: 'cancelled' }) }))).toBe(false);
    expect(needsReprintReason(parcel({ copies: 1 }))).toBe(true);
    expect(needsReprintReason(parcel({ copies: 1, lastJob: printJob({ state: 'failed' }) }))).toBe(false);
  });
});

test('shipment board: a large viewing distance stacks the rows', () => {
  expect(gridLayout(1288, 16)).toEqual({ isNarrow: false, rowHeight: 40, headHeight: 36, maxRows: 200_000 });
  expect(gridLayout(600, 16)).toMatchObject({ isNarrow: true, rowHeight: 76, headHeight: 0 });
});

test('shipment board: the grid is never taller than a browser can lay out', () => {
  for (const rootSize of [16, 24, 46]) {
    const { rowHeight, maxRows } = gridLayout(1288, rootSize);
    expect(rowHeight * maxRows).toBeLessThanOrEqual(2 ** 25);
  }
});

describe('shipment board: the date range', () => {
  // The local clock decides; the test runs in any time zone.
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

  test('a single day holds over a daylight saving change and the end of a month', () => {
    for (const [day, next] of [
      ['2026-03-29', new Date(2026, 2, 30)],
      ['2026-02-28', new Date(2026, 2, 1)],
      ['2024-02-29', new Date(2024, 2, 1)],
    ] as const) {
      expect(dateRangeBounds({ day }, noon).createdBefore).toBe(next.toISOString());
    }
  });

  test('an incomplete or invalid day lists everything', () => {
    for (const day of ['', '2026-', '2026-02-30', '0020-01-01']) {
      expect(dateRangeBounds({ day }, noon)).toEqual({ createdFrom: null, createdBefore: null });
    }
  });
});

describe('shipment board: the count', () => {
  const found = (criteria: Partial<BoardCriteria>, total: number, isMore = false) =>
    countText({ total, isMore, appliedCriteria: { ...defaultCriteria, ...criteria } });

  test.each([
    ['1 parcel', found({}, 1)],
    ['1,234 parcels', found({}, 1234)],
    ['1,000,000 parcels. The first 200,000 are listed.', found({}, 1_000_000)],
    ['12 parcels found', found({ find: 'omar' }, 12)],
    ['12 parcels found', found({ state: 'failed' }, 12)],
    ['More than 10,000 found. The newest are listed.', found({ find: 's' }, 10_000, true)],
    ['More than 10,000 found. The oldest are listed.', found({ find: 's', sort: 'oldest' }, 10_000, true)],
    ['7 found among the newest 10,000 parcels', found({ find: 's', state: 'failed' }, 7, true)],
    ['7 found among the newest 10,000 parcels', found({ day: 'month', state: 'failed' }, 7, true)],
  ])('%s', (expected, shown) => {
    expect(shown).toBe(expected);
  });

  test('an empty board gives the reason, and never claims nothing matches where not everything was searched', () => {
    expect(emptyBoardText({ isMore: false, appliedCriteria: defaultCriteria })).toBeNull();
    const searched = { ...defaultCriteria, find: ' palm ' };
    expect(emptyBoardText({ isMore: false, appliedCriteria: searched })?.title).toBe('No parcel matches “palm”');
    expect(emptyBoardText({ isMore: true, appliedCriteria: { ...searched, state: 'failed' } })?.title).toContain(
      'newest',
    );
  });
});

describe('parcel page: the timeline', () => {
  const receivedAt = '2026-11-21T14:03:00.000Z';
  const event: KeptEvent = {
    ...{ id: 1, event: 'same.shipment.delivered', state: 'delivered', at, hasOwnTime: true, receivedAt },
    ...{ matchedBy: 'tracking code', unmatchedBecause: null, effect: 'became the status', facts: [], moreFacts: 0 },
    ...{ conflictsWith: null, assumedOffset: null },
  };
  const lineOf = (change: Partial<KeptEvent>) =>
    timelineLine({ kind: 'event', at, source: 'webhook', event: { ...event, ...change } }, now);

  test('names the event, its source, its time and its arrival', () => {
    const line = lineOf({});
    expect(line.what).toBe('Delivered');
    expect(line.when).toMatch(/^webhook, \d\d:\d\d$/);
    expect(line.more).toMatch(/^received \d\d:\d\d$/);
  });

  test('marks an event that came late, has no time or has no status', () => {
    expect(lineOf({ effect: 'came late' }).more).toContain('received late');
    expect(lineOf({ hasOwnTime: false }).more).toContain('without a time');
    expect(lineOf({ state: null, event: 'same.parcel.created', effect: 'facts only' })).toMatchObject({
      what: 'Parcel created at the service',
      more: expect.stringContaining('no status'),
    });
    expect(lineOf({ state: null, event: 'same.parcel.weighed', effect: 'facts only' }).what).toBe(
      'same.parcel.weighed',
    );
  });

  test('says what came, what stays and what to do where an event without a time contradicts a final status', () => {
    const change = { state: 'in_transit', hasOwnTime: false, effect: 'end stays' } as const;
    const line = lineOf({ ...change, conflictsWith: 'delivered' });
    expect(line.conflict).toBe(
      'In transit came without a time after the final status Delivered, so the status stays Delivered. Check with the service which is right.',
    );
    expect(lineOf(change).conflict).toMatch(/^In transit came without a time after a final status/);
    expect(lineOf({}).conflict).toBeNull();
    expect(lineOf({ hasOwnTime: false, effect: 'final already' })).toMatchObject({
      more: 'without a time; the status was the same',
      conflict: null,
    });
  });

  test('says with which offset a time without one was read, and where it comes from', () => {
    expect(assumedOffsetText({ minutes: 240, from: 'delivery slots' })).toBe(
      'No UTC offset was given. Read as +04:00, the offset of the service’s delivery slots.',
    );
    expect(assumedOffsetText({ minutes: -210, from: 'setting' })).toBe(
      'No UTC offset was given. Read as -03:30, the offset set for this environment.',
    );
    expect(assumedOffsetText({ minutes: 0, from: 'UTC' })).toBe(
      'No UTC offset was given. Read as UTC, because no offset of this service is known.',
    );
  });

  test('never calls a parcel deleted whose deletion only waits', () => {
    const noPerson = { personName: null, leadName: null };
    const line = timelineLine({ kind: 'deletion', at, commandId: 1, state: 'waiting', ...noPerson }, now);
    expect(line.what).toBe('Deletion waiting');
    expect(line.when).toMatch(/^this station, /);
  });
});
