import type { Failure } from '../../../shared/contract/failure.ts';
import { spoolerNotAvailable, spoolerThreadEnded, win32Errors } from './winspool-api.ts';

export const windowsOnly: Failure = unreachable(
  'Windows printers can be used on Windows only.',
  'Set the printer up by its network address, or as a print queue or USB printer of this computer.',
);

/** Words for a printer that could not be opened or would take no document. Nothing was sent. */
export function notOpened(printer: string, error: number): Failure {
  switch (error) {
    case win32Errors.invalidPrinterName:
      return unreachable(
        `Windows knows no printer “${printer}”.`,
        'Look at its name in the printer settings of Windows.',
      );
    case win32Errors.accessDenied:
      return unreachable(
        `Windows does not let this user print on “${printer}”.`,
        'Have the printer’s permissions in Windows looked at.',
      );
    case win32Errors.unknownPrinterDriver:
      return unreachable(`The driver of “${printer}” is missing.`, 'Set the printer up again in Windows.');
    case win32Errors.invalidDatatype:
      return unreachable(
        `The driver of “${printer}” does not pass labels on as they are.`,
        'Set the printer up with the driver “Generic / Text Only”, or by its network address.',
      );
    case win32Errors.printCancelled:
      return unreachable(`The label for “${printer}” was cancelled in Windows before it was sent.`, 'Print it again.');
    case win32Errors.diskFull:
    case win32Errors.handleDiskFull:
      return unreachable('The disk is full: Windows cannot keep the label for the printer.', 'Make room on the disk.');
    default:
      return isTransient(error)
        ? unreachable('The print spooler of Windows does not answer.', 'Start the Windows service “Print Spooler”.')
        : unreachable(
            `Windows cannot print on “${printer}” (error ${error}).`,
            'Print a test page from Windows to see why.',
          );
  }
}

/** The list of printers could not be had. */
export const listingFailed = (error: number): Failure =>
  unreachable(
    `Windows does not tell its printers (error ${error}).`,
    'Look whether the Windows service “Print Spooler” runs.',
  );

/** True for what may be otherwise in a moment: the spooler service is being started again, or our thread to it has ended. */
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

export const openAborted = (printer: string): Failure =>
  unreachable(`Opening “${printer}” was stopped. Nothing was sent.`, 'Print again when ready.');

export const closedBeforeSending = (printer: string): Failure =>
  unreachable(`“${printer}” was closed before the label was sent.`, 'Print again when ready.');

export const labelNotAccepted = (printer: string): Failure =>
  unreachable(`Windows takes no label for “${printer}”.`, 'Print a test page from Windows to see why.');

export const emptyLabel: Failure = {
  code: 'no-label',
  message: 'The label is empty.',
  next: 'Print the parcel again to fetch its label anew.',
};

/** Why nobody knows what became of a job. */
export type LostCause =
  | 'refused in the middle'
  | 'stopped'
  | 'not ended'
  | 'deleted'
  | 'gone while held'
  | 'not followed'
  | 'printer gone'
  | 'reference';

/** Words for a job that may have left in part. */
export function lostJob(printer: string, by: LostCause): Failure {
  return { code: 'printer-cut-off', message: lostWords[by](printer), next: lookAtThePrinter };
}

const lostWords: Record<LostCause, (printer: string) => string> = {
  'refused in the middle': (printer) => `Windows stopped taking the label for “${printer}” before its end.`,
  stopped: (printer) => `Sending to “${printer}” was stopped before the label’s end.`,
  'not ended': (printer) => `Windows took the label for “${printer}” and did not confirm its end.`,
  deleted: (printer) => `The label was deleted from the print queue of “${printer}”; it may have come out before.`,
  'gone while held': (printer) =>
    `The label left the print queue of “${printer}” while it was held there: it was deleted, or printed in that moment.`,
  'not followed': (printer) => `The label is in the print queue of “${printer}” and was not followed to its end.`,
  'printer gone': (printer) =>
    `The printer “${printer}” is gone from Windows, and with it the label in its print queue.`,
  reference: (printer) => `It is not known which job of “${printer}” was the label.`,
};

const lookAtThePrinter = 'Look at the printer: scan the label if it came out, or say that it did not print.';

function unreachable(message: string, next: string): Failure {
  return { code: 'printer-unreachable', message, next };
}
