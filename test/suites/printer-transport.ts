import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenPrinter, PrinterTransport, SendProgress } from '../../src/main/core/ports/printing.ts';
import { messageNextStep } from '../../src/renderer/text/text.ts';
import type { Message } from '../../src/shared/messages/message.ts';

/** One printer as the test of a transport creates it. */
export interface TransportUnderTest {
  transport: PrinterTransport;
  /** True where answers come back from the printer, if it gives any; the others carry labels and nothing back. */
  twoWay?: boolean;
  /** What arrived, one entry a label; questions and commands before the label may stand in it. */
  arrived(): Promise<Buffer[]>;
  /** Makes the printer unreachable from now on. */
  breakPrinter(): Promise<void>;
  cleanUp(): Promise<void>;
}

/** A signal that never fires; each opening has its own, as at the bench. */
const never = (): AbortSignal => new AbortController().signal;

/** Every byte value, commands inside binary graphic data and both line ends, to detect any decoding or conversion. */
export function binaryLabel(): Buffer {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const data = Buffer.concat([everyByte, Buffer.from('^XZ~JA^XA\r\n\n\r\u0002\u0003'), everyByte]);
  return Buffer.concat([
    Buffer.from(`^XA\r\n^FO50,50\n^GFB,${data.length},${data.length},16,`),
    data,
    Buffer.from('^FS\r^XZ\n'),
  ]);
}

/** Opens, or fails the test with the failure. */
export async function openFor(transport: PrinterTransport): Promise<OpenPrinter> {
  const opened = await transport.open(never());
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

/** Records what is reported while a label is sent. */
export function noteProgress(): SendProgress & {
  stalls: boolean[];
  owners: string[];
  statuses: (Message | null)[];
} {
  const stalls: boolean[] = [];
  const owners: string[] = [];
  const statuses: (Message | null)[] = [];
  return {
    stalls,
    owners,
    statuses,
    stalled: (isStalled) => stalls.push(isStalled),
    owned: (reference) => owners.push(reference),
    queueStatus: (status) => statuses.push(status),
  };
}

/** What every transport promises. */
export function printerTransportSuite(name: string, setUp: () => Promise<TransportUnderTest>): void {
  describe(`${name} as a printer transport`, () => {
    let printer: TransportUnderTest;
    beforeEach(async () => {
      printer = await setUp();
    });
    afterEach(() => printer.cleanUp());

    it('delivers every byte unchanged', async () => {
      const label = binaryLabel();
      const delivery = await (await openFor(printer.transport)).send(label);
      expect(delivery).toEqual({ kind: 'sent', bytesSent: label.length, closedCleanly: true });
      expect(await printer.arrived()).toEqual([label]);
    });

    it('delivers a view into a larger buffer without the bytes around it', async () => {
      const around = Buffer.from('before^XA^FDlabel^FS^XZafter');
      await (await openFor(printer.transport)).send(around.subarray(6, 23));
      expect((await printer.arrived()).map(String)).toEqual(['^XA^FDlabel^FS^XZ']);
    });

    it('delivers labels one after the other, each over its own connection', async () => {
      for (const text of ['^XA^FD1^FS^XZ', '^XA^FD2^FS^XZ', '^XA^FD3^FS^XZ']) {
        const delivery = await (await openFor(printer.transport)).send(Buffer.from(text));
        expect(delivery.kind).toBe('sent');
      }
      expect((await printer.arrived()).map(String)).toEqual(['^XA^FD1^FS^XZ', '^XA^FD2^FS^XZ', '^XA^FD3^FS^XZ']);
    });

    it('writes nothing before it sends, and nothing when it is closed instead', async () => {
      const open = await openFor(printer.transport);
      expect(Buffer.concat(await printer.arrived())).toHaveLength(0);
      open.close();
      expect(await open.send(Buffer.from('^XA^XZ'))).toMatchObject({ kind: 'not started' });
      expect(Buffer.concat(await printer.arrived())).toHaveLength(0);
    });

    it('sends once: a second label over the same opening is not started', async () => {
      const open = await openFor(printer.transport);
      await open.send(Buffer.from('^XA^FDonce^FS^XZ'));
      expect(await open.send(Buffer.from('^XA^FDtwice^FS^XZ'))).toMatchObject({ kind: 'not started' });
      expect((await printer.arrived()).map(String)).toEqual(['^XA^FDonce^FS^XZ']);
    });

    it('reports the printer as unreachable, with a next step, when it cannot be opened', async () => {
      await printer.breakPrinter();
      const opened = await printer.transport.open(never());
      expect(opened).toMatchObject({ ok: false, failure: { code: 'printer-unreachable' } });
      expect(!opened.ok && messageNextStep(opened.failure.message)).toBeTruthy();
    });

    it('opens nothing for a station that is stopping', async () => {
      expect(await printer.transport.open(AbortSignal.abort())).toMatchObject({ ok: false });
      expect(await printer.arrived()).toEqual([]);
    });

    it('has not started where the printer disconnects between opening and sending', async () => {
      const open = await openFor(printer.transport);
      await printer.breakPrinter();
      const delivery = await open.send(binaryLabel());
      expect(delivery).toMatchObject({ kind: 'not started', failure: { code: 'printer-unreachable' } });
    });

    it('reports no stall once the label was sent', async () => {
      const progress = noteProgress();
      const label = Buffer.concat(Array.from({ length: 40 }, binaryLabel));
      const delivery = await (await openFor(printer.transport)).send(label, progress);
      expect(delivery).toMatchObject({ kind: 'sent', bytesSent: label.length });
      expect(progress.stalls.at(-1) ?? false).toBe(false);
    });

    it('answers queries for status, label counter and identity, and sends the label over the same opening', async () => {
      const open = await openFor(printer.transport);
      const [status, labelCount, identity] = [await open.status(), await open.labelCount(), await open.identity()];
      expect(printer.twoWay ? ['answered', 'silent'] : ['one-way']).toContain(status.kind);
      if (!printer.twoWay) expect([labelCount, identity]).toEqual([null, null]);
      expect(Buffer.concat(await printer.arrived()).includes('^XA')).toBe(false);
      expect(await open.send(binaryLabel())).toMatchObject({ kind: 'sent' });
      const arrived = Buffer.concat(await printer.arrived());
      expect(arrived.subarray(-binaryLabel().length)).toEqual(binaryLabel());
    });

    it('accepts a command, or fails with a next step, and accepts a label after it', async () => {
      const open = await openFor(printer.transport);
      const commanded = await open.sendCommand('resume');
      if (printer.twoWay) expect(commanded).toEqual({ ok: true, value: null });
      expect(commanded.ok || messageNextStep(commanded.failure.message)).toBeTruthy();
      expect(Buffer.concat(await printer.arrived()).includes('~PS')).toBe(commanded.ok);
      expect(await open.send(Buffer.from('^XA^FDafter^FS^XZ'))).toMatchObject({ kind: 'sent' });
      expect(Buffer.concat(await printer.arrived()).includes('^XA^FDafter^FS^XZ')).toBe(true);
    });

    it('answers every query, none with a fault, where the printer disconnects or the opening was used', async () => {
      const ask = async (open: OpenPrinter) => [await open.status(), await open.labelCount(), await open.identity()];
      const none = [{ kind: printer.twoWay ? 'silent' : 'one-way' }, null, null];

      const closed = await openFor(printer.transport);
      closed.close();
      expect(await ask(closed)).toEqual(none);

      const sent = await openFor(printer.transport);
      await sent.send(Buffer.from('^XA^FDsent^FS^XZ'));
      expect(await ask(sent)).toEqual(none);
      expect((await sent.sendCommand('resume')).ok).toBe(false);

      const broken = await openFor(printer.transport);
      await printer.breakPrinter();
      expect(await ask(broken)).toEqual(none);
      expect(await broken.send(binaryLabel())).toMatchObject({ kind: 'not started' });
    });

    it('closes twice without harm', async () => {
      const open = await openFor(printer.transport);
      open.close();
      open.close();
      expect(await open.send(binaryLabel())).toMatchObject({ kind: 'not started' });
    });
  });
}
