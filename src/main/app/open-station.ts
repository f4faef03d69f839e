import { join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { app, type BrowserWindow, nativeTheme } from 'electron';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Provisioning } from '../../shared/settings/provisioning.ts';
import { newStationSettings, settingsSchema } from '../../shared/settings/settings.ts';
import type { Language } from '../../shared/values/language.ts';
import { systemClock } from '../concurrency/waiting.ts';
import { copySettings } from '../files/settings-copies.ts';
import { openStationLog } from '../files/station-log.ts';
import { applyProvisioning } from '../provisioning/apply-provisioning.ts';
import { faultText, type ProvisioningFault } from '../provisioning/provisioning-fault.ts';
import { readProvisioning } from '../provisioning/read-provisioning.ts';
import { cleanToken } from '../service/service-token.ts';
import type { CompiledCode } from '../start/compiled-code.ts';
import { sheetOf, writeCommandSheet } from '../station/command-barcode-calls.ts';
import { createStation, type Station } from '../station/station.ts';
import { readSettings } from '../station/station-settings.ts';
import { mainText, messageSentence, speakLanguage } from '../text/main-text.ts';
import { createAddressQuestion } from './address-question.ts';
import { answerCalls } from './answer-calls.ts';
import {
  createExportFileChooser,
  createFilePicker,
  createSafeStorageCipher,
  installedProgram,
  licencesReader,
  type OpenSettings,
  onWake,
  openDataFolder,
  openSettings,
  openWindowBoundsStore,
  sidecarStarter,
} from './desktop-integration.ts';
import { holdKeys } from './held-keys.ts';
import { createHidAccess } from './hid-access.ts';
import type { ServedStation } from './ipc.ts';
import { createKeepAwake, createKiosk } from './kiosk.ts';
import type { TakenVariables } from './secret-variables.ts';
import { openSerialScanners } from './serial-scanners.ts';
import { createTokenVault } from './token-vault.ts';
import { pageOrigin, reloadPage, saveBoundsOnChange } from './window.ts';

/** Most faults of a refused file that the notice names. */
const maxPathsInNotice = 5;

/** Settings and provisioning, as they were when the program started. */
export interface ReadStart {
  settings: OpenSettings;
  provisioning: Provisioning | null;
  notices: Message[];
  /** A bad provisioning file at the very first start: nothing is stored. */
  isRefusedAtFirstStart: boolean;
}

export interface ReadStartParts {
  provisioningFile: string | null;
  taken: TakenVariables;
  writeError(text: string): void;
}

/** Reads settings and the file that `--provision` names; its warnings and faults go to standard error. */
export function readStart(parts: ReadStartParts): ReadStart {
  const settings = openSettings();
  const { provisioning, refusal } = provision(settings, parts);
  const notices = [...settings.problems, ...(refusal === null ? [] : [refusal])];
  return { settings, provisioning, notices, isRefusedAtFirstStart: refusal !== null && settings.isFirstStart };
}

function provision(
  settings: OpenSettings,
  { provisioningFile, taken, writeError }: ReadStartParts,
): { provisioning: Provisioning | null; refusal: Message | null } {
  if (provisioningFile === null) return { provisioning: null, refusal: null };
  const read = readProvisioning(provisioningFile, settingsSchema.parse(settings.store.read()), {
    consumeVariable: (name) => taken.values.get(name),
    cleanToken,
  });
  for (const variable of taken.exposed) writeError(mainText('provisioning.variable-exposed', { variable }));
  for (const warning of read.warnings) writeError(mainText('provisioning.warned', { warning }));
  if (read.ok) return { provisioning: read.provisioning, refusal: null };
  for (const fault of read.faults) writeError(mainText('provisioning.refused', { fault: faultText(fault) }));
  return { provisioning: null, refusal: refusalMessage(read.faults) };
}

/** Names the first faults by their paths; standard error names them all. */
function refusalMessage(faults: readonly ProvisioningFault[]): Message {
  const paths = faults.flatMap(({ path }) => (path === '' ? [] : [path]));
  if (paths.length === 0) return message('provisioning.file-refused');
  const named = paths.slice(0, maxPathsInNotice);
  return message('provisioning.refused', { paths: named.join(', '), more: paths.length - named.length });
}

export interface OpenStationParts {
  start: ReadStart;
  dataFolder: string;
  /** Shown already, with its page loading. */
  window: BrowserWindow;
  /** The language that the page was last loaded in. */
  pageLanguage(): Language;
  preloadFile: string;
  /** Runs already: it loads while the page does. */
  recordsThread: Worker;
  /** Has the program start again when it has ended. */
  startAgain(): void;
  /** The window of a second display opened, or closed. */
  onVerdictWindow(window: BrowserWindow | null): void;
  /** The path of a file of the build. */
  built(path: string): string;
  /** How much of the program was compiled ahead. */
  compiledCode(): CompiledCode;
  /** What the first screen does not need begins after this. */
  backgroundAfter(): Promise<void>;
  onBug(error: unknown): void;
}

/**
 * Writes the command cards of this station, with the key of the provisioning file where that names one.
 * @returns why they were not written; null where they were
 */
export async function printCommandSheet({ settings, provisioning }: ReadStart, file: string): Promise<string | null> {
  if (settings.isFirstStart) settings.store.write(newStationSettings());
  const own = readSettings(settings.store);
  const { station } = provisioning ? applyProvisioning(own, provisioning).settings : own;
  await speakLanguage(station.language);
  const written = await writeCommandSheet(resolve(file), sheetOf({ station }));
  return written.ok ? null : messageSentence(written.failure.message);
}

/** Opens the station of the window. */
export async function openStation(parts: OpenStationParts): Promise<ServedStation & Pick<Station, 'begun' | 'close'>> {
  const { dataFolder, window, preloadFile, built } = parts;
  const { log, onBug } = openLog(parts);
  const { settings, provisioning, notices } = parts.start;
  if (settings.isFirstStart) settings.store.write(newStationSettings());
  saveBoundsOnChange(window, openWindowBoundsStore());
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') log.noteCrash('page', reason);
  });
  const kiosk = createKiosk({ window, preloadFile, onBug, onVerdictWindow: parts.onVerdictWindow });
  const vault = createTokenVault({ file: join(dataFolder, 'vault.json'), cipher: createSafeStorageCipher() });
  const station = await createStation({
    dataFolder,
    version: app.getVersion(),
    settings: settings.store,
    vault,
    startPictureProcess: sidecarStarter(built('picture-process.js'), 'Packbench label pictures', (reason) =>
      log.noteCrash('pictures', reason),
    ),
    // What ends it is the failure of the backup.
    startBackupProcess: sidecarStarter(built('storage-worker.cjs'), 'Packbench backups', () => {}),
    startSpreadsheetProcess: sidecarStarter(built('spreadsheet-process.js'), 'Packbench spreadsheet', (reason) =>
      log.noteCrash('spreadsheets', reason),
    ),
    confirmAddress: createAddressQuestion({ mainWindow: () => window, preloadFile }),
    picker: createFilePicker(() => window),
    chooseExportFile: createExportFileChooser(() => window),
    openDataFolder,
    readLicences: licencesReader(built('licences.json')),
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    async applyLanguage(language) {
      await speakLanguage(language);
      if (parts.pageLanguage() === language) return;
      reloadPage(window);
      kiosk.reload();
    },
    onWake,
    openSerialScanners: (scannerParts) => {
      const scanners = openSerialScanners(scannerParts);
      window.webContents.on('render-process-gone', scanners.pageLost);
      return scanners;
    },
    missedKeys: holdKeys(window.webContents, systemClock.now),
    openHidAccess: createHidAccess({
      session: window.webContents.session,
      page: window.webContents,
      origin: pageOrigin,
    }),
    applyKiosk: kiosk.apply,
    keepAwake: createKeepAwake(),
    program: installedProgram(),
    log,
    copySettings: (now) => copySettings(join(dataFolder, 'settings.json'), now),
    restart() {
      parts.startAgain();
      app.quit();
    },
    storageWorker: { file: built('storage-worker.cjs'), started: parts.recordsThread },
    spoolerThread: { file: built('spooler-thread.js') },
    clock: systemClock,
    provisioning,
    notices: [...notices, ...(await vault.problems())],
    backgroundAfter: parts.backgroundAfter(),
    onBug,
  });
  const close = async (): Promise<void> => {
    await station.close();
    log.write({ event: 'stopped' });
    await log.close();
  };
  return { ...station, close, answer: answerCalls({ call: station.call, onBug }) };
}

/** The log on disk, which errors go to besides standard error. */
function openLog({ dataFolder, backgroundAfter, compiledCode, onBug }: OpenStationParts) {
  const log = openStationLog({ folder: join(dataFolder, 'logs'), clock: systemClock, after: backgroundAfter() });
  const { electron, chrome: chromium, node } = process.versions;
  const versions = { packbench: app.getVersion(), electron, chromium, node };
  log.write({ event: 'started', versions, platform: process.platform, compiled: compiledCode() });
  const write = (error: unknown): void => log.write({ event: 'error', error });
  process.on('uncaughtException', write);
  process.on('unhandledRejection', write);
  return {
    log,
    onBug(error: unknown): void {
      onBug(error);
      write(error);
    },
  };
}
