import { join } from 'node:path';
import { type Failure, failed, type Result } from '../shared/failure.ts';
import type { Printer } from '../shared/printer.ts';
import type { Provisioning } from '../shared/provisioning.ts';
import { type Settings, settingsSchema } from '../shared/settings.ts';
import type { StationCall, Topic } from '../shared/station-contract.ts';
import { aroundCalls } from './calls/around-calls.ts';
import { benchCalls } from './calls/bench-calls.ts';
import type { Handlers } from './calls/handlers.ts';
import { settingsCalls } from './calls/settings-calls.ts';
import { composeEnvironment, type OpenEnvironment } from './compose-environment.ts';
import { createNotices } from './core/notices.ts';
import type { Clock } from './core/ports/clock.ts';
import type { SettingsStore, StartPictureProcess, TokenVault } from './core/ports/desktop.ts';
import { createLabelPictures } from './labels/label-pictures.ts';
import { testLabel } from './printers/test-label.ts';
import { listVirtualLabels } from './printers/virtual-labels.ts';
import { applyProvisioning } from './provisioning/apply-provisioning.ts';
import { keepPastedToken, tokenFor } from './service/token-keeping.ts';
import { openRecordsIn } from './storage/open-records.ts';

/** What the station is built from: a data folder, and the desktop's parts as ports. */
export interface StationParts {
  dataFolder: string;
  version: string;
  settings: SettingsStore;
  vault: TokenVault;
  startPictureProcess: StartPictureProcess;
  storageWorker: { file: string | URL; execArgv?: string[] };
  provisioning: Provisioning | null;
  /** Said as warnings at the start, such as a refused provisioning file. */
  notices: string[];
  onBug: (error: unknown) => void;
}

/** The whole station, without a window. */
export interface Station {
  /** `input` has been parsed by the contract. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  onChanged(listener: (topics: Topic[]) => void): () => void;
  /** Ends everything in under five seconds. */
  close(): Promise<void>;
}

/** Wires the station. Runs in plain Node as well as in Electron. */
export async function composeStation(parts: StationParts): Promise<Station> {
  const clock = systemClock;
  const listeners = new Set<(topics: Topic[]) => void>();
  const announce = (...topics: Topic[]): void => {
    for (const listener of listeners) listener(topics);
  };
  const notices = createNotices(clock, announce);
  for (const text of parts.notices) notices.say({ tone: 'warning', text });

  let settings = readSettings(parts.settings);
  const keep = (next: Settings): void => {
    parts.settings.write(next);
    settings = next;
    environment?.bench.printQueue.setPrinters(next.printers);
    announce('station');
  };
  /** Environments whose token came since they were opened last: what it blocked may go. */
  const renewed = new Set<string>();
  const keepToken = async (of: Settings, name: string, pasted: string): Promise<Result<null>> => {
    const kept = await keepPastedToken(parts.vault, of, name, pasted);
    if (kept.ok) renewed.add(name);
    if (kept.ok && !(await parts.vault.isProtected())) notices.say(keptForThisRun(name));
    return kept;
  };
  const dropMovedToken = async (of: Settings, name: string): Promise<void> => {
    const environment = of.environments.find((entry) => entry.name === name);
    if (environment?.baseUrl) await tokenFor(parts.vault, environment);
  };

  const onSetAside = (): void =>
    notices.say({
      tone: 'warning',
      text: 'A record on disk cannot be read. It was left as it is and is not shown.',
      next: 'Tell whoever looks after this station.',
    });
  const storage = openRecordsIn({
    folder: join(parts.dataFolder, 'records'),
    onSetAside,
    workerFile: parts.storageWorker.file,
    execArgv: parts.storageWorker.execArgv ?? [],
  });
  const pictures = createLabelPictures({ startProcess: parts.startPictureProcess });
  const composed = {
    ...parts,
    clock,
    announce,
    notices,
    openRecords: storage.open,
    settings: () => settings,
    takeRenewed: (name: string) => renewed.delete(name),
  };

  let environment: OpenEnvironment | null = null;
  if (parts.provisioning) {
    const applied = applyProvisioning(settings, parts.provisioning);
    keep(applied.settings);
    for (const { environment: name, pasted } of applied.tokens) {
      const kept = await keepToken(settings, name, pasted);
      if (!kept.ok) notices.say({ tone: 'warning', text: `${name}: ${kept.failure.message}` });
    }
  }
  environment = await composeEnvironment(composed);

  let reopening: Promise<void> = Promise.resolve();
  /** Counts switches: a call that was made while another environment was on the screen is refused. */
  let epoch = 0;
  let switching = 0;
  const reopen = (): Promise<void> => {
    epoch += 1;
    switching += 1;
    reopening = reopening.then(async () => {
      await environment?.close().catch(parts.onBug);
      environment = null;
      environment = await composeEnvironment(composed).finally(() => {
        switching -= 1;
      });
      announce('station', 'scans', 'deletions', 'print jobs', 'commands', 'parcels', 'virtual labels');
    });
    const done = reopening;
    reopening = done.catch(parts.onBug);
    return done;
  };
  const openedNow = (): OpenEnvironment => {
    if (!environment) throw new Error('No environment is open');
    return environment;
  };
  const sendTestLabel = (printer: Printer): Promise<Result<null>> =>
    openedNow().sendTestLabel(printer, testLabel(printer.name));

  const handlers: Handlers = {
    ...aroundCalls({ ...composed, opened: openedNow, pictures, listVirtualLabels }),
    ...benchCalls(() => openedNow().bench, pictures, clock),
    ...settingsCalls({ settings: () => settings, keep, keepToken, dropMovedToken, reopen, sendTestLabel }),
  };

  return {
    async call(name, input) {
      const asked = epoch;
      const duringSwitch = switching > 0;
      await reopening;
      if (speaksOfWhatIsShown.includes(name) && (duringSwitch || asked !== epoch)) return failed(switchedMeanwhile);
      const handle = handlers[name] as (parsed: unknown) => Promise<Result<unknown>>;
      return handle(input);
    },
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await reopening;
      listeners.clear();
      await Promise.all([environment?.close(), pictures.close()]);
      await storage.close();
    },
  };
}

const keptForThisRun = (environment: string) =>
  ({
    tone: 'warning',
    text: `The token of ${environment} is kept until the station closes: this computer has no protected store.`,
    next: 'Install and unlock a keyring to keep it.',
  }) as const;

/** Calls that act on, or name by number, what the window shows: numbers begin at 1 in each environment's file. */
const speaksOfWhatIsShown: readonly StationCall[] = [
  'scan.take',
  'scan.answer',
  'parcel.print',
  'parcel.delete',
  'deletion.undo',
  'label.picture',
  'print-job.cancel',
  'print-job.settle',
  'command.try-again',
  'command.put-away',
  'order.quote',
  'order.create',
  'order.progress',
];

const switchedMeanwhile: Failure = {
  code: 'not-allowed-now',
  message: 'The environment was changed meanwhile; nothing was done.',
  next: 'Do it again if it is still wanted.',
};

const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Settings that cannot be read are put aside by starting from the defaults; the file is only replaced when something is kept. */
function readSettings(store: SettingsStore): Settings {
  const stored = settingsSchema.safeParse(store.read());
  return stored.success ? stored.data : settingsSchema.parse({});
}
