import { connect, type Socket } from 'node:net';
import { failed, type Result, success } from '../../shared/failure.ts';
import type { Delivery, OpenPrinter, PrinterTransport } from '../core/ports/printing.ts';
import { askIdentity } from './asking/ask-identity.ts';
import { askLabelCount } from './asking/ask-label-count.ts';
import { askStatus } from './asking/ask-status.ts';
import { newHabits, type PrinterHabits } from './asking/habits.ts';
import { tellPrinter } from './asking/tell-printer.ts';
import { gaveUpBeforeSending, notConnected, nothingToSend, openingStopped, type TcpAddress } from './tcp-failures.ts';
import { discard, reset, tcpLine } from './tcp-line.ts';
import { type SendingLimits, sendAndClose } from './tcp-sending.ts';

/** All in milliseconds. */
export interface TcpLimits extends SendingLimits {
  /** From the name look-up to the printer's first answer. */
  readonly connectMs: number;
  /** Connected, and neither asked nor sent anything. */
  readonly unusedMs: number;
}

const usualLimits: TcpLimits = {
  connectMs: 3_000,
  unusedMs: 30_000,
  stalledAfterMs: 1_500,
  idleMs: 10 * 60_000,
  closeMs: 5_000,
};

/**
 * Raw printing as Zebra's port 9100 takes it: connect, ask, send, close. A connection is never kept for the next label; what the
 * printer answers to is.
 */
export function tcpTransport(address: TcpAddress, limits: Partial<TcpLimits> = {}): PrinterTransport {
  const habits = newHabits();
  const all = { ...usualLimits, ...limits };
  return {
    async open(signal) {
      const connection = await connectTo(address, all.connectMs, signal);
      return connection.ok ? success(openPrinter(connection.value, address, all, habits)) : connection;
    },
  };
}

function connectTo({ host, port }: TcpAddress, withinMs: number, signal: AbortSignal): Promise<Result<Socket>> {
  const address = { host, port };
  if (signal.aborted) return Promise.resolve(failed(openingStopped(address)));
  return new Promise((resolve) => {
    // allowHalfOpen: our side closes first, and what the printer does then is evidence (Node ends both sides at once without it).
    const socket = connect({
      ...address,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    });
    const settle = (result: Result<Socket>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', onError);
      if (!result.ok) discard(socket);
      resolve(result);
    };
    const onError = (error: Error): void => settle(failed(notConnected(address, error)));
    const onAbort = (): void => settle(failed(openingStopped(address)));
    const timer = setTimeout(() => onError(new Error('connect limit')), withinMs);
    signal.addEventListener('abort', onAbort);
    socket.on('error', onError);
    socket.once('connect', () => settle(success(socket)));
  });
}

/** Asks and is told one thing after the other, then sends, once; asked after that, it has nothing more to say. */
function openPrinter(socket: Socket, address: TcpAddress, limits: TcpLimits, habits: PrinterHabits): OpenPrinter {
  const line = tcpLine(socket, limits.unusedMs);
  let last: Promise<unknown> = Promise.resolve();
  let isUsed = false;
  const inTurn = <T>(ask: () => Promise<T>, otherwise: T): Promise<T> => {
    if (isUsed) return Promise.resolve(otherwise);
    const answer = last.then(ask);
    last = answer;
    return answer;
  };
  const gone = { kind: 'not started', failure: gaveUpBeforeSending(address) } as const;
  return {
    status: () => inTurn(() => askStatus(line, habits), { kind: 'silent' }),
    labelCount: () => inTurn(() => askLabelCount(line, habits), null),
    identity: () => inTurn(() => askIdentity(line, habits), null),
    tell: (command) =>
      inTurn(async () => {
        const told = await tellPrinter(line, habits, command);
        return told.ok && !line.isUsable() ? failed(gone.failure) : told;
      }, failed(gone.failure)),
    send(bytes, progress) {
      const delivery = inTurn(async (): Promise<Delivery> => {
        if (bytes.length === 0) {
          line.close();
          return { kind: 'not started', failure: nothingToSend };
        }
        const sending = await line.takeOver();
        return sending ? sendAndClose(sending, bytes, address, limits, progress) : gone;
      }, gone);
      isUsed = true;
      return delivery;
    },
    close: () => (line.isUsable() ? line.close() : reset(socket)),
  };
}
