import type { SiteParts } from '../../../src/main/site/open-site.ts';
import { orderOf, parcelOf, shipmentOf } from '../../suites/records/record-fixtures.ts';

/** A bench of a site in a test that follows no report of it, and keeps everything. */
export const openSiteParts = {
  version: '1.2.3',
  longestPauseMs: 100,
  printers: [],
  keepDays: () => null,
  eventOf: () => null,
  onApplied() {},
  onChange() {},
  onFlood() {},
  onPaused() {},
  onPrinters() {},
  onHubAnswer() {},
} satisfies Partial<SiteParts>;

/** An order of one parcel with that code. */
export const orderWith = (code: string) =>
  orderOf([shipmentOf([parcelOf(code)], { trackingCode: `DO-${code}` })], { uniqueId: `ORD-${code}` });
