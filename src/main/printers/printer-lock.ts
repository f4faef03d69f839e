import { failed, type Result } from '../../shared/contract/failure.ts';
import { connectionKey } from '../../shared/printing/printer-connection.ts';
import { createMutex, type Mutex } from '../concurrency/mutex.ts';
import type { OpenPrinter, OpenTransport, SendProgress } from '../core/ports/printing.ts';
import { openStopped } from './printer-failures.ts';

/**
 * One exclusive lock per printer: opening waits until the previous user has sent or closed, across environments, test labels and
 * printer setup. A printer is identified by its connection key. Returns a wrapper for transports, which also counts the labels that
 * other users sent.
 */
export function createPrinterLocks(): (openTransport: OpenTransport) => OpenTransport {
  /** By connection key. */
  const locks = new Map<string, Mutex>();
  /** Users that wait, by connection key. */
  const waiting = new Map<string, number>();
  /** Labels sent by all users, by connection key. */
  const sentCounts = new Map<string, number>();

  const lockOf = (key: string): Mutex => {
    const lock = locks.get(key) ?? createMutex();
    locks.set(key, lock);
    return lock;
  };

  return (openTransport) => (connection) => {
    const transport = openTransport(connection);
    const key = connectionKey(connection);
    let ownCount = 0;
    const onSent = (): void => {
      ownCount += 1;
      sentCounts.set(key, (sentCounts.get(key) ?? 0) + 1);
    };
    return {
      ...transport,
      sentByOthers: () => (sentCounts.get(key) ?? 0) - ownCount,
      async open(signal) {
        waiting.set(key, (waiting.get(key) ?? 0) + 1);
        const release = await lockOf(key).acquire(signal);
        waiting.set(key, (waiting.get(key) ?? 0) - 1);
        if (!release) return failed(openStopped(null));
        const opened = await transport.open(signal).catch((error: unknown) => {
          release();
          throw error;
        });
        if (!opened.ok) release();
        const isAwaited = (): boolean => (waiting.get(key) ?? 0) > 0;
        return opened.ok ? { ok: true, value: releasedAfterUse(opened.value, { onSent, release, isAwaited }) } : opened;
      },
    };
  };
}

interface LockInUse {
  onSent(): void;
  release(): void;
  isAwaited(): boolean;
}

/** Wraps an open printer so that the lock is released after use. */
function releasedAfterUse(open: OpenPrinter, { onSent, release, isAwaited }: LockInUse): OpenPrinter {
  const { askTogether, sendAndAsk } = open;
  return {
    ...(askTogether && { askTogether }),
    ...(sendAndAsk && {
      async sendAndAsk(bytes, wantsIdentity, progress) {
        let isOpen = false;
        try {
          const sent = await sendAndAsk(bytes, wantsIdentity, progress);
          if (sent.delivery.kind !== 'not started') onSent();
          isOpen = sent.answers !== null;
          return sent;
        } finally {
          if (!isOpen) release();
        }
      },
    }),
    canContinue: () => !isAwaited() && (open.canContinue?.() ?? false),
    status: () => open.status(),
    labelCount: () => open.labelCount(),
    identity: () => open.identity(),
    sendCommand: (command): Promise<Result<null>> => open.sendCommand(command),
    async send(bytes, progress) {
      try {
        const delivery = await open.send(bytes, progress && releasedWhenOwned(progress, release));
        if (delivery.kind !== 'not started') onSent();
        return delivery;
      } finally {
        release();
      }
    },
    close() {
      open.close();
      release();
    },
  };
}

/** Releases the lock once a print queue has accepted the label, because the queue keeps the order from then on. */
function releasedWhenOwned(progress: SendProgress, release: () => void): SendProgress {
  return {
    stalled: (isStalled) => progress.stalled(isStalled),
    owned(reference) {
      release();
      progress.owned(reference);
    },
    queueStatus: (status) => progress.queueStatus(status),
  };
}
