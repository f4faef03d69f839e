import { describe, expect, it } from 'vitest';
import type { Delivery, OpenPrinter, OpenTransport } from '../../../src/main/core/ports/printing.ts';
import { createPrinterLocks } from '../../../src/main/printers/printer-lock.ts';
import { tcpTransport } from '../../../src/main/printers/tcp.ts';
import { success } from '../../../src/shared/contract/failure.ts';
import type { PrinterConnection } from '../../../src/shared/printing/printer-connection.ts';
import { startFakePrinter } from '../../fakes/printer.ts';

const never = new AbortController().signal;

let over: (delivery: Delivery) => void = () => undefined;
const ended = new Promise<Delivery>((resolve) => {
  over = resolve;
});
const open: Omit<OpenPrinter, 'send'> = {
  status: async () => ({ kind: 'one-way' }),
  labelCount: async () => null,
  identity: async () => null,
  sendCommand: async () => success(null),
  close: () => undefined,
};
const sendTo: OpenPrinter['send'] = (_bytes, progress) => {
  progress?.owned('Office-12');
  return ended;
};
const tcp: OpenTransport = (connection) => {
  if (connection.kind !== 'tcp') throw new Error('Only by network here');
  return tcpTransport(connection);
};

async function openOn(openTransport: OpenTransport, connection: PrinterConnection): Promise<OpenPrinter> {
  const opened = await openTransport(connection).open(never);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

describe('printer lock', () => {
  it('a second user, in any environment, waits until the first has sent, and then prints', async () => {
    const printer = await startFakePrinter();
    const inLine = createPrinterLocks();
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

  it('the lock is released where the printer could not be opened, and on closing without sending', async () => {
    const printer = await startFakePrinter();
    const inLine = createPrinterLocks()(tcp);
    const gone = { kind: 'tcp', host: '127.0.0.1', port: 1 } as const;
    expect(await inLine(gone).open(never)).toMatchObject({ ok: false });
    expect(await inLine(gone).open(never)).toMatchObject({ ok: false });
    const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
    (await openOn(inLine, connection)).close();
    (await openOn(inLine, connection)).close();
    await printer.close();
  });

  it('the lock is released once a queue of this computer owns the label', async () => {
    const inLine = createPrinterLocks()(() => ({
      open: async () => success({ ...open, send: sendTo }),
    }));
    const connection = { kind: 'cups', queue: 'Office' } as const;
    const references: string[] = [];
    const first = (await openOn(inLine, connection)).send(Buffer.from('^XA^XZ'), {
      ...{ stalled: () => undefined, queueStatus: () => undefined },
      owned: (reference) => references.push(reference),
    });
    (await openOn(inLine, connection)).close();
    expect(references).toEqual(['Office-12']);
    over({ kind: 'sent', bytesSent: 6, closedCleanly: true });
    expect((await first).kind).toBe('sent');
  });

  it('each user of a printer gets the number of labels that others sent', async () => {
    const printer = await startFakePrinter();
    const inLine = createPrinterLocks()(tcp);
    const connection = { kind: 'tcp', host: printer.host, port: printer.port } as const;
    const [one, other] = [inLine(connection), inLine({ ...connection })];
    const label = Buffer.from('^XA^FO9,9^FDone^FS^XZ');
    for (const transport of [one, other, other]) {
      const opened = await transport.open(never);
      if (opened.ok) await opened.value.send(label);
    }
    expect([one.sentByOthers?.(), other.sentByOthers?.()]).toEqual([2, 1]);
    await printer.close();
  });

  it('an aborted wait gives a failure, and later users continue', async () => {
    const printer = await startFakePrinter();
    const inLine = createPrinterLocks()(tcp);
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
    const inLine = createPrinterLocks()(tcp);
    const open = await openOn(inLine, { kind: 'tcp', host: one.host, port: one.port });
    (await openOn(inLine, { kind: 'tcp', host: other.host, port: other.port })).close();
    open.close();
    await Promise.all([one.close(), other.close()]);
  });
});
