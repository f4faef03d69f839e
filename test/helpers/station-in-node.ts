import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Clock } from '../../src/main/core/ports/clock.ts';
import type {
  ApplyTheme,
  BoundToken,
  ConfirmAddress,
  FilePicker,
  InstalledProgram,
  OnWake,
  OpenDataFolder,
  OpenSerialScanners,
  ReadLicences,
  SettingsStore,
  StationLog,
  TokenVault,
} from '../../src/main/core/ports/desktop.ts';
import type { ChooseExportFile } from '../../src/main/core/ports/files.ts';
import type { PrinterDiscovery } from '../../src/main/core/ports/printing.ts';
import { createStation, type Station } from '../../src/main/station/station.ts';
import { recordsFileName } from '../../src/main/storage/records-file-name.ts';
import {
  type CallInput,
  type CallOutput,
  callSchemas,
  type StationCall,
} from '../../src/shared/contract/station-contract.ts';
import { environmentSchema } from '../../src/shared/settings/environment.ts';
import type { Provisioning } from '../../src/shared/settings/provisioning.ts';
import { programFile } from '../programs/program-file.ts';
import { forkBackupProcess, forkedProcess, forkSpreadsheetProcess } from './forked-process.ts';
import { placeNewRecords } from './new-records-file.ts';

const source = (path: string): string => fileURLToPath(programFile(`../src/main/${path}`));

/** The whole station in plain Node: everything real but the desktop's four parts. */
export interface StationInNode {
  station: Station;
  folder: string;
  /** Parses as the window does, and throws on a Failure. */
  call<C extends StationCall>(name: C, input: CallInput<C>): Promise<CallOutput<C>>;
  /** Resolves when `check` is true of what the call gives, reading again at every change. */
  until<C extends StationCall>(
    name: C,
    input: CallInput<C>,
    check: (value: CallOutput<C>) => boolean,
  ): Promise<CallOutput<C>>;
  bugs: unknown[];
  /** Closes, keeping the folder, so that the station can be started on it again. */
  stop(): Promise<void>;
  /** Closes and removes the folder. */
  close(): Promise<void>;
}

/** Provisioning of one sandbox environment whose service and labels are at that address. */
export const sandboxAt = (address: string, token = 'token-1'): Provisioning => ({
  environments: [{ name: 'sandbox', kind: 'sandbox', baseUrl: address, labelUrl: address, token }],
  activeEnvironment: 'sandbox',
});

export interface StationInNodeOptions {
  folder?: string;
  provisioning?: Provisioning;
  settings?: unknown;
  /** The operator confirms new addresses, unless the test decides otherwise. */
  confirmAddress?: ConfirmAddress;
  /** The operator cancels every dialog, unless the test decides otherwise. */
  picker?: FilePicker;
  chooseExportFile?: ChooseExportFile;
  openDataFolder?: OpenDataFolder;
  readLicences?: ReadLicences;
  restart?: () => void;
  applyTheme?: ApplyTheme;
  printerFinding?: PrinterDiscovery;
  clock?: Clock;
  /** The program of the storage thread; the station's own unless a test brings another. */
  storageWorker?: URL;
  onWake?: OnWake;
  /** By default, no package installs the program. */
  program?: InstalledProgram;
  /** What no scan needs begins after this; by default with the rest. */
  backgroundAfter?: Promise<void>;
  log?: StationLog;
  /** By default there are none. */
  openSerialScanners?: OpenSerialScanners;
  /** By default one without encryption, for this start alone. */
  vault?: TokenVault;
}

const namedEnvironments = z.object({ environments: z.array(environmentSchema.pick({ name: true })) });

/** Settings that a test made invalid name no environment. */
function placeRecordsOf(folder: string, settings: unknown): void {
  const { data } = namedEnvironments.safeParse(settings);
  for (const { name } of [{ name: 'practice' }, ...(data?.environments ?? [])]) {
    placeNewRecords(join(folder, 'records', recordsFileName(name)));
  }
}

export async function startStationInNode(options: StationInNodeOptions = {}): Promise<StationInNode> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'packbench-station-')));
  const bugs: unknown[] = [];
  placeRecordsOf(folder, options.provisioning ?? options.settings);
  const station = await createStation({
    dataFolder: folder,
    version: 'test',
    settings: settingsInMemory(folder, options.settings),
    vault: options.vault ?? vaultInMemory(),
    startPictureProcess: () => forkedProcess(programFile('programs/picture-process.mjs')),
    startBackupProcess: () => forkBackupProcess(),
    startSpreadsheetProcess: () => forkSpreadsheetProcess(),
    confirmAddress: options.confirmAddress ?? (async () => true),
    chooseExportFile: options.chooseExportFile ?? (async () => null),
    openDataFolder: options.openDataFolder ?? (async () => false),
    readLicences: options.readLicences ?? (async () => []),
    applyTheme: options.applyTheme ?? (() => {}),
    applyLanguage: async () => {},
    restart: options.restart ?? (() => {}),
    picker: options.picker ?? { files: async () => [], folder: async () => null, table: async () => null },
    ...(options.clock && { clock: options.clock }),
    ...(options.printerFinding && { printerFinding: options.printerFinding }),
    // Started on Windows alone, where these tests do not run.
    spoolerThread: { file: source('printers/windows/spooler-thread.ts') },
    storageWorker: { file: options.storageWorker ?? programFile('programs/storage-worker.mjs') },
    ...(options.log && { log: options.log }),
    ...(options.openSerialScanners && { openSerialScanners: options.openSerialScanners }),
    ...(options.onWake && { onWake: options.onWake }),
    ...(options.program && { program: options.program }),
    ...(options.backgroundAfter && { backgroundAfter: options.backgroundAfter }),
    provisioning: options.provisioning ?? null,
    notices: [],
    onBug: (error) => bugs.push(error),
  });

  const call = async <C extends StationCall>(name: C, input: CallInput<C>): Promise<CallOutput<C>> => {
    const result = await station.call(name, callSchemas(name).input.parse(input));
    if (!result.ok) throw Object.assign(new Error(JSON.stringify(result.failure)), { failure: result.failure });
    return callSchemas(name).output.parse(result.value) as CallOutput<C>;
  };

  const until: StationInNode['until'] = (name, input, check) =>
    new Promise((resolve, reject) => {
      let reading = false;
      let again = false;
      const reread = async (): Promise<void> => {
        if (reading) {
          again = true;
          return;
        }
        reading = true;
        do {
          again = false;
          const value = await call(name, input);
          if (check(value)) {
            stopListening();
            resolve(value);
          }
        } while (again);
        reading = false;
      };
      const stopListening = station.onChanged(() => void reread().catch(reject));
      reread().catch(reject);
    });

  const stop = (): Promise<void> => station.close();
  return {
    station,
    folder,
    call,
    until,
    bugs,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The settings as a station on that folder wrote them. */
export const storedSettings = (folder: string): unknown => settingsByFolder.get(folder) ?? {};

/** Settings that are kept as long as the folder of the test, so that a second start on it finds them. */
const settingsByFolder = new Map<string, unknown>();

function settingsInMemory(folder: string, first: unknown): SettingsStore {
  if (first !== undefined) settingsByFolder.set(folder, first);
  return {
    read: () => storedSettings(folder),
    write: (settings) => void settingsByFolder.set(folder, structuredClone(settings)),
  };
}

/** Keeps tokens in memory, for as long as it is used. */
export function vaultInMemory(isProtected = false): TokenVault {
  const tokens = new Map<string, BoundToken>();
  return {
    isProtected: async () => isProtected,
    async keep(environment, token) {
      tokens.set(environment, token);
      return { ok: true, value: null };
    },
    read: async (environment) => tokens.get(environment) ?? null,
    async forget(environment) {
      tokens.delete(environment);
    },
  };
}
