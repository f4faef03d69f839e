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

/** Sends over a separate connection, and returns the reply until the printer ended it. */
const exchange = async (text: string): Promise<string> => {
  const socket = await open();
  socket.end(text);
  const heard: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => heard.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(heard).toString('latin1');
};

const label = (text: string): string => `^XA^FD${text}^FS^XZ`;
const paper = (): string[] =>
  printer.paper().map((piece) => `${piece.whole ? '' : 'half '}${/\^FD(.*?)\^FS/.exec(String(piece.label))?.[1]}`);

it('fake printer: answers ~HS with 82 bytes that contain its fault', async () => {
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

it('fake printer: joins a cut-off label to the next one, unless it was switched off between', async () => {
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

it('fake printer: prints the data of a stalled connection once the fault is cleared', async () => {
  await printer.connectionFault({ kind: 'stall', afterBytes: 4 });
  const socket = await open();
  socket.end('^XA^FDlabel^FS^XZ');
  socket.resume();
  await printer.waitFor((fake) => fake.received[0]?.length === 4);
  await printer.connectionFault(null);
  await once(socket, 'close');
  expect(printer.labels().map(String)).toEqual(['^XA^FDlabel^FS^XZ']);
});

it('fake printer: counts copies', async () => {
  for (let copy = 0; copy < 3; copy++) (await open()).end('^XA^FDsame^FS^XZ');
  await printer.waitFor((fake) => fake.printLog()[0]?.copies === 3);
  expect(printer.printLog()).toHaveLength(1);
});

it('fake printer: starts without faults: ready, answering everything, printing at once', async () => {
  expect(await exchange('~HQES')).toBe(
    '\x02\r\n\r\nPRINTER STATUS\r\n  ERRORS:         0 00000000 00000000\r\n  WARNINGS:       0 00000000 00000000\r\n\x03',
  );
  expect(await exchange('~HI')).toBe('\x02ZD421-203dpi,V93.21.26Z,8,8176KB,\x03\r\n');
  await exchange(label('1') + label('2'));
  expect(paper()).toEqual(['1', '2']);
  expect(await exchange('! U1 getvar "odometer.total_label_count"\r\n')).toBe('"2"');
  expect(await exchange('! U1 getvar "zpl.system_status"\r\n')).toBe('"0,0,00000000,00000000,0,00000000,00000000"');
  expect(await exchange('! U1 getvar "head.resolution.in_dpi"\r\n')).toBe('"203"');
  expect(await exchange('! U1 getvar "no.such_name"\r\n')).toBe('"?"');
});

it('fake printer: reports its faults in flags too, but not a pause', async () => {
  printer.setStatus({ paused: true, ribbonOut: true, tooHot: true, errorBits: 0x100, warningBits: 0x2 });
  expect(await exchange('~HQES')).toContain(
    'ERRORS:         1 00000000 00000112\r\n  WARNINGS:       1 00000000 00000002',
  );
  expect(await exchange('! U1 getvar "zpl.system_status"\r\n')).toBe('"1,1,00000000,00000112,1,00000000,00000002"');
});

it('fake printer: in the status "silent" it prints without answering', async () => {
  printer.setStatus('silent');
  expect(await exchange(`~HS~HQES~HI! U1 getvar "device.unique_id"\r\n${label('1')}`)).toBe('');
  expect(paper()).toEqual(['1']);
  printer.setStatus({});
  printer.setAnswers({ hostStatus: 'without faults', variables: false });
  expect(await exchange('~HS! U1 getvar "device.unique_id"\r\n')).toHaveLength(82);
  printer.setStatus({ headOpen: true });
  expect(await exchange('~HS')).toBe('');
  printer.setStatus({ paused: true });
  expect(await exchange('~HS')).toHaveLength(82);
});

it('fake printer: reports its identity, which can change', async () => {
  printer.setIdentity({ model: 'ZT411', serial: 'S2', dotsPerMillimetre: 12 });
  expect(await exchange('~HI')).toContain('ZT411,V93.21.26Z,12,');
  expect(await exchange('! U1 getvar "device.unique_id"\r\n! U1 getvar "head.resolution.in_dpi"\r\n')).toBe(
    '"S2""304"',
  );
});

it('fake printer: keeps variables that are set, and those set by a test', async () => {
  await exchange('! U1 setvar "zpl.zpl_override" "enabled"\r\n');
  expect([...printer.variables]).toEqual([['zpl.zpl_override', 'enabled']]);
  expect(await exchange('! U1 getvar "zpl.zpl_override"\r\n')).toBe('"enabled"');
  printer.setVariable('odometer.total_label_count', null);
  expect(await exchange('! U1 getvar "odometer.total_label_count"\r\n')).toBe('"?"');
});

it('fake printer: keeps and counts labels while it is paused, and prints them in order afterwards', async () => {
  await exchange(`~PP${label('1')}^XA^PQ3^FD2^FS^XZ`);
  expect([printer.formatsInBuffer + printer.labelsRemaining, paper()]).toEqual([2, []]);
  expect(await exchange('~HS')).toContain('030,0,1,1218,002,');
  await exchange('~PS');
  expect(paper()).toEqual(['1', '2', '2', '2']);
  expect([printer.labelCount, printer.executedCommands]).toEqual([4, ['~PP', '~PS']]);
});

it('fake printer: prints labels one by one on hold, so that a test can check between them', async () => {
  printer.hold();
  await exchange(`^XA^PQ2^FD1^FS^XZ${label('2')}`);
  printer.step();
  expect([paper(), printer.labelsRemaining, printer.formatsInBuffer]).toEqual([['1'], 1, 1]);
  expect(await exchange('~HS')).toMatch(/,1218,001,.*,00000001,1,000/s);
  printer.step();
  printer.release();
  expect([paper(), printer.labelsRemaining, printer.formatsInBuffer]).toEqual([['1', '1', '2'], 0, 0]);
});

it('fake printer: prints at the configured speed', async () => {
  const slow = await startFakePrinter({ millisecondsPerLabel: 5 });
  const socket = connect(slow.port, slow.host);
  socket.end(label('1') + label('2'));
  await slow.waitFor((fake) => fake.labelsRemaining === 1 && fake.formatsInBuffer === 1);
  await slow.waitFor((fake) => fake.labels().length === 2);
  await slow.close();
});

it('fake printer: stops in the middle of a label, and reprints it once the fault is cleared', async () => {
  printer.breakDownMidLabel('paperOut', 1);
  await exchange(label('1') + label('2') + label('3'));
  expect(paper()).toEqual(['1', 'half 2']);
  expect(printer.status.paperOut).toBe(true);
  expect([printer.labelsRemaining, printer.formatsInBuffer]).toEqual([1, 1]);
  printer.setStatus({});
  expect(paper()).toEqual(['1', 'half 2', '2', '3']);
  expect(printer.labelCount).toBe(3);
});

it('fake printer: does not reprint it after ^JZN, until ^JZY or a power cycle', async () => {
  printer.breakDownMidLabel('headOpen');
  await exchange(`^XA^JZN^XZ${label('1')}${label('2')}`);
  printer.setStatus({});
  expect(paper()).toEqual(['half 1', '2']);
  await printer.restart();
  printer.breakDownMidLabel('ribbonOut');
  await exchange(label('3'));
  printer.setStatus({});
  expect(paper()).toEqual(['half 1', '2', 'half 3', '3']);
});

it('fake printer: loses unprinted labels when it is switched off, and keeps them when only the cable is out', async () => {
  printer.setStatus({ headOpen: true });
  await exchange(`${label('1')}^XA^FDpart`);
  await printer.connectionFault({ kind: 'cable out' });
  expect([printer.formatsInBuffer, printer.insideFormat]).toEqual([1, true]);
  await printer.connectionFault({ kind: 'off' });
  expect([printer.formatsInBuffer, printer.insideFormat]).toEqual([0, false]);
  await printer.connectionFault(null);
  printer.setStatus({});
  await exchange(label('2'));
  expect(paper()).toEqual(['2']);
});

it('fake printer: drops a partial format on ~JX, and everything on ~JA', async () => {
  await exchange('^XA^FDhalf');
  await exchange(`~JX${label('1')}`);
  printer.hold();
  await exchange(label('2') + label('3'));
  await exchange('~JA');
  printer.release();
  await exchange(label('4'));
  expect(printer.labels().map(String)).toEqual([label('1'), label('4')]);
});

it('fake printer: reads only what fits its buffer while it cannot print, and the rest afterwards', async () => {
  await printer.close();
  printer = await startFakePrinter({ receiveBuffer: 100, status: { paperOut: true } });
  const socket = await open();
  const labels = Array.from({ length: 20 }, (_, index) => label(`label no ${10 + index}`));
  socket.end(labels.join(''));
  socket.resume();
  await printer.waitFor((fake) => fake.received[0]?.length === 100);
  expect([printer.formatsInBuffer, printer.insideFormat]).toEqual([4, true]);
  printer.setStatus({});
  await once(socket, 'close');
  expect(printer.labels().map(String)).toEqual(labels);
});

it('fake printer: prints a label larger than its buffer, since it prints what it has read', async () => {
  await printer.close();
  printer = await startFakePrinter({ receiveBuffer: 100 });
  await exchange(label('x'.repeat(5_000)));
  expect(printer.labels()).toHaveLength(1);
});

it('fake printer: prints nothing for a format with settings only, and no label in diagnostic mode', async () => {
  await exchange('^XA^MCY^XZ');
  printer.setStatus({ diagnosticMode: true });
  await exchange(label('1'));
  printer.setStatus({});
  expect(printer.paper()).toEqual([]);
});

it('fake printer: changes and splits its replies as a test requires', async () => {
  printer.changeReplies((reply, question) =>
    question === '~HI' ? [Buffer.from('one '), Buffer.from('two')] : [reply],
  );
  expect(await exchange('~HI')).toBe('one two');
  expect(await exchange('~HS')).toHaveLength(82);
});

it('fake printer: closes at once, whatever its connections are doing', async () => {
  const socket = await open();
  (await open()).destroy();
  socket.destroy();
  await printer.close();
  expect(printer.openConnections).toBe(0);
});
