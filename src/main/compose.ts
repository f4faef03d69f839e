import { basename, dirname, join } from 'node:path';
import type { Result } from '../shared/failure.ts';
import type { Provisioning } from '../shared/provisioning.ts';
import { type StationCall, type Topic, topics } from '../shared/station-contract.ts';
import { waitingCount, waitingWords } from '../shared/waiting.ts';
import { aroundCalls } from './calls/around-calls.ts';
import { batchCalls } from './calls/batch-calls.ts';
import { benchCalls } from './calls/bench-calls.ts';
import { boardCalls } from './calls/board-calls.ts';
import { commandCalls } from './calls/command-calls.ts';
import { doubtCalls } from './calls/doubt-calls.ts';
import { eventCalls } from './calls/event-calls.ts';
import { exportCalls } from './calls/export-calls.ts';
import type { Handlers } from './calls/handlers.ts';
import { importCalls } from './calls/import-calls.ts';
import { orderBookCalls } from './calls/order-book-calls.ts';
import { printCalls } from './calls/print-calls.ts';
import { printerCalls } from './calls/printer-calls.ts';
import { sandboxCalls } from './calls/sandbox-calls.ts';
import { settingsCalls } from './calls/settings-calls.ts';
import { spendingCalls } from './calls/spending-calls.ts';
import { webhookCalls } from './calls/webhook-calls.ts';
import { composeBatch } from './compose-batch.ts';
import { composeEnvironment } from './compose-environment.ts';
import { composeFiling } from './compose-filing.ts';
import { composePrinting } from './compose-printing.ts';
import { keepSettings } from './compose-settings.ts';
import { composeWebhooks } from './compose-webhook.ts';
import { createEvents } from './core/events.ts';
import { createNotices, type Notices } from './core/notices.ts';
import type { Clock } from './core/ports/clock.ts';
import type {
  ConfirmAddress,
  FilePicker,
  OnWake,
  SettingsStore,
  StartPictureProcess,
  TokenVault,
} from './core/ports/desktop.ts';
import type { ChooseExportFile } from './core/ports/export-file.ts';
import type { PrinterFinding } from './core/ports/printer-finding.ts';
import { readImportFile } from './import/read-import-file.ts';
import { createLabelPictures } from './labels/label-pictures.ts';
import { watchNetwork } from './network-watch.ts';
import { testLabel } from './printers/test-label.ts';
import { listVirtualLabels } from './printers/virtual-labels.ts';
import { type LeftEnvironment, type ShownEnvironment, showEnvironment } from './show-environment.ts';
import { openRecordsIn } from './storage/open-records.ts';

/** A program that runs on a thread of its own, and what Node needs to read it. */
export interface ThreadProgram {
  file: string | URL;
  execArgv?: string[];
}

/** What the station is built from: a data folder, and the desktop's parts as ports. */
export interface StationParts {
  dataFolder: string;
  version: string;
  settings: SettingsStore;
  vault: TokenVault;
  startPictureProcess: StartPictureProcess;
  confirmAddress: ConfirmAddress;
  picker: FilePicker;
  chooseExportFile: ChooseExportFile;
  /** Hears when the computer wakes from sleep; never, where nobody can tell. */
  onWake?: OnWake;
  /** How printers are looked for; in every way of this computer unless a test brings another. */
  printerFinding?: PrinterFinding;
  storageWorker: ThreadProgram;
  /** Speaks to the Windows spooler; started on Windows alone. */
  spoolerThread: ThreadProgram;
  /** Reads one .xlsx file and is ended. */
  spreadsheetThread: ThreadProgram;
  provisioning: Provisioning | null;
  /** The computer's own, unless told otherwise. */
  clock?: Clock;
  /** Said as warnings at the start, such as a refused provisioning file. */
  notices: string[];
  onBug: (error: unknown) => void;
}

/** The whole station, without a window. */
export interface Station {
  /** `input` has been parsed by the contract. */
  call(name: StationCall, input: unknown): Promise<Result<unknown>>;
  onChanged(listener: (changed: Topic[]) => void): () => void;
  /** Ends everything in under five seconds. */
  close(): Promise<void>;
}

/** Wires the station. Runs in plain Node as well as in Electron. */
export async function composeStation(parts: StationParts): Promise<Station> {
  const { vault, onBug } = parts;
  const clock = parts.clock ?? systemClock;
  const listeners = new Set<(changed: Topic[]) => void>();
  const announce = (...changed: Topic[]): void => {
    for (const listener of listeners) listener(changed);
  };
  const notices = createNotices(clock, announce);
  for (const text of parts.notices) notices.say({ tone: 'warning', text });

  let shown: ShownEnvironment | null = null;
  const kept = keepSettings({
    ...{ store: parts.settings, vault, notices },
    onKept(next) {
      shown?.ifOpen()?.bench.printQueue.setPrinters(next.printers);
      shown?.ifOpen()?.imports.follow(next);
      if (shown) webhooks.follow();
      announce('station');
    },
  });
  const settings = kept.now;

  const storage = openRecordsIn({
    folder: join(parts.dataFolder, 'records'),
    onSetAside: () => notices.say(rowSetAside),
    workerFile: parts.storageWorker.file,
    execArgv: parts.storageWorker.execArgv ?? [],
  });
  const pictures = createLabelPictures({ startProcess: parts.startPictureProcess });
  const printing = composePrinting({
    ...{ announce, onBug, spoolerThread: parts.spoolerThread, printerFinding: parts.printerFinding },
    printers: () => settings().printers,
  });

  const isShown = (name: string): boolean => shown?.ifOpen()?.environment.name === name;
  const filing = composeFiling({
    ...{ clock, onBug, openRecords: storage.open },
    shown: () => shown?.ifOpen() ?? null,
    eventsOver: (name, records) =>
      createEvents({
        ...{ records, clock, onBug, notices: null },
        // It may have come to be shown since its records were opened.
        announce: (...changed) => isShown(name) && announce(...changed),
      }),
  });
  const webhooks = composeWebhooks({ settings, take: filing.take, clock, announce, notices, onBug });

  if (parts.provisioning) await kept.provision(parts.provisioning);
  const batchEdges = composeBatch(parts.spreadsheetThread);
  const common = { ...parts, ...kept, settings, clock, announce, notices, pictures, batchEdges };
  const environment = await showEnvironment({
    open: () =>
      composeEnvironment({
        ...{ ...common, openRecords: storage.open, openTransport: printing.openTransport },
        openPracticeWebhook: webhooks.openForPractice,
      }),
    onSwitched(left) {
      if (left) sayWhatIsLeft(notices, left);
      // Everything that is shown belongs to the environment in use.
      announce(...topics);
    },
    onBug,
  });
  shown = environment;
  webhooks.follow();
  const hurry = (): void => environment.ifOpen()?.bench.hurry();
  const stopWatching = watchNetwork({ clock, onChanged: hurry });
  const stopHearing = parts.onWake?.(hurry);
  const opened = environment.now;
  const bench = () => opened().bench;

  const handlers: Handlers = {
    ...aroundCalls({ ...common, opened, listVirtualLabels }),
    ...benchCalls(bench, pictures),
    ...boardCalls(bench),
    ...exportCalls({
      ...{ ...kept, settings, bench, clock, chooseFile: parts.chooseExportFile },
      nameOf: (path) => basename(path),
    }),
    ...commandCalls(bench),
    ...orderBookCalls(bench),
    ...doubtCalls(bench),
    ...spendingCalls(bench),
    ...batchCalls({
      ...{ bench, picker: parts.picker, readFile: readImportFile, chooseFile: parts.chooseExportFile },
      ...{ nameOf: (path) => basename(path), folderOf: (path) => dirname(path) },
    }),
    ...sandboxCalls(bench),
    ...eventCalls(bench),
    ...printCalls({ bench, changePrinter: kept.changePrinter }),
    ...settingsCalls({ ...kept, settings, reopen: environment.reopen }),
    ...webhookCalls({ ...kept, settings, webhooks, sendTest: () => opened().sendTestEvent }),
    ...importCalls({
      ...{ ...kept, settings, opened, picker: parts.picker },
      readFile: readImportFile,
      nameOf: (path) => basename(path),
    }),
    ...printerCalls({
      ...{ settings, keep: kept.keep, search: printing.search, confirmAddress: parts.confirmAddress },
      openTransport: () => opened().openTransport,
      sendTestLabel: (printer) => opened().sendTestLabel(printer, testLabel(printer.name)),
    }),
  };

  return {
    call: (name, input) => environment.answer(handlers, name, input),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      stopWatching();
      stopHearing?.();
      await Promise.all([webhooks.close(), environment.close(), pictures.close(), printing.search.stop()]);
      await filing.close();
      await storage.close();
    },
  };
}

/** What waits in an environment waits there until it is used again. */
function sayWhatIsLeft(notices: Notices, { name, waiting }: LeftEnvironment): void {
  const words = waitingWords(waiting);
  if (words === null) return;
  const isOne = waitingCount(waiting) === 1;
  notices.say({
    tone: 'information',
    text: `${words} ${isOne ? 'waits' : 'wait'} in ${name}.`,
    next: `${isOne ? 'It goes' : 'They go'} on when ${name} is in use again.`,
  });
}

const rowSetAside = {
  tone: 'warning',
  text: 'A record on disk cannot be read. It was left as it is and is not shown.',
  next: 'Tell whoever looks after this station.',
} as const;

const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
