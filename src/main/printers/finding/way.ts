import type { FindingWay } from '../../../shared/found-printer.ts';
import type { PrinterConnection } from '../../../shared/printer.ts';

/** A printer as one way sees it: as it was told, not yet cleaned or counted. */
export interface SeenPrinter {
  readonly name: string;
  /** What tells it from its likes, one thing each; empty ones are left out. */
  readonly details: readonly (string | null | undefined)[];
  readonly connection: PrinterConnection;
  /** The socket behind a raw print queue. */
  readonly direct?: PrinterConnection | null;
}

/** One way to look for printers. */
export interface Way {
  readonly name: FindingWay;
  /**
   * Tells each printer as it is seen, until it has looked enough or the signal says so. Gives why this way cannot be looked at
   * here, in one sentence; null where it could. Never rejects but for a bug.
   */
  look(seen: (printer: SeenPrinter) => void, signal: AbortSignal): Promise<string | null>;
}
