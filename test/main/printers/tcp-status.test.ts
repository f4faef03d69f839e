import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenPrinter, PrinterTransport } from '../../../src/main/core/ports/printing.ts';
import { tcpTransport } from '../../../src/main/printers/tcp.ts';
import type { PrinterStatus } from '../../../src/shared/printing/printer-status.ts';
import { type FakePrinter, startFakePrinter } from '../../fakes/printer.ts';
import { binaryLabel, openFor } from '../../suites/printer-transport.ts';

const never = new AbortController().signal;
const label = (text: string): Buffer => Buffer.from(`^XA^FD${text}^FS^XZ`);

let printer: FakePrinter;
let transport: PrinterTransport;
beforeEach(async () => {
  printer = await startFakePrinter({ labelCount: 100 });
  transport = tcpTransport(printer, { connectMs: 10_000, closeMs: 10_000 });
});
afterEach(() => printer.close());

/** Queries the printer over a separate connection. */
const over = async <T>(ask: (open: OpenPrinter) => Promise<T>): Promise<T> => {
  const open = await openFor(transport);
  const answer = await ask(open);
  open.close();
  return answer;
};
const status = async (): Promise<PrinterStatus> => {
  const answer = await over((open) => open.status());
  if (answer.kind !== 'answered') throw new Error(answer.kind);
  return answer.status;
};
const send = async (bytes: Uint8Array) => (await openFor(transport)).send(bytes);

describe('TCP status: a printer that answers', () => {
  it('is ready, gives its label counter and identity, and prints, all over one connection', async () => {
    const open = await openFor(transport);
    expect(await open.status()).toMatchObject({ kind: 'answered', status: { reasons: [], partialFormat: false } });
    expect(await open.labelCount()).toBe(100);
    expect(await open.identity()).toEqual({
      model: 'ZD421-203dpi',
      serial: 'D2J231800001',
      firmware: 'V93.21.26Z',
      dotsPerMillimetre: 8,
    });
    expect(await open.send(label('1'))).toMatchObject({ kind: 'sent', closedCleanly: true });
    expect(printer.received).toHaveLength(1);
    expect(printer.labels()).toEqual([label('1')]);
    expect(await over((later) => later.labelCount())).toBe(101);
  });

  it.each([
    ['paper out', { paperOut: true }],
    ['ribbon out', { ribbonOut: true }],
    ['head open', { headOpen: true }],
    ['too hot', { tooHot: true }],
    ['cutter fault', { cutterFault: true }],
    ['head fault', { headFault: true }],
    ['printer error', { errorBits: 0x400 }],
    ['printer error', { corruptMemory: true }],
    ['paused', { paused: true }],
    ['label not taken', { labelNotTaken: true }],
    ['diagnostic mode', { diagnosticMode: true }],
    ['buffer full', { bufferFull: true }],
  ] as const)('reports "%s", and nothing once the fault is cleared', async (reason, how) => {
    printer.setStatus(how);
    expect((await status()).reasons).toEqual([reason]);
    printer.setStatus({});
    expect((await status()).reasons).toEqual([]);
  });

  it('reports all its faults at once, and its warnings', async () => {
    printer.setStatus({ paperOut: true, headOpen: true, paused: true, warningBits: 0x8 });
    expect(await status()).toMatchObject({
      reasons: ['paper out', 'head open', 'paused'],
      warnings: ['paper near its end'],
    });
  });

  it('reports what it still has to print', async () => {
    printer.hold();
    await send(Buffer.from('^XA^PQ3^FD1^FS^XZ^XA^FD2^FS^XZ'));
    printer.step();
    expect(await status()).toMatchObject({ formatsInPrinter: 1, labelsInPrinter: 2 });
    printer.release();
    expect(await status()).toMatchObject({ formatsInPrinter: 0, labelsInPrinter: 0 });
  });

  it('reports another computer’s unfinished label, and drops it on command', async () => {
    await send(Buffer.from('^XA^FDhalf'));
    const open = await openFor(transport);
    expect(await open.status()).toMatchObject({ status: { reasons: [], partialFormat: true } });
    expect(await open.sendCommand('clear unfinished label')).toEqual({ ok: true, value: null });
    expect(await open.status()).toMatchObject({ status: { partialFormat: false } });
    await open.send(label('next'));
    expect(printer.labels()).toEqual([label('next')]);
  });

  it('accepts every command', async () => {
    for (const command of ['pause', 'resume', 'calibrate', 'cancel all', 'ignore media commands'] as const)
      expect(await over((open) => open.sendCommand(command))).toEqual({ ok: true, value: null });
    expect(printer.executedCommands).toEqual(['~PP', '~PS', '~JC', '~JA']);
    expect([...printer.variables]).toEqual([['zpl.zpl_override', 'enabled']]);
  });

  it('gets no answer from a printer that serves another computer, and prints after that', async () => {
    const other = await openFor(tcpTransport(printer));
    const open = await openFor(transport);
    expect(await open.status()).toEqual({ kind: 'silent' });
    const sending = open.send(label('ours'));
    await other.send(label('theirs'));
    expect(await sending).toMatchObject({ kind: 'sent' });
    expect(printer.labels()).toEqual([label('theirs'), label('ours')]);
  });

  it('answers one query after the other, however many are sent at once', async () => {
    const open = await openFor(transport);
    const [how, count, who, delivery] = await Promise.all([
      open.status(),
      open.labelCount(),
      open.identity(),
      open.send(label('1')),
    ]);
    expect([how.kind, count, who?.serial, delivery.kind]).toEqual(['answered', 100, 'D2J231800001', 'sent']);
    expect(printer.received[0]?.subarray(-label('1').length)).toEqual(label('1'));
  });
});

describe('TCP status: a printer that is silent', () => {
  it('to everything is silent, neither ready nor disconnected, and still accepts a label', async () => {
    printer.setStatus('silent');
    const open = await openFor(transport);
    expect(await open.status()).toEqual({ kind: 'silent' });
    expect([await open.labelCount(), await open.identity()]).toEqual([null, null]);
    expect(await open.send(label('1'))).toMatchObject({ kind: 'sent' });
    expect(printer.labels()).toEqual([label('1')]);
  });

  it('to ~HS while it has a fault names the fault, and its counts again after', async () => {
    printer.setAnswers({ hostStatus: 'without faults' });
    printer.setStatus({ headOpen: true, paused: true });
    for (let time = 0; time < 3; time++)
      expect(await status()).toMatchObject({ reasons: ['head open', 'paused'], formatsInPrinter: null });
    printer.setStatus({});
    expect(await status()).toMatchObject({ reasons: [], formatsInPrinter: 0, partialFormat: false });
  });

  it('to ~HS still reports a pause', async () => {
    printer.setAnswers({ hostStatus: 'never' });
    printer.setStatus({ paused: true });
    for (let time = 0; time < 4; time++)
      expect(await status()).toMatchObject({ reasons: ['paused'], formatsInPrinter: null, partialFormat: null });
  });

  it('to ~HQES and variables reports by ~HS what it can', async () => {
    printer.setAnswers({ errorFlags: false, variables: false, identification: false });
    printer.setStatus({ ribbonOut: true });
    for (let time = 0; time < 4; time++) expect((await status()).reasons).toEqual(['ribbon out']);
    expect(await over((open) => open.labelCount())).toBeNull();
    expect(await over((open) => open.identity())).toBeNull();
  });

  it('to all but variables reports by zpl.system_status', async () => {
    printer.setAnswers({ hostStatus: 'never', errorFlags: false });
    printer.setStatus({ paperOut: true });
    expect((await status()).reasons).toEqual(['paper out']);
  });

  it('to one variable alone has no name', async () => {
    printer.setVariable('odometer.total_label_count', null);
    printer.setVariable('device.unique_id', null);
    expect(await over((open) => open.labelCount())).toBeNull();
    expect(await over((open) => open.identity())).toMatchObject({ model: 'ZD421-203dpi', serial: null });
  });
});

describe('TCP status: malformed replies', () => {
  it('are assembled however they are split', async () => {
    printer.setStatus({ paused: true, ribbonOut: true });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 110 }), { maxLength: 8 }), async (cuts) => {
        const ends = [...cuts, 200].sort((a, b) => a - b);
        printer.changeReplies((reply) =>
          ends.map((end, index) => reply.subarray(ends[index - 1] ?? 0, end)).filter((piece) => piece.length > 0),
        );
        expect(await status()).toMatchObject({ reasons: ['ribbon out', 'paused'], formatsInPrinter: 0 });
        expect(await over((open) => open.labelCount())).toBe(100);
      }),
      { numRuns: 40 },
    );
  });

  it('are not an answer where only a part arrived: the values stay unknown', async () => {
    printer.changeReplies((reply, question) => [question === '~HS' ? reply.subarray(0, 60) : reply]);
    expect(await status()).toMatchObject({ reasons: [], formatsInPrinter: null, partialFormat: null });
    printer.changeReplies((reply) => [reply.subarray(0, 10)]);
    expect(await over((open) => open.status())).toEqual({ kind: 'silent' });
  });

  it('are understood from an emulator with one digit where a printer sends three', async () => {
    const short = '\x020,1,0,0,2,0,0,0,0,0,0,0\x03\r\n\x020,0,0,0,1,S,6,0,1,1,0\x03\r\n\x020,0\x03\r\n';
    printer.changeReplies((reply, question) => [question === '~HS' ? Buffer.from(short) : reply]);
    expect(await status()).toMatchObject({ reasons: ['paper out'], formatsInPrinter: 2, labelsInPrinter: 1 });
  });

  it('count as silence where they are not valid', async () => {
    printer.changeReplies(() => [Buffer.from('\x00\xff\x02 HTTP/1.1 400\r\n\x03', 'latin1')]);
    expect(await over((open) => open.status())).toEqual({ kind: 'silent' });
  });

  it('of a hundred kilobytes are truncated, and the label after them is complete', async () => {
    printer.changeReplies(() => Array.from({ length: 10 }, () => Buffer.alloc(10_000, 'x')));
    const open = await openFor(transport);
    expect(await open.status()).toEqual({ kind: 'silent' });
    expect(await open.labelCount()).toBeNull();
    expect(await open.send(binaryLabel())).toMatchObject({ kind: 'sent' });
    expect(printer.labels()).toHaveLength(1);
  });

  it('are not taken for the answer to a later query when they arrive late', async () => {
    let late: Buffer = Buffer.alloc(0);
    printer.changeReplies((reply, question) => {
      const heldBack = late;
      late = question === '~HS' ? reply : Buffer.alloc(0);
      return question === '~HS' ? [] : [Buffer.concat([heldBack, reply])];
    });
    const open = await openFor(transport);
    expect(await open.status()).toMatchObject({ status: { reasons: [] } });
    expect(await open.labelCount()).toBe(100);
    expect(await open.identity()).toMatchObject({ model: 'ZD421-203dpi' });
    open.close();
  });
});

it('TCP: a label counter that arrives late is not taken for the one behind a label', async () => {
  let late: Buffer = Buffer.alloc(0);
  let isSlow = true;
  printer.changeReplies((reply, question) => {
    if (isSlow && question.includes('odometer')) {
      late = reply;
      isSlow = false;
      return [];
    }
    return [Buffer.concat([late, reply])];
  });
  const open = await openFor(transport);
  expect(await open.labelCount()).toBeNull();
  const sent = await open.sendAndAsk?.(label('one'), false);
  expect(sent).toMatchObject({ delivery: { kind: 'sent' }, answers: null });
  expect(open.canContinue?.()).toBe(false);
  late = Buffer.alloc(0);
  const next = await openFor(transport);
  expect(await next.labelCount()).toBe(101);
  next.close();
});

describe('TCP status: a printer that disconnects during a query', () => {
  it('by closing has not been sent a label', async () => {
    await printer.connectionFault({ kind: 'close', afterBytes: 3 });
    const open = await openFor(transport);
    expect(await open.status()).toEqual({ kind: 'silent' });
    expect(await open.sendCommand('resume')).toMatchObject({ ok: false, failure: { code: 'printer-unreachable' } });
    expect(await open.send(label('1'))).toMatchObject({ kind: 'not started' });
    expect(printer.received[0]).toHaveLength(3);
  });

  it('by a reset at any byte is reported correctly: "sent" only if it was read, "not started" only if it was not', async () => {
    const bytes = binaryLabel();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 1_000 }), async (afterBytes) => {
        await printer.restart(); // the previous unfinished label would absorb the next bytes
        await printer.connectionFault({ kind: 'reset', afterBytes });
        const before = printer.received.length;
        const opened = await transport.open(never);
        if (!opened.ok) return; // reset at once, which is equivalent to a refusal
        const answer = await opened.value.status();
        const delivery = await opened.value.send(bytes);
        const read = Buffer.concat(printer.received.slice(before));
        const ofLabel = read.includes('^XA') ? read.length - read.indexOf('^XA') : 0;
        if (delivery.kind === 'sent') expect([answer.kind, ofLabel]).toEqual(['answered', bytes.length]);
        if (delivery.kind === 'not started') expect(ofLabel).toBe(0);
        if (delivery.kind === 'cut off') expect(delivery.bytesSent).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: 60 },
    );
  });

  it('ends the query when the station closes the connection', async () => {
    printer.setStatus('silent');
    const open = await openFor(transport);
    const asking = open.status();
    open.close();
    expect(await asking).toEqual({ kind: 'silent' });
    expect(await open.send(label('1'))).toMatchObject({ kind: 'not started' });
  });
});
