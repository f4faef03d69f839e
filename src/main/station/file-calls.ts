import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import type { ActivityKind } from '../../shared/messages/journal-messages.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import { type ImportState, maxFilesAtOnce } from '../../shared/orders/import-state.ts';
import {
  type Erasure,
  type ErasureOfEnvironment,
  type FoundPerson,
  keptDays,
  maxPeople,
  namesOneOf,
  type PersonData,
} from '../../shared/settings/erasure.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { ExportRequest } from '../core/exports.ts';
import { sha256Of } from '../core/fingerprint.ts';
import { type Clock, instant } from '../core/ports/clock.ts';
import type { FilePicker } from '../core/ports/desktop.ts';
import type { AddImport, ChooseExportFile } from '../core/ports/files.ts';
import type { RecordBackups, RecordErasure, StoppedWork } from '../core/ports/records.ts';
import { removeVirtualLabels, virtualLabelFolder } from '../printers/virtual.ts';
import { changeSettings, type SettingsAccess } from './settings-calls.ts';
import type { StationRuntime } from './station-runtime.ts';

type ImportCall =
  | 'import.state'
  | 'import.file'
  | 'import.choose-files'
  | 'import.cancel'
  | 'import.choose-folder'
  | 'import.stop-watching';

/** Most files from the window in memory at once; the window sends one after another. */
const maxHeld = 2;

interface EnvironmentImports {
  environment: { name: string };
  imports: { add: AddImport; cancel(): void; state(): ImportState };
}

export interface ImportCallsParts extends SettingsAccess {
  opened: () => EnvironmentImports;
  picker: FilePicker;
  /** Reads a chosen file. */
  readFile(path: string): Promise<Result<Uint8Array>>;
  /** The file name of a path. */
  nameOf(path: string): string;
}

/** The calls that import orders from files. */
export function importCalls(parts: ImportCallsParts): Handlers<ImportCall> {
  const { opened, picker } = parts;
  let held = 0;
  const inDialog = oneDialog();

  /** Files chosen for an environment that is no longer shown are not imported. */
  const pick = async <T>(ask: () => Promise<T>): Promise<Result<{ picked: T; shown: EnvironmentImports }>> => {
    const shown = opened();
    const picked = await inDialog(ask);
    if (!picked.ok) return picked;
    return opened() === shown ? success({ picked: picked.value, shown }) : failed(switched);
  };

  return {
    'import.state': async () => success(opened().imports.state()),
    async 'import.file'({ name, bytes }) {
      if (held >= maxHeld) return failed(oneAfterAnother);
      held += 1;
      try {
        const added = opened().imports.add({ name, from: 'operator', read: async () => success(bytes) });
        return added.ok ? success((await added.value).report) : added;
      } finally {
        held -= 1;
      }
    },
    async 'import.choose-files'() {
      const answer = await pick(picker.files);
      if (!answer.ok) return answer;
      const { picked, shown } = answer.value;
      if (picked.length > maxFilesAtOnce) return failed(tooManyFiles);
      for (const path of picked) {
        const read = () => parts.readFile(path);
        const added = shown.imports.add({ name: parts.nameOf(path), from: 'operator', read });
        if (!added.ok) return added;
      }
      return success({ taken: picked.length });
    },
    async 'import.cancel'() {
      opened().imports.cancel();
      return success(null);
    },
    async 'import.choose-folder'() {
      const answer = await pick(picker.folder);
      if (!answer.ok) return answer;
      const { picked: folder, shown } = answer.value;
      if (folder === null) return success({ folder });
      const { name: environment } = shown.environment;
      const saved = changeSettings(parts, (settings) => ({ ...settings, import: { folder, environment } }));
      return saved.ok ? success({ folder }) : saved;
    },
    async 'import.stop-watching'() {
      const saved = changeSettings(parts, (settings) => ({ ...settings, import: {} }));
      return saved.ok ? success(null) : saved;
    },
  };
}

/** Opens dialogs of the system one at a time: a further one is refused while one is open. */
export function oneDialog(): <T>(ask: () => Promise<T>) => Promise<Result<T>> {
  let isOpen = false;
  return async (ask) => {
    if (isOpen) return failed(dialogOpen);
    isOpen = true;
    try {
      return success(await ask());
    } finally {
      isOpen = false;
    }
  };
}

const dialogOpen: Failure = { code: 'not-allowed-now', message: message('call.dialog-open') };
const switched: Failure = { code: 'not-allowed-now', message: message('call.environment-changed') };
const tooManyFiles: Failure = {
  code: 'too-large',
  message: message('import.too-many-files', { limit: maxFilesAtOnce }),
};
const oneAfterAnother: Failure = { code: 'not-allowed-now', message: message('import.busy') };

export interface ExportCallsParts {
  runtime: () => StationRuntime;
  chooseFile: ChooseExportFile;
  /** The file name of a path. */
  nameOf: (path: string) => string;
  clock: Clock;
  settings(): Settings;
  save(settings: Settings): void;
}

type ExportCall =
  | 'shipments.export'
  | 'journal.export'
  | 'figures.export'
  | 'export.read'
  | 'export.cancel'
  | 'export.dismiss';

/** The calls that export records to files. */
export function exportCalls(parts: ExportCallsParts): Handlers<ExportCall> {
  const { runtime, clock } = parts;

  const begin = async (request: ExportRequest) => {
    const { environment, exports } = runtime();
    const day = instant(clock.now()).slice(0, 10);
    const path = await parts.chooseFile(`${request.what}-${environment.name}-${day}.csv`);
    // The environment may have changed while the dialog was open; another one's records are never written to this file.
    return path === null ? success(null) : exports.begin(request, path, parts.nameOf(path));
  };

  return {
    'shipments.export': ({ filter, expected }) => begin({ what: 'shipments', filter, expected }),
    'journal.export': () => begin({ what: 'journal' }),
    'figures.export': (query) => begin({ what: 'figures', query }),
    'export.read': async () => success(runtime().exports.state()),
    async 'export.cancel'() {
      runtime().exports.cancel();
      return success(null);
    },
    async 'export.dismiss'() {
      runtime().exports.dismiss();
      return success(null);
    },
  };
}

export interface BackupCallsParts {
  opened: () => { environment: { name: string } };
  backups: Pick<RecordBackups, 'list' | 'lostWork' | 'prepareRestore'>;
  /** Ends the station and starts it again. */
  restart(): void;
}

/** The calls about backups of the records. A backup takes their place while the station starts: nothing has them open then. */
export function backupCalls(
  parts: BackupCallsParts,
): Handlers<'backups.list' | 'backups.lost-work' | 'backups.restore'> {
  const { backups, opened } = parts;
  let isRestoring = false;
  return {
    'backups.list': () => backups.list(opened().environment.name),
    async 'backups.lost-work'({ name }) {
      const lost = await backups.lostWork(opened().environment.name, name);
      return lost.ok ? success({ lost: lost.value }) : lost;
    },
    async 'backups.restore'({ name }) {
      if (isRestoring) return failed(restoring);
      isRestoring = true;
      const prepared = await backups.prepareRestore(opened().environment.name, name);
      isRestoring = prepared.ok;
      if (!prepared.ok) return prepared;
      parts.restart();
      return success(null);
    },
  };
}

const restoring: Failure = { code: 'not-allowed-now', message: message('storage.restoring') };

/** What erasing a person needs besides the records. */
export const erasurePorts = (dataFolder: string, erasure: RecordErasure, settings: () => Settings) => ({
  erasure,
  /** Every environment with records, under its name in the settings where it is still there. */
  async environments(): Promise<string[]> {
    const named = new Map(settings().environments.map(({ name }) => [name.toLowerCase(), name]));
    return (await erasure.environments()).map((name) => named.get(name) ?? name);
  },
  async removeVirtualLabels(environment: string, { isNamed, codes, hashes }: ErasedLabels): Promise<void> {
    await removeVirtualLabels(virtualLabelFolder(dataFolder, environment), (bytes) => {
      const text = Buffer.from(bytes).toString('utf8');
      return isNamed(text) || codes.some((code) => text.includes(code)) || hashes.includes(sha256Of(bytes));
    });
  },
});

export interface ErasureCallsParts {
  erasure: RecordErasure;
  /** Every environment with records. */
  environments(): Promise<string[]>;
  /** Removes labels of the virtual printers of an environment, where their bytes name one of these people or are one of these labels. */
  removeVirtualLabels(environment: string, erased: ErasedLabels): Promise<void>;
  /** Writes to the journal of the environment in use. */
  note(what: ActivityKind, outcome: Message): Promise<void>;
  /** The records may have changed in any place. */
  announceAll(): void;
  clock: Clock;
}

/** What the labels of erased people are known by. */
export interface ErasedLabels {
  isNamed(text: string): boolean;
  codes: readonly string[];
  hashes: readonly string[];
}

const dayMs = 24 * 3_600_000;

/** The calls that erase people, in the records of every environment, one after the other. */
export function erasureCalls(parts: ErasureCallsParts): Handlers<'erasure.find' | 'erasure.preview' | 'erasure.erase'> {
  const { erasure, clock } = parts;
  let isRunning = false;

  const runAlone = async <T>(work: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (isRunning) return failed(erasing);
    isRunning = true;
    try {
      return await work();
    } finally {
      isRunning = false;
    }
  };

  const erase = async (people: readonly PersonData[], isPreview: boolean): Promise<Result<Erasure>> => {
    const environments: ErasureOfEnvironment[] = [];
    const backups: number[] = [];
    for (const environment of await parts.environments()) {
      backups.push(...(await erasure.backupTimes(environment)));
      const erased = await erasure.erase(environment, people, { isPreview, at: instant(clock.now()) });
      if (!erased.ok) return erased;
      const { codes, hashes, ...counts } = erased.value;
      if (!isPreview) await parts.removeVirtualLabels(environment, { isNamed: namesOneOf(people), codes, hashes });
      environments.push({ environment, ...counts });
    }
    const newest = Math.max(...backups);
    const endAt = backups.length === 0 ? null : instant(newest + keptDays * dayMs);
    return success({ environments, backups: endAt === null ? null : { count: backups.length, endAt } });
  };

  return {
    'erasure.find': ({ text }) =>
      runAlone(async () => {
        const people = new Map<string, FoundPerson>();
        for (const environment of await parts.environments()) {
          const found = await erasure.find(environment, text);
          if (!found.ok) return found;
          for (const { orders, ...person } of found.value) {
            const key = JSON.stringify(person);
            people.set(key, { ...person, orders: orders + (people.get(key)?.orders ?? 0) });
          }
        }
        return success([...people.values()].slice(0, maxPeople));
      }),
    'erasure.preview': ({ people }) => runAlone(() => erase(people, true)),
    'erasure.erase': ({ people }) =>
      runAlone(async () => {
        const erased = await erase(people, false);
        parts.announceAll();
        if (!erased.ok) return erased;
        const sum = (kind: 'orders' | 'parcels' | 'labels'): number =>
          erased.value.environments.reduce((all, { touched }) => all + touched[kind], 0);
        const counts = { orders: sum('orders'), parcels: sum('parcels'), labels: sum('labels') };
        await parts.note('erase-person', message('journal.person-erased', counts));
        return erased;
      }),
  };
}

const erasing: Failure = { code: 'not-allowed-now', message: message('storage.erasing') };

/** The notice about records that are a copy. */
export const copiedRecords = (environment: string, stopped: StoppedWork) =>
  ({ tone: 'warning', message: message('storage.copied-records', { environment, ...stopped }) }) as const;
