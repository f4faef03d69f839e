import { type Failure, failed, type Result } from '../../shared/failure.ts';
import type { PrinterConnection } from '../../shared/printer.ts';
import type { OpenPrinter, OpenTransport, SendProgress } from '../core/ports/printing.ts';

/**
 * One hand at a printer: whoever opens it waits until the one before has sent or closed, whatever environment, test label or set-up
 * it works for. Printers are told apart by how they are reached. Gives what puts transports behind these lines, which also tell each
 * user of a printer how much the others sent.
 */
export function printerLines(): (openTransport: OpenTransport) => OpenTransport {
  /** The end of each line of those who wait, by connection; gone when the line is empty. */
  const lines = new Map<string, Promise<void>>();
  /** Labels that left for each connection, whoever sent them. One number for each printer ever set up. */
  const sent = new Map<string, number>();

  const waitInLine = async (key: string, signal: AbortSignal): Promise<(() => void) | null> => {
    const before = lines.get(key) ?? Promise.resolve();
    const { promise, resolve: leave } = deferred();
    const end = before.then(() => promise);
    lines.set(key, end);
    void end.then(() => {
      if (lines.get(key) === end) lines.delete(key);
    });
    await endOrAbort(before, signal);
    if (!signal.aborted) return leave;
    leave();
    return null;
  };

  return (openTransport) => (connection) => {
    const transport = openTransport(connection);
    const key = keyOf(connection);
    let own = 0;
    const onSent = (): void => {
      own += 1;
      sent.set(key, (sent.get(key) ?? 0) + 1);
    };
    return {
      ...transport,
      sentByOthers: () => (sent.get(key) ?? 0) - own,
      async open(signal) {
        const leave = await waitInLine(key, signal);
        if (!leave) return failed(stopped);
        const opened = await transport.open(signal).catch((error: unknown) => {
          leave();
          throw error;
        });
        if (!opened.ok) leave();
        return opened.ok ? { ok: true, value: leaving(opened.value, onSent, leave) } : opened;
      },
    };
  };
}

/** The same printer, whose line goes on when it was used. */
function leaving(open: OpenPrinter, onSent: () => void, leave: () => void): OpenPrinter {
  return {
    status: () => open.status(),
    labelCount: () => open.labelCount(),
    identity: () => open.identity(),
    tell: (command): Promise<Result<null>> => open.tell(command),
    async send(bytes, progress) {
      try {
        const delivery = await open.send(bytes, progress && leavingWhenOwned(progress, leave));
        if (delivery.kind !== 'not started') onSent();
        return delivery;
      } finally {
        leave();
      }
    },
    close() {
      open.close();
      leave();
    },
  };
}

/** A queue of this computer that took a label is the one hand from then on, and keeps the order. */
function leavingWhenOwned(progress: SendProgress, leave: () => void): SendProgress {
  return {
    taken: (bytes) => progress.taken(bytes),
    stalled: (isStalled) => progress.stalled(isStalled),
    owned(reference) {
      leave();
      progress.owned(reference);
    },
    words: (text) => progress.words(text),
  };
}

function keyOf(connection: PrinterConnection): string {
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
function endOrAbort(end: Promise<void>, signal: AbortSignal): Promise<void> {
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

const stopped: Failure = {
  code: 'printer-unreachable',
  message: 'Waiting for the printer was stopped. Nothing was sent.',
  next: 'Print again when ready.',
};
