import { networkInterfaces } from 'node:os';
import { message } from '../../shared/messages/message.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import type { Environment } from '../../shared/settings/environment.ts';
import { fleetOf } from '../../shared/settings/fleet.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { benchName } from '../../shared/site/parcel-at-site.ts';
import { createYielder } from '../concurrency/waiting.ts';
import type { BatchPorts } from '../core/batch/batch-workflow.ts';
import { clockMessage } from '../core/computer/clock-check.ts';
import type { Announce, Notices } from '../core/notices.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { StartSidecar, TokenVault } from '../core/ports/desktop.ts';
import type { OpenTransport, PrinterDiscovery } from '../core/ports/printing.ts';
import type { Records } from '../core/ports/records.ts';
import { createPrinterSearch, type PrinterSearchController } from '../core/printing/printer-search.ts';
import { openFileBeside } from '../files/export-writer.ts';
import { createSpreadsheetReader } from '../files/read-spreadsheet.ts';
import { createPrinterDiscovery } from '../printers/discovery/find-printers.ts';
import { systemDiscoverers } from '../printers/discovery/system-discoverers.ts';
import { createPrinterLocks } from '../printers/printer-lock.ts';
import { createTransportRegistry } from '../printers/transport-registry.ts';
import { createThreadedSpooler, type SpoolerThreadOptions } from '../printers/windows/spooler.ts';
import { listWindowsPrinters } from '../printers/windows/windows.ts';
import { createTokenFinder } from '../service/echoed-token.ts';
import { readToken } from '../service/service-token.ts';
import type { Site } from '../site/open-site.ts';
import { siteKeyOf } from '../site/site-key.ts';
import type { StationRuntime } from './station-runtime.ts';

/** A program for its own thread, and the options that Node needs to run it. */
export interface ThreadProgram {
  file: string | URL;
  execArgv?: string[];
}

export interface PrinterAdaptersParts {
  spoolerThread: SpoolerThreadOptions;
  /** The printer discovery; undefined for all methods of this computer. */
  printerFinding: PrinterDiscovery | undefined;
  printers: () => readonly Printer[];
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** Printer transports and discovery, shared by all environments, so that one lock per printer covers all of them. */
export interface PrinterAdapters {
  /** Opens transports; virtual printers store labels in that folder. */
  openTransport(virtualLabelFolder: string): OpenTransport;
  search: PrinterSearchController;
}

export function createPrinterAdapters({
  spoolerThread,
  printers,
  announce,
  onBug,
  printerFinding,
}: PrinterAdaptersParts): PrinterAdapters {
  const withLock = createPrinterLocks();
  const discoverers = systemDiscoverers({
    platform: process.platform,
    listWindowsPrinters: () => listWindowsPrinters(createThreadedSpooler(spoolerThread)),
  });
  const discovery = printerFinding ?? createPrinterDiscovery({ discoverers, onBug });
  return {
    openTransport: (virtualLabelFolder) => withLock(createTransportRegistry({ virtualLabelFolder, spoolerThread })),
    search: createPrinterSearch({ discovery, printers, announce, onBug }),
  };
}

/** The I/O of batches: spreadsheets, files beside their input, and yielding. */
export const createBatchPorts = (startProcess: StartSidecar, onBug: (error: unknown) => void): BatchPorts => ({
  readSpreadsheet: createSpreadsheetReader({ startProcess, onBug }),
  openFileBeside,
  yieldToEventLoop: createYielder(),
});

/** Milliseconds between two checks of this computer's addresses. */
const checkIntervalMs = 5_000;

type Interfaces = ReturnType<typeof networkInterfaces>;

export interface NetworkWatch {
  clock: Clock;
  /** Reads the network interfaces; the system's by default. */
  read?: () => Interfaces;
  /** Called when an address was added or removed. */
  onChanged(): void;
}

/** Watches this computer's network addresses until the function it returns is called. */
export function watchNetwork({ clock, read = networkInterfaces, onChanged }: NetworkWatch): () => void {
  let previousAddresses = addressesIn(read());
  let cancel: () => void;
  const check = (): void => {
    const now = addressesIn(read());
    const isChanged = now !== previousAddresses;
    previousAddresses = now;
    cancel = clock.after(checkIntervalMs, check);
    if (isChanged) onChanged();
  };
  cancel = clock.after(checkIntervalMs, check);
  return () => cancel();
}

/** All external addresses as one text. */
function addressesIn(interfaces: Interfaces): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) =>
      (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n');
}

export interface SiteOfParts {
  settings: Settings;
  environment: Environment;
  /** Packbench's own version. */
  version: string;
  vault: TokenVault;
  records: Records;
  /** How long records are kept, days. */
  keepDays: () => number;
  clock: Clock;
  notices: Notices;
  announce: Announce;
  onBug: (error: unknown) => void;
}

/**
 * The site that shares this environment; null where none does. Its code is loaded then alone.
 * @param runtime of the environment: made behind the site, which reports to it
 */
export async function openSiteOf(
  { settings, environment, vault, notices, announce, ...parts }: SiteOfParts,
  runtime: () => Pick<StationRuntime, 'siteApplied' | 'sharedPrintersChanged' | 'attention'>,
): Promise<Site | null> {
  const { name, kind } = environment;
  const fleet = fleetOf(settings.fleet, environment);
  if (!fleet || kind === 'practice') return null;
  if (fleet.role === 'hub') {
    notices.notify({ tone: 'warning', message: message('site.hub-has-no-window') });
    return null;
  }
  const { joinSite } = await import('../site/join-site.ts');
  // A hub has no token, and so cannot take one out of what a service repeats.
  const ownToken = createTokenFinder(await readToken(vault, name));
  return joinSite({
    ...{ ...parts, fleet, environment: { ...environment, kind }, printers: settings.printers },
    seed: await siteKeyOf(vault, fleet.bench),
    withoutToken: ownToken.redactBytes,
    onClock: (finding) => notices.notify({ tone: 'warning', message: clockMessage(finding) }),
    onHubAnswer: () => announce('scans', 'parcels'),
    onChange() {
      announce('station', 'site');
      // Benches may be paused, or read again.
      runtime().attention.topicsChanged(['station']);
    },
    onPrinters: () => runtime().sharedPrintersChanged(),
    onApplied(applied) {
      runtime().siteApplied(applied);
      announce('site');
    },
    onPaused: (bench) => notices.notify({ tone: 'warning', message: message('site.bench-paused', { bench }) }),
    onFlood: (bench, of) =>
      notices.notify({
        tone: 'warning',
        message: message(of === 'wishes' ? 'site.bench-ignored' : 'site.deletions-ignored', {
          bench: benchName(bench),
        }),
      }),
  });
}
