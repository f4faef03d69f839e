import type { Failure } from '../../shared/failure.ts';

/** A printer's address as an operator reads it. */
export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

const shown = ({ host, port }: TcpAddress): string => `${host}:${port}`;

/** Words for a connection that never came about. Nothing was sent. */
export function notConnected(address: TcpAddress, error: NodeJS.ErrnoException): Failure {
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return unreachable(
        `The printer at ${shown(address)} takes no connection: it is busy with another computer, or off.`,
        'Look whether the printer is on and whether another computer prints on it.',
      );
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return unreachable(
        `The printer’s name ${address.host} is not known on this network.`,
        'Look at the printer’s address in Settings.',
      );
    default:
      return unreachable(
        `The printer at ${shown(address)} does not answer.`,
        'Look at the cable, the network and the power.',
      );
  }
}

/** The caller gave up while the connection was being made. */
export const openingStopped = (address: TcpAddress): Failure =>
  unreachable(
    `Connecting to the printer at ${shown(address)} was stopped. Nothing was sent.`,
    'Print again when ready.',
  );

/** The connection was there, and went before a byte was written. */
export const gaveUpBeforeSending = (address: TcpAddress): Failure =>
  unreachable(
    `The printer at ${shown(address)} closed the connection before anything was sent.`,
    'Look whether another computer prints on it.',
  );

/** The connection died once bytes may have left. `error` is null where the printer closed it in good order, but too early. */
export function cutOff(address: TcpAddress, error: NodeJS.ErrnoException | null): Failure {
  const how = error && error.code !== 'ECONNRESET' && error.code !== 'EPIPE' ? 'was lost' : 'was closed by the printer';
  return {
    code: 'printer-cut-off',
    message: `The connection to ${shown(address)} ${how} before the label was sent to its end.`,
    next: 'Look at the printer: scan the label if it came out, or say that it did not print.',
  };
}

/** The printer stopped taking bytes in the middle of a label. */
export const stalled = (address: TcpAddress, seconds: number): Failure => ({
  code: 'printer-cut-off',
  message: `The printer at ${shown(address)} stopped taking the label for ${seconds} seconds.`,
  next: 'Look at paper, ribbon and head; then scan the label if it came out, or say that it did not print.',
});

export const nothingToSend: Failure = {
  code: 'no-label',
  message: 'The label is empty.',
  next: 'Print the parcel again to fetch its label anew.',
};

const unreachable = (message: string, next: string): Failure => ({ code: 'printer-unreachable', message, next });
