import { describe, expect, it } from 'vitest';
import type { OpenPrinter, OpenTransport } from '../../../src/main/core/ports/printing.ts';
import { printerLines } from '../../../src/main/printers/printer-lines.ts';
import { tcpTransport } from '../../../src/main/printers/tcp.ts';
import type { PrinterConnection } from '../../../src/shared/printer.ts';
import { startFakePrinter } from '../../fakes/printer.ts';

const never = new AbortController().signal;
const tcp: OpenTransport = (connection) => {
  if (connection.kind !== 'tcp') throw new Error('Only by network here');
  return tcpTransport(connection);
};

async function openOn(openTransport: OpenTransport, connection: PrinterConnection): Promise<OpenPrinter> {
  const opened = await openTransport(connection).open(never);
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

describe('one hand at a printer', () => {
  it('a second one, of whatever environment, waits until the first has sent, and then prints', async () => {
    const printer = await startFakePrinter();
    const inLine = printerLines();
    const [one, other] = [inLine(tcp), inLine(tcp)];
    const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
    const first = await openOn(one, connection);
    let isOpen = false;
    const second = openOn(other, connection).then((open) => {
      isOpen = true;
      return open;
    });
    await printer.waitFor(({ openConnections }) => openConnections === 1);
    expect(isOpen).toBe(false);
    await first.send(Buffer.from('^XA^FO9,9^FDone^FS^XZ'));
    await (await second).send(Buffer.from('^XA^FO9,9^FDtwo^FS^XZ'));
    expect(printer.labels().map(String)).toEqual(['^XA^FO9,9^FDone^FS^XZ', '^XA^FO9,9^FDtwo^FS^XZ']);
    await printer.close();
  });

  it('a printer that could not be opened keeps nobody waiting, and closing without sending neither', async () => {
    const printer = await startFakePrinter();
    const inLine = printerLines()(tcp);
    const gone = { kind: 'tcp', host: '127.0.0.1', port: 1 } as const;
    expect(await inLine(gone).open(never)).toMatchObject({ ok: false });
    expect(await inLine(gone).open(never)).toMatchObject({ ok: false });
    const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
    (await openOn(inLine, connection)).close();
    (await openOn(inLine, connection)).close();
    await printer.close();
  });

  it('who stops waiting is told, and those behind go on', async () => {
    const printer = await startFakePrinter();
    const inLine = printerLines()(tcp);
    const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
    const first = await openOn(inLine, connection);
    const stopping = new AbortController();
    const second = inLine(connection).open(stopping.signal);
    const third = openOn(inLine, connection);
    stopping.abort();
    expect(await second).toMatchObject({ ok: false });
    first.close();
    (await third).close();
    await printer.close();
  });

  it('other printers do not wait for it', async () => {
    const [one, other] = [await startFakePrinter(), await startFakePrinter()];
    const inLine = printerLines()(tcp);
    const open = await openOn(inLine, { kind: 'tcp', host: one.host, port: one.port });
    (await openOn(inLine, { kind: 'tcp', host: other.host, port: other.port })).close();
    open.close();
    await Promise.all([one.close(), other.close()]);
  });
});
