import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCupsClient, readAddress } from '../../../../src/main/printers/cups/cups-client.ts';
import { listCupsQueues } from '../../../../src/main/printers/cups/cups-queues.ts';
import { message } from '../../../../src/shared/messages/message.ts';
import { administratorPath } from '../../../helpers/administrator-path.ts';

describe('CUPS client: address of the print service', () => {
  it.each([
    ['/run/cups/cups.sock', { socketPath: '/run/cups/cups.sock' }],
    ['localhost:631', { host: 'localhost', port: 631 }],
    ['print.example', { host: 'print.example', port: 631 }],
    ['[::1]:8631', { host: '::1', port: 8631 }],
    ['', null],
    ['lpstat: no such thing', null],
    ['user@host:1/path', null],
  ])('%j is read', (output, address) => {
    expect(readAddress(output)).toEqual(address);
  });
});

describe('CUPS client: a server that is not a print service', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const answering = async (listener: RequestListener): Promise<NodeJS.ProcessEnv> => {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { PATH: administratorPath, CUPS_SERVER: `127.0.0.1:${port}` };
  };
  const question = { operation: 'CUPS-Get-Printers', target: null, requested: ['printer-name'] } as const;
  const away = { kind: 'unavailable', installed: true };

  it.each<[what: string, RequestListener]>([
    ['a web page', (_, response) => response.end('<html></html>')],
    ['an error', (_, response) => response.writeHead(426).end()],
    [
      'half an answer',
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy()),
    ],
    ['a refused connection', (request) => request.destroy()],
    ['too many queues', (_, response) => void response.end(Buffer.alloc(3 * 1024 * 1024))],
  ])('is unavailable when it gives %s', async (_what, listener) => {
    expect(await createCupsClient(await answering(listener)).ask(question)).toEqual(away);
  });

  it('has the reason of its refusal reported', async () => {
    const report = 'Go away.';
    const status = Buffer.from([
      0x41,
      0,
      14,
      ...Buffer.from('status-message'),
      0,
      report.length,
      ...Buffer.from(report),
    ]);
    const forbidden = Buffer.concat([Buffer.from([2, 0, 4, 1, 0, 0, 0, 1, 1]), status, Buffer.from([3])]);
    const environment = await answering((_, response) => response.end(forbidden));
    expect(await createCupsClient(environment).ask(question)).toEqual({ kind: 'refused', report });
    expect(await listCupsQueues(undefined, environment)).toMatchObject({
      ok: false,
      failure: { message: message('printer.cups-refused', { report }) },
    });
  });
});
