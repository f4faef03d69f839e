import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { app, type BrowserWindow, dialog, ipcMain, Menu, nativeTheme } from 'electron';
import type { SentenceValues } from '../../shared/messages/message-definition.ts';
import { type Language, languageNamed } from '../../shared/values/language.ts';
import { systemClock } from '../concurrency/waiting.ts';
import type { RecordsThreadStart } from '../core/ports/records.ts';
import type { CompiledCode } from '../start/compiled-code.ts';
import type { Station } from '../station/station.ts';
import type { MainTextKey } from '../text/main-text.ts';
import { type DataFolderError, dataFolderProblem } from './data-folder.ts';
import { createErrorLog, errorText } from './error-log.ts';
import { serveStation } from './ipc.ts';
import { commandLineValue, refusedSwitches, testCopyMarker } from './refused-switches.ts';
import { type TakenVariables, takeVariables, withVariables } from './secret-variables.ts';
import {
  allowVoices,
  bringToFront,
  keepNetworkInProcess,
  loadPage,
  openWindow,
  pageOrigin,
  registerPageScheme,
  skipMissingGraphics,
} from './window.ts';

/** Exit codes: 0 closed, 1 could not start, 2 provisioning file refused at the very first start. The hub has the same. */
const couldNotStart = 1;
const provisioningRefused = 2;

/** Longest time to quit, milliseconds. Everything that must be kept is already on disk. */
const quitLimit = 4000;

/** Milliseconds after a file of the page without another, after which it is taken to have those of its first screen. */
const pageServedMs = 4;

/** A file of the build, whose scripts but the first are one folder below it. */
const built = (path: string): string => join(import.meta.dirname, '..', path);
const preloadFile = built('../preload/index.cjs');

let errorStream: NodeJS.WriteStream | undefined;
/** Opened when something is first written, at the latest behind the first screen: Node loads its streams for it. */
function standardError(): NodeJS.WriteStream {
  // A closed one must not end the station.
  errorStream ??= process.stderr.on('error', () => {});
  return errorStream;
}
const writeError = (text: string): void => void standardError().write(`packbench: ${text}\n`);
const logBug = createErrorLog(systemClock, (line) => void standardError().write(line));

/** Sentences and the provisioning file load zod and the language data, which the window does not wait for. */
const mainText = async (key: MainTextKey, values?: SentenceValues): Promise<string> =>
  (await import('../text/main-text.ts')).mainText(key, values);
const tokenVariables = async (file: string | null): Promise<string[]> =>
  file === null ? [] : (await import('../provisioning/read-provisioning.ts')).tokenVariables(file);

/** What is behind `--hub`, with which `packbench-hub` starts the hub of a site in place of the station; null without it. */
const hubArguments = process.argv.includes('--hub') ? process.argv.slice(process.argv.indexOf('--hub') + 1) : null;
const provisioningFile = commandLineValue(process.argv, 'provision');
const commandSheetFile = commandLineValue(process.argv, 'print-commands');
/** Not as Chromium has it, which works in the default folder where it may not read the one that is named. */
const namedFolder = commandLineValue(process.argv, 'user-data-dir');
const dataFolder = namedFolder ? resolve(namedFolder) : app.getPath('userData');

/** What this start took out of its environment. */
let taken: TakenVariables = { values: new Map(), exposed: [] };

/** Runs the program that the command line names: the station, the hub of a site, or the sheet of command cards. Call before `ready`. */
export function runProgram(compiledCode: () => CompiledCode): void {
  process.on('uncaughtException', logBug);
  process.on('unhandledRejection', logBug);
  Menu.setApplicationMenu(null);
  registerPageScheme();
  keepNetworkInProcess();
  skipMissingGraphics();
  allowVoices();
  begin(compiledCode).catch(cannotStart);
}

async function begin(compiledCode: () => CompiledCode): Promise<void> {
  // Taken even from a file that is refused, so that no child process has a token.
  taken = takeVariables(await tokenVariables(hubArguments ? null : provisioningFile));
  const refused = refusedSwitches(process.argv, {
    isPackaged: app.isPackaged,
    isTestCopy: existsSync(join(process.resourcesPath, testCopyMarker)),
  });
  if (refused.length > 0) {
    writeError(await mainText('startup.switch-refused', { switches: refused.map((name) => `--${name}`).join(', ') }));
    app.exit(couldNotStart);
  } else if (hubArguments !== null) {
    runSiteHub(hubArguments).then((code) => app.exit(code), endHub);
  } else if (commandSheetFile !== null) {
    printCommands(commandSheetFile).then((code) => app.exit(code), cannotStart);
  } else {
    const problem = dataFolderProblem(dataFolder);
    if (problem) refuseFolder(problem);
    else if (app.requestSingleInstanceLock()) start(compiledCode);
    else {
      writeError(await mainText('startup.already-open'));
      app.exit(0);
    }
  }
}

/** Runs the hub of a site until a signal ends it: without a window, and without a display where the command chose Chromium's headless one. */
async function runSiteHub(args: readonly string[]): Promise<number> {
  standardError();
  // As in plain Node: what is not expected ends it, and the service manager starts it again.
  process.removeAllListeners('uncaughtException').on('uncaughtException', endHub);
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', endHub);
  app.disableHardwareAcceleration();
  await app.whenReady();
  const { runHub } = await import('../hub/hub-program.ts');
  const { sidecarStarter } = await import('./desktop-integration.ts');
  // The hub's own take their place.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal);
  const storageWorker = built('storage-worker.cjs');
  const startBackupProcess = sidecarStarter(storageWorker, 'Packbench backups', logBug);
  return runHub(args, {
    ...{ storageWorker: pathToFileURL(storageWorker), startBackupProcess, version: app.getVersion() },
    writeError: (text) => standardError().write(`${text}\n`),
  });
}

function endHub(error: unknown): void {
  logBug(error);
  app.exit(couldNotStart);
}

/** Writes the command cards to that file, beside a station that may be open; no window opens. The exit code. */
async function printCommands(file: string): Promise<number> {
  const { printCommandSheet, readStart } = await stationProgram();
  const start = readStart({ provisioningFile, taken, writeError });
  if (start.isRefusedAtFirstStart) return provisioningRefused;
  const refusal = await printCommandSheet(start, file);
  if (refusal !== null) writeError(refusal);
  return refusal === null ? 0 : couldNotStart;
}

/** Says what is wrong with the data folder. Chromium, which cannot write there, works in a folder of its own until that is read. */
function refuseFolder(problem: DataFolderError): void {
  const folder = mkdtempSync(join(tmpdir(), 'packbench-message-'));
  app.setPath('userData', folder);
  app.setPath('sessionData', folder);
  quitOnSignals();
  app.once('quit', () => rmSync(folder, { recursive: true, force: true }));
  app
    .whenReady()
    .then(() => Promise.reject(problem))
    .catch(cannotStart);
}

/** Only a provisioning file at the very first start is read before the window opens: a bad one ends here. */
function start(compiledCode: () => CompiledCode): void {
  const isReadFirst = provisioningFile !== null && !existsSync(join(dataFolder, 'settings.json'));
  // Its program loads while Chromium starts, when a processor is free; later it would hold up the page's process. A file that is refused
  // ends the program meanwhile, which kills it with a signal where a thread still loads native code.
  const recordsThread = isReadFirst ? null : startRecordsThread();
  app
    .whenReady()
    .then(() => open(recordsThread, compiledCode), cannotStart)
    .catch(cannotStart);
}

/** Opens the records of the environment in use as soon as it runs, which the station asks for when its own program is there. */
function startRecordsThread(): Worker {
  const environment = Object(readJson(join(dataFolder, 'settings.json'))).activeEnvironment ?? 'practice';
  const workerData: RecordsThreadStart = { expected: { folder: join(dataFolder, 'records'), environment } };
  // Its streams are joined with those of this process behind the first screen.
  return new Worker(built('storage-worker.cjs'), { name: 'records', workerData, stdout: true, stderr: true });
}

/**
 * Shows the window, and opens the station while its page runs. The page is given its files first: to load the station's program keeps
 * this thread busy for 170 ms, in which the page's own process would only wait.
 * @param started the records' thread; null where the provisioning file decides first whether there is a start
 */
async function open(started: Worker | null, compiledCode: () => CompiledCode): Promise<void> {
  const early = started ? null : (await stationProgram()).readStart({ provisioningFile, taken, writeError });
  if (early?.isRefusedAtFirstStart) {
    app.exit(provisioningRefused);
    return;
  }
  const recordsThread = started ?? startRecordsThread();
  const settingsFile = join(dataFolder, 'settings.json');
  nativeTheme.themeSource = storedTheme(settingsFile);
  let pageLanguage: Language = 'en';
  let isFirstPage = true;
  let verdictWindow: BrowserWindow | null = null;
  let startOpening = (): void => {};
  let pageServed: NodeJS.Timeout | undefined;
  const window = openWindow({
    pageFolder: built('../renderer'),
    preloadFile,
    storedBounds: readJson(join(dataFolder, 'window.json')),
    onServed(path) {
      // The page names the others.
      if (path.endsWith('.html')) return;
      clearTimeout(pageServed);
      pageServed = setTimeout(startOpening, pageServedMs);
    },
    language() {
      // What the provisioning file names is saved at each start. Were the page loaded again for it, the scans that it keeps would be lost.
      const files = [isFirstPage ? provisioningFile : null, settingsFile];
      isFirstPage = false;
      const named = files.map((file) => file && Object(Object(readJson(file)).station).language);
      pageLanguage = languageNamed(named.find((language) => language));
      return pageLanguage;
    },
    onBug: logBug,
    onCrashLoop: () => askAfterCrashes(window),
  });
  const opening = new Promise<void>((resolve) => {
    startOpening = resolve;
  }).then(async () => {
    const { openStation, readStart } = await stationProgram();
    return openStation({
      start: early ?? readStart({ provisioningFile, taken, writeError }),
      pageLanguage: () => pageLanguage,
      startAgain,
      ...{ window, preloadFile, recordsThread, built, dataFolder, compiledCode, onBug: logBug },
      backgroundAfter: () => server.quiet,
      onVerdictWindow(opened) {
        verdictWindow = opened;
      },
    });
  });
  const server = serveStation({
    ...{ ipcMain, window, origin: pageOrigin, opening, clock: systemClock },
    verdictWindow: () => verdictWindow,
  });
  quitWith(opening, window);
  const loaded = loadPage(window);
  // Read in two parts, of which this one comes while the page's process starts and asks nothing.
  setTimeout(() => void import('../text/main-text.ts'), 0);
  loaded.then(startOpening, startOpening);
  const station = await opening;
  await Promise.all([loaded, station.begun]);
  recordsThread.stdout.pipe(process.stdout);
  recordsThread.stderr.pipe(standardError());
  // Its million bytes are sent to the X server: with the new window, they would hold the first page up.
  if (!window.isDestroyed()) window.setIcon(built('../../resources/icon.png'));
}

/** All but the window and what it needs: read while the page loads. */
async function stationProgram() {
  const program = await import('./open-station.ts');
  quitOnSignals();
  return program;
}

/** A package of the settings takes these from Electron, and would end the program at once; the first process of a container has none of Electron's. */
function quitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => app.quit());
  }
}

/** The stored theme, so that the window opens in it; a file that cannot be read is reported by the station. */
function storedTheme(file: string): 'system' | 'light' | 'dark' {
  const theme = Object(Object(readJson(file)).appearance).theme;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Closing the window quits without a question, in less than five seconds. */
function quitWith(opening: Promise<Pick<Station, 'close'>>, window: BrowserWindow): void {
  let isClosing = false;
  app.on('second-instance', () => {
    // Who starts it while it closes wants it open.
    if (isClosing || !bringToFront(window)) startAgain();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', () => {
    isClosing = true;
    setTimeout(() => app.exit(0), quitLimit);
  });
  app.on('will-quit', (event) => {
    if (isFailing) return;
    event.preventDefault();
    opening
      .then((station) => station.close())
      .catch(logBug)
      .finally(() => app.exit(0));
  });
}

/** The station works on without its page; without a person who wants the page again, it closes in order. */
async function askAfterCrashes(window: BrowserWindow): Promise<boolean> {
  const { showCrashLoop } = await import('./start-failure.ts');
  const isWanted = await showCrashLoop(window);
  if (!isWanted) app.quit();
  return isWanted;
}

let isStartingAgain = false;

/** Has the program start again when it has ended. */
function startAgain(): void {
  if (isStartingAgain) return;
  isStartingAgain = true;
  withVariables(taken, () => app.relaunch());
}

let isFailing = false;

/** Shows the error and exits. A shutdown of the computer does not wait until it is read. */
function cannotStart(error: unknown): void {
  isFailing = true;
  logBug(error);
  const [reason = ''] = errorText(error).split('\n');
  if (!app.isReady()) {
    showEarlyFailure(reason)
      .catch(logBug)
      .finally(() => app.exit(couldNotStart));
    return;
  }
  app.once('will-quit', (event) => {
    event.preventDefault();
    setImmediate(() => app.exit(couldNotStart));
  });
  // Not one of the desktop's: with some desktops those do not open.
  import('./start-failure.ts')
    .then(({ showStartFailure }) => showStartFailure({ dataFolder, error, reason }))
    .then((isWanted) => isWanted && startAgain())
    .catch(logBug)
    .finally(() => app.exit(couldNotStart));
}

/** Before Electron is ready there is only the system's own dialog. */
async function showEarlyFailure(reason: string): Promise<void> {
  const detail = [
    await mainText('startup.failed', { folder: dataFolder }),
    await mainText('startup.failed.next'),
    reason,
  ];
  dialog.showErrorBox(await mainText('startup.failed.title'), detail.join('\n\n'));
}
