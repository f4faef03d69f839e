import { connect, type Socket } from 'node:net';
import { failed, type Result, success } from '../../shared/contract/failure.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { startDeadline } from '../concurrency/waiting.ts';
import type { Delivery, OpenPrinter, PrinterTransport } from '../core/ports/printing.ts';
import { emptyLabel, openStopped } from './printer-failures.ts';
import { createCapabilities, type PrinterCapabilities } from './protocol/capabilities.ts';
import { queryIdentity } from './protocol/identity-query.ts';
import { sendCommand } from './protocol/printer-commands.ts';
import { queryStatus } from './protocol/status-query.ts';
import { queryLabelCount } from './protocol/variables.ts';
import { createTcpChannel, discard, reset } from './tcp-channel.ts';
import {
  addressText,
  closedByPrinter,
  connectFailed,
  sendAndClose,
  type TcpAddress,
  type TcpSendLimits,
} from './tcp-send.ts';

/** All in milliseconds. */
export interface TcpLimits extends TcpSendLimits {
  /** Time for the name look-up and the connection. */
  readonly connectMs: number;
  /** Time without a query or a label until the connection is closed. */
  readonly unusedMs: number;
}

const defaultLimits: TcpLimits = {
  connectMs: 3_000,
  unusedMs: 30_000,
  stalledAfterMs: 1_500,
  idleMs: 10 * 60_000,
  closeMs: 5_000,
};

/**
 * Raw printing on port 9100: connect, query, send, close. Each label has its own connection; the learned capabilities are kept.
 */
export function tcpTransport(address: TcpAddress, limits: Partial<TcpLimits> = {}): PrinterTransport {
  const capabilities = createCapabilities();
  const all = { ...defaultLimits, ...limits };
  return {
    async open(signal) {
      const connection = await connectTo(address, all.connectMs, signal);
      return connection.ok ? success(openPrinter(connection.value, address, all, capabilities)) : connection;
    },
  };
}

function connectTo({ host, port }: TcpAddress, withinMs: number, signal: AbortSignal): Promise<Result<Socket>> {
  const address = { host, port };
  if (signal.aborted) return Promise.resolve(failed(openStopped(addressText(address))));
  return new Promise((resolve) => {
    // allowHalfOpen: our side closes first, and the printer's close is evidence (without it, Node ends both sides at once).
    const socket = connect({
      ...address,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: 10_000,
    });
    const deadline = startDeadline(withinMs, [signal]);
    const settle = (result: Result<Socket>): void => {
      deadline.release();
      socket.off('error', onError);
      if (!result.ok) discard(socket);
      resolve(result);
    };
    const onError = (error: Error): void => settle(failed(connectFailed(address, error)));
    deadline.signal.addEventListener('abort', () => {
      if (signal.aborted) settle(failed(openStopped(addressText(address))));
      else onError(new Error('connect limit'));
    });
    socket.on('error', onError);
    socket.once('connect', () => settle(success(socket)));
  });
}

/** Runs queries one after another, then sends one label. Later queries have no answer. */
function openPrinter(
  socket: Socket,
  address: TcpAddress,
  limits: TcpLimits,
  capabilities: PrinterCapabilities,
): OpenPrinter {
  const channel = createTcpChannel(socket, limits.unusedMs);
  const mutex = createMutex();
  let isUsed = false;
  const enqueue = <T>(query: () => Promise<T>, otherwise: T): Promise<T> =>
    isUsed ? Promise.resolve(otherwise) : mutex.runExclusive(query);
  const connectionGone = { kind: 'not started', failure: closedByPrinter(address) } as const;
  return {
    status: () => enqueue(() => queryStatus(channel, capabilities), { kind: 'silent' }),
    labelCount: () => enqueue(() => queryLabelCount(channel, capabilities), null),
    identity: () => enqueue(() => queryIdentity(channel, capabilities), null),
    sendCommand: (command) =>
      enqueue(async () => {
        const result = await sendCommand(channel, capabilities, command);
        return result.ok && !channel.isUsable() ? failed(connectionGone.failure) : result;
      }, failed(connectionGone.failure)),
    send(bytes, progress) {
      const delivery = enqueue(async (): Promise<Delivery> => {
        if (bytes.length === 0) {
          channel.close();
          return { kind: 'not started', failure: emptyLabel };
        }
        const sending = await channel.detach();
        return sending ? sendAndClose(sending, bytes, address, limits, progress) : connectionGone;
      }, connectionGone);
      isUsed = true;
      return delivery;
    },
    close: () => (channel.isUsable() ? channel.close() : reset(socket)),
  };
}
