import type { ServiceHealth, SiteView, StationView } from '../../shared/contract/station-view.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type Waiting, waitingCount, waitingItems } from '../../shared/orders/waiting-work.ts';
import type { PrinterState } from '../../shared/printing/printer.ts';
import type { ConnectionField } from '../../shared/settings/connection-test.ts';
import type { EnvironmentKind } from '../../shared/settings/environment.ts';
import { siteMessage } from '../../shared/site/site-message.ts';
import { clockTime } from '../text/dates.ts';
import { failureParagraph, list, messageDetails, messageText, text } from '../text/text.ts';
import { makesNoPaper } from './printer-text.ts';

/** quiet: nothing is known yet; stopped: nothing continues until a person acts. */
export type HealthLevel = 'good' | 'quiet' | 'warning' | 'stopped';

export interface Health {
  readonly name: 'service' | 'printer' | 'waiting' | 'site' | 'attention';
  /** Shown after the name. */
  readonly value: string;
  /** Announced whenever it changes: without times and counts, which change often. */
  readonly announcement: string;
  readonly level: HealthLevel;
}

/** The state of the service, the printer and the waiting commands, as the top bar shows it. */
export function healthOf({ service, printer, waiting, environment, site }: StationView): readonly Health[] {
  return [
    serviceHealth(service),
    printerHealth(printer, environment.kind),
    waitingHealth(waiting, service),
    ...(site ? [siteHealth(site)] : []),
  ];
}

const serviceLevels: Readonly<Record<ServiceHealth['state'], HealthLevel>> = {
  'not asked yet': 'quiet',
  online: 'good',
  'no answer': 'warning',
  'certificate rejected': 'stopped',
  failing: 'warning',
  'token rejected': 'stopped',
  'token missing': 'stopped',
};

function serviceHealth({ state, since }: ServiceHealth): Health {
  const level = serviceLevels[state];
  const isProblem = level === 'warning' || level === 'stopped';
  const time = isProblem && since ? clockTime(since) : null;
  const announced = text(`service-state.${state}`, { since: null });
  return {
    name: 'service',
    value: text(`service-state.${state}`, { since: time }),
    announcement: isProblem
      ? text('station-status.announce.service-offline', { state: announced })
      : text('station-status.announce.service', { state: announced }),
    level,
  };
}

/** Reasons or warnings named in the top bar; further ones are counted there and named on Print queue. */
const maxReasonsNamed = 2;

/** What holds the printer comes first; warnings are shown while it prints. */
function printerHealth(printer: PrinterState | null, environment: EnvironmentKind): Health {
  if (!printer) return printerEntry(text('station-status.printer.none'), 'stopped');
  if (makesNoPaper(printer, environment)) return printerEntry(text('station-status.printer.no-paper'), 'warning');
  const { name, sending } = printer;
  if (printer.reasons.length > 0) {
    const reasons = shortList(printer.reasons.map((reason) => text(`printer.reason.${reason}`)));
    return printerEntry(text('station-status.printer.held', { printer: name, reasons }), 'warning');
  }
  const warnings =
    printer.warnings.length > 0
      ? shortList(printer.warnings.map((warning) => text(`printer.warning.${warning}`)))
      : null;
  const ready = text('station-status.printer.ready', { printer: name, warnings });
  if (!sending) return printerEntry(ready, 'good');
  return { ...printerEntry(ready, 'good'), value: text('station-status.printer.sending', { printer: name, warnings }) };
}

const printerEntry = (value: string, level: HealthLevel): Health => ({
  name: 'printer',
  value,
  announcement: text('station-status.announce.printer', { state: value }),
  level,
});

function shortList(all: readonly string[]): string {
  if (all.length <= maxReasonsNamed) return list(all);
  const named = all.slice(0, maxReasonsNamed).join(', ');
  return text('station-status.more', { named, count: all.length - maxReasonsNamed });
}

function waitingHealth(waiting: number, { state }: ServiceHealth): Health {
  const isStuck = waiting > 0 && serviceLevels[state] !== 'good';
  return {
    name: 'waiting',
    value: String(waiting),
    announcement: text('station-status.announce.waiting', { isEmpty: waiting === 0 }),
    level: isStuck ? 'warning' : 'good',
  };
}

const siteLevels: Readonly<Record<SiteView['state'], HealthLevel>> = {
  ...{ connected: 'good', reading: 'quiet', blocked: 'warning', offline: 'warning', copied: 'stopped' },
};

/** The connection to the other benches of the site. */
const siteHealth = (site: SiteView): Health => ({
  name: 'site',
  value: siteStateText(site),
  announcement: text('station-status.announce.site', { state: siteStateText(site, false) }),
  level: siteLevels[site.state],
});

/** The state of the connection to the site. @param isFull with times and counts, which change often */
export function siteStateText(
  { state, since, unsent, blockedBy = 'other', progress }: SiteView,
  isFull = true,
): string {
  const isWaiting = isFull && (state === 'offline' || state === 'blocked');
  const { read, total } = (isFull && progress) || { read: 0, total: 0 };
  return text(`station-status.site.${state}`, {
    ...{ since: isWaiting ? clockTime(since) : null, unsent: isWaiting ? (unsent ?? 0) : 0 },
    ...{ by: blockedBy, read, total },
  });
}

/** What is wrong with the connection to the site where a person has to act; null otherwise. */
export const siteProblem = (site: SiteView | undefined): Message | null =>
  site && (site.state === 'blocked' || site.state === 'copied') ? siteMessage(site) : null;

/** How many entries need a person; shown while there is one. */
export const attentionHealth = (total: number): Health => ({
  name: 'attention',
  value: text('attention.count', { count: total }),
  announcement: text('station-status.announce.attention', { isEmpty: total === 0 }),
  level: total > 0 ? 'warning' : 'good',
});

/** The field on Settings to check; null where there is nothing to check. */
const fieldToCheck: Readonly<Record<ServiceHealth['state'], ConnectionField | null>> = {
  'not asked yet': null,
  online: null,
  'no answer': 'baseUrl',
  'certificate rejected': 'baseUrl',
  failing: 'baseUrl',
  'token rejected': 'token',
  'token missing': 'token',
};

/** The line under the top bar while the service does not answer. */
export interface OfflineNotice {
  readonly tone: 'warning' | 'error';
  /** What is wrong. */
  readonly problem: string;
  /** What still works. */
  readonly available: string;
  /** What waits for the service; null if nothing does. */
  readonly waiting: string | null;
  /** The field that the strip's button leads to. */
  readonly field: ConnectionField | null;
  /** Technical facts, such as the host. */
  readonly details: readonly string[];
}

/** Null while the service answers, or before the first request. */
export function offlineNotice(service: ServiceHealth, waiting: Waiting | null, now: number): OfflineNotice | null {
  const { state, problem } = service;
  if (state === 'online' || state === 'not asked yet') return null;
  const isStopped = state === 'token rejected' || state === 'token missing';
  return {
    tone: isStopped || state === 'certificate rejected' ? 'error' : 'warning',
    problem: problemText(state, service, now),
    available: text('offline.available'),
    waiting: waiting && waitingText(waiting, isStopped, now),
    field: fieldToCheck[state],
    details: problem ? messageDetails(problem) : [],
  };
}

/** Of a rejected certificate, what is wrong with it; of the others, since when. */
function problemText(
  state: Exclude<ServiceHealth['state'], 'online' | 'not asked yet'>,
  { since, problem }: ServiceHealth,
  now: number,
): string {
  if (state === 'token missing') return failureParagraph({ message: message('service.token-missing') });
  if (state === 'certificate rejected' && problem) return failureParagraph({ message: problem });
  return text(`offline.problem.${state}`, { since: since === null ? null : clockTime(since, now) });
}

/** Only what is sent automatically: labels do not wait for the service, and an undecided order or deletion is never sent. */
function waitingText(waiting: Waiting, isStopped: boolean, now: number): string | null {
  const forService = { ...waiting, labels: 0, decisions: 0 };
  const items = waitingItems(forService).map(messageText);
  if (items.length === 0) return null;
  return text('offline.waiting', {
    items: list(items),
    count: waitingCount(forService),
    isStopped,
    since: waiting.oldestAt === null ? null : clockTime(waiting.oldestAt, now),
  });
}
