import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../src/main/core/ports/printing.ts';
import { type TcpLimits, tcpTransport } from '../../../src/main/printers/tcp.ts';
import { message } from '../../../src/shared/messages/message.ts';
import { type FakePrinter, startFakePrinter } from '../../fakes/printer.ts';
import { binaryLabel, noteProgress, openFor, printerTransportSuite } from '../../suites/printer-transport.ts';

/** Far above what the kernel buffers on loopback (3.9 MB measured), so that sending stalls at a printer that does not read. */
const hugeLabel = Buffer.alloc(24 * 1024 * 1024, 'A');
const never = new AbortController().signal;
const longTimeouts: Partial<TcpLimits> = { connectMs: 10_000, idleMs: 10_000, closeMs: 10_000 };

let printer: FakePrinter;
beforeEach(async () => {
  printer = await startFakePrinter();
});
afterEach(() => printer.close());

const send = async (bytes: Uint8Array, limits: Partial<TcpLimits> = longTimeouts): Promise<Delivery> =>
  (await openFor(tcpTransport(printer, limits))).send(bytes);

printerTransportSuite('TCP', async () => {
  const own = await startFakePrinter();
  return {
    transport: tcpTransport(own, longTimeouts),
    twoWay: true,
    // A clean close, or an answer, shows that the printer has read everything.
    arrived: async () => own.received.filter((bytes) => bytes.length > 0),
    breakPrinter: () => own.connectionFault({ kind: 'off' }),
    cleanUp: () => own.close(),
  };
});

describe('TCP: a label', () => {
  it('prints completely at a printer that reads slowly', async () => {
    await printer.connectionFault({ kind: 'slow', bytes: 100, everyMs: 1 });
    const label = binaryLabel();
    expect(await send(label)).toMatchObject({ kind: 'sent', closedCleanly: true });
    expect(printer.received).toEqual([label]);
    expect(printer.labels()).toEqual([label.subarray(0, label.length - 1)]);
  });

  it('of many megabytes arrives completely', async () => {
    expect(await send(hugeLabel)).toEqual({
      kind: 'sent',
      bytesSent: hugeLabel.length,
      closedCleanly: true,
    });
    expect(printer.received[0]?.equals(hugeLabel)).toBe(true);
  });

  it('is "sent", without a clean close, to a printer that never closes its side', async () => {
    await printer.connectionFault({ kind: 'keep open' });
    const delivery = await send(binaryLabel(), { ...longTimeouts, closeMs: 50 });
    expect(delivery).toEqual({ kind: 'sent', bytesSent: binaryLabel().length, closedCleanly: false });
    await printer.waitFor((fake) => fake.labels().length === 1);
  });

  it('is sent although the printer sends data back', async () => {
    const label = Buffer.from('~HS^XA^FDlabel^FS~HS^XZ~HS');
    expect(await send(label)).toMatchObject({ kind: 'sent', closedCleanly: true });
    expect(printer.received).toEqual([label]);
  });

  it('waits for a printer that serves another computer, and then prints', async () => {
    const other = await openFor(tcpTransport(printer, longTimeouts));
    const sending = send(Buffer.from('^XA^FDsecond^FS^XZ'));
    await printer.waitFor((fake) => fake.openConnections === 2);
    expect(printer.labels()).toEqual([]);
    await other.send(Buffer.from('^XA^FDfirst^FS^XZ'));
    expect(await sending).toMatchObject({ kind: 'sent' });
    expect(printer.labels().map(String)).toEqual(['^XA^FDfirst^FS^XZ', '^XA^FDsecond^FS^XZ']);
  });

  it('leaves no connection behind', async () => {
    await send(binaryLabel());
    (await openFor(tcpTransport(printer, longTimeouts))).close();
    await printer.waitFor((fake) => fake.openConnections === 0);
  });

  it('that is empty is not started', async () => {
    expect(await send(new Uint8Array())).toMatchObject({ kind: 'not started', failure: { code: 'no-label' } });
  });
});

describe('TCP: a label that is being sent', () => {
  /** Resolves when a stall, or its end, is reported. */
  const untilReported = (): { progress: ReturnType<typeof noteProgress>; stalled(is: boolean): Promise<void> } => {
    const progress = noteProgress();
    const waiting = new Map<boolean, () => void>();
    const { stalled } = progress;
    progress.stalled = (is) => {
      stalled(is);
      waiting.get(is)?.();
    };
    return { progress, stalled: (is) => new Promise((resolve) => waiting.set(is, resolve)) };
  };

  it('is reported as stalled when the printer stops accepting it, and continues when paper is in again', async () => {
    const { progress, stalled } = untilReported();
    await printer.connectionFault({ kind: 'stall', afterBytes: 1_000 });
    const open = await openFor(tcpTransport(printer, { ...longTimeouts, stalledAfterMs: 30 }));
    const stopped = stalled(true);
    const sending = open.send(hugeLabel, progress);
    await stopped;
    const continued = stalled(false);
    await printer.connectionFault(null);
    await continued;
    expect(await sending).toEqual({ kind: 'sent', bytesSent: hugeLabel.length, closedCleanly: true });
    expect(progress.stalls).toEqual(progress.stalls.map((_, index) => index % 2 === 0));
  });

  it('waits in the station while the printer’s buffer is full and its paper out, and prints once', async () => {
    const full = await startFakePrinter({ receiveBuffer: 200_000, status: { paperOut: true } });
    const { progress, stalled } = untilReported();
    const label = Buffer.from(`^XA^FD${'x'.repeat(20 * 1024 * 1024)}^FS^XZ`);
    const open = await openFor(tcpTransport(full, { ...longTimeouts, stalledAfterMs: 30 }));
    const stopped = stalled(true);
    const sending = open.send(label, progress);
    await stopped;
    expect([full.labels(), full.insideFormat]).toEqual([[], true]);
    full.setStatus({});
    expect(await sending).toMatchObject({ kind: 'sent', closedCleanly: true });
    expect(full.labels()).toHaveLength(1);
    expect(full.labels()[0]?.equals(label)).toBe(true);
    await full.close();
  });

  it('is "cut off" when the station closes in the middle, and the rest never reaches the printer', async () => {
    await printer.connectionFault({ kind: 'stall', afterBytes: 1_000 });
    const open = await openFor(tcpTransport(printer, longTimeouts));
    const sending = open.send(hugeLabel);
    await printer.waitFor((fake) => fake.received[0]?.length === 1_000);
    open.close();
    expect(await sending).toMatchObject({ kind: 'cut off', failure: { code: 'printer-cut-off' } });
    await printer.connectionFault(null);
    await printer.waitFor((fake) => fake.openConnections === 0);
    expect(printer.received[0]?.length).toBeLessThan(hugeLabel.length);
  });

  it('is "sent", without a clean close, when the station closes before the printer does', async () => {
    await printer.connectionFault({ kind: 'keep open' });
    const open = await openFor(tcpTransport(printer, longTimeouts));
    const sending = open.send(binaryLabel());
    await printer.waitFor((fake) => fake.endedConnections === 1);
    open.close();
    expect(await sending).toMatchObject({ kind: 'sent', closedCleanly: false });
  });

  it('answers no query meanwhile, without delay', async () => {
    await printer.connectionFault({ kind: 'stall', afterBytes: 0 });
    const open = await openFor(tcpTransport(printer, longTimeouts));
    const sending = open.send(binaryLabel());
    expect([await open.status(), await open.labelCount(), await open.identity()]).toEqual([
      { kind: 'silent' },
      null,
      null,
    ]);
    await printer.connectionFault(null);
    expect(await sending).toMatchObject({ kind: 'sent' });
  });
});

describe('TCP: a connection that breaks after the first byte', () => {
  it('is "cut off" when the printer resets it, even after every byte was accepted', async () => {
    await printer.connectionFault({ kind: 'reset', afterBytes: 10 });
    expect(await send(binaryLabel())).toMatchObject({ kind: 'cut off', failure: { code: 'printer-cut-off' } });
  });

  it('is "cut off", with the bytes sent so far, when the printer closes before all was sent', async () => {
    await printer.connectionFault({ kind: 'close', afterBytes: 100_000 });
    const delivery = await send(hugeLabel);
    expect(delivery).toMatchObject({ kind: 'cut off', failure: { code: 'printer-cut-off' } });
    const bytes = delivery.kind === 'cut off' ? delivery.bytesSent : 0;
    expect(bytes).toBeGreaterThanOrEqual(100_000 - 8 * 1024); // all but the last chunk the printer read were accepted
    expect(bytes).toBeLessThan(hugeLabel.length);
  });

  it('is "cut off" when the printer stops reading, and what it had not read never reaches it', async () => {
    await printer.connectionFault({ kind: 'stall', afterBytes: 5_000 });
    const delivery = await send(hugeLabel, { ...longTimeouts, idleMs: 200 });
    expect(delivery).toMatchObject({ kind: 'cut off', failure: { code: 'printer-cut-off' } });
    expect(delivery.kind === 'cut off' && delivery.bytesSent).toBeGreaterThan(0);
    await printer.connectionFault(null);
    await printer.waitFor((fake) => fake.openConnections === 0);
    expect(printer.received[0]?.length).toBeLessThan(hugeLabel.length);
  });

  it('has no limit on total time: a slow printer that continues to read is never cut off', async () => {
    // Linux reports free space to the sender a third of its buffer at a time: some 0.2 s here, over some 4 s in all.
    await printer.connectionFault({ kind: 'slow', bytes: 64 * 1024, everyMs: 10 });
    expect(await send(hugeLabel, { ...longTimeouts, idleMs: 2_000 })).toMatchObject({ kind: 'sent' });
  });

  it('is "cut off" when the printer is switched off in the middle', async () => {
    await printer.connectionFault({ kind: 'stall', afterBytes: 1_000 });
    const sending = send(hugeLabel);
    await printer.waitFor((fake) => fake.received[0]?.length === 1_000);
    await printer.restart();
    expect(await sending).toMatchObject({ kind: 'cut off' });
    await printer.connectionFault(null);
    expect(await send(Buffer.from('^XA^FDnext^FS^XZ'))).toMatchObject({ kind: 'sent' });
    expect(printer.labels().map(String)).toEqual(['^XA^FDnext^FS^XZ']);
  });

  it('is never "sent" unless every byte was read, nor "not started" once a byte was read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), async (afterBytes, length) => {
        await printer.connectionFault({ kind: 'reset', afterBytes });
        const before = printer.received.length;
        const opened = await tcpTransport(printer, longTimeouts).open(never);
        if (!opened.ok) return; // reset at once, which is equivalent to a refusal
        const delivery = await opened.value.send(Buffer.alloc(length, 'Z'));
        const read = printer.received[before]?.length ?? 0;
        if (delivery.kind === 'sent') expect(read).toBe(length);
        if (delivery.kind === 'not started') expect(read).toBe(0);
        if (delivery.kind === 'cut off') expect(delivery.bytesSent).toBeLessThanOrEqual(length);
        expect(delivery.kind === 'sent').toBe(afterBytes > length);
      }),
      { numRuns: 150 },
    );
  });
});

describe('TCP: a connection that fails before the first byte', () => {
  const failureOf = async (address: { host: string; port: number }, limits = longTimeouts) => {
    const opened = await tcpTransport(address, limits).open(never);
    if (opened.ok) throw new Error('It opened');
    return opened.failure;
  };

  it('reports a refused connection', async () => {
    await printer.connectionFault({ kind: 'off' });
    const failure = await failureOf(printer);
    expect(failure.code).toBe('printer-unreachable');
    expect(failure.message).toMatchObject({ code: 'printer.connection-refused' });
  });

  it('reports a refused connection while the printer serves its only connection, and prints when that is closed', async () => {
    await printer.connectionFault({ kind: 'one connection' });
    const other = await openFor(tcpTransport(printer, longTimeouts));
    await printer.waitFor((fake) => fake.openConnections === 1);
    expect((await failureOf(printer)).message).toMatchObject({ code: 'printer.connection-refused' });
    other.close();
    await printer.waitFor((fake) => fake.openConnections === 0);
    await printer.connectionFault(null);
    expect(await send(binaryLabel())).toMatchObject({ kind: 'sent' });
  });

  it('reports an unknown host name', async () => {
    const host = `${'a'.repeat(64)}.example`; // longer than a name may be: rejected without a name server
    const failure = await failureOf({ host, port: 9100 });
    expect(failure.code).toBe('printer-unreachable');
    expect(failure.message).toEqual(message('printer.host-not-found', { host }));
  });

  it('reports a printer that does not answer within the limit', async () => {
    const { address, release } = await addressThatNeverAnswers();
    const failure = await failureOf(address, { ...longTimeouts, connectMs: 300 });
    expect(failure.message).toEqual(message('printer.no-answer', { target: `${address.host}:${address.port}` }));
    release();
  });

  it('stops at once when the station stops', async () => {
    const { address, release } = await addressThatNeverAnswers();
    const stopping = new AbortController();
    const opening = tcpTransport(address, longTimeouts).open(stopping.signal);
    stopping.abort();
    expect(await opening).toMatchObject({ ok: false, failure: { code: 'printer-unreachable' } });
    release();
  });

  it('is not started when a busy printer takes the connection and closes it', async () => {
    await printer.connectionFault({ kind: 'close', afterBytes: 0 });
    const opened = await openFor(tcpTransport(printer, longTimeouts));
    await printer.waitFor((fake) => fake.openConnections === 0);
    expect(await opened.send(binaryLabel())).toMatchObject({ kind: 'not started' });
  });

  it('is not started when the opened connection was unused for too long', async () => {
    const opened = await openFor(tcpTransport(printer, { ...longTimeouts, unusedMs: 20 }));
    await printer.waitFor((fake) => fake.received.length === 1 && fake.openConnections === 0);
    expect(await opened.send(binaryLabel())).toMatchObject({ kind: 'not started' });
  });
});

/** A port of a program that hangs: its queue of connections is full, so that no further one is answered. */
async function addressThatNeverAnswers(): Promise<{ address: { host: string; port: number }; release(): void }> {
  const hang = `const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    process.stdout.write(String(server.address().port), () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });`;
  const program = spawn(process.execPath, ['-e', hang], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(program.stdout, 'data');
  const address = { host: '127.0.0.1', port: Number(text) };
  const fillers = Array.from({ length: 4 }, () => connect(address).on('error', () => {}));
  await once(fillers[1] ?? program, 'connect');
  return {
    address,
    release() {
      for (const filler of fillers) filler.destroy();
      program.kill('SIGKILL');
    },
  };
}
