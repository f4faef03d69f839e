import { networkInterfaces } from 'node:os';
import type { Printer } from '../../shared/printing/printer.ts';
import { createYielder } from '../concurrency/waiting.ts';
import type { BatchPorts } from '../core/batch/batch-workflow.ts';
import type { Announce } from '../core/notices.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { OpenTransport, PrinterDiscovery } from '../core/ports/printing.ts';
import { createPrinterSearch, type PrinterSearchController } from '../core/printing/printer-search.ts';
import { openFileBeside } from '../files/export-writer.ts';
import { createSpreadsheetReader, type SpreadsheetThread } from '../files/read-spreadsheet.ts';
import { createPrinterDiscovery } from '../printers/discovery/find-printers.ts';
import { systemDiscoverers } from '../printers/discovery/system-discoverers.ts';
import { createPrinterLocks } from '../printers/printer-lock.ts';
import { createTransportRegistry } from '../printers/transport-registry.ts';
import { createThreadedSpooler, type SpoolerThreadOptions } from '../printers/windows/spooler.ts';
import { listWindowsPrinters } from '../printers/windows/windows.ts';

export interface PrinterAdaptersParts {
  spoolerThread: SpoolerThreadOptions;
  /** How printers are found; by every method of this computer where none is given. */
  printerFinding: PrinterDiscovery | undefined;
  printers: () => readonly Printer[];
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** The ways to printers, shared by all environments: one hand at a printer, whichever is open. */
export interface PrinterAdapters {
  /** Virtual printers keep their labels in that folder. */
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

/** What batches need of the world: spreadsheets, files beside their input, and pauses. */
export const createBatchPorts = (spreadsheetThread: SpreadsheetThread): BatchPorts => ({
  readSpreadsheet: createSpreadsheetReader(spreadsheetThread),
  openFileBeside,
  yieldToEventLoop: createYielder(),
});

/** Between two checks of this computer's addresses, milliseconds. A check takes well under one. */
const checkIntervalMs = 5_000;

type Interfaces = ReturnType<typeof networkInterfaces>;

export interface NetworkWatch {
  clock: Clock;
  /** The computer's own, unless a test brings others. */
  read?: () => Interfaces;
  /** An address came or went: a cable, a Wi-Fi, a tunnel. */
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

/** Every address that leads out of this computer, as one text. */
function addressesIn(interfaces: Interfaces): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) =>
      (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n');
}
