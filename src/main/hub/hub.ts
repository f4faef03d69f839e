import { join } from 'node:path';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { siteMessage } from '../../shared/site/site-message.ts';
import { clockMessage } from '../core/computer/clock-check.ts';
import { createNotices, type NewNotice } from '../core/notices.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { LogEntry, StartSidecar } from '../core/ports/desktop.ts';
import { createDailyBackups } from '../core/record-maintenance.ts';
import { createRetentionTime } from '../files/retention-time.ts';
import type { SharedEnvironmentSettings } from '../site/join-site.ts';
import type { ServerFinding } from '../site/server-check.ts';
import { createWebhookReceiver } from '../station/webhook-receiver.ts';
import { openRecordsIn } from '../storage/open-records.ts';
import { asStorageError } from '../storage/storage-error.ts';
import { createDiskCheck } from './disk-check.ts';
import { type HealthServer, startHealthServer } from './health-server.ts';
import { type HubEnvironment, openHubEnvironment } from './hub-environment.ts';
import { type CheckedServer, createServerFindings } from './server-findings.ts';

export interface HubParts {
  readonly dataFolder: string;
  readonly settings: Settings & { readonly fleet: NonNullable<Settings['fleet']> };
  /** The seed of the hub's key; null where every server is on this computer and it has none. */
  readonly seed: string | null;
  readonly storageWorker: { readonly file: string | URL; readonly execArgv?: string[] };
  readonly startBackupProcess: StartSidecar;
  readonly clock: Clock;
  /** Packbench's own version. */
  readonly version: string;
  /** Where health and metrics are answered, on loopback; 0: any port that is free. */
  readonly healthPort: number;
  /** The server's own monitoring port, on loopback. */
  readonly monitoringPort: number;
  log(entry: LogEntry): void;
  /** The thread of the records has ended: the hub is to be started again. */
  onEnded(error: unknown): void;
}

export interface Hub {
  readonly healthPort: number;
  /** Ends everything in under five seconds. What was accepted is on disk before. */
  close(): Promise<void>;
}

function findingMessage(finding: ServerFinding): Message {
  switch (finding.kind) {
    case 'too-old':
      return message('site.server-too-old', { version: finding.version });
    case 'not-synced':
      return message('site.server-not-synced');
    case 'nearly-full':
      return message('site.server-nearly-full', { percent: finding.percent });
    case 'full':
      return message('site.server-full');
    case 'not-monitored':
      return message('site.server-not-monitored');
  }
}

/** How often the disk is checked without a request, milliseconds. */
const checkMs = 10_000;

/** The shared environments of these settings. */
export const sharedEnvironments = ({ environments, fleet }: Settings): SharedEnvironmentSettings[] =>
  environments.filter(
    (entry): entry is SharedEnvironmentSettings =>
      entry.kind !== 'practice' && (fleet?.environments.includes(entry.name) ?? false),
  );

/**
 * Receives webhooks for a site and keeps what its benches share, for every shared environment at once. Nothing is removed from its
 * records, which are backed up daily.
 * Rejects where the records cannot be opened or the port for health is in use.
 */
export async function startHub(parts: HubParts): Promise<Hub> {
  const { settings, clock, log } = parts;
  const onBug = (error: unknown): void => log({ event: 'error', error });
  const shared = sharedEnvironments(settings);
  const environments = new Map<string, HubEnvironment>();
  const notices = {
    ...createNotices(clock, () => {}),
    notify: ({ tone, message: notice }: NewNotice): number => {
      log({ event: 'notice', tone, message: notice });
      return 0;
    },
  };
  const warn = ({ findings }: CheckedServer): void => {
    for (const finding of findings) notices.notify({ tone: 'warning', message: findingMessage(finding) });
  };
  const server = createServerFindings(parts.monitoringPort, clock, warn, onBug);
  const recordsFolder = join(parts.dataFolder, 'records');
  const storage = openRecordsIn({
    ...{ folder: recordsFolder, workerFile: parts.storageWorker.file, startBackups: parts.startBackupProcess },
    execArgv: parts.storageWorker.execArgv ?? [],
    onQuarantined: (_, row) => log({ event: 'row left out', what: row.table }),
    onFacts: (name) => environments.get(name)?.sendFacts(),
  });
  const webhooks = createWebhookReceiver({
    ...{ clock, notices, onBug, announce: () => {} },
    settings: () => ({ ...settings, environments: shared }),
    async take(environment, delivery) {
      const open = environments.get(environment);
      if (!open) throw new Error('A webhook of an environment that is not shared');
      return open.take(delivery);
    },
    // The hub has no token.
    withoutToken: async (_, raw) => raw,
  });
  const checkRecords = async (): Promise<void> => {
    try {
      await Promise.all([...environments.values()].map((one) => one.checkRecords()));
    } catch (error) {
      if (asStorageError(error).failure.message.code === 'storage.thread-stopped') parts.onEnded(error);
      throw error;
    }
  };
  const dailyBackups = createDailyBackups({
    ...{ backups: storage.backups, notices, clock, onBug, environments: async () => [...environments.keys()] },
    retentionTime: createRetentionTime(parts.dataFolder, clock, onBug),
    note: async (name, activity) => void (await environments.get(name)?.note(activity)),
  });
  const canStore = createDiskCheck(join(recordsFolder, 'hub-check'), clock.now, checkRecords);
  let health: HealthServer | null = null;
  let [isClosed, stopChecks] = [false, (): void => {}];
  const checkAgain = (): void => {
    if (!isClosed) stopChecks = clock.after(checkMs, () => void canStore().finally(checkAgain));
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    stopChecks();
    server.close();
    const backupsStopped = dailyBackups.stop(); // Closing the records ends one that runs.
    await Promise.all([webhooks.close(), health?.close()]);
    await Promise.all([...environments.values()].map((one) => one.close().catch(onBug)));
    await storage.close();
    await backupsStopped;
  };

  try {
    // First: where another hub on this computer has the port, nothing is opened twice.
    const started = await startHealthServer(parts.healthPort, clock, async () => {
      const figures = await Promise.all([...environments.values()].map((one) => one.figures()));
      return {
        ...{ bench: settings.fleet.bench, canStore: await canStore(), webhooks: webhooks.listening().kind },
        environments: figures,
        server: server.last(figures.some(({ blockedBy }) => blockedBy === 'full')),
      };
    });
    health = started;
    for (const environment of shared) {
      const opened = await openHubEnvironment({
        ...{ environment, fleet: settings.fleet, seed: parts.seed, openRecords: storage.open, clock, onBug },
        onServer: server.check,
        version: parts.version,
        onClock: (finding) => notices.notify({ tone: 'warning', message: clockMessage(finding) }),
        onPaused: (bench) =>
          notices.notify({ tone: 'warning', message: message('site.bench-paused-at-hub', { bench }) }),
        onBlocked: (view) => notices.notify({ tone: 'warning', message: siteMessage(view) }),
        onProblem: (name, problem) => log({ event: 'site', environment: name, problem }),
      });
      environments.set(environment.name, opened);
    }
    webhooks.follow();
    checkAgain();
    dailyBackups.start();
    return { healthPort: started.port, close };
  } catch (error) {
    await close();
    throw error;
  }
}
