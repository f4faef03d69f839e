import { type Message, message } from '../../../shared/messages/message.ts';
import { dotsPerInch, type StoredPrinterIdentity } from '../../../shared/printing/printer.ts';
import type { PrinterIdentity } from '../../../shared/printing/printer-status.ts';

/**
 * True where the answer contradicts the known identity: a different printer is at the address, or it has another print head. Missing
 * values contradict nothing. `~HI` and the variable spell a model differently, so the model counts only without a serial number.
 */
export function isDifferentPrinter(known: StoredPrinterIdentity, answering: PrinterIdentity): boolean {
  const isOneBySerial = known.serial !== null && known.serial === answering.serial;
  return (
    differs(known.serial, answering.serial) ||
    differs(known.dotsPerMillimetre, answering.dotsPerMillimetre) ||
    (!isOneBySerial && differs(known.model, answering.model))
  );
}

/** The identity with what the printer answered; the same object where nothing is new. */
export function mergeIdentity(
  known: StoredPrinterIdentity | undefined,
  answering: PrinterIdentity,
): StoredPrinterIdentity {
  const next = {
    model: answering.model ?? known?.model ?? null,
    serial: answering.serial ?? known?.serial ?? null,
    dotsPerMillimetre: answering.dotsPerMillimetre ?? known?.dotsPerMillimetre ?? null,
  };
  const hasChanged =
    !known || (Object.keys(next) as (keyof StoredPrinterIdentity)[]).some((key) => next[key] !== known[key]);
  return hasChanged ? next : known;
}

/** "ZD421, serial 50J1, 203 dpi" */
export const identityMessage = ({ model, serial, dotsPerMillimetre }: StoredPrinterIdentity): Message =>
  message('printer.identity', { model, serial, dpi: dotsPerMillimetre && dotsPerInch(dotsPerMillimetre) });

function differs<T>(one: T | null, other: T | null): boolean {
  return one !== null && other !== null && one !== other;
}
