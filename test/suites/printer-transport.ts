import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenPrinter, PrinterTransport } from '../../src/main/core/ports/printing.ts';

/** One printer as a transport's test sets it up. */
export interface TransportUnderTest {
  transport: PrinterTransport;
  /** What arrived, one entry a label. */
  arrived(): Promise<Buffer[]>;
  /** Makes the printer unreachable from now on. */
  breakPrinter(): Promise<void>;
  cleanUp(): Promise<void>;
}

const never = new AbortController().signal;

/** Every byte value, commands inside binary graphic data, both line ends: whatever decodes or converts is found out. */
export function binaryLabel(): Buffer {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  const data = Buffer.concat([everyByte, Buffer.from('^XZ~JA^XA\r\n\n\r\u0002\u0003'), everyByte]);
  return Buffer.concat([
    Buffer.from(`^XA\r\n^FO50,50\n^GFB,${data.length},${data.length},16,`),
    data,
    Buffer.from('^FS\r^XZ\n'),
  ]);
}

/** Opens, or fails the test in the printer's words. */
export async function openFor(transport: PrinterTransport): Promise<OpenPrinter> {
  const opened = await transport.open(never);
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

/** What every transport promises, whatever it is made of. */
export function printerTransportSuite(name: string, setUp: () => Promise<TransportUnderTest>): void {
  describe(`${name} as a printer transport`, () => {
    let printer: TransportUnderTest;
    beforeEach(async () => {
      printer = await setUp();
    });
    afterEach(() => printer.cleanUp());

    it('delivers every byte as it is', async () => {
      const label = binaryLabel();
      const delivery = await (await openFor(printer.transport)).send(label);
      expect(delivery).toEqual({ kind: 'handed over', bytesHandedOver: label.length, closedCleanly: true });
      expect(await printer.arrived()).toEqual([label]);
    });

    it('delivers a view into a larger buffer without its neighbours', async () => {
      const around = Buffer.from('before^XA^FDlabel^FS^XZafter');
      await (await openFor(printer.transport)).send(around.subarray(6, 23));
      expect((await printer.arrived()).map(String)).toEqual(['^XA^FDlabel^FS^XZ']);
    });

    it('delivers labels one after the other, each over its own connection', async () => {
      for (const text of ['^XA^FD1^FS^XZ', '^XA^FD2^FS^XZ', '^XA^FD3^FS^XZ']) {
        const delivery = await (await openFor(printer.transport)).send(Buffer.from(text));
        expect(delivery.kind).toBe('handed over');
      }
      expect((await printer.arrived()).map(String)).toEqual(['^XA^FD1^FS^XZ', '^XA^FD2^FS^XZ', '^XA^FD3^FS^XZ']);
    });

    it('writes nothing before it is told to send, and nothing when closed instead', async () => {
      const open = await openFor(printer.transport);
      expect(Buffer.concat(await printer.arrived())).toHaveLength(0);
      open.close();
      expect(await open.send(Buffer.from('^XA^XZ'))).toMatchObject({ kind: 'not started' });
      expect(Buffer.concat(await printer.arrived())).toHaveLength(0);
    });

    it('sends once: a second send of the same opening is not started', async () => {
      const open = await openFor(printer.transport);
      await open.send(Buffer.from('^XA^FDonce^FS^XZ'));
      expect(await open.send(Buffer.from('^XA^FDtwice^FS^XZ'))).toMatchObject({ kind: 'not started' });
      expect((await printer.arrived()).map(String)).toEqual(['^XA^FDonce^FS^XZ']);
    });

    it('says that the printer is unreachable, and what to do, when it cannot be opened', async () => {
      await printer.breakPrinter();
      const opened = await printer.transport.open(never);
      expect(opened).toMatchObject({ ok: false, failure: { code: 'printer-unreachable' } });
      expect(!opened.ok && opened.failure.next).toBeTruthy();
    });

    it('opens nothing for a station that is stopping', async () => {
      expect(await printer.transport.open(AbortSignal.abort())).toMatchObject({ ok: false });
      expect(await printer.arrived()).toEqual([]);
    });

    it('has not started where the printer goes between opening and sending', async () => {
      const open = await openFor(printer.transport);
      await printer.breakPrinter();
      const delivery = await open.send(binaryLabel());
      expect(delivery).toMatchObject({ kind: 'not started', failure: { code: 'printer-unreachable' } });
    });
  });
}
