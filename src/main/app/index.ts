import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, Menu, nativeTheme } from 'electron';
import { type Message, message } from '../../shared/messages/message.ts';
import type { Provisioning } from '../../shared/settings/provisioning.ts';
import { newStationSettings, settingsSchema } from '../../shared/settings/settings.ts';
import { faultText, type ProvisioningFault } from '../provisioning/apply-provisioning.ts';
import { commandLineValue, readProvisioning, tokenVariables } from '../provisioning/read-provisioning.ts';
import { cleanToken } from '../service/service-token.ts';
import { createStation, type Station, systemClock } from '../station/station.ts';
import { mainText } from '../text/main-text.ts';
import { createAddressQuestion } from './address-question.ts';
import {
  createExportFileChooser,
  createFilePicker,
  createSafeStorageCipher,
  licencesReader,
  type OpenSettings,
  onWake,
  openDataFolder,
  openSettings,
  openWindowBoundsStore,
  sidecarStarter,
} from './desktop-integration.ts';
import { createErrorLog, errorText } from './error-log.ts';
import { serveStation } from './ipc.ts';
import { refusedSwitches, testCopyMarker } from './refused-switches.ts';
import { takeVariables } from './secret-variables.ts';
import { createTokenVault } from './token-vault.ts';
import { bringToFront, loadPage, openWindow, pageOrigin, registerPageScheme } from './window.ts';

/** Exit codes: 0 closed, 1 could not start, 2 provisioning file refused at the very first start. */
const couldNotStart = 1;
const provisioningRefused = 2;

/** Longest time to quit, milliseconds. Everything that must be kept is already on disk. */
const quitLimit = 4000;

/** Most faults of a refused file that the notice names. */
const maxPathsInNotice = 5;

const built = (path: string): string => join(import.meta.dirname, path);
const writeError = (text: string): void => void process.stderr.write(`packbench: ${text}\n`);
const logBug = createErrorLog(systemClock, (line) => void process.stderr.write(line));

// A closed standard error must not end the station.
process.stderr.on('error', () => {});
process.on('uncaughtException', logBug);
process.on('unhandledRejection', logBug);
Menu.setApplicationMenu(null);
registerPageScheme();
/** Taken even from a file that is refused, so that no child process has a token. */
const taken = takeVariables(tokenVariables(commandLineValue(process.argv, 'provision')));

try {
  const refused = refusedSwitches(process.argv, {
    isPackaged: app.isPackaged,
    isTestCopy: existsSync(join(process.resourcesPath, testCopyMarker)),
  });
  if (refused.length > 0) {
    writeError(mainText('startup.switch-refused', { switches: refused.map((name) => `--${name}`).join(', ') }));
    app.exit(couldNotStart);
  } else if (app.requestSingleInstanceLock()) {
    start();
  } else {
    writeError(mainText('startup.already-open'));
    app.exit(0);
  }
} catch (error) {
  cannotStart(error);
}

/** Settings and provisioning are read before the window opens; a bad file at the very first start ends here. */
function start(): void {
  const settings = openSettings();
  const provisioned = provision(settings);
  if (provisioned.refusal !== null && settings.isFirstStart) {
    app.exit(provisioningRefused);
    return;
  }
  const notices = [...settings.problems, ...(provisioned.refusal === null ? [] : [provisioned.refusal])];
  app
    .whenReady()
    .then(() => open(settings, provisioned.provisioning, notices), cannotStart)
    .catch(cannotStart);
}

/** Reads the file that `--provision` names; warnings and faults go to standard error. */
function provision(settings: OpenSettings): { provisioning: Provisioning | null; refusal: Message | null } {
  const file = commandLineValue(process.argv, 'provision');
  if (file === null) return { provisioning: null, refusal: null };
  const read = readProvisioning(file, settingsSchema.parse(settings.store.read()), {
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

async function open(settings: OpenSettings, provisioning: Provisioning | null, notices: Message[]): Promise<void> {
  const dataFolder = app.getPath('userData');
  if (settings.isFirstStart) settings.store.write(newStationSettings());
  let openedWindow: BrowserWindow | null = null;
  const preloadFile = built('../preload/index.cjs');
  const vault = createTokenVault({ file: join(dataFolder, 'vault.json'), cipher: createSafeStorageCipher() });
  const station = await createStation({
    dataFolder,
    version: app.getVersion(),
    settings: settings.store,
    vault,
    startPictureProcess: sidecarStarter(built('picture-process.js'), 'Packbench label pictures'),
    startSpreadsheetProcess: sidecarStarter(built('spreadsheet-process.js'), 'Packbench spreadsheet'),
    confirmAddress: createAddressQuestion({ mainWindow: () => openedWindow, preloadFile }),
    picker: createFilePicker(() => openedWindow),
    chooseExportFile: createExportFileChooser(() => openedWindow),
    openDataFolder,
    readLicences: licencesReader(built('licences.json')),
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    onWake,
    storageWorker: { file: built('storage-worker.js') },
    spoolerThread: { file: built('spooler-thread.js') },
    provisioning,
    notices: [...notices, ...(await vault.problems())],
    onBug: logBug,
  });
  const window = await openWindow({
    pageFolder: built('../renderer'),
    preloadFile,
    iconFile: built('../../resources/icon.png'),
    boundsStore: openWindowBoundsStore(),
    onBug: logBug,
  });
  openedWindow = window;
  serveStation({ ipcMain, window, origin: pageOrigin, station, clock: systemClock, onBug: logBug });
  quitWith(station, window);
  await loadPage(window);
}

/** Closing the window quits without a question, in less than five seconds. */
function quitWith(station: Station, window: BrowserWindow): void {
  app.on('second-instance', () => bringToFront(window));
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', () => void setTimeout(() => app.exit(0), quitLimit));
  app.on('will-quit', (event) => {
    event.preventDefault();
    station
      .close()
      .catch(logBug)
      .finally(() => app.exit(0));
  });
}

/** Shows the error and exits. A shutdown of the computer does not wait for OK. */
function cannotStart(error: unknown): void {
  logBug(error);
  const title = mainText('startup.failed.title');
  const [reason = ''] = errorText(error).split('\n');
  const detail = mainText('startup.failed', { folder: app.getPath('userData'), reason });
  if (!app.isReady()) {
    dialog.showErrorBox(title, detail);
    app.exit(couldNotStart);
    return;
  }
  app.once('will-quit', () => app.exit(couldNotStart));
  void dialog.showMessageBox({ type: 'error', title, message: title, detail }).finally(() => app.exit(couldNotStart));
}
