import { AsyncLocalStorage } from 'node:async_hooks';
import { basename, dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type Change, topics } from '../../shared/contract/changes.ts';
import type { Result } from '../../shared/contract/failure.ts';
import { type Handlers, type StationCall, stationCalls } from '../../shared/contract/station-contract.ts';
import type { ActivityKind } from '../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { codesOfReading, type ScanReading } from '../../shared/scanning/scan.ts';
import { utcOffsetOf } from '../../shared/settings/environment.ts';
import type { Provisioning } from '../../shared/settings/provisioning.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { systemClock } from '../concurrency/waiting.ts';
import { type ClockCheck, createClockCheck } from '../core/computer/clock-check.ts';
import { createProgramUpdate } from '../core/computer/program-update.ts';
import { createEvents } from '../core/events/event-intake.ts';
import { createNotices } from '../core/notices.ts';
import { createPeople } from '../core/people-session.ts';
import type { Clock } from '../core/ports/clock.ts';
import type {
  ApplyKiosk,
  ApplyLanguage,
  ApplyTheme,
  ConfirmAddress,
  FilePicker,
  InstalledProgram,
  KeepAwake,
  MissedKeys,
  OnWake,
  OpenDataFolder,
  OpenHidAccess,
  OpenSerialScanners,
  ReadLicences,
  SettingsStore,
  StartSidecar,
  StationLog,
  TokenVault,
} from '../core/ports/desktop.ts';
import type { ChooseExportFile } from '../core/ports/files.ts';
import type { PrinterDiscovery } from '../core/ports/printing.ts';
import { type ActingPerson, activityAt } from '../core/ports/write-context.ts';
import { createDailyBackups } from '../core/record-maintenance.ts';
import { makeContentsPrivate, makePrivate } from '../files/private-folder.ts';
import { readImportFile } from '../files/read-import-file.ts';
import { createRetentionTime } from '../files/retention-time.ts';
import { createLabelPictures } from '../labels/label-pictures.ts';
import { testLabel } from '../printers/test-label.ts';
import { listVirtualLabels } from '../printers/virtual.ts';
import { createTokenFinders } from '../service/echoed-token.ts';
import { readToken } from '../service/service-token.ts';
import { openRecordsIn } from '../storage/open-records.ts';
import { type ActiveEnvironment, createActiveEnvironment, notifyWorkLeftWaiting } from './active-environment.ts';
import { createAddressConfirmation } from './address-confirmation.ts';
import { appShellCalls } from './app-shell-calls.ts';
import { commandBarcodeCalls, scannerCalls } from './command-barcode-calls.ts';
import { diagnosticsCalls, loggedCall, loggedNotices } from './diagnostics.ts';
import { createEventRouter, reportedToSite } from './event-router.ts';
import { backupCalls, copiedRecords } from './files/backup-calls.ts';
import { environmentFiles } from './files/environment-files.ts';
import { erasureCalls } from './files/erasure-calls.ts';
import { exportCalls } from './files/export-calls.ts';
import { importCalls } from './files/import-calls.ts';
import { connectionProbe, openEnvironment } from './open-environment.ts';
import { batchCalls, orderBookCalls, spendingCalls } from './order-calls.ts';
import { commandCalls, uncertainOrderCalls } from './outbox-calls.ts';
import {
  boardCalls,
  eventCalls,
  labelAssignmentCalls,
  parcelCalls,
  rehearsalCalls,
  sandboxCalls,
} from './parcel-calls.ts';
import { peopleCalls, subjectOf } from './people-calls.ts';
import { printCalls, printerCalls } from './printer-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { createBatchPorts, createPrinterAdapters, type ThreadProgram, watchNetwork } from './station-adapters.ts';
import { createStationSettings } from './station-settings.ts';
import { webhookCalls } from './webhook-calls.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';

/** The data folder and the desktop's ports. */
export interface StationParts {
  dataFolder: string;
  version: string;
  settings: SettingsStore;
  vault: TokenVault;
  /** Starts a process that draws labels. */
  startPictureProcess: StartSidecar;
  /** Starts a process that makes or reads a backup of the records. */
  startBackupProcess: StartSidecar;
  /** Starts a process that reads one .xlsx file. */
  startSpreadsheetProcess: StartSidecar;
  confirmAddress: ConfirmAddress;
  picker: FilePicker;
  chooseExportFile: ChooseExportFile;
  openDataFolder: OpenDataFolder;
  readLicences: ReadLicences;
  applyTheme: ApplyTheme;
  applyLanguage: ApplyLanguage;
  /** Subscribes to the computer waking from sleep; absent where the system cannot report it. */
  onWake?: OnWake;
  /** The scanners that send text, and the kiosk; absent without a window. */
  openSerialScanners?: OpenSerialScanners;
  openHidAccess?: OpenHidAccess;
  applyKiosk?: ApplyKiosk;
  missedKeys?: MissedKeys;
  /** The log on disk; absent in tests that read none. */
  log?: StationLog;
  /** Absent where no package of the system installs the program. */
  program?: InstalledProgram | undefined;
  /** Absent where the system always stays awake. */
  keepAwake?: KeepAwake;
  /** Copies the settings file, once a day; absent where there is none. */
  copySettings?: (now: number) => Promise<void>;
  /** Ends the program and starts it again. */
  restart: () => void;
  /** The printer discovery; by default all methods of this computer. */
  printerFinding?: PrinterDiscovery;
  /** `started`: it runs already. */
  storageWorker: ThreadProgram & { started?: Worker };
  /** Calls the Windows spooler; started on Windows only. */
  spoolerThread: ThreadProgram;
  provisioning: Provisioning | null;
  /** The system's clock by default. */
  clock?: Clock;
  /** Shown as warnings at the start, such as a refused provisioning file. */
  notices: Message[];
  /**
   * What no scan needs begins after this: the webhook listener, practice, batches, retention. Without it that is part of opening the
   * station.
   */
  backgroundAfter?: Promise<void>;
  onBug: (error: unknown) => void;
}

/** The whole station, without a window. */
export interface Station {
  /** `input` has been parsed by the contract. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  onChanged(listener: (changes: Change[]) => void): () => void;
  /** Resolves when everything has begun; rejects where that failed. */
  begun: Promise<void>;
  /** Ends everything in under five seconds. */
  close(): Promise<void>;
}

/** Wires the station. Runs in plain Node as well as in Electron. */
export async function createStation(parts: StationParts): Promise<Station> {
  const { vault, onBug } = parts;
  const clock = parts.clock ?? systemClock;
  const listeners = new Set<(changes: Change[]) => void>();
  const announce = (...changed: Change[]): void => {
    clockCheck?.note();
    for (const listener of listeners) listener(changed);
  };
  let clockCheck: ClockCheck | null = null;
  const notices = loggedNotices(createNotices(clock, announce), parts.log);
  clockCheck = createClockCheck(clock, notices);
  const warn = (warning: Message): void => void notices.notify({ tone: 'warning', message: warning });
  const applyKiosk = async (kiosk: Settings['kiosk']): Promise<void> => {
    if (parts.applyKiosk && !(await parts.applyKiosk(kiosk))) warn(message('station.start-not-changed'));
  };
  const isPrivate = makePrivate(parts.dataFolder);
  if (!isPrivate) warn(message('storage.data-folder-open'));
  // Behind a private folder no other user reaches them, so that they can wait.
  const contentsWait = isPrivate && parts.backgroundAfter !== undefined;
  if (!contentsWait) await makeContentsPrivate(parts.dataFolder);
  parts.notices.forEach(warn);

  let active: ActiveEnvironment | null = null;
  const stationSettings = createStationSettings({
    ...{ store: parts.settings, vault, notices },
    onSaved(next) {
      parts.applyTheme(next.appearance.theme);
      parts.applyLanguage(next.station.language).catch(parts.onBug);
      applyKiosk(next.kiosk).catch(parts.onBug);
      active?.ifOpen()?.runtime.setPrinters(next.printers);
      active?.ifOpen()?.imports.follow(next);
      if (active) webhooks.follow();
      if (active) serialScanners?.follow(next.scanner.serial);
      people.follow();
      announce('station');
    },
  });
  const settings = stationSettings.now;
  parts.applyTheme(settings().appearance.theme);

  const isParcel = async (reading: ScanReading): Promise<boolean> => {
    for (const code of codesOfReading(reading))
      if (await active?.ifOpen()?.runtime.records.findByCode(code)) return true;
    return false;
  };
  const acting = new AsyncLocalStorage<ActingPerson | null>();
  const people = createPeople({
    ...{ clock, announce, onBug, acting },
    people: () => settings().people,
    note: async (what, outcome) =>
      active?.ifOpen()?.runtime.records.note(activityAt(clock.now(), 'operator', what, null, outcome)),
    async isAtWork() {
      const open = active?.ifOpen()?.runtime;
      if (!open) return true;
      return (
        open.printQueue.states().some(({ sending }) => sending) || (await open.records.countCommands(['sending'])) > 0
      );
    },
    isParcel,
  });

  const finishWork = async () => active?.ifOpen()?.runtime.finishWork();
  const update = createProgramUpdate({ ...parts, clock, announce, finishWork });
  let rowsLeftOut = 0;
  const storage = openRecordsIn({
    ...{ actingPerson: () => acting.getStore() ?? null, folder: join(parts.dataFolder, 'records') },
    onQuarantined() {
      rowsLeftOut += 1;
      warn(message('storage.row-quarantined'));
    },
    onCopy: (environment, stopped) => notices.notify(copiedRecords(environment, stopped)),
    onFacts: (name) => isActive(name) && active?.ifOpen()?.sendFacts(),
    ...{ workerFile: parts.storageWorker.file, startBackups: update.onlyOfThisVersion(parts.startBackupProcess) },
    execArgv: parts.storageWorker.execArgv ?? [],
    ...(parts.storageWorker.started && { started: parts.storageWorker.started }),
  });
  const pictures = createLabelPictures({ startProcess: update.onlyOfThisVersion(parts.startPictureProcess), onBug });
  const printing = createPrinterAdapters({
    ...{ announce, onBug, spoolerThread: parts.spoolerThread, printerFinding: parts.printerFinding },
    printers: () => settings().printers,
  });

  const serialScanners = parts.openSerialScanners?.({
    clock,
    onScans: () => announce('serial scans'),
    onChanged: () => announce('station'),
  });
  const hidAccess = parts.openHidAccess?.(() => settings().scanner.hid);
  const isActive = (name: string): boolean => active?.ifOpen()?.environment.name === name;
  const eventRouter = createEventRouter({
    ...{ clock, onBug, openRecords: reportedToSite(storage.open, settings) },
    active: () => active?.ifOpen() ?? null,
    eventsOver: (name, records) =>
      createEvents({
        ...{ records, clock, onBug, notices: null },
        utcOffset: () => {
          const environment = settings().environments.find((entry) => entry.name === name);
          return environment ? utcOffsetOf(environment) : null;
        },
        // Its orders are settled when the environment is opened.
        publish: () => {},
        // The environment may have become active since its records were opened.
        announce: (...changed) => isActive(name) && announce(...changed),
      }),
  });
  const ownToken = createTokenFinders((environment) => readToken(vault, environment));
  const webhooks = createWebhookReceiver({
    ...{ settings, clock, announce, notices, onBug, take: eventRouter.take },
    withoutToken: async (environment, raw) => (await ownToken(environment)).redactBytes(raw),
  });

  await stationSettings.moveProxyPassword();
  if (parts.provisioning) await stationSettings.provision(parts.provisioning);
  await parts.applyLanguage(settings().station.language);
  const batchPorts = createBatchPorts(update.onlyOfThisVersion(parts.startSpreadsheetProcess), onBug);
  const common = {
    ...{ ...parts, ...stationSettings, settings, clock, announce, notices, pictures, batchPorts },
    ...{ keepAwake: parts.keepAwake ?? (() => {}), retentionTime: createRetentionTime(parts.dataFolder, clock, onBug) },
  };
  let [backgroundAfter, begun] = [parts.backgroundAfter ?? null, Promise.resolve()];
  const environment = await createActiveEnvironment({
    open: () =>
      openEnvironment({
        ...{ ...common, openRecords: storage.open, openTransport: printing.openTransport },
        endsByPause: (scanner) => serialScanners?.endsByPause(scanner) ?? false,
        openPracticeWebhook: webhooks.openForPractice,
      }),
    async begin(opened) {
      if (backgroundAfter) begun = backgroundAfter.then(opened.begin);
      else await opened.begin();
      backgroundAfter = null;
    },
    onSwitched(previous) {
      if (previous) notifyWorkLeftWaiting(notices, previous);
      people.dropQuestion();
      // All data on the screens belongs to the active environment.
      announce(...topics);
    },
    onBug,
  });
  active = environment; // The operator sees a screen that takes scans.
  serialScanners?.follow(settings().scanner.serial);
  // What is opened works for the station, not for whoever had it opened.
  const reopen = (): Promise<void> => acting.run(null, environment.reopen);
  let [isClosed, stopNetworkWatch] = [false, (): void => {}];
  const files = environmentFiles({ ...common, ...storage, ifOpen: environment.ifOpen });
  const dailyBackups = createDailyBackups({
    ...{ ...common, ...files, backups: storage.backups },
    async note(name, activity) {
      if (!isClosed && isActive(name)) await active?.ifOpen()?.runtime.records.note(activity);
    },
  });
  const watchOutside = (): void => {
    if (isClosed) return;
    webhooks.follow();
    stopNetworkWatch = watchNetwork({ clock, onChanged: () => environment.ifOpen()?.runtime.retryNow() });
    dailyBackups.start();
  };
  if (parts.backgroundAfter) begun = begun.then(watchOutside);
  else watchOutside();
  if (contentsWait) begun = begun.then(() => makeContentsPrivate(parts.dataFolder));
  const stopWakeListener = parts.onWake?.(() => {
    clockCheck?.check();
    environment.ifOpen()?.runtime.wakeUp();
  });
  // Not before the window shows something: the system's part of it takes time.
  begun = begun.then(() => applyKiosk(settings().kiosk).catch(onBug));
  const [opened, runtime] = [environment.now, () => environment.now().runtime];
  const note = (what: ActivityKind, outcome: Message): Promise<void> =>
    runtime().records.note(activityAt(clock.now(), 'operator', what, null, outcome));
  const addresses = createAddressConfirmation(parts.confirmAddress, clock);
  const probe = connectionProbe({ settings, vault, notices, version: parts.version });
  const dialogs = {
    ...{ picker: parts.picker, chooseFile: parts.chooseExportFile, readFile: readImportFile },
    nameOf: (path: string) => basename(path),
  };
  const handlers: Handlers = {
    ...diagnosticsCalls({
      ...{ ...common, opened, probe, webhooks, rowsLeftOut: () => rowsLeftOut, backups: storage.backups },
      ...{ serialScanners: () => serialScanners?.views() ?? [], isUpdateWaiting: update.isWaiting },
    }),
    ...appShellCalls({ ...common, opened, update, listVirtualLabels, people: people.view }),
    ...peopleCalls({
      ...{ ...stationSettings, settings, session: people, isParcel },
      note: (outcome) => note('change-people', outcome),
    }),
    ...parcelCalls({ runtime, pictures, isBadge: people.isBadge, isParcel }),
    ...labelAssignmentCalls(runtime),
    ...boardCalls(runtime),
    ...exportCalls({ ...stationSettings, ...dialogs, settings, runtime, clock }),
    ...commandCalls(runtime),
    ...orderBookCalls(runtime),
    ...uncertainOrderCalls(runtime),
    ...spendingCalls(runtime),
    ...batchCalls({ ...dialogs, runtime, folderOf: (path) => dirname(path) }),
    ...sandboxCalls(runtime),
    ...rehearsalCalls(runtime),
    ...eventCalls(runtime),
    ...printCalls({ runtime, changePrinter: stationSettings.changePrinter }),
    ...settingsCalls({
      ...{ ...stationSettings, settings, addresses, reopen },
      testConnection: async (entered) => (await probe(entered)).checks,
    }),
    ...webhookCalls({ ...stationSettings, settings, webhooks, addresses, sendTest: () => opened().sendTestEvent }),
    ...importCalls({ ...stationSettings, ...dialogs, settings, opened }),
    ...backupCalls({ opened, backups: storage.backups, restart: parts.restart }),
    ...erasureCalls({ ...files, note, clock, announceAll: () => announce(...topics) }),
    ...printerCalls({
      ...{ settings, save: stationSettings.save, search: printing.search, addresses },
      openTransport: () => opened().openTransport,
      note,
      sendTestLabel: (printer) => opened().sendTestLabel(printer, testLabel(printer.name)),
    }),
    ...scannerCalls({ serial: serialScanners, hid: hidAccess, missedKeys: parts.missedKeys, notices }),
    ...commandBarcodeCalls({
      ...{ ...dialogs, settings },
      sendLabel: (printer, label) => opened().sendTestLabel(printer, label),
    }),
  };

  return {
    call(name, input) {
      const code = () => subjectOf(runtime().records, input);
      const answer = () => environment.answer(handlers, name, input);
      return loggedCall(parts.log, name, people.permit({ action: stationCalls[name].needs, code, answer }));
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begun,
    async close() {
      isClosed = true;
      people.stop();
      listeners.clear();
      stopNetworkWatch();
      stopWakeListener?.();
      update.stop();
      const backupsStopped = dailyBackups.stop(); // Closing the records ends one that runs.
      await Promise.all([
        webhooks.close(),
        // A label that is being drawn must not fail because the station closes.
        environment.close().finally(pictures.close),
        printing.search.stop(),
        serialScanners?.close(),
      ]);
      await eventRouter.close();
      await storage.close();
      await backupsStopped;
    },
  };
}
