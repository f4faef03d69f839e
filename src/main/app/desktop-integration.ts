import { existsSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { app, type BrowserWindow, dialog, ipcMain, powerMonitor, safeStorage, shell, utilityProcess } from 'electron';
import ElectronStore from 'electron-store';
import { z } from 'zod';
import { licenceSchema } from '../../shared/contract/about-view.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { settingsSchema } from '../../shared/settings/settings.ts';
import { withoutCompiling } from '../../shared/values/parsing.ts';
import type {
  FilePicker,
  InstalledProgram,
  OnWake,
  OpenDataFolder,
  ReadLicences,
  SettingsStore,
  StartSidecar,
} from '../core/ports/desktop.ts';
import type { ChooseExportFile } from '../core/ports/files.ts';
import { newestSettingsCopy } from '../files/settings-copies.ts';
import { mainText } from '../text/main-text.ts';
import type { Cipher } from './token-vault.ts';

export interface OpenSettings {
  store: SettingsStore;
  /** True where no settings file existed. */
  isFirstStart: boolean;
  /** Messages about settings that could not be read. */
  problems: Message[];
}

/**
 * Opens `settings.json` in the data folder, which each write replaces completely. An unreadable file is copied to
 * `settings.unreadable.json`, and the station starts with the newest copy of it that can be read, or with the defaults.
 */
export function openSettings(): OpenSettings {
  const file = join(app.getPath('userData'), 'settings.json');
  const isFirstStart = !existsSync(file);
  // The file holds the header values of webhooks, so only its owner may read it.
  const settings = openStore({
    name: 'settings',
    configFileMode: 0o600,
    clearInvalidConfig: true,
  });
  const store: SettingsStore = {
    read: () => settings.store,
    write: (next) => {
      settings.store = { ...(next as Record<string, unknown>) };
    },
  };
  const readable =
    isFirstStart ||
    (Object.keys(settings.store).length > 0 && settingsSchema.safeParse(store.read(), withoutCompiling).success);
  if (readable) return { store, isFirstStart, problems: [] };
  const unreadableCopy = join(app.getPath('userData'), 'settings.unreadable.json');
  // The copy is for a person to read: it must not keep the password of a proxy that the vault would hold.
  const original = readFileSync(file, 'latin1');
  writeFileSync(unreadableCopy, original.replace(/(:\/\/[^\s/?#"':]*):[^\s/?#"']*@/g, '$1@'), {
    encoding: 'latin1',
    mode: 0o600,
  });
  const kept = newestSettingsCopy(file, Date.now());
  store.write(kept?.settings ?? settingsSchema.parse({}));
  const problem = kept
    ? message('settings.copy-used', { at: kept.at, copy: unreadableCopy })
    : message('settings.unreadable', { copy: unreadableCopy });
  return { store, isFirstStart, problems: [problem] };
}

/** Opens a file of the data folder. Its package would give any page the folder's path, which no page needs. */
function openStore(options: ConstructorParameters<typeof ElectronStore>[0]): ElectronStore<Record<string, unknown>> {
  const store = new ElectronStore<Record<string, unknown>>(options);
  ipcMain.removeAllListeners('electron-store-get-data');
  return store;
}

/** Opens `window.json`, to store the window's bounds. */
export function openWindowBoundsStore(): { write(bounds: object): void } {
  const stored = openStore({ name: 'window', clearInvalidConfig: true });
  return {
    write: (bounds) => {
      stored.store = { ...bounds };
    },
  };
}

/**
 * Starts a process of that name without environment variables, because one may contain a token.
 * @param onCrash called where it ended by itself
 */
export function sidecarStarter(file: string, serviceName: string, onCrash: (reason: string) => void): StartSidecar {
  return (priority) => {
    const child = utilityProcess.fork(file, [], { serviceName, env: {}, stdio: 'ignore' });
    let isKilled = false;
    if (priority === 'background') child.once('spawn', () => giveWay(child.pid));
    child.once('exit', (code) => {
      if (!isKilled) onCrash(`exit code ${code}`);
    });
    return {
      post: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.on('exit', () => listener()),
      kill() {
        isKilled = true;
        child.kill();
      },
    };
  };
}

/** Lowers the priority of a process; of one that ended already, nothing. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It ended between its start and this call.
  }
}

/** Calls the listener when the computer wakes from sleep. */
export const onWake: OnWake = (listener) => {
  powerMonitor.on('resume', listener);
  return () => void powerMonitor.off('resume', listener);
};

/** The program's files; undefined where no package of the system installs them. A package replaces each one by another file. */
export function installedProgram(): InstalledProgram | undefined {
  if (!app.isPackaged) return undefined;
  const archive = join(process.resourcesPath, 'app.asar');
  return {
    read: () => ({ executable: stamp(process.execPath), archive: stamp(archive), isOwnDeleted: isOwnFileDeleted() }),
    onFocus(listener) {
      app.on('browser-window-focus', listener);
      return () => void app.off('browser-window-focus', listener);
    },
  };
}

/** Another file has another number, also one with the same content; Electron takes an archive for a folder, whose file its own name hides. */
function stamp(path: string): string | null {
  const noAsar = process.noAsar;
  process.noAsar = true;
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return null;
  } finally {
    process.noAsar = noAsar;
  }
}

/** Linux names the file that a program was started from, and says where it is not in its folder any more (proc(5)). */
function isOwnFileDeleted(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readlinkSync('/proc/self/exe').endsWith(' (deleted)');
  } catch {
    return false;
  }
}

const orderFiles = ['json', 'jsonl', 'ndjson', 'csv', 'tsv', 'txt'];
const tableFiles = ['csv', 'tsv', 'txt', 'xlsx'];

/** Opens system dialogs to choose files and folders. */
export function createFilePicker(window: () => BrowserWindow | null): FilePicker {
  const pick = async (
    title: string,
    properties: NonNullable<Electron.OpenDialogOptions['properties']>,
    extensions: string[],
  ): Promise<string[]> => {
    const parent = window();
    if (!parent || parent.isDestroyed()) return [];
    const filters = [
      ...(extensions.length > 0 ? [{ name: mainText('dialog.filter.orders'), extensions }] : []),
      { name: mainText('dialog.filter.all-files'), extensions: ['*'] },
    ];
    const { filePaths, canceled } = await dialog.showOpenDialog(parent, { title, properties, filters });
    return canceled ? [] : filePaths;
  };
  return {
    files: () => pick(mainText('dialog.import-orders'), ['openFile', 'multiSelections'], orderFiles),
    folder: async () =>
      (await pick(mainText('dialog.watch-folder'), ['openDirectory', 'createDirectory'], []))[0] ?? null,
    table: async () => (await pick(mainText('dialog.open-batch'), ['openFile'], tableFiles))[0] ?? null,
  };
}

/** Opens a system dialog to choose where to save a file of the suggested name's kind. */
export function createExportFileChooser(window: () => BrowserWindow | null): ChooseExportFile {
  return async (suggestedName) => {
    const parent = window();
    if (!parent || parent.isDestroyed()) return null;
    const { filePath, canceled } = await dialog.showSaveDialog(parent, {
      title: mainText('dialog.export'),
      defaultPath: join(app.getPath('documents'), suggestedName),
      filters: [
        suggestedName.endsWith('.pdf')
          ? { name: mainText('dialog.filter.pdf'), extensions: ['pdf'] }
          : suggestedName.endsWith('.zip')
            ? { name: mainText('dialog.filter.zip'), extensions: ['zip'] }
            : { name: mainText('dialog.filter.csv'), extensions: ['csv'] },
      ],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || !filePath ? null : filePath;
  };
}

/** Opens the data folder; the page names no folder, so no other can be opened. */
export const openDataFolder: OpenDataFolder = async () => (await shell.openPath(app.getPath('userData'))) === '';

/** Reads the file that the build wrote (`scripts/set-up/licences.mjs`); in development there is none. */
export function licencesReader(file: string): ReadLicences {
  return async () => {
    try {
      return z.array(licenceSchema).parse(JSON.parse(await readFile(file, 'utf8')));
    } catch {
      return [];
    }
  };
}

/**
 * Encrypts with Electron's safeStorage: Keychain, DPAPI, Secret Service or KWallet. Call after `ready`. The asynchronous calls are
 * used where they exist: Electron 33 has none, 46 has only them.
 */
export function createSafeStorageCipher(): Cipher {
  const isAsync = typeof safeStorage.encryptStringAsync === 'function';
  return {
    async isProtected() {
      const available = isAsync ? await safeStorage.isAsyncEncryptionAvailable() : safeStorage.isEncryptionAvailable();
      return available && isRealBackend();
    },
    async encrypt(text) {
      return isAsync ? await safeStorage.encryptStringAsync(text) : safeStorage.encryptString(text);
    },
    async decrypt(bytes) {
      const encrypted = Buffer.from(bytes);
      if (!isAsync) return safeStorage.decryptString(encrypted);
      return (await safeStorage.decryptStringAsync(encrypted)).result;
    },
  };
}

/** False on Linux without a keyring: "basic_text" encrypts with a key from Chromium's source, which protects nothing. */
function isRealBackend(): boolean {
  if (process.platform !== 'linux') return true;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend !== 'basic_text' && backend !== 'unknown';
}
