import type { Attention } from '../../shared/contract/attention-entry.ts';
import type { CallOutput } from '../../shared/contract/station-contract.ts';
import type { StationView } from '../../shared/contract/station-view.ts';
import type { Command } from '../../shared/orders/command.ts';
import type { Waiting } from '../../shared/orders/waiting-work.ts';
import type { PrinterSearch } from '../../shared/printing/printer-discovery.ts';
import { scanShows } from '../../shared/scanning/scan-answer.ts';
import type { WebhooksView } from '../../shared/settings/webhook-view.ts';
import { createQuery, type Query } from './query.ts';
import { call } from './station-client.ts';

/** What the app shell shows: settings, environment, health, notices. */
export const stationViewQuery: Query<StationView> = createQuery({
  topics: ['station'],
  read: () => call('station.read', null),
});

/** What waits in the environment in use, for the service and for printers. */
export const waitingQuery: Query<Waiting> = createQuery({
  topics: ['commands', 'deletions', 'print jobs', 'station'],
  gatherMs: 100,
  read: () => call('waiting.read', null),
});

/** Everything that needs a person: the list and its count, on every screen. Main announces it only when it is different. */
export const attentionQuery: Query<Attention> = createQuery({
  topics: ['attention'],
  read: () => call('attention.read', null),
});

/** The last scans with their outcomes as they stand now, and how many there were today. */
export const recentScansQuery: Query<CallOutput<'scans.recent'>> = createQuery({
  topics: ['scans', 'parcels', 'print jobs', 'deletions', 'commands'],
  concerns: ({ scans }, parcelId) => scans.some((scan) => scanShows(scan, parcelId)),
  // The answer beside them is painted first, and a label on its way changes several times within this.
  gatherMs: 100,
  read: () => call('scans.recent', null),
});

/** Deletions that count down and can still be undone. */
export const pendingDeletionsQuery: Query<Command[]> = createQuery({
  topics: ['deletions'],
  read: () => call('deletions.pending', null),
});

/** The state of printer discovery; which printers are set up changes with the settings. */
export const foundPrintersQuery: Query<PrinterSearch> = createQuery({
  topics: ['found printers', 'station'],
  read: () => call('printers.found', null),
});

/** Whether the service of the environment in use is known to reject used custom codes. */
export const usedCodesQuery: Query<CallOutput<'order.used-codes'>> = createQuery({
  topics: ['commands', 'station'],
  read: () => call('order.used-codes', null),
});

/** Who may sign in, and the rules. */
export const peopleQuery: Query<CallOutput<'people.read'>> = createQuery({
  topics: ['station'],
  read: () => call('people.read', null),
});

/** The webhook listener, with the last deliveries. */
export const webhooksQuery: Query<WebhooksView> = createQuery({
  topics: ['webhook deliveries', 'station'],
  read: () => call('webhooks.read', null),
});
