import { type Failure, failed } from '../../shared/contract/failure.ts';
import { type Message, message } from '../../shared/messages/message.ts';
import type { OpenPrinter } from '../core/ports/printing.ts';

/** Nothing was sent. */
export const unreachable = (reason: Message): Failure => ({ code: 'printer-unreachable', message: reason });

/** Part of the label, or all of it, may have reached the printer. */
export const cutOff = (reason: Message): Failure => ({ code: 'printer-cut-off', message: reason });

/** There is nothing to send. */
export const emptyLabel: Failure = { code: 'no-label', message: message('printer.empty-label') };

/** The caller stopped waiting for the printer. */
export const openStopped = (target: string | null): Failure => unreachable(message('printer.open-stopped', { target }));

/** The connection was closed before a byte was written. `target`: address, device, queue or printer name. */
export const closedBeforeSending = (target: string | null): Failure =>
  unreachable(message('printer.closed-before-sending', { target }));

export const sendingStopped = (target: string): Failure => cutOff(message('printer.sending-stopped', { target }));

export const connectionLost = (target: string): Failure => cutOff(message('printer.connection-lost', { target }));

export const stoppedAccepting = (target: string, afterMs: number): Failure =>
  cutOff(message('printer.stopped-accepting', { target, seconds: Math.round(afterMs / 1000) }));

/** The answers of a connection that sends labels and receives nothing. */
export const unidirectional: Pick<OpenPrinter, 'status' | 'labelCount' | 'identity' | 'sendCommand'> = {
  status: async () => ({ kind: 'one-way' }),
  labelCount: async () => null,
  identity: async () => null,
  sendCommand: async () => failed({ code: 'not-allowed-now', message: message('printer.labels-only') }),
};
