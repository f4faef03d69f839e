import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakePrinter, startFakePrinter } from './printer.ts';

let printer: FakePrinter;
beforeEach(async () => {
  printer = await startFakePrinter();
});
afterEach(() => printer.close());

const open = async (): Promise<Socket> => {
  const socket = connect(printer.port, printer.host).on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

it('answers ~HS with 82 bytes, and says what is wrong with it', async () => {
  const socket = await open();
  socket.write('~HS');
  const [ready] = await once(socket, 'data');
  expect(ready).toHaveLength(82);
  printer.setStatus({ paperOut: true, headOpen: true });
  socket.write('^XA~HS');
  const [fault] = await once(socket, 'data');
  expect(String(fault).split('\r\n').slice(0, 2)).toEqual([
    '\x02030,1,0,1218,000,0,0,1,000,0,0,0\x03',
    '\x02001,0,1,0,1,2,6,0,00000000,1,000\x03',
  ]);
  socket.destroy();
});

it('stays silent when told to', async () => {
  printer.setStatus('silent');
  const socket = await open();
  socket.end('~HS');
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

it('glues a cut-off label to the next one, unless it was switched off between', async () => {
  (await open()).end('^XA^FDhalf');
  await printer.waitFor((fake) => fake.openConnections === 0);
  (await open()).end('^XA^FDnext^FS^XZ');
  await printer.waitFor((fake) => fake.labels().length === 1);
  expect(printer.labels().map(String)).toEqual(['^XA^FDhalf^XA^FDnext^FS^XZ']);

  (await open()).end('^XA^FDhalf');
  await printer.waitFor((fake) => fake.openConnections === 0);
  const { port } = printer;
  await printer.restart();
  expect(printer.port).toBe(port);
  (await open()).end('^XA^FDnext^FS^XZ');
  await printer.waitFor((fake) => fake.labels().length === 2);
  expect(printer.printLog().map(({ label, copies }) => [String(label), copies])).toEqual([
    ['^XA^FDhalf^XA^FDnext^FS^XZ', 1],
    ['^XA^FDnext^FS^XZ', 1],
  ]);
});

it('prints what a stalled connection had brought once the day gets better', async () => {
  await printer.badDay({ kind: 'stall', afterBytes: 4 });
  const socket = await open();
  socket.end('^XA^FDlabel^FS^XZ');
  socket.resume();
  await printer.waitFor((fake) => fake.received[0]?.length === 4);
  await printer.badDay(null);
  await once(socket, 'close');
  expect(printer.labels().map(String)).toEqual(['^XA^FDlabel^FS^XZ']);
});

it('counts copies', async () => {
  for (let copy = 0; copy < 3; copy++) (await open()).end('^XA^FDsame^FS^XZ');
  await printer.waitFor((fake) => fake.printLog()[0]?.copies === 3);
  expect(printer.printLog()).toHaveLength(1);
});
