import type { Failure } from '../../shared/contract/failure.ts';
import { type HealthCheck, type HealthCheckName, healthCheckNumbers } from '../../shared/contract/health-view.ts';
import type { ServiceHealth, SiteView } from '../../shared/contract/station-view.ts';
import { type Message, type MessageCode, message } from '../../shared/messages/message.ts';
import type { HeldReason, PrinterState } from '../../shared/printing/printer.ts';
import { transportCapabilities } from '../../shared/printing/printer-transports.ts';
import type { ScannerProfile } from '../../shared/scanning/scanner-settings.ts';
import type { SerialScannerView } from '../../shared/scanning/serial-scanner.ts';
import type { ConnectionCheck } from '../../shared/settings/connection-test.ts';
import type { WebhookListening } from '../../shared/settings/webhook-view.ts';
import { siteMessage } from '../../shared/site/site-message.ts';
import { isFarAhead } from '../../shared/values/date-time.ts';
import type { Announce } from './notices.ts';
import { rejectsToken } from './outbox/answer-rules.ts';
import { type Clock, instant } from './ports/clock.ts';
import type { Crash, StationLog } from './ports/desktop.ts';
import type { DeliveryService, ServiceAnswer } from './ports/service.ts';
import type { PublishEvent } from './runtime-events.ts';

/**
 * What one exchange says about the service; null where it says nothing (the request was never made).
 * @param previousStatus the service's last status, null when it did not answer
 */
export function healthAfter(
  answer: ServiceAnswer<unknown>,
  previousStatus: number | null,
): ServiceHealth['state'] | null {
  switch (answer.kind) {
    case 'answered':
    case 'not success':
      return 'online';
    case 'unreadable':
      return 'failing';
    case 'rejected':
      if (rejectsToken(answer.httpStatus, previousStatus)) return 'token rejected';
      return isServerFailure(answer.httpStatus) ? 'failing' : 'online';
    case 'unanswered':
      if (answer.failure.code === 'token-missing') return 'token missing';
      if (isCertificateRejected(answer.failure)) return 'certificate rejected';
      return answer.failure.code === 'invalid-input' ? null : 'no answer';
  }
}

/** A certificate that was read and rejected; other failures of TLS may pass. */
const certificateMessages: readonly MessageCode[] = [
  'service.certificate-not-valid-now',
  'service.certificate-for-other-name',
  'service.certificate-authority-unknown',
  'service.certificate-file-invalid',
];

const isCertificateRejected = ({ code, message }: Failure): boolean =>
  code === 'tls' && certificateMessages.includes(message.code);

const isAnswering: Readonly<Record<ServiceHealth['state'], boolean>> = {
  'not asked yet': true,
  online: true,
  'no answer': false,
  'certificate rejected': false,
  failing: false,
  'token rejected': false,
  'token missing': false,
};

/** What is wrong in that state, from the exchange that showed it. */
function problemOf(answer: ServiceAnswer<unknown>, state: ServiceHealth['state']): Message | undefined {
  return isAnswering[state] || answer.kind === 'answered' ? undefined : answer.failure.message;
}

/** 408 and 5xx are problems of the service; a redirect comes from a network's sign-in page. */
function isServerFailure(status: number): boolean {
  return status === 408 || status >= 500 || (status >= 300 && status < 400);
}

/** Shortest time between two immediate retries: a service that fails now and then must not be called without a pause. Milliseconds. */
const minRetryNowIntervalMs = 30_000;

/** The service's last status to calls of every kind: all that decide whether it rejects the token look at the same one. */
export interface PreviousStatus {
  /** The status before that answer; null where the service did not answer. */
  before(answer: ServiceAnswer<unknown>): number | null;
  /** A new token: what the service answered to the old one says nothing of it. */
  forget(): void;
}

export interface ObservedService {
  service: DeliveryService;
  health(): ServiceHealth;
  previousStatus: PreviousStatus;
}

export interface ServiceObserver {
  clock: Clock;
  announce: Announce;
  publish: PublishEvent;
  log?: Pick<StationLog, 'write'> | undefined;
}

/** The same service; what each exchange shows about its health is kept. */
export function observeService(inner: DeliveryService, observer: ServiceObserver): ObservedService {
  const { clock, announce } = observer;
  let health: ServiceHealth = { state: 'not asked yet', since: null };
  let previousStatus: number | null = null;
  const statusBefore = new WeakMap<ServiceAnswer<unknown>, number | null>();
  let isTokenAccepted = false;
  let lastRetryNowAt = Number.NEGATIVE_INFINITY;
  const retryNow = (): void => {
    if (clock.now() - lastRetryNowAt < minRetryNowIntervalMs) return;
    lastRetryNowAt = clock.now();
    observer.publish({ type: 'service recovered' });
  };
  const change = (state: ServiceHealth['state'], problem: Message | undefined): void => {
    const wasFailing = ['no answer', 'certificate rejected', 'failing'].includes(health.state);
    const since = state === health.state ? health.since : instant(clock.now());
    health = { state, since, ...(problem && { problem }) };
    observer.log?.write({ event: 'service', ...health });
    announce('station');
    if (state === 'online' && wasFailing) retryNow();
  };
  const observed = async <T>(request: Promise<ServiceAnswer<T>>, signal?: AbortSignal): Promise<ServiceAnswer<T>> => {
    const answer = await request;
    // A cancelled request shows nothing about the service.
    if (signal?.aborted) return answer;
    const state = healthAfter(answer, previousStatus);
    statusBefore.set(answer, previousStatus);
    previousStatus = answer.kind === 'unanswered' ? null : answer.httpStatus;
    if (state !== null) {
      const problem = problemOf(answer, state);
      if (state !== health.state || problem?.code !== health.problem?.code) change(state, problem);
    }
    if (state === 'token rejected') {
      isTokenAccepted = false;
      observer.publish({ type: 'token rejected' });
    }
    if (answer.kind === 'answered' && !isTokenAccepted) {
      isTokenAccepted = true;
      observer.publish({ type: 'token accepted' });
    }
    return answer;
  };
  return {
    health: () => health,
    previousStatus: {
      before: (answer) => statusBefore.get(answer) ?? null,
      forget() {
        previousStatus = null;
      },
    },
    service: {
      preview: (request, signal) => observed(inner.preview(request, signal), signal),
      create: (request) => observed(inner.create(request)),
      deleteByCustomCode: (code) => observed(inner.deleteByCustomCode(code)),
      runScenario: (scenario, selectors) => observed(inner.runScenario(scenario, selectors)),
      // The label host is another machine: its silence says nothing of the service.
      downloadLabel: (url) => inner.downloadLabel(url),
      close: () => inner.close(),
    },
  };
}

/** What the connection to the service showed when it was tested. */
export interface ConnectionFindings {
  readonly checks: readonly ConnectionCheck[];
  readonly clockAheadMs: number | null;
  readonly certificateEndsAt: string | null;
}

/** Everything that the checks are decided from. A `Failure`: it could not be read. */
export interface HealthFacts {
  readonly now: number;
  readonly isPractice: boolean;
  readonly service: ServiceHealth;
  /** Null before the first test. */
  readonly connection: ConnectionFindings | null;
  readonly token: { readonly isKnown: boolean; readonly isRejected: boolean; readonly isProtected: boolean };
  readonly printers: readonly PrinterState[];
  readonly keyboardScanner: Pick<ScannerProfile, 'problems'> | null;
  readonly serialScanners: readonly SerialScannerView[];
  /** In HID POS mode; whether one is plugged in is known to the window alone. */
  readonly hidScanners: readonly { readonly name: string; readonly profile: Pick<ScannerProfile, 'problems'> | null }[];
  readonly disk: { readonly freeBytes: number } | Failure;
  /** Rows that could not be read since the station started. */
  readonly records: { readonly rowsLeftOut: number } | Failure;
  /** When the last backup was made, milliseconds since 1970; null: none. */
  readonly lastBackupAt: number | null | Failure;
  readonly webhooks: WebhookListening;
  /** The last event that came with the right header, ISO 8601; null: none since the station started. */
  readonly lastEventAt: string | null;
  readonly version: string;
  /** Another version is installed than the one that runs; null where the system does not install it. */
  readonly isUpdateWaiting: boolean | null;
  /** Those since the station started, oldest first. */
  readonly crashes: readonly Crash[];
  /** Null where the environment is not shared with other benches. */
  readonly site: SiteView | null;
}

/** What a check found. */
type Finding = Pick<HealthCheck, 'state' | 'message' | 'printer'>;

/** Every check, in the order of their numbers. */
export function healthChecks(facts: HealthFacts): HealthCheck[] {
  const one = (check: HealthCheckName, finding: Finding): HealthCheck => ({
    ...{ check, number: String(healthCheckNumbers[check]), subject: null },
    ...finding,
  });
  const several = (check: HealthCheckName, found: readonly (Finding & { name: string | null })[]): HealthCheck[] =>
    found.map(({ name, ...finding }, index) => ({
      ...one(check, finding),
      ...(found.length > 1 && { number: `${healthCheckNumbers[check]}.${index + 1}` }),
      subject: name,
    }));
  const printers = facts.printers.map((printer) => ({ name: printer.name, ...printerFinding(printer, facts) }));
  return [
    one('service', serviceFinding(facts)),
    one('token', tokenFinding(facts)),
    one('label-host', connectionFinding(facts, 'label host')),
    ...(printers.length > 0 ? several('printer', printers) : [one('printer', failedAs(message('health.no-printer')))]),
    ...several('scanner', scannerFindings(facts)),
    one('clock', clockFinding(facts)),
    one('disk', diskFinding(facts.disk)),
    one('records', recordsFinding(facts.records)),
    one('backups', backupsFinding(facts)),
    one('webhooks', webhooksFinding(facts)),
    one('certificate', certificateFinding(facts)),
    one('update', updateFinding(facts)),
    one('crashes', crashesFinding(facts)),
    one('site', facts.site ? { state: siteStates[facts.site.state], message: siteMessage(facts.site) } : noSite()),
  ];
}

const okAs = (found: Message): Finding => ({ state: 'ok', message: found });
const attentionAs = (found: Message): Finding => ({ state: 'attention', message: found });
const failedAs = (found: Message): Finding => ({ state: 'failed', message: found });
const notUsed = (why: Message): Finding => ({ state: 'not used', message: why });
const notChecked = (): Finding => ({ state: 'not checked', message: message('health.not-checked') });

const noSite = (): Finding => notUsed(message('health.no-site'));

const siteStates: Readonly<Record<SiteView['state'], HealthCheck['state']>> = {
  ...{ connected: 'ok', reading: 'ok', blocked: 'failed', offline: 'failed', copied: 'failed' },
};

/** Of the checks that a real service alone has. */
const inPractice = (): Finding => notUsed(message('health.practice'));

/** A line of the connection test. */
function connectionFinding({ isPractice, connection }: HealthFacts, name: ConnectionCheck['check']): Finding {
  if (isPractice) return inPractice();
  const line = connection?.checks.find(({ check }) => check === name);
  if (!line) return notChecked();
  const states = { passed: 'ok', failed: 'failed', 'not checked': 'not checked' } as const;
  return { state: states[line.outcome], message: line.message };
}

/** The work of the station shows more than a test that passed: it is later, or about other calls. */
function serviceFinding(facts: HealthFacts): Finding {
  const { state, problem } = facts.service;
  if (['no answer', 'certificate rejected', 'failing'].includes(state))
    return failedAs(problem ?? message('health.service-silent'));
  if (facts.isPractice) return okAs(message('health.practice'));
  const tested = connectionFinding(facts, 'address');
  return tested.state === 'not checked' && state === 'online' ? okAs(message('health.service-answers')) : tested;
}

function tokenFinding(facts: HealthFacts): Finding {
  if (facts.isPractice) return inPractice();
  const { isKnown, isRejected, isProtected } = facts.token;
  if (!isKnown) return failedAs(message('service.token-missing'));
  const tested = connectionFinding(facts, 'token');
  if (tested.state === 'failed') return tested;
  if (isRejected) return failedAs(message('health.token-rejected'));
  if (!isProtected) return attentionAs(message('health.token-not-kept'));
  return tested.state === 'ok' || facts.service.state === 'online'
    ? okAs(message('connection-test.token-accepted'))
    : tested;
}

/** Held by a person, or for a moment: the printer itself works. */
const mildReasons: readonly HeldReason[] = ['on hold', 'paused', 'buffer full', 'label not taken'];

function printerFinding(printer: PrinterState, { isPractice }: HealthFacts): Finding {
  const { reasons, warnings, answers } = printer;
  const withFacts = (finding: Finding): Finding => ({ ...finding, printer: { reasons, warnings, answers } });
  if (!isPractice && transportCapabilities(printer.connection).isVirtual)
    return notUsed(message('health.printer-without-paper'));
  if (reasons.some((reason) => !mildReasons.includes(reason)))
    return withFacts(failedAs(message('health.printer-held')));
  if (reasons.length > 0) return withFacts(attentionAs(message('health.printer-held')));
  return withFacts((warnings.length > 0 ? attentionAs : okAs)(message('health.printer-ready')));
}

/** Without another scanner there is one that types; with one, only where its test shows that there is one too. */
function scannerFindings({
  keyboardScanner,
  serialScanners,
  hidScanners,
}: HealthFacts): (Finding & { name: string | null })[] {
  const serial = serialScanners.map(({ name, state }) => ({ name, ...serialFindings[state]() }));
  const hid = hidScanners.map(({ name, profile }) => ({ name, ...testedFinding(profile) }));
  if (keyboardScanner === null && serial.length + hid.length > 0) return [...serial, ...hid];
  return [{ name: null, ...testedFinding(keyboardScanner) }, ...serial, ...hid];
}

function testedFinding(profile: HealthFacts['keyboardScanner']): Finding {
  if (profile === null) return { state: 'not checked', message: message('health.scanner-not-tested') };
  return profile.problems.length === 0
    ? okAs(message('health.scanner-tested'))
    : attentionAs(message('health.scanner-problems'));
}

const serialFindings: Readonly<Record<SerialScannerView['state'], () => Finding>> = {
  connected: () => okAs(message('health.scanner-connected')),
  connecting: () => attentionAs(message('health.scanner-not-connected')),
  'not connected': () => failedAs(message('health.scanner-not-connected')),
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Deletions and events carry times of both clocks: an event's own time counts up to one minute after its arrival. */
function clockFinding({ isPractice, connection }: HealthFacts): Finding {
  if (isPractice) return inPractice();
  const ahead = connection?.clockAheadMs ?? null;
  if (ahead === null) return connection ? notUsed(message('health.clock-unknown')) : notChecked();
  const minutes = Math.round(Math.abs(ahead) / minuteMs);
  if (minutes < 1) return okAs(message('health.clock-right'));
  return (minutes < 5 ? attentionAs : failedAs)(message('health.clock-differs', { minutes }));
}

const gigabyte = 1_000_000_000;
const lowDiskBytes = 2 * gigabyte;
const fullDiskBytes = gigabyte / 5;

function diskFinding(disk: HealthFacts['disk']): Finding {
  if ('code' in disk) return failedAs(disk.message);
  const found = { gigabytes: Math.round(disk.freeBytes / (gigabyte / 10)) / 10 };
  if (disk.freeBytes >= lowDiskBytes) return okAs(message('health.disk-free', found));
  return (disk.freeBytes < fullDiskBytes ? failedAs : attentionAs)(message('health.disk-low', found));
}

function recordsFinding(records: HealthFacts['records']): Finding {
  if ('code' in records) return failedAs(records.message);
  const { rowsLeftOut: count } = records;
  return count > 0 ? attentionAs(message('health.rows-left-out', { count })) : okAs(message('health.records-answer'));
}

function backupsFinding({ now, lastBackupAt }: HealthFacts): Finding {
  if (lastBackupAt === null) return attentionAs(message('health.no-backup'));
  if (typeof lastBackupAt !== 'number') return failedAs(lastBackupAt.message);
  const at = { at: instant(lastBackupAt) };
  const age = now - lastBackupAt;
  // One from the future was made under a wrong clock, or the clock is wrong now.
  if (age < 2 * dayMs && !isFarAhead(lastBackupAt, now)) return okAs(message('health.backup-made', at));
  return (age < 7 * dayMs ? attentionAs : failedAs)(message('health.backup-old', at));
}

function webhooksFinding({ webhooks, lastEventAt }: HealthFacts): Finding {
  if (webhooks.kind === 'off') return notUsed(message('health.webhooks-off'));
  if (webhooks.kind === 'failed') return failedAs(webhooks.failure.message);
  return lastEventAt === null
    ? attentionAs(message('health.no-event'))
    : okAs(message('health.event-received', { at: lastEventAt }));
}

/** Long enough before its end to have it renewed. */
const certificateNoticeMs = 21 * dayMs;

function certificateFinding(facts: HealthFacts): Finding {
  const tested = connectionFinding(facts, 'certificate');
  if (tested.state === 'failed' || facts.isPractice) return tested;
  const until = facts.connection?.certificateEndsAt ?? null;
  if (until === null) return tested.message.code === certificateNotUsed ? notUsed(tested.message) : tested;
  const left = Date.parse(until) - facts.now;
  return left > certificateNoticeMs
    ? okAs(message('health.certificate-until', { until: until.slice(0, 10) }))
    : attentionAs(message('health.certificate-ends', { until: until.slice(0, 10) }));
}

const certificateNotUsed: MessageCode = 'connection-test.certificate-not-used';

function updateFinding({ version, isUpdateWaiting }: HealthFacts): Finding {
  if (isUpdateWaiting === null) return notUsed(message('health.not-installed', { version }));
  return isUpdateWaiting
    ? attentionAs(message('health.update-waiting', { version }))
    : okAs(message('health.version-current', { version }));
}

/** Those of the last day: a crash of last week says nothing about today. */
function crashesFinding({ now, crashes }: HealthFacts): Finding {
  const recent = crashes.filter(({ at }) => now - at < dayMs);
  const last = recent.at(-1);
  if (!last) return okAs(message('health.processes-ok'));
  const countOf = (one: Crash['process']): number => recent.filter(({ process }) => process === one).length;
  const counts = { page: countOf('page'), pictures: countOf('pictures'), spreadsheets: countOf('spreadsheets') };
  return attentionAs(message('health.processes-crashed', { ...counts, at: instant(last.at) }));
}
