import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { cutOff, sendingStopped, unreachable } from '../printer-failures.ts';
import { spoolerNotAvailable, spoolerThreadEnded, win32Errors } from './winspool-api.ts';

export const windowsOnly: Failure = unreachable(message('printer.windows-only'));

/** The printer could not be opened or accepted no document. Nothing was sent. */
export function notOpened(printer: string, error: number): Failure {
  switch (error) {
    case win32Errors.invalidPrinterName:
      return unreachable(message('printer.windows-unknown-printer', { printer }));
    case win32Errors.accessDenied:
      return unreachable(message('printer.windows-access-denied', { printer }));
    case win32Errors.unknownPrinterDriver:
      return unreachable(message('printer.windows-driver-missing', { printer }));
    case win32Errors.invalidDatatype:
      return unreachable(message('printer.windows-driver-unsuitable', { printer }));
    case win32Errors.printCancelled:
      return unreachable(message('printer.windows-cancelled', { printer }));
    case win32Errors.diskFull:
    case win32Errors.handleDiskFull:
      return unreachable(message('printer.windows-disk-full'));
    default:
      return unreachable(
        isTransient(error)
          ? message('printer.windows-spooler-not-answering')
          : message('printer.windows-open-failed', { printer, error }),
      );
  }
}

/** The list of printers is not available. */
export const listingFailed = (error: number): Failure => unreachable(message('printer.windows-list-failed', { error }));

/** True for errors that may pass soon: the spooler service is restarting, or our thread to it has ended. */
export function isTransient(error: number): boolean {
  return transientErrors.includes(error);
}

const transientErrors: readonly number[] = [
  win32Errors.serverUnavailable,
  win32Errors.callFailed,
  win32Errors.callFailedNotExecuted,
  win32Errors.invalidHandle,
  spoolerNotAvailable,
  spoolerThreadEnded,
];

export const labelNotAccepted = (printer: string): Failure =>
  unreachable(message('printer.windows-did-not-accept', { printer }));

const lostJobCodes = {
  'refused in the middle': 'printer.windows-stopped-accepting',
  'not ended': 'printer.windows-end-not-confirmed',
  deleted: 'printer.windows-job-deleted',
  'gone while held': 'printer.windows-job-gone-while-held',
  'not followed': 'printer.windows-job-not-followed',
  'printer gone': 'printer.windows-printer-removed',
  reference: 'printer.windows-job-unknown',
} as const;

/** Why the outcome of a job is unknown. */
export type LostCause = keyof typeof lostJobCodes | 'stopped';

/** The failure of a job of which a part may have been printed. */
export const lostJob = (printer: string, cause: LostCause): Failure =>
  cause === 'stopped' ? sendingStopped(printer) : cutOff(message(lostJobCodes[cause], { printer }));
