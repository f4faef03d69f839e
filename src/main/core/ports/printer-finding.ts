import type { FoundPrinter } from '../../../shared/found-printer.ts';

/** Looks for printers in every way this computer has, and tells each as it is found. */
export interface PrinterFinding {
  /**
   * Ends within ten seconds, or when the signal says so. A way that cannot be looked at here is told once, in words, and the
   * others go on. At most 200 printers.
   */
  find(
    told: { found(printer: FoundPrinter): void; ended(way: string, trouble: string | null): void },
    signal: AbortSignal,
  ): Promise<void>;
}
