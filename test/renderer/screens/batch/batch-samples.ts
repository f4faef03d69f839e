import type { Batch, BatchColumn, BatchRow } from '../../../../src/shared/orders/batch.ts';

export const column = (change: Partial<BatchColumn> = {}): BatchColumn => ({
  place: 0,
  title: 'Address',
  sample: '12 Palm Street',
  field: 'address.text',
  matchedBy: 'name',
  ...change,
});

const counts: Batch['counts'] = {
  ...{ rows: 30, faulty: 0, warned: 0, skipped: 0, orders: 30, parcels: 30 },
  ...{ open: 30, onTheWay: 0, created: 0, rejected: 0, uncertain: 0 },
};

/** A batch of 30 valid rows before its start, with the given counts. */
export const batch = (
  change: Partial<Omit<Batch, 'counts'>> & { readonly counts?: Partial<Batch['counts']> } = {},
): Batch => ({
  id: 1,
  name: 'orders.csv',
  hasFolder: true,
  state: 'draft',
  why: null,
  columns: [column(), column({ place: 1, title: 'Grams', sample: '900', field: 'parcel.values' })],
  pickUpAddress: { text: 'Dock 4' },
  combines: false,
  quote: null,
  charged: 0,
  pauseMs: 0,
  createdAt: '2026-11-21T14:00:00.000Z',
  startedAt: null,
  endedAt: null,
  resultFile: null,
  ...change,
  counts: { ...counts, ...change.counts },
});

/** A valid row. */
export const row = (change: Partial<BatchRow> = {}): BatchRow => ({
  line: 2,
  order: 1,
  cells: ['12 Palm Street', '900'],
  cutCells: [],
  problems: [],
  state: 'ready',
  message: null,
  serviceText: null,
  customCode: null,
  trackingCode: null,
  quoted: null,
  charged: null,
  ...change,
});
