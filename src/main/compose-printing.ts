import type { Printer } from '../shared/printer.ts';
import type { Announce } from './core/announce.ts';
import type { PrinterFinding } from './core/ports/printer-finding.ts';
import type { OpenTransport } from './core/ports/printing.ts';
import { createPrinterSearch, type SearchForPrinters } from './core/printer-search.ts';
import { createPrinterFinding } from './printers/finding/find-printers.ts';
import { waysOfThisComputer } from './printers/finding/ways-of-this-computer.ts';
import { openTransportWith } from './printers/open-transport.ts';
import { printerLines } from './printers/printer-lines.ts';
import { type SpoolerThread, spoolerInThread } from './printers/windows/spooler-in-thread.ts';
import { listWindowsPrinters } from './printers/windows/windows-printers.ts';

export interface PrintingParts {
  spoolerThread: SpoolerThread;
  /** How printers are looked for; in every way of this computer where nothing is said. */
  printerFinding: PrinterFinding | undefined;
  printers: () => readonly Printer[];
  announce: Announce;
  onBug: (error: unknown) => void;
}

/** The ways to printers, shared by all environments: one hand at a printer, whichever is open. */
export interface ComposedPrinting {
  /** Virtual printers keep their labels in that folder. */
  openTransport(virtualLabelFolder: string): OpenTransport;
  search: SearchForPrinters;
}

export function composePrinting({
  spoolerThread,
  printers,
  announce,
  onBug,
  printerFinding,
}: PrintingParts): ComposedPrinting {
  const inLine = printerLines();
  const ways = waysOfThisComputer({
    platform: process.platform,
    listWindowsPrinters: () => listWindowsPrinters(spoolerInThread(spoolerThread)),
  });
  const finding = printerFinding ?? createPrinterFinding({ ways, onBug });
  return {
    openTransport: (virtualLabelFolder) => inLine(openTransportWith({ virtualLabelFolder, spoolerThread })),
    search: createPrinterSearch({ finding, printers, announce, onBug }),
  };
}
