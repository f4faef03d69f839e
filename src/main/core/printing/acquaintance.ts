import { dotsPerInch, type KnownPrinter } from '../../../shared/printer.ts';
import type { PrinterIdentity } from '../../../shared/printer-status.ts';

/**
 * True where what is told contradicts what was known: another printer answers at the address, or has another head. What is not told
 * contradicts nothing. `~HI` and the variable name a model differently, so that it counts only where no serial number does.
 */
export function isAnother(known: KnownPrinter, met: PrinterIdentity): boolean {
  const isOneBySerial = known.serial !== null && known.serial === met.serial;
  return (
    differs(known.serial, met.serial) ||
    differs(known.dotsPerMillimetre, met.dotsPerMillimetre) ||
    (!isOneBySerial && differs(known.model, met.model))
  );
}

/** What is known after a meeting; the same object where nothing was learnt. */
export function afterMeeting(known: KnownPrinter | undefined, met: PrinterIdentity): KnownPrinter {
  const next = {
    model: met.model ?? known?.model ?? null,
    serial: met.serial ?? known?.serial ?? null,
    dotsPerMillimetre: met.dotsPerMillimetre ?? known?.dotsPerMillimetre ?? null,
  };
  const learnt = !known || (Object.keys(next) as (keyof KnownPrinter)[]).some((key) => next[key] !== known[key]);
  return learnt ? next : known;
}

/** "ZD421, serial 50J1, 203 dpi" */
export function identityWords({ model, serial, dotsPerMillimetre }: KnownPrinter): string {
  const parts = [model, serial && `serial ${serial}`, dotsPerMillimetre && `${dotsPerInch(dotsPerMillimetre)} dpi`];
  return parts.filter(Boolean).join(', ') || 'a printer that does not say what it is';
}

function differs<T>(one: T | null, other: T | null): boolean {
  return one !== null && other !== null && one !== other;
}
