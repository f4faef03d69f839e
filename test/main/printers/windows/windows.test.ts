import koffi from 'koffi';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery, PrinterTransport, SendProgress } from '../../../../src/main/core/ports/printing.ts';
import type { Spooler } from '../../../../src/main/printers/windows/spooler.ts';
import { listWindowsPrinters, windowsTransport } from '../../../../src/main/printers/windows/windows.ts';
import { winspool } from '../../../../src/main/printers/windows/winspool.ts';
import {
  jobStatus,
  spoolerNotAvailable,
  spoolerThreadEnded,
  win32Errors,
} from '../../../../src/main/printers/windows/winspool-api.ts';
import { type Message, message } from '../../../../src/shared/messages/message.ts';
import { openFor, printerTransportSuite } from '../../../suites/printer-transport.ts';
import { nativeSpooler } from './native-spooler.ts';
import { threadlessSpooler } from './threadless-spooler.ts';
import { createWindowsQueue, goodStages, labelsIn, type QueuePrinter, type WindowsQueue } from './windows-queue.ts';

const never = new AbortController().signal;
const label = Buffer.from('^XA^FDlabel^FS^XZ');
const limits = { checkMs: 1 };

let queue: WindowsQueue;
let zebra: QueuePrinter;
beforeEach(() => {
  queue = createWindowsQueue();
  zebra = queue.add('Zebra');
});

const transport = (spooler: Spooler = threadlessSpooler(queue.calls)): PrinterTransport =>
  windowsTransport({ printer: 'Zebra' }, spooler, limits, 'win32');

interface RecordedProgress extends SendProgress {
  readonly log: unknown[];
}

function recordProgress(): RecordedProgress {
  const log: unknown[] = [];
  return {
    log,
    stalled: (isStalled) => void log.push(isStalled ? 'stalled' : 'continues'),
    owned: (reference) => void log.push(`owned ${reference.replace(/[0-9a-f-]{36}/, '…')}`),
    queueStatus: (status) => void log.push(status && codesOf(status)),
  };
}

/** The code of a status, or those of its states. */
const codesOf = ({ code, params: { states } }: Message): string =>
  Array.isArray(states) ? states.map((state) => state.code.replace('printer.windows-state.', '')).join(', ') : code;

const send = async (bytes: Uint8Array = label, progress?: SendProgress): Promise<Delivery> =>
  (await openFor(transport())).send(bytes, progress);

describe('Windows printer: native calls of winspool.drv', () => {
  const unloads: (() => void)[] = [];
  afterAll(() => {
    for (const unload of unloads) unload();
  });

  printerTransportSuite('the Windows spooler', async () => {
    const own = createWindowsQueue();
    own.add('Zebra');
    const native = nativeSpooler(own.calls);
    unloads.push(native.unload);
    return {
      transport: transport(threadlessSpooler(winspool(koffi, native.libraries))),
      arrived: async () => labelsIn(own),
      breakPrinter: async () => own.remove('Zebra'),
      cleanUp: async () => {},
    };
  });
});

describe('Windows printer: a label', () => {
  it('is sent RAW through a v3 driver, and as XPS_PASS through a v4 one, where RAW prints nothing', async () => {
    await send();
    zebra.attributes = 0x2 | 0x8;
    await send();
    expect(queue.jobs.map(({ datatype }) => datatype)).toEqual(['RAW', 'XPS_PASS']);
  });

  it('reports that the queue owns it, and the status that the queue reports', async () => {
    const progress = recordProgress();
    zebra.stages = [
      { status: jobStatus.spooling },
      { status: jobStatus.printing | jobStatus.paperOut },
      { status: jobStatus.printing | jobStatus.paperOut },
      { status: jobStatus.printing },
      { status: jobStatus.printed },
    ];
    expect(await send(label, progress)).toEqual({
      kind: 'sent',
      bytesSent: label.length,
      closedCleanly: true,
    });
    expect(progress.log).toEqual([
      'owned 1 Packbench …\tZebra',
      'spooling',
      'paper-out, sending',
      'stalled',
      'sending',
      'continues',
      null,
    ]);
    expect(queue.openHandles).toBe(0);
  });

  it('arrives completely where the spooler accepts it in small parts', async () => {
    const large = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));
    zebra.parameters = (offered) => Math.min(offered, 7_001);
    expect(await send(large)).toMatchObject({ kind: 'sent' });
    expect(Buffer.concat(labelsIn(queue)).equals(large)).toBe(true);
  });

  it('is sent, but not confirmed, where Windows removed its job from the queue between two checks', async () => {
    zebra.stages = [{ status: jobStatus.printing }];
    expect(await send()).toMatchObject({ kind: 'sent', closedCleanly: false });
    zebra.stages = [];
    expect(await send()).toMatchObject({ kind: 'sent', closedCleanly: false });
  });

  it('is sent where the queue keeps printed documents', async () => {
    zebra.stages = Array(1000).fill({ status: jobStatus.printed | jobStatus.retained });
    expect(await send()).toMatchObject({ kind: 'sent', closedCleanly: true });
  });

  it('is uncertain when it is deleted from the queue', async () => {
    zebra.stages = [{ status: jobStatus.printing }, { status: jobStatus.printing | jobStatus.deleting }];
    expect(await send()).toMatchObject({
      kind: 'cut off',
      failure: { code: 'printer-cut-off', message: message('printer.windows-job-deleted', { printer: 'Zebra' }) },
    });
  });

  it.each([
    ['paper is out', jobStatus.paperOut],
    ['the printer is offline', jobStatus.offline],
    ['it is paused', jobStatus.paused],
    ['an error is shown', jobStatus.error | jobStatus.printing],
  ])('is uncertain when it vanishes from the queue while %s: deleted or printed', async (_, status) => {
    zebra.stages = [{ status }];
    expect(await send()).toMatchObject({ kind: 'cut off', bytesSent: label.length });
  });

  it('has not started where Windows accepts no byte of it, and leaves no job behind', async () => {
    zebra.parameters = () => 0;
    expect(await send()).toMatchObject({ kind: 'not started', failure: { code: 'printer-unreachable' } });
    expect(queue.jobs).toMatchObject([{ state: 'aborted' }]);
  });

  it.each([
    ['startDocument', win32Errors.accessDenied, 'printer.windows-access-denied'],
    ['startDocument', win32Errors.invalidDatatype, 'printer.windows-driver-unsuitable'],
    ['startPage', win32Errors.diskFull, 'printer.windows-disk-full'],
  ] as const)('has not started where %s is refused with %d', async (call, error, code) => {
    zebra.refuses[call] = error;
    expect(await send()).toMatchObject({ kind: 'not started', failure: { message: { code } } });
    expect(labelsIn(queue)).toEqual([]);
  });

  it('has not started where the first write is refused before a byte was read', async () => {
    zebra.parameters = () => -win32Errors.handleDiskFull;
    expect(await send()).toMatchObject({ kind: 'not started' });
  });

  it('is uncertain where the first write fails in progress: a printer without a spool file may have received some', async () => {
    zebra.parameters = () => -win32Errors.callFailed;
    expect(await send()).toMatchObject({ kind: 'cut off', bytesSent: 0 });
  });

  it('is uncertain where the spooler stops accepting it in the middle, with or without an error', async () => {
    for (const answer of [0, -win32Errors.diskFull]) {
      zebra.parameters = (offered, before) => (before > 100_000 ? answer : Math.min(offered, 50_000));
      expect(await send(Buffer.alloc(300_000))).toMatchObject({ kind: 'cut off', bytesSent: 150_000 });
    }
    expect(queue.jobs).toMatchObject([{ state: 'aborted' }, { state: 'aborted' }]);
  });

  it.each(['endPage', 'endDocument'] as const)(
    'is uncertain where Windows does not confirm its end (%s)',
    async (call) => {
      zebra.refuses[call] = win32Errors.callFailed;
      const progress = recordProgress();
      expect(await send(label, progress)).toMatchObject({ kind: 'cut off', bytesSent: label.length });
      expect(progress.log).toEqual([]);
    },
  );

  it('is still sent when the spooler service is stopped and started again meanwhile', async () => {
    const progress = recordProgress();
    zebra.stages = [{ status: jobStatus.printing }, { status: jobStatus.printing }, { status: jobStatus.printed }];
    const restarting: SendProgress = {
      ...progress,
      owned: () => queue.stopService(),
      queueStatus(status) {
        progress.queueStatus(status);
        if (status?.code === 'printer.windows-status.not-answering') queue.startService();
      },
    };
    expect(await send(label, restarting)).toMatchObject({ kind: 'sent', closedCleanly: true });
    expect(progress.log).toContain('stalled');
  });

  it('is uncertain when its printer is removed from Windows', async () => {
    const removing: SendProgress = { ...recordProgress(), owned: () => queue.remove('Zebra') };
    expect(await send(label, removing)).toMatchObject({
      kind: 'cut off',
      failure: { message: message('printer.windows-printer-removed', { printer: 'Zebra' }) },
    });
  });

  it('is left to the queue, uncertain, when the station closes it', async () => {
    zebra.stages = Array(1_000_000).fill({ status: jobStatus.offline });
    const open = await openFor(transport());
    const closing: SendProgress = { ...recordProgress(), queueStatus: () => open.close() };
    expect(await open.send(label, closing)).toMatchObject({
      kind: 'cut off',
      failure: { message: message('printer.windows-job-not-followed', { printer: 'Zebra' }) },
    });
  });

  it('does not hang where a write blocks and the station closes it', async () => {
    const spooler = threadlessSpooler(queue.calls);
    let writing = (): void => {};
    const blocks = new Promise<void>((resolve) => {
      writing = resolve;
    });
    const blocking: Spooler = {
      ...spooler,
      write: () => {
        writing();
        return new Promise(() => {});
      },
    };
    const open = await openFor(transport(blocking));
    const sending = open.send(label);
    await blocks;
    open.close();
    expect(await sending).toMatchObject({ kind: 'cut off', bytesSent: 0 });
  });

  it('is not sent where it is empty', async () => {
    expect(await send(Buffer.alloc(0))).toMatchObject({ kind: 'not started', failure: { code: 'no-label' } });
    expect(queue.jobs).toEqual([]);
  });
});

describe('Windows printer: after a restart', () => {
  const follow = (reference: string, signal = never, progress: SendProgress = recordProgress()): Promise<Delivery> => {
    const { follow } = transport();
    if (!follow) throw new Error('no follow');
    return follow(reference, label.length, progress, signal);
  };
  const spool = async (): Promise<string> => {
    let reference = '';
    const open = await openFor(transport());
    await open.send(label, {
      ...recordProgress(),
      owned(reported) {
        reference = reported;
        open.close();
      },
    });
    return reference;
  };

  it('a job in the queue is followed to its end', async () => {
    const reference = await spool();
    const progress = recordProgress();
    expect(await follow(reference, never, progress)).toEqual({
      kind: 'sent',
      bytesSent: label.length,
      closedCleanly: true,
    });
    expect(queue.jobs).toHaveLength(1);
    expect(progress.log.at(-1)).toBeNull();
  });

  it('a job that left the queue meanwhile counts as sent, not as confirmed', async () => {
    const reference = await spool();
    queue.deleteJob(1);
    expect(await follow(reference)).toMatchObject({ kind: 'sent', closedCleanly: false });
  });

  it('another document with the same number is not taken for the label', async () => {
    const reference = await spool();
    const own = queue.jobs[0];
    if (!own) throw new Error('no job');
    own.stages = Array(1000).fill({ status: jobStatus.offline });
    expect(await follow(`${own.id} Packbench of another day`)).toMatchObject({
      kind: 'sent',
      closedCleanly: false,
    });
    own.stages = goodStages.map((stage) => ({ ...stage }));
    expect(await follow(reference)).toMatchObject({ closedCleanly: true });
  });

  it('a job in the queue of another printer is never taken for one that has left', async () => {
    const reference = await spool();
    expect(await follow(reference.replace('\tZebra', '\tZebra B'))).toMatchObject({
      kind: 'cut off',
      failure: { message: message('printer.windows-job-not-followed', { printer: 'Zebra B' }) },
    });
  });

  it('following ends on abort', async () => {
    zebra.stages = Array(1_000_000).fill({ status: jobStatus.offline });
    const reference = await spool();
    const ending = new AbortController();
    const progress: SendProgress = { ...recordProgress(), stalled: () => ending.abort() };
    expect(await follow(reference, ending.signal, progress)).toMatchObject({ kind: 'cut off' });
  });

  it('following ends at the signal though Windows does not answer', async () => {
    const ending = new AbortController();
    const silent: Spooler = {
      ...threadlessSpooler(queue.calls),
      job() {
        ending.abort();
        return new Promise(() => {});
      },
    };
    const following = transport(silent).follow?.('1 Packbench', 3, recordProgress(), ending.signal);
    expect(await following).toMatchObject({ kind: 'cut off' });
  });

  it('an unknown reference is uncertain', async () => {
    for (const reference of ['', '17', '0 Packbench', 'Packbench 17', '99999999999 Packbench']) {
      expect(await follow(reference)).toMatchObject({ kind: 'cut off', bytesSent: label.length });
    }
  });
});

describe('Windows printer: opening', () => {
  it.each([
    [win32Errors.invalidPrinterName, 'printer.windows-unknown-printer'],
    [win32Errors.accessDenied, 'printer.windows-access-denied'],
    [win32Errors.serverUnavailable, 'printer.windows-spooler-not-answering'],
    [spoolerNotAvailable, 'printer.windows-spooler-not-answering'],
    [spoolerThreadEnded, 'printer.windows-spooler-not-answering'],
    [31, 'printer.windows-open-failed'],
  ])('has a specific failure for error %d: %s', async (error, code) => {
    zebra.refuses.openPrinter = error;
    expect(await transport().open(never)).toMatchObject({
      ok: false,
      failure: {
        code: 'printer-unreachable',
        message: { code },
      },
    });
  });

  it('is refused where the kind of driver is unknown: the label might vanish', async () => {
    zebra.refuses.driverAttributes = win32Errors.unknownPrinterDriver;
    expect(await transport().open(never)).toMatchObject({
      ok: false,
      failure: { message: message('printer.windows-driver-missing', { printer: 'Zebra' }) },
    });
    expect(queue.openHandles).toBe(0);
  });

  it('is unidirectional', async () => {
    const open = await openFor(transport());
    expect(await open.status()).toEqual({ kind: 'one-way' });
    expect(await open.labelCount()).toBeNull();
    expect(await open.identity()).toBeNull();
    expect(await open.sendCommand('pause')).toMatchObject({ ok: false });
    open.close();
    open.close();
    expect(queue.openHandles).toBe(0);
  });

  it('is possible on Windows only', async () => {
    const elsewhere = windowsTransport({ printer: 'Zebra' }, threadlessSpooler(queue.calls), limits, 'linux');
    const failure = { code: 'printer-unreachable', message: message('printer.windows-only') };
    expect(await elsewhere.open(never)).toMatchObject({ ok: false, failure });
    expect(await elsewhere.follow?.('1 Packbench', 3, recordProgress(), never)).toMatchObject({
      kind: 'cut off',
      failure,
    });
    expect(await listWindowsPrinters(threadlessSpooler(queue.calls), 'linux')).toMatchObject({ ok: false, failure });
  });
});

describe('Windows printer: the list', () => {
  it('names each with its driver and port', async () => {
    expect(await listWindowsPrinters(threadlessSpooler(queue.calls), 'win32')).toEqual({
      ok: true,
      value: [{ name: 'Zebra', driver: 'ZDesigner ZD421-203dpi ZPL', port: 'USB001' }],
    });
  });

  it('fails where the spooler service does not run', async () => {
    queue.stopService();
    expect(await listWindowsPrinters(threadlessSpooler(queue.calls), 'win32')).toMatchObject({
      ok: false,
      failure: { message: { code: 'printer.windows-list-failed' } },
    });
  });
});
