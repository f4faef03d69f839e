import { describe, expect, test } from 'vitest';
import { resolutionChoices } from '../../../../../src/renderer/screens/settings/printers/printer-editor.tsx';
import {
  blankPrinter,
  fieldsOfFoundPrinter,
  fieldsOfPrinter,
  readPrinter,
} from '../../../../../src/renderer/screens/settings/printers/printer-form.ts';
import type { Printer } from '../../../../../src/shared/printing/printer.ts';
import type { PrinterConnection } from '../../../../../src/shared/printing/printer-connection.ts';

const zebra: Printer = { name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, default: true };

const connections: PrinterConnection[] = [
  zebra.connection,
  { kind: 'cups', queue: 'zebra' },
  { kind: 'usb', path: '/dev/usb/lp0' },
  { kind: 'windows', printer: 'ZDesigner ZD421' },
  { kind: 'virtual' },
];

describe('printer form', () => {
  test.each(connections)('a $kind printer is read back unchanged', (connection) => {
    const printer = { ...zebra, connection };
    expect(readPrinter(fieldsOfPrinter(printer), [])).toEqual({ ok: true, value: printer });
  });

  test('all settings of a printer are read back unchanged', () => {
    const customized: Printer = {
      ...zebra,
      neverAnswers: true,
      shared: true,
      productionOnly: true,
      dotsPerMillimetre: 12,
      paper: { width: 101.6, length: 203.2 },
      standIn: { printer: 'Zebra B', automatic: true },
    };
    expect(readPrinter(fieldsOfPrinter(customized), [{ ...zebra, name: 'Zebra B' }])).toEqual({
      ok: true,
      value: customized,
    });
  });

  test('what the station found itself is not saved', () => {
    const identified: Printer = {
      ...zebra,
      onHold: true,
      known: { model: 'ZD421', serial: null, dotsPerMillimetre: 8 },
    };
    expect(readPrinter(fieldsOfPrinter(identified), [])).toEqual({ ok: true, value: zebra });
  });

  test('the first printer is the default, a second one is not', () => {
    const entered = { ...blankPrinter, name: 'B', host: 'printer.local' };
    const first = readPrinter(entered, []);
    const second = readPrinter(entered, [zebra]);
    expect(first.ok && first.value.default).toBe(true);
    expect(second.ok && second.value.default).toBe(false);
  });

  test('errors belong to their fields', () => {
    const read = readPrinter({ ...blankPrinter, host: 'a b', port: '99999', paperWidth: '5', paperLength: '' }, []);
    expect(!read.ok && Object.keys(read.errors).sort()).toEqual(['host', 'name', 'paperLength', 'paperWidth', 'port']);
    const port = readPrinter({ ...blankPrinter, name: 'B', host: 'h', port: '0x9' }, []);
    expect(!port.ok && Object.keys(port.errors)).toEqual(['port']);
    const errorsOf = (kind: 'cups' | 'usb' | 'windows') => {
      const blank = readPrinter({ ...blankPrinter, name: 'B', kind, path: '/dev/sda' }, []);
      return !blank.ok && Object.keys(blank.errors);
    };
    expect(errorsOf('cups')).toEqual(['queue']);
    expect(errorsOf('usb')).toEqual(['path']);
    expect(errorsOf('windows')).toEqual(['printer']);
  });

  test('a name cannot be used twice', () => {
    const read = readPrinter({ ...blankPrinter, name: 'zebra a', host: 'h' }, [zebra]);
    expect(!read.ok && read.errors.name).toBe('name-taken');
  });

  test('a found printer fills in its name and connection, under a name that is free', () => {
    expect(fieldsOfFoundPrinter('Zebra B', zebra.connection, [zebra])).toMatchObject({
      name: 'Zebra B',
      kind: 'tcp',
      host: '10.0.0.8',
      port: '9100',
    });
    const others = [zebra, { ...zebra, name: 'ZEBRA A 2' }];
    expect(fieldsOfFoundPrinter('Zebra A', zebra.connection, others).name).toBe('Zebra A 3');
    const long = 'x'.repeat(60);
    expect(fieldsOfFoundPrinter(long, zebra.connection, [{ ...zebra, name: long }]).name).toBe(`${'x'.repeat(58)} 2`);
  });

  test('the current resolution can be chosen even if it is unusual', () => {
    expect(resolutionChoices('8')).toHaveLength(5);
    expect(resolutionChoices('16').map((choice) => choice.value)).toContain('16');
  });
});
