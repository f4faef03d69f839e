import type { Failure } from '../../../shared/contract/failure.ts';

/** A system error's name, "ENOENT"; "unknown" where it has none. */
export function errorName(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** Words for a device that could not be opened. Nothing was sent. */
export function notOpened(path: string, error: string): Failure {
  switch (error) {
    case 'ENOENT':
    case 'ENODEV':
    case 'ENXIO':
    case 'EIO':
      return unreachable(
        `There is no USB printer at ${path}: it is off or not plugged in, or a print queue of this computer holds it.`,
        'Look at the cable and the power. Where a print queue uses the printer, print on that queue instead, or remove it.',
      );
    case 'EACCES':
    case 'EPERM':
      return unreachable(
        `This user may not use ${path}.`,
        'Add the user to the group lp and sign in again, or have a udev rule give access to the printer.',
      );
    case 'EBUSY':
      return unreachable(
        `Another program has ${path} open.`,
        'Close the other program, or wait until it is done. Printing goes on by itself.',
      );
    default:
      return unreachable(`The USB printer at ${path} cannot be opened (${error}).`, 'Look at the cable and the power.');
  }
}

/** Somebody wrote to the name while no printer was there: a plain file has taken its place. */
export const notADevice = (path: string): Failure =>
  unreachable(`${path} is a file and no printer.`, 'Have the file removed, then plug the printer in again.');

export const openAborted = (path: string): Failure =>
  unreachable(`Opening the printer at ${path} was stopped. Nothing was sent.`, 'Print again when ready.');

export const closedBeforeSending = (path: string): Failure =>
  unreachable(`The printer at ${path} was closed before the label was sent.`, 'Print again when ready.');

export const writerNotStarted: Failure = unreachable(
  'The program dd, which carries labels to USB printers, does not start on this computer. Nothing was sent.',
  'Install coreutils.',
);

export const emptyLabel: Failure = {
  code: 'no-label',
  message: 'The label is empty.',
  next: 'Print the parcel again to fetch its label anew.',
};

/** A command of ours that the printer did not take. */
export const commandNotAccepted = (path: string): Failure =>
  unreachable(`The printer at ${path} did not take the command.`, 'Look at paper, ribbon and head, and at the cable.');

/** Why a label did not get to its end. */
export type AbortCause = 'gone' | 'fault' | 'stalled' | 'stopped';

/** Words for a label that may have left in part. */
export function cutOff(path: string, why: AbortCause): Failure {
  return { code: 'printer-cut-off', message: abortMessages[why](path), next: lookAtThePrinter };
}

const abortMessages: Record<AbortCause, (path: string) => string> = {
  gone: (path) => `The printer at ${path} went away before the label was sent to its end: cable or power.`,
  fault: (path) => `The USB connection at ${path} failed before the label was sent to its end.`,
  stalled: (path) => `The printer at ${path} stopped taking the label.`,
  stopped: (path) => `Sending to the printer at ${path} was stopped before the label was sent to its end.`,
};

const lookAtThePrinter =
  'Look at paper, ribbon, head and cable; then scan the label if it came out, or say that it did not print.';

function unreachable(message: string, next: string): Failure {
  return { code: 'printer-unreachable', message, next };
}
