import { connect, type Socket } from 'node:net';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { startDeadline } from '../concurrency/waiting.ts';
import type { Delivery, OpenPrinter, PrinterTransport, SendProgress } from '../core/ports/printing.ts';
import { connectionLost, cutOff, emptyLabel, openStopped, stoppedAccepting, unreachable } from './printer-failures.ts';
import {
  createCapabilities,
  type PrinterCapabilities,
  recordAnswer,
  recordSilence,
  shouldQuery,
} from './protocol/capabilities.ts';
import { queryIdentity } from './protocol/identity-query.ts';
import { sendCommand } from './protocol/printer-commands.ts';
import { queryStatus } from './protocol/status-query.ts';
import { queryLabelCount } from './protocol/variables.ts';
import { askTogether, type WholeQuery, wholeLimits, wholeQuery } from './protocol/whole-query.ts';
import { createStallWatch } from './stall-watch.ts';
import { createTcpChannel, discard, maxReplyBytes, reset } from './tcp-channel.ts';

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
  /** Labels sent over this connection, which stayed open. */
  let labels = 0;
  const enqueue = <T>(query: () => Promise<T>, otherwise: T): Promise<T> =>
    isUsed ? Promise.resolve(otherwise) : mutex.runExclusive(query);
  const connectionGone = { kind: 'not started', failure: closedByPrinter(address) } as const;
  const send = async (bytes: Uint8Array, query: WholeQuery | null, progress?: SendProgress): Promise<SentLabel> => {
    if (bytes.length === 0) {
      channel.close();
      return { delivery: { kind: 'not started', failure: emptyLabel }, reply: null };
    }
    const sending = await channel.detach();
    if (labels > 0) (sending ? recordAnswer : recordSilence)(capabilities.nextLabel);
    if (!sending) return { delivery: connectionGone, reply: null };
    labels += 1;
    return sendLabel(sending, bytes, query && { query, keepOpen: channel.attach }, address, limits, progress);
  };
  return {
    status: () => enqueue(() => queryStatus(channel, capabilities), { kind: 'silent' }),
    labelCount: () => enqueue(() => queryLabelCount(channel, capabilities), null),
    identity: () => enqueue(() => queryIdentity(channel, capabilities), null),
    askTogether: (wantsIdentity) => enqueue(() => askTogether(channel, capabilities, wantsIdentity), 'incomplete'),
    sendCommand: (command) =>
      enqueue(async () => {
        const result = await sendCommand(channel, capabilities, command);
        return result.ok && !channel.isUsable() ? failed(connectionGone.failure) : result;
      }, failed(connectionGone.failure)),
    async send(bytes, progress) {
      const sent = enqueue(() => send(bytes, null, progress), { delivery: connectionGone, reply: null });
      isUsed = true;
      return (await sent).delivery;
    },
    sendAndAsk: (bytes, wantsIdentity, progress) =>
      enqueue(
        async () => {
          const mayAsk = shouldQuery(capabilities.nextLabel) && !channel.mayAnswerLate();
          const query = mayAsk ? wholeQuery(capabilities, wantsIdentity) : null;
          const { delivery, reply } = await send(bytes, query, progress);
          isUsed = reply === null;
          return { delivery, answers: reply && query ? query.read(reply) : null };
        },
        { delivery: connectionGone, answers: null },
      ),
    canContinue: () => !isUsed && channel.isUsable(),
    close: () => (channel.isUsable() ? channel.close() : reset(socket)),
  };
}

/** All in milliseconds. */
export interface TcpSendLimits {
  /** Time without progress until a stall is reported. */
  readonly stalledAfterMs: number;
  /** Time without progress until sending is abandoned: long enough to change paper. The kernel detects a dead peer itself. */
  readonly idleMs: number;
  /** Time for the printer to close its side after ours. */
  readonly closeMs: number;
}

/** Small, so that a cut-off shows how far the label got. */
const chunkBytes = 8 * 1024;

/** How a label was sent; with the whole reply to the query behind it, the connection is still open. */
interface SentLabel {
  readonly delivery: Delivery;
  readonly reply: Uint8Array | null;
}

/**
 * Sends a label, then closes the connection. `sent` requires that the kernel accepted every byte, our FIN was sent, and no error came
 * until the printer closed or the limit passed: a reset reaches Node only after 'finish' (measured). A printer that closes normally
 * while our last bytes are in transit cannot be distinguished from one that read them.
 *
 * With a query, it is sent in the label's last piece. Its whole reply shows that the printer read every byte before it, so that the label
 * is `sent` and the connection stays open; without it in time, the connection is closed as above.
 */
function sendLabel(
  socket: Socket,
  bytes: Uint8Array,
  behind: { query: WholeQuery; keepOpen(): void } | null,
  address: TcpAddress,
  limits: TcpSendLimits,
  progress: SendProgress | undefined,
): Promise<SentLabel> {
  return new Promise((resolve) => {
    const watch = createStallWatch(progress, limits.stalledAfterMs);
    let accepted = 0;
    let ourSideClosed = false;
    let timer: NodeJS.Timeout | undefined;
    let reply = Buffer.alloc(0);
    let asked = behind;
    const restartTimer = (milliseconds: number, onPassed: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(onPassed, milliseconds);
    };
    const leave = (): void => {
      clearTimeout(timer);
      watch.end();
      socket.off('error', onError).off('close', onClose).off('end', onEnd).off('finish', onFinish).off('data', onData);
    };
    const settle = (delivery: Delivery): void => {
      leave();
      // After a cut-off the kernel must not continue to send: a reset drops its buffer.
      if (delivery.kind === 'cut off') reset(socket);
      else discard(socket);
      resolve({ delivery, reply: null });
    };
    const fail = (failure = cutOffBy(address, null)): void => settle({ kind: 'cut off', bytesSent: accepted, failure });
    const delivered = (closedCleanly: boolean): void => settle({ kind: 'sent', bytesSent: accepted, closedCleanly });

    const onError = (error: Error): void => fail(cutOffBy(address, error));
    // Without a preceding error: closed by the station.
    const onClose = (): void => (ourSideClosed ? delivered(false) : fail());
    const onEnd = (): void => (ourSideClosed ? delivered(true) : fail());
    const onFinish = (): void => {
      ourSideClosed = true;
      watch.end();
      restartTimer(limits.closeMs, () => delivered(false));
    };
    const onData = (chunk: Buffer): void => {
      if (reply.length < maxReplyBytes) reply = Buffer.concat([reply, chunk]);
      answered();
    };
    /** All bytes were accepted, and the reply may be whole. */
    const answered = (): void => {
      if (!asked || accepted < bytes.length || !asked.query.isWhole(reply)) return;
      leave();
      asked.keepOpen();
      resolve({ delivery: { kind: 'sent', bytesSent: accepted, closedCleanly: true }, reply });
    };
    /** The reply is not whole in time. */
    const end = (): void => {
      asked?.query.read(reply);
      asked = null;
      socket.end();
    };
    socket.on('error', onError).on('close', onClose).on('end', onEnd).on('finish', onFinish).on('data', onData);

    const writeNext = (): void => {
      restartTimer(limits.idleMs, () => fail(stoppedAccepting(addressText(address), limits.idleMs)));
      if (accepted === bytes.length) {
        if (!asked) {
          socket.end();
          return;
        }
        watch.end();
        restartTimer(wholeLimits.totalMs, end);
        answered();
        return;
      }
      const chunk = bytes.subarray(accepted, accepted + chunkBytes);
      const isLast = accepted + chunk.length === bytes.length;
      // The next chunk waits until the kernel accepted this one, for back-pressure and for an exact count.
      socket.write(asked && isLast ? Buffer.concat([chunk, asked.query.bytes]) : chunk, (error) => {
        if (error || socket.destroyed) return;
        accepted += chunk.length;
        watch.onProgress();
        writeNext();
      });
    };
    writeNext();
  });
}

export interface TcpAddress {
  readonly host: string;
  readonly port: number;
}

export const addressText = ({ host, port }: TcpAddress): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The connection failed. Nothing was sent. */
export function connectFailed(address: TcpAddress, error: NodeJS.ErrnoException): Failure {
  const target = addressText(address);
  switch (error.code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
      return unreachable(message('printer.connection-refused', { target }));
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ENODATA':
      return unreachable(message('printer.host-not-found', { host: address.host }));
    default:
      return unreachable(message('printer.no-answer', { target }));
  }
}

/** The printer closed the connection before a byte was written. */
export const closedByPrinter = (address: TcpAddress): Failure =>
  unreachable(message('printer.closed-by-printer', { target: addressText(address) }));

/** The connection ended after bytes may have been sent. `error` is null where the printer closed it normally, but too early. */
function cutOffBy(address: TcpAddress, error: NodeJS.ErrnoException | null): Failure {
  const target = addressText(address);
  return error && error.code !== 'ECONNRESET' && error.code !== 'EPIPE'
    ? connectionLost(target)
    : cutOff(message('printer.closed-during-label', { target }));
}
