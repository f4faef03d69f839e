import { basename } from 'node:path';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { HealthView, SupportFileEntry } from '../../shared/contract/health-view.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { message } from '../../shared/messages/message.ts';
import type { SerialScannerView } from '../../shared/scanning/serial-scanner.ts';
import type { EnteredConnection } from '../../shared/settings/connection-test.ts';
import { isRefusal } from '../../shared/settings/delivery-answers.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { ListedDelivery, WebhookListening } from '../../shared/settings/webhook-view.ts';
import { waitAtMost } from '../concurrency/waiting.ts';
import { type ConnectionFindings, type HealthFacts, healthChecks } from '../core/health.ts';
import type { Announce, Notices } from '../core/notices.ts';
import { type Clock, instant, localDay } from '../core/ports/clock.ts';
import type { StationLog, TokenVault } from '../core/ports/desktop.ts';
import type { ChooseExportFile } from '../core/ports/files.ts';
import type { RecordBackups } from '../core/ports/records.ts';
import { freeSpace } from '../files/private-folder.ts';
import { supportFiles, writeSupportFile } from '../files/support-file.ts';
import { proxyPasswordTexts } from '../service/proxy-password.ts';
import { readToken } from '../service/service-token.ts';
import { siteKeyEntry } from '../site/site-key.ts';
import { asStorageError } from '../storage/storage-error.ts';
import { messageSentence } from '../text/main-text.ts';
import { oneDialog } from './files/import-calls.ts';
import type { OpenEnvironment } from './open-environment.ts';

export interface DiagnosticsParts {
  settings(): Settings;
  opened(): Pick<OpenEnvironment, 'environment' | 'runtime' | 'site'>;
  vault: Pick<TokenVault, 'read' | 'isProtected'>;
  /** The environments whose saved token the service rejected. */
  rejectedTokens(): string[];
  serialScanners(): SerialScannerView[];
  webhooks: { listening(): WebhookListening; deliveries(): ListedDelivery[] };
  backups: Pick<RecordBackups, 'newest'>;
  /** Rows that could not be read since the station started. */
  rowsLeftOut(): number;
  /** Tests a connection with its saved token. */
  probe(entered: EnteredConnection): Promise<ConnectionFindings>;
  /** Another version is installed; null where the system does not install the program. */
  isUpdateWaiting(): boolean | null;
  dataFolder: string;
  version: string;
  clock: Clock;
  announce: Announce;
  notices: Pick<Notices, 'list'>;
  log?: StationLog | undefined;
  chooseExportFile: ChooseExportFile;
}

/** Notices that are also written to the log. */
export const loggedNotices = (notices: Notices, log: StationLog | undefined): Notices => ({
  ...notices,
  notify(notice) {
    log?.write({ event: 'notice', tone: notice.tone, message: notice.message });
    return notices.notify(notice);
  },
});

/** Writes a call that failed to the log. */
export async function loggedCall<T>(log: StationLog | undefined, call: string, answer: Promise<Result<T>>) {
  const result = await answer;
  if (!result.ok)
    log?.write({ event: 'call failed', call, code: result.failure.code, message: result.failure.message });
  return result;
}

type DiagnosticsCall = 'health.read' | 'health.check' | 'support-file.prepare' | 'support-file.save';

/** Longest time for a check of this computer, milliseconds. A hanging disk must not hold up the others. */
const localMs = 3_000;
/** The same for the test of the connection; each of its steps has a limit of its own. */
const connectionMs = 15_000;

/** What a support file holds of the journal and the log. */
const journalEntries = 300;
const logBytes = 300_000;

/** The calls that show the state of the station by numbered checks. They buy, print and delete nothing. */
export function diagnosticsCalls(parts: DiagnosticsParts): Handlers<DiagnosticsCall> {
  const { clock, announce } = parts;
  let tested: { environment: string; connection: ConnectionFindings; at: string } | null = null;
  let testing: Promise<void> | null = null;
  const choose = oneDialog();
  let prepared: { id: number; files: SupportFileEntry[] } | null = null;

  const inTime = async <T>(work: Promise<T>, milliseconds = localMs): Promise<T | Failure> => {
    let outcome: T | Failure = tooLong;
    const done = work
      .catch((error: unknown) => asStorageError(error).failure)
      .then((found) => {
        outcome = found;
      });
    await waitAtMost(done, milliseconds, clock);
    return outcome;
  };
  const orElse = async <T>(work: Promise<T>, other: T): Promise<T> => {
    const found = await inTime(work.then((value) => ({ value })));
    return 'value' in found ? found.value : other;
  };

  const readFacts = async (): Promise<HealthFacts> => {
    const { environment, runtime, site } = parts.opened();
    const { name, kind } = environment;
    const [isKnown, isProtected, disk, records, backup, siteView] = await Promise.all([
      orElse(
        parts.vault.read(name).then((token) => token !== null),
        false,
      ),
      orElse(parts.vault.isProtected(), false),
      inTime(freeSpace(parts.dataFolder)),
      inTime(runtime.records.countCommands(['waiting']).then(() => ({ rowsLeftOut: parts.rowsLeftOut() }))),
      inTime(parts.backups.newest(name, clock.now()).then((at) => ({ at }))),
      orElse(site?.view() ?? Promise.resolve(null), null),
    ]);
    return {
      now: clock.now(),
      isPractice: kind === 'practice',
      service: runtime.health(),
      connection: tested?.environment === name ? tested.connection : null,
      token: { isKnown, isProtected, isRejected: parts.rejectedTokens().includes(name) },
      printers: runtime.printQueue.states(),
      keyboardScanner: parts.settings().scanner.keyboard,
      serialScanners: parts.serialScanners(),
      hidScanners: parts.settings().scanner.hid,
      disk: disk ?? folderNotWritable,
      records,
      lastBackupAt: 'at' in backup ? backup.at : backup,
      webhooks: parts.webhooks.listening(),
      lastEventAt: lastEventOf(parts.webhooks.deliveries()),
      version: parts.version,
      isUpdateWaiting: parts.isUpdateWaiting(),
      crashes: parts.log?.crashes() ?? [],
      site: siteView,
    };
  };

  const read = async (): Promise<HealthView> => {
    const checks = healthChecks(await readFacts());
    const isCurrent = tested?.environment === parts.opened().environment.name;
    return { checks, isChecking: testing !== null, checkedAt: isCurrent && tested ? tested.at : null };
  };

  const test = async ({ name, baseUrl, labelUrl }: Environment): Promise<void> => {
    const entered = { environment: name, baseUrl: baseUrl ?? '', labelUrl: labelUrl ?? null, token: null };
    const found = await inTime(parts.probe(entered), connectionMs);
    if ('checks' in found) tested = { environment: name, connection: found, at: instant(clock.now()) };
    else tested = { environment: name, connection: endedBy(found), at: instant(clock.now()) };
  };

  return {
    'health.read': async () => success(await read()),
    async 'health.check'() {
      const { environment } = parts.opened();
      if (environment.kind !== 'practice' && !testing) {
        testing = test(environment).finally(() => {
          testing = null;
          announce('health');
        });
        announce('health');
      }
      await testing;
      return success(null);
    },
    async 'support-file.prepare'() {
      const { runtime } = parts.opened();
      const [health, journal, log, secrets] = await Promise.all([
        read(),
        orElse(runtime.records.activity({ beforeId: null, limit: journalEntries }), []),
        orElse(parts.log?.read(logBytes) ?? Promise.resolve([]), []),
        secretsOf(parts),
      ]);
      const facts = { health, journal, log, secrets, settings: parts.settings(), notices: parts.notices.list() };
      const about = { at: instant(clock.now()), version: parts.version, sentence: messageSentence };
      prepared = { id: (prepared?.id ?? 0) + 1, files: supportFiles({ ...facts, ...about }) };
      return success(prepared);
    },
    async 'support-file.save'({ id }) {
      if (prepared?.id !== id) return failed(notPrepared);
      const { files } = prepared;
      const chosen = await choose(() => parts.chooseExportFile(`packbench-support-${localDay(clock.now(), 0)}.zip`));
      if (!chosen.ok) return chosen;
      const path = chosen.value;
      if (path === null) return success(null);
      const written = await writeSupportFile(path, files);
      return written.ok ? success({ file: basename(path) }) : written;
    },
  };
}

/** Tokens, keys, header values, passwords and badges of the station. */
async function secretsOf({ settings, vault }: DiagnosticsParts): Promise<string[]> {
  const { environments, network, people, station } = settings();
  const kept = [...environments.map(({ name }) => name), siteKeyEntry];
  const tokens = await Promise.all(kept.map((name) => readToken(vault, name)));
  const passwords = await proxyPasswordTexts(vault);
  const headers = environments.flatMap(({ webhook }) => [webhook?.header.value, webhook?.header.otherValue]);
  const badges = people.persons.flatMap((person) => person.badges);
  const others = [network.proxy, station.commandKey];
  return [...tokens, ...passwords, ...headers, ...badges, ...others].filter((one) => typeof one === 'string');
}

/** Every line of a test that could not be made. */
const endedBy = ({ message: why }: Failure): ConnectionFindings => ({
  checks: (['address', 'token', 'label host', 'certificate'] as const).map((check) => ({
    ...{ check, outcome: 'failed' },
    message: why,
  })),
  clockAheadMs: null,
  certificateEndsAt: null,
});

/** Deliveries are listed newest first; only those with the right header name their environment. */
const lastEventOf = (deliveries: readonly ListedDelivery[]): string | null =>
  deliveries.find(({ environment, answer }) => environment !== null && !isRefusal(answer) && answer !== 'address check')
    ?.at ?? null;

const notPrepared: Failure = { code: 'not-allowed-now', message: message('support-file.not-prepared') };

const tooLong: Failure = { code: 'time-out', message: message('health.took-too-long') };

const folderNotWritable: Failure = { code: 'storage', message: message('health.folder-not-writable') };
