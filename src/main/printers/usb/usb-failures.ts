import type { Failure } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { connectionLost, cutOff, sendingStopped, stoppedAccepting, unreachable } from '../printer-failures.ts';

/** A system error's name, "ENOENT"; "unknown" where it has none. */
export function errorName(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** A device that could not be opened. Nothing was sent. */
export function notOpened(path: string, error: string): Failure {
  switch (error) {
    case 'ENOENT':
    case 'ENODEV':
    case 'ENXIO':
    case 'EIO':
      return unreachable(message('printer.usb-not-found', { path }));
    case 'EACCES':
    case 'EPERM':
      return unreachable(message('printer.usb-no-access', { path }));
    case 'EBUSY':
      return unreachable(message('printer.usb-busy', { path }));
    default:
      return unreachable(message('printer.usb-open-failed', { path, error }));
  }
}

/** A plain file is in the device's place: a program wrote to the path while no printer was connected. */
export const notADevice = (path: string): Failure => unreachable(message('printer.usb-not-a-device', { path }));

export const writerNotStarted: Failure = unreachable(message('printer.usb-writer-missing'));

export const commandNotAccepted = (path: string): Failure =>
  unreachable(message('printer.command-not-accepted', { target: path }));

/** Why sending a label ended early. */
export type AbortCause = 'unplugged' | 'fault' | 'stalled' | 'stopped';

/** The failure of a label of which a part may have been sent. */
export function cutOffBy(cause: AbortCause, path: string, stalledMs: number): Failure {
  switch (cause) {
    case 'unplugged':
      return cutOff(message('printer.usb-unplugged', { target: path }));
    case 'fault':
      return connectionLost(path);
    case 'stalled':
      return stoppedAccepting(path, stalledMs);
    case 'stopped':
      return sendingStopped(path);
  }
}
