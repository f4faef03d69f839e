import type { Printer, PrinterInUse } from '../../../shared/printing/printer.ts';
import type { SharedPrinters } from '../ports/printing.ts';

/** The printers of the settings, as the print queue uses them. */
export interface PrintersInUse {
  set(printers: readonly Printer[]): void;
  /** Other printers are shared with other benches than before. Does nothing until they are set: the queue has not begun. */
  sharedChanged(): void;
}

/** @param use called with each new list */
export function createPrintersInUse(
  use: (printers: readonly PrinterInUse[]) => void,
  shared: SharedPrinters | undefined,
): PrintersInUse {
  let latest: readonly Printer[] | null = null;
  const apply = (printers: readonly Printer[]): void =>
    use(
      printers.map((printer) => {
        const sharedWith = shared?.sharedWith(printer) ?? [];
        // Its counter confirms nothing, as where the settings say so.
        return sharedWith.length > 0 ? { ...printer, shared: true, sharedWith } : printer;
      }),
    );
  return {
    set(printers) {
      latest = printers;
      shared?.report(printers);
      apply(printers);
    },
    sharedChanged: () => latest && apply(latest),
  };
}
