import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failed, type Result, success } from '../../shared/contract/failure.ts';
import type { RehearsalFault } from '../../shared/contract/rehearsal-scripts.ts';
import { message } from '../../shared/messages/message.ts';
import type { ImportState } from '../../shared/orders/import-state.ts';
import type { Waiting } from '../../shared/orders/waiting-work.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import type { EnteredConnection } from '../../shared/settings/connection-test.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { parseJson } from '../../shared/values/json.ts';
import { createRunningWork } from '../concurrency/running-work.ts';
import { createYielder } from '../concurrency/waiting.ts';
import type { BatchPorts } from '../core/batch/batch-workflow.ts';
import { rejectionText } from '../core/imports/import-file.ts';
import { createImports, type Imports, type ImportsParts } from '../core/imports/imports.ts';
import type { Announce, Notices } from '../core/notices.ts';
import type { Clock, RetentionTime } from '../core/ports/clock.ts';
import type { KeepAwake, StationLog, TokenVault } from '../core/ports/desktop.ts';
import type { LabelPictures, OpenTransport } from '../core/ports/printing.ts';
import type { OpenRecords } from '../core/ports/records.ts';
import type { DeliveryService, ServiceAnswer } from '../core/ports/service.ts';
import { withResetFor } from '../core/printing/prepare-label.ts';
import type { RehearsalStore } from '../core/rehearsals.ts';
import { openExportFile } from '../files/export-writer.ts';
import { type WatchedFolder, watchFolder } from '../files/watched-folder.ts';
import type { IsRemoved } from '../practice/order-store.ts';
import type { PracticeService } from '../practice/practice-service.ts';
import type { Webhook } from '../practice/webhook-sender.ts';
import { type PracticeFaults, withPracticeFaults } from '../printers/practice-faults.ts';
import { virtualLabelFolder } from '../printers/virtual.ts';
import { createTokenFinder } from '../service/echoed-token.ts';
import { proxyWithPassword } from '../service/proxy-password.ts';
import { labelOrigin } from '../service/service-address.ts';
import { addressesOf, readToken, tokenFor, tokenToTest } from '../service/service-token.ts';
import type { ConnectionProbe } from '../service/test-connection.ts';
import type { Site } from '../site/open-site.ts';
import { openSiteOf } from './station-adapters.ts';
import { createStationRuntime, type StationRuntime } from './station-runtime.ts';

export interface EnvironmentParts {
  dataFolder: string;
  /** Packbench's own version. */
  version: string;
  settings: () => Settings;
  vault: TokenVault;
  openRecords: OpenRecords;
  /** Where this environment's practice service sends its events; null where the listener could not start. */
  openPracticeWebhook(environment: string): Promise<(Webhook & { close(): Promise<void> }) | null>;
  openTransport: (virtualLabelFolder: string) => OpenTransport;
  pictures: LabelPictures;
  batchPorts: BatchPorts;
  changePrinter(name: string, change: Partial<Printer>): void;
  /** The service accepted or rejected the environment's token. */
  noteToken(environment: string, isAccepted: boolean): void;
  /** The last scan of that serial scanner ended by a pause. */
  endsByPause(scanner: string): boolean;
  keepAwake: KeepAwake;
  log?: StationLog | undefined;
  retentionTime: RetentionTime;
  clock: Clock;
  announce: Announce;
  notices: Notices;
  onBug: (error: unknown) => void;
  /** True, once, for an environment whose token is new. */
  consumeTokenRenewal(environment: string): boolean;
}

/** The active environment: its runtime, and everything started for it. */
export interface OpenEnvironment {
  environment: Environment;
  runtime: StationRuntime;
  imports: OpenImports;
  /** The folder of its virtual printers' labels. */
  virtualLabelFolder: string;
  openTransport: OpenTransport;
  sendTestLabel(printer: Printer, bytes: Uint8Array): Promise<Result<null>>;
  /** Makes the practice service send an event; null where the service is a real one. */
  sendTestEvent: (() => void) | null;
  /** Removes orders of its practice service; a real one has none here. */
  removePracticeOrders(isRemoved: IsRemoved): Promise<void>;
  /** Recovers what the previous run left, and starts the print queue. Call before `begin`. */
  start(): Promise<void>;
  /** Starts what no scan needs: the service's client or practice, the watched folder, and all that waits. */
  begin(): Promise<void>;
  /** True as soon as closing begins. */
  isLeaving(): boolean;
  /** There are facts for the other benches of its site. */
  sendFacts(): void;
  /** Null where the environment is not shared. */
  site: Pick<Site, 'view' | 'details' | 'takeOvers' | 'readOn'> | null;
  /** Returns what still waits. */
  close(): Promise<Waiting>;
}

/** Opens the active environment: its records, its service (practice brings its own), its printers' queue. */
export async function openEnvironment(parts: EnvironmentParts): Promise<OpenEnvironment> {
  const settings = parts.settings();
  const environment = activeEnvironment(settings);
  const records = await parts.openRecords(environment.name);
  const later = serveLater(() => serve(parts, settings, environment, () => runtime.rehearsals.fault()));
  const labelFolder = virtualLabelFolder(parts.dataFolder, environment.name);
  const openTransport = openTransportOf(parts.openTransport(labelFolder), environment, {
    fault: () => runtime.rehearsals.fault(),
    otherLabel: () => runtime.rehearsals.otherLabel(),
  });
  const site = await openSiteOf(
    { ...parts, settings, environment, records, keepDays: () => parts.settings().retention.days },
    () => runtime,
  ).catch(async (error) => {
    await records.close().catch(parts.onBug);
    throw error;
  });
  const runtime: StationRuntime = createStationRuntime({
    ...parts,
    environment,
    records,
    holding: site?.holding,
    sharedPrinters: site?.printers,
    hub: site?.hub,
    pausedBenches: site?.paused,
    service: later.service,
    openTransport,
    openExportFile,
    sendWithheldEvents: () => later.ifServed()?.sendWithheldEvents(),
    rehearsalStore: storeRehearsals(join(practiceFolder(parts, environment), 'rehearsal.json')),
    random: Math.random,
    randomBytes: (size) => randomBytes(size),
  });
  const yieldToEventLoop = createYielder();
  const imports = openEnvironmentImports({
    ...{ ...parts, environment: environment.name, records, yieldToEventLoop },
    withoutToken: async (text) =>
      createTokenFinder(await readToken(parts.vault, environment.name)).redactLongText(text, yieldToEventLoop),
    async labelOrigin() {
      const labels = labelOrigin((await later.served()).labelUrl);
      // An empty origin accepts no label address.
      return labels.ok ? labels.value : '';
    },
    onStored: () => runtime.publish({ type: 'order stored' }),
  });
  let isLeaving = false;
  return {
    environment,
    runtime,
    imports,
    virtualLabelFolder: labelFolder,
    openTransport,
    async sendTestLabel(printer, bytes) {
      const opened = await openTransport(printer.connection).open(AbortSignal.timeout(10_000));
      if (!opened.ok) return opened;
      const delivery = await opened.value.send(withResetFor(printer, bytes));
      parts.announce('virtual labels');
      return delivery.kind === 'sent' ? success(null) : failed(delivery.failure);
    },
    get sendTestEvent() {
      return later.ifServed()?.sendTestEvent ?? null;
    },
    async removePracticeOrders(isRemoved) {
      if (environment.kind === 'practice') await (await later.served()).removeOrders(isRemoved);
    },
    start: runtime.start,
    async begin() {
      if (isLeaving) return;
      await later.served();
      if (isLeaving) return;
      if (parts.consumeTokenRenewal(environment.name)) await runtime.outbox.tokenRenewed();
      runtime.begin();
      imports.follow(parts.settings());
    },
    isLeaving: () => isLeaving,
    sendFacts: () => site?.wake(),
    site,
    async close() {
      isLeaving = true;
      await Promise.all([imports.close(), site?.close()]);
      return runtime.stop().finally(later.close);
    },
  };
}

function activeEnvironment(settings: Settings): Environment {
  const active = settings.environments.find((entry) => entry.name === settings.activeEnvironment);
  if (!active) throw new Error('Settings name an active environment that is not there');
  return active;
}

interface Served {
  service: DeliveryService;
  labelUrl: string;
  sendTestEvent: (() => void) | null;
  sendWithheldEvents(): void;
  removeOrders: PracticeService['removeOrders'];
  close(): Promise<void>;
}

/** A service that is opened when it is first needed: its code is large, and no scan waits for it. */
interface ServedLater {
  service: DeliveryService;
  /** Opens it, unless it is open. */
  served(): Promise<Served>;
  /** Null until it is open. */
  ifServed(): Served | null;
  close(): Promise<void>;
}

function serveLater(open: () => Promise<Served>): ServedLater {
  let opening: Promise<Served> | null = null;
  let opened: Served | null = null;
  const served = (): Promise<Served> => {
    opening ??= open().then((value) => {
      opened = value;
      return value;
    });
    return opening;
  };
  const use = async <T>(ask: (service: DeliveryService) => Promise<ServiceAnswer<T>>): Promise<ServiceAnswer<T>> => {
    const found = opened ?? (await served().catch(() => null));
    return found ? ask(found.service) : notOpened;
  };
  return {
    served,
    ifServed: () => opened,
    service: {
      preview: (request, signal) => use((service) => service.preview(request, signal)),
      create: (request) => use((service) => service.create(request)),
      deleteByCustomCode: (customCode) => use((service) => service.deleteByCustomCode(customCode)),
      runScenario: (scenario, selectors) => use((service) => service.runScenario(scenario, selectors)),
      downloadLabel: (url) => use((service) => service.downloadLabel(url)),
      close: async () => (await opening?.catch(() => null))?.service.close(),
    },
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}

/** The service could not be opened: the station has reported why and is ending. */
const notOpened: ServiceAnswer<never> = {
  kind: 'unanswered',
  requestLeft: false,
  failure: { code: 'unexpected', message: message('call.unexpected') },
};

/** Where the practice service of an environment keeps its data. */
const practiceFolder = ({ dataFolder }: Pick<EnvironmentParts, 'dataFolder'>, { name }: Environment): string =>
  join(dataFolder, 'practice', name);

/** Only printers of a practice environment have faults that are rehearsed. */
const openTransportOf = (open: OpenTransport, { kind }: Environment, faults: PracticeFaults): OpenTransport =>
  kind === 'practice' ? withPracticeFaults(open, faults) : open;

/** Keeps a rehearsal in that file; what cannot be read or written is not kept. */
const storeRehearsals = (file: string): RehearsalStore => ({
  read: async () => parseJson(await readFile(file, 'utf8').catch(() => '')),
  async write(kept) {
    if (kept === null) return rm(file, { force: true }).catch(() => {});
    await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(() => {});
    await writeFile(file, JSON.stringify(kept), { mode: 0o600 }).catch(() => {});
  },
});

/** A practice environment is served from inside the station. */
async function serve(
  parts: EnvironmentParts,
  settings: Settings,
  environment: Environment,
  fault: () => RehearsalFault | null,
): Promise<Served> {
  const { createDeliveryService } = await import('../service/delivery-service.ts');
  const { labelRedirects } = environment;
  const { version } = parts;
  if (environment.kind === 'practice') {
    const folder = practiceFolder(parts, environment);
    const webhook = await parts.openPracticeWebhook(environment.name);
    const { startPracticeService } = await import('../practice/practice-service.ts');
    const practice = await startPracticeService({
      folder,
      token: randomUUID(),
      webhook,
      behaviour: () => parts.settings().practice,
      fault,
    }).catch(async (fault) => {
      await webhook?.close();
      throw fault;
    });
    return {
      service: createDeliveryService({ ...practice, labelRedirects, version }),
      labelUrl: practice.labelUrl,
      sendTestEvent: webhook && practice.sendTestEvent,
      ...{ sendWithheldEvents: practice.sendWithheldEvents, removeOrders: practice.removeOrders },
      async close() {
        await practice.close();
        await webhook?.close();
      },
    };
  }
  const addresses = addressesOf(environment);
  const token = await tokenFor(parts.vault, environment);
  const network = await networkOf({ settings, vault: parts.vault, notices: parts.notices });
  const service = createDeliveryService({ ...addresses, token, labelRedirects, version, ...network });
  return {
    service,
    labelUrl: addresses.labelUrl,
    sendTestEvent: null,
    sendWithheldEvents: () => {},
    removeOrders: async () => {},
    close: async () => {},
  };
}

interface NetworkParts extends Pick<EnvironmentParts, 'vault' | 'notices'> {
  settings: Settings;
}

/** Proxy, with its password, and private certificate authority, as far as they can be read. */
async function networkOf({ settings, vault, notices }: NetworkParts): Promise<{ proxy?: string; caPem?: string }> {
  const { proxy, caFile } = settings.network;
  const caPem = caFile ? await readFile(caFile, 'utf8').catch(() => null) : undefined;
  if (caPem === null) {
    notices.notify({
      tone: 'error',
      message: message('station.certificate-unreadable', { file: caFile ?? null }),
    });
  }
  return { ...(proxy ? { proxy: await proxyWithPassword(vault, proxy) } : {}), ...(caPem ? { caPem } : {}) };
}

/** Tests what is entered, with the saved token where none is entered. */
export const connectionProbe =
  ({ settings, vault, notices, version }: Pick<EnvironmentParts, 'settings' | 'vault' | 'notices' | 'version'>) =>
  async (entered: EnteredConnection): Promise<ConnectionProbe> => {
    const network = await networkOf({ settings: settings(), vault, notices });
    const token = await tokenToTest(vault, entered);
    const { probeConnection } = await import('../service/test-connection.ts');
    return probeConnection({ ...entered, ...network, token, version });
  };

export interface OpenImportsParts extends ImportsParts {
  /** The name of the environment they belong to. */
  environment: string;
}

/** Imports into one environment, by an operator or from the watched folder. */
export interface OpenImports extends Pick<Imports, 'add' | 'cancel'> {
  state(): ImportState;
  /** Watches the folder that the settings name, if they name it for this environment. */
  follow(settings: Settings): void;
  close(): Promise<void>;
}

/** Creates the imports of one environment. */
function openEnvironmentImports(parts: OpenImportsParts): OpenImports {
  const { environment, clock, announce, onBug } = parts;
  const imports = createImports(parts);
  let settings: Settings['import'] = {};
  let watching: { path: string; folder: WatchedFolder } | null = null;
  /** Watched folders that are being stopped. */
  const stoppingFolders = createRunningWork();

  const stopWatching = (): void => {
    if (!watching) return;
    void stoppingFolders.add(watching.folder.stop().catch(onBug));
    watching = null;
  };

  const watched = (): ImportState['watched'] => {
    const { folder: path } = settings;
    if (path === undefined) return null;
    const problem = watching?.folder.problem() ?? null;
    const state =
      watching === null ? 'another environment is in use' : problem === null ? 'watching' : 'cannot be read';
    return { path, environment: settings.environment ?? environment, state, problem };
  };

  return {
    add: imports.add,
    cancel: imports.cancel,
    state: () => ({ ...imports.state(), watched: watched() }),
    follow({ import: next }) {
      settings = next;
      const isOurs = next.environment === undefined || next.environment === environment;
      const path = isOurs ? next.folder : undefined;
      if (path === watching?.path) return;
      stopWatching();
      if (path !== undefined) {
        const onChanged = (): void => announce('import');
        const folder = watchFolder({ path, clock, add: imports.add, reasonFor: rejectionText, onChanged, onBug });
        watching = { path, folder };
      }
      announce('import');
    },
    async close() {
      const stopped = imports.stop();
      stopWatching();
      await Promise.all([stopped, stoppingFolders.ended()]);
    },
  };
}
