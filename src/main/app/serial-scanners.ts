import { read } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { SerialPort } from 'serialport';
import { failed, type Result, success } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { SerialScanner } from '../../shared/scanning/scanner-settings.ts';
import {
  createFraming,
  type SentScan,
  type SerialPortFound,
  type SerialScannerView,
} from '../../shared/scanning/serial-scanner.ts';
import { createRunningWork } from '../concurrency/running-work.ts';
import type { OpenSerialScanners } from '../core/ports/desktop.ts';

/** Pauses before a port is opened again, milliseconds; the last one repeats. A scanner that was plugged in again works within two seconds. */
export const reopenPausesMs = [500, 1000, 2000] as const;

/** Scans that may wait for the window; the newest beyond are refused. */
const maxWaiting = 50;

/** Loaded where a scanner is configured, or ports are looked for: it brings a native library. */
const library = async (): Promise<typeof import('serialport')> => import('serialport');

interface Connection {
  readonly scanner: SerialScanner;
  readonly view: () => SerialScannerView;
  readonly close: () => Promise<void>;
}

type WaitingScan = Omit<SentScan, 'ageMs'> & { readonly begunAt: number };

/** Reads the scanners on serial ports, several at once, and opens a port again after it was unplugged. */
export const openSerialScanners: OpenSerialScanners = ({ clock, onScans, onChanged }) => {
  let connections: readonly Connection[] = [];
  let waiting: WaitingScan[] = [];
  /** Taken by the page, which has not asked again. */
  let taken: WaitingScan[] = [];
  const endedByPause = new Set<string>();
  const closing = createRunningWork();

  const take = (scan: WaitingScan): void => {
    if (scan.problem === null) endedByPause[scan.endsByPause ? 'add' : 'delete'](scan.scanner);
    if (waiting.length >= maxWaiting) return;
    waiting.push(scan);
    onScans();
  };

  const connect = (scanner: SerialScanner): Connection => {
    let port: SerialPort | null = null;
    let state: SerialScannerView['state'] = 'connecting';
    let retryAt: number | null = null;
    let attempts = 0;
    let isClosed = false;
    let begunAt = 0;
    let stopTimer = (): void => {};
    const { name, path, baudRate } = scanner;
    const add = (scan: Pick<SentScan, 'text' | 'endsByPause' | 'problem'>): void =>
      take({ scanner: name, begunAt, ...scan });
    const framing = createFraming({
      after: clock.after,
      onBegin: () => {
        begunAt = clock.now();
      },
      onScan: (text, endsByPause) => add({ text, endsByPause, problem: null }),
      onProblem: (problem) => add({ text: '', endsByPause: false, problem }),
    });

    const change = (next: SerialScannerView['state'], at: number | null): void => {
      if (state === next && retryAt === at) return;
      [state, retryAt] = [next, at];
      onChanged();
    };
    const retry = (): void => {
      if (isClosed) return;
      port = null;
      framing.end();
      const pause = reopenPausesMs[Math.min(attempts, reopenPausesMs.length - 1)] ?? 0;
      attempts += 1;
      change('not connected', clock.now() + pause);
      stopTimer = clock.after(pause, () => void open().catch(retry));
    };
    const open = async (): Promise<void> => {
      const { SerialPort } = await library();
      if (isClosed) return;
      const opened = new SerialPort({ path, baudRate, autoOpen: false });
      port = opened;
      opened.once('open', () => noticeHangup(opened));
      opened.on('data', (bytes: Buffer) => framing.push(bytes));
      // An error while the port is open is followed by its end.
      opened.on('error', () => {});
      opened.once('close', () => retry());
      opened.open((error) => {
        if (error) return retry();
        if (isClosed) return opened.close(() => {});
        attempts = 0;
        change('connected', null);
      });
    };
    open().catch(retry);
    return {
      scanner,
      view: () => ({ name, state, retryAt }),
      close: () =>
        new Promise((resolve) => {
          isClosed = true;
          stopTimer();
          framing.end();
          if (port?.isOpen) port.close(() => resolve());
          else resolve();
        }),
    };
  };

  const close = (connection: Connection): void => {
    void closing.add(connection.close());
  };

  return {
    follow(scanners) {
      const isSame = (one: SerialScanner, other: SerialScanner): boolean =>
        one.name === other.name && one.path === other.path && one.baudRate === other.baudRate;
      const kept = connections.filter(({ scanner }) => scanners.some((wanted) => isSame(wanted, scanner)));
      const ended = connections.filter((connection) => !kept.includes(connection));
      const added = scanners.filter((wanted) => !kept.some(({ scanner }) => isSame(wanted, scanner)));
      if (ended.length === 0 && added.length === 0) return;
      for (const connection of ended) close(connection);
      connections = [...kept, ...added.map(connect)];
      onChanged();
    },
    views: () => connections.map(({ view }) => view()),
    takeScans() {
      taken = waiting;
      waiting = [];
      return taken.map(({ begunAt, ...scan }) => ({ ...scan, ageMs: Math.max(0, clock.now() - begunAt) }));
    },
    pageLost() {
      waiting = [...taken, ...waiting];
      taken = [];
    },
    endsByPause: (name) => endedByPause.has(name),
    findPorts,
    async close() {
      for (const connection of connections) close(connection);
      connections = [];
      await closing.ended();
    },
  };
};

const readBytes = promisify(read);

/** What the descriptor of a port has to read; null where it has nothing yet. */
const readNow = (fd: number, ...into: [Buffer, number, number]): Promise<number | null> =>
  readBytes(fd, ...into, null).then(
    ({ bytesRead }) => bytesRead,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EAGAIN' || error.code === 'EINTR') return null;
      throw error;
    },
  );

/** What the library's ports have, except on Windows. */
interface PolledPort {
  readonly fd: number | null;
  readonly isOpen: boolean;
  readonly poller: { once(event: 'readable', callback: (error: Error | null) => void): unknown };
  read(buffer: Buffer, offset: number, length: number): Promise<{ buffer: Buffer; bytesRead: number }>;
}

/**
 * Makes the port close when its device is gone. A read then gives nothing, and would for ever; the library, except on Windows, reads again
 * at once, until no memory is left (github.com/serialport/bindings-cpp/pull/164).
 */
function noticeHangup({ port }: SerialPort): void {
  if (process.platform === 'win32') return;
  const polled: PolledPort = port;
  const untilReadable = (): Promise<void> =>
    new Promise((resolve, reject) => polled.poller.once('readable', (error) => (error ? reject(error) : resolve())));
  polled.read = async (buffer, offset, length) => {
    while (polled.fd !== null) {
      const bytesRead = await readNow(polled.fd, buffer, offset, length);
      if (bytesRead === 0) break;
      if (bytesRead !== null) return { buffer, bytesRead };
      if (polled.isOpen) await untilReadable();
    }
    // To the library, a canceled read is one of a port that was closed on purpose.
    throw Object.assign(new Error('The device of the serial port is gone'), { canceled: !polled.isOpen });
  };
}

/** Linux names each USB device here, by a path that stays when it is plugged in elsewhere. */
const linuxPorts = '/dev/serial/by-id';

async function findLinuxPorts(): Promise<SerialPortFound[]> {
  const names = await readdir(linuxPorts).catch(() => []);
  return names.sort().map((name) => ({ path: `${linuxPorts}/${name}`, description: name }));
}

async function findPorts(): Promise<Result<SerialPortFound[]>> {
  if (process.platform === 'linux') return success(await findLinuxPorts());
  try {
    const { SerialPort } = await library();
    const ports = await SerialPort.list();
    return success(
      ports
        // Ports on the mainboard have no device behind them that names itself.
        .filter(({ vendorId, pnpId, manufacturer }) => (vendorId ?? pnpId ?? manufacturer) !== undefined)
        .map(({ path, manufacturer, serialNumber }) => ({
          path,
          description: [manufacturer, serialNumber, path].filter((part) => part !== undefined).join(', '),
        })),
    );
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return failed({ code: 'unexpected', message: message('serial-ports.not-listed', { detail }) });
  }
}
