import { type Failure, failed, type Result } from '../../shared/contract/failure.ts';
import type { PrinterConnection } from '../../shared/printing/printer.ts';
import type { OpenPrinter, OpenTransport, SendProgress } from '../core/ports/printing.ts';

/**
 * One hand at a printer: whoever opens it waits until the one before has sent or closed, whatever environment, test label or set-up
 * it works for. Printers are told apart by how they are reached. Gives what puts transports behind these lines, which also tell each
 * user of a printer how much the others sent.
 */
export function createPrinterLocks(): (openTransport: OpenTransport) => OpenTransport {
  /** The end of each line of those who wait, by connection; gone when the line is empty. */
  const tails = new Map<string, Promise<void>>();
  /** Labels that left for each connection, whoever sent them. One number for each printer ever set up. */
  const sentCounts = new Map<string, number>();

  const acquire = async (key: string, signal: AbortSignal): Promise<(() => void) | null> => {
    const previous = tails.get(key) ?? Promise.resolve();
    const { promise, resolve: release } = deferred();
    const end = previous.then(() => promise);
    tails.set(key, end);
    void end.then(() => {
      if (tails.get(key) === end) tails.delete(key);
    });
    await settledOrAborted(previous, signal);
    if (!signal.aborted) return release;
    release();
    return null;
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
        const release = await acquire(key, signal);
        if (!release) return failed(waitAborted);
        const opened = await transport.open(signal).catch((error: unknown) => {
          release();
          throw error;
        });
        if (!opened.ok) release();
        return opened.ok ? { ok: true, value: releasedAfterUse(opened.value, onSent, release) } : opened;
      },
    };
  };
}

/** The same printer, whose line goes on when it was used. */
function releasedAfterUse(open: OpenPrinter, onSent: () => void, release: () => void): OpenPrinter {
  return {
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

/** A queue of this computer that took a label is the one hand from then on, and keeps the order. */
function releasedWhenOwned(progress: SendProgress, release: () => void): SendProgress {
  return {
    taken: (bytes) => progress.taken(bytes),
    stalled: (isStalled) => progress.stalled(isStalled),
    owned(reference) {
      release();
      progress.owned(reference);
    },
    words: (text) => progress.words(text),
  };
}

function connectionKey(connection: PrinterConnection): string {
  // Host names differ by case alone in how they are written.
  return connection.kind === 'tcp'
    ? `tcp ${connection.host.toLowerCase()} ${connection.port}`
    : JSON.stringify(connection);
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Leaves nothing behind on a signal that lives as long as the station. */
function settledOrAborted(end: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done);
    void end.then(done);
  });
}

const waitAborted: Failure = {
  code: 'printer-unreachable',
  message: 'Waiting for the printer was stopped. Nothing was sent.',
  next: 'Print again when ready.',
};
