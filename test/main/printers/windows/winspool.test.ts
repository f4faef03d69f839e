import koffi from 'koffi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpoolerCalls } from '../../../../src/main/printers/windows/spooler.ts';
import { winspool } from '../../../../src/main/printers/windows/winspool.ts';
import {
  jobStatus,
  lastErrorPrototype,
  spoolerPrototypes,
  win32Errors,
} from '../../../../src/main/printers/windows/winspool-api.ts';
import { nativeSpooler, typeOf } from './native-spooler.ts';
import { createWindowsQueue, labelsIn, type WindowsQueue } from './windows-queue.ts';

let queue: WindowsQueue;
let spooler: SpoolerCalls;
let unload: () => void;
beforeEach(() => {
  queue = createWindowsQueue();
  const native = nativeSpooler(queue.calls);
  unload = native.unload;
  spooler = winspool(koffi, native.libraries);
});
afterEach(() => unload());

const value = <T>(answer: { ok: true; value: T } | { ok: false; error: number }): T => {
  if (!answer.ok) throw new Error(`error ${answer.error}`);
  return answer.value;
};

describe('winspool: types in the layout of 64-bit Windows', () => {
  it.each([
    ['SYSTEMTIME', 16],
    ['FILETIME', 8],
    ['DOC_INFO_1W', 24],
    ['JOB_INFO_1W', 96],
    ['DRIVER_INFO_8W', 200],
    ['PRINTER_INFO_2W', 136],
    ['PRINTER_INFO_4W', 24],
  ])('gives %s its %d bytes', (struct, bytes) => {
    expect(koffi.sizeof(struct)).toBe(bytes);
  });

  it.each([
    ['DOC_INFO_1W', 'pDatatype', 16],
    ['JOB_INFO_1W', 'pDocument', 32],
    ['JOB_INFO_1W', 'pStatus', 48],
    ['JOB_INFO_1W', 'Status', 56],
    ['JOB_INFO_1W', 'Submitted', 76],
    ['DRIVER_INFO_8W', 'pName', 8],
    ['DRIVER_INFO_8W', 'ftDriverDate', 88],
    ['DRIVER_INFO_8W', 'dwlDriverVersion', 96],
    ['DRIVER_INFO_8W', 'dwPrinterDriverAttributes', 168],
    ['PRINTER_INFO_2W', 'pPrinterName', 8],
    ['PRINTER_INFO_2W', 'pPortName', 24],
    ['PRINTER_INFO_2W', 'pDriverName', 32],
    ['PRINTER_INFO_2W', 'Attributes', 104],
    ['PRINTER_INFO_4W', 'Attributes', 16],
  ])('puts %s.%s at byte %d', (struct, member, offset) => {
    expect(koffi.offsetof(struct, member)).toBe(offset);
  });

  it('has a readable prototype for each function it calls, under its own name', () => {
    for (const [name, prototype] of Object.entries({ ...spoolerPrototypes, GetLastError: lastErrorPrototype })) {
      expect(typeOf(prototype).proto?.name).toBe(name);
    }
  });
});

describe('winspool: calls', () => {
  it('carry a label byte by byte, with its name and datatype', () => {
    queue.add('Zebra – Tisch 7 漢');
    const opened = value(spooler.openPrinter('Zebra – Tisch 7 漢'));
    const job = value(spooler.startDocument(opened, { name: 'Packbench é 1', datatype: 'XPS_PASS' }));
    value(spooler.startPage(opened));
    const around = Buffer.concat([Buffer.from('no'), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))]);
    expect(value(spooler.write(opened, around.subarray(2)))).toBe(256);
    value(spooler.endPage(opened));
    value(spooler.endDocument(opened));
    expect(queue.jobs).toMatchObject([{ id: job, document: 'Packbench é 1', datatype: 'XPS_PASS' }]);
    expect(labelsIn(queue)).toEqual([around.subarray(2)]);
  });

  it('give how much of a write was accepted', () => {
    queue.add('Zebra', { parameters: () => 3 });
    const opened = value(spooler.openPrinter('Zebra'));
    value(spooler.startDocument(opened, { name: 'label', datatype: 'RAW' }));
    value(spooler.startPage(opened));
    expect(value(spooler.write(opened, Buffer.from('^XA^XZ')))).toBe(3);
  });

  it('read a job’s status bits, its document and the text of its driver', () => {
    queue.add('Zebra', {
      stages: [{ status: jobStatus.paperOut | jobStatus.printing, statusText: 'Papier leer – 紙' }],
    });
    const opened = value(spooler.openPrinter('Zebra'));
    const job = value(spooler.startDocument(opened, { name: 'label', datatype: 'RAW' }));
    value(spooler.startPage(opened));
    value(spooler.endDocument(opened));
    expect(value(spooler.job(opened, job))).toEqual({
      document: 'label',
      status: 0x50,
      statusText: 'Papier leer – 紙',
    });
    expect(spooler.job(opened, job)).toEqual({ ok: false, error: win32Errors.invalidParameter });
  });

  it('read what kind of driver a printer has', () => {
    queue.add('v3');
    queue.add('v4', { attributes: 0x2 | 0x8 });
    expect(value(spooler.driverAttributes(value(spooler.openPrinter('v3'))))).toBe(0);
    expect(value(spooler.driverAttributes(value(spooler.openPrinter('v4'))))).toBe(0xa);
  });

  it('list every printer, those of print servers by name alone', () => {
    queue.add('Zebra A');
    queue.add('Büro', { driver: 'Generic / Text Only', port: 'LPT1:' });
    expect(value(spooler.printers())).toEqual([
      { name: 'Zebra A', driver: 'ZDesigner ZD421-203dpi ZPL', port: 'USB001' },
      { name: 'Büro', driver: 'Generic / Text Only', port: 'LPT1:' },
      { name: '\\\\server\\Zebra', driver: null, port: null },
    ]);
  });

  it('give the error code of Windows where a call fails', () => {
    queue.add('Zebra', { refuses: { startDocument: win32Errors.accessDenied } });
    expect(spooler.openPrinter('Missing')).toEqual({ ok: false, error: win32Errors.invalidPrinterName });
    const opened = value(spooler.openPrinter('Zebra'));
    expect(spooler.startDocument(opened, { name: 'label', datatype: 'RAW' })).toEqual({
      ok: false,
      error: win32Errors.accessDenied,
    });
    expect(spooler.endDocument(opened)).toEqual({ ok: false, error: win32Errors.noDocumentStarted });
  });

  it('never pass Windows a handle that is closed or was never opened', () => {
    queue.add('Zebra');
    const opened = value(spooler.openPrinter('Zebra'));
    expect(spooler.closePrinter(opened)).toEqual({ ok: true, value: null });
    for (const handle of [opened, 999]) {
      expect(spooler.startPage(handle)).toEqual({ ok: false, error: win32Errors.invalidHandle });
      expect(spooler.closePrinter(handle)).toEqual({ ok: false, error: win32Errors.invalidHandle });
    }
    expect(queue.openHandles).toBe(0);
  });
});
