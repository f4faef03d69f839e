import type { SiteParts } from '../../../src/main/site/open-site.ts';

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
