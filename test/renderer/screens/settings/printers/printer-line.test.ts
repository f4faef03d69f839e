import { describe, expect, test } from 'vitest';
import {
  commandsFor,
  printerCommandWords,
} from '../../../../../src/renderer/screens/settings/printers/printer-commands.tsx';
import { printerLineWords } from '../../../../../src/renderer/screens/settings/printers/printer-line.tsx';
import type { Printer, PrinterState } from '../../../../../src/shared/printing/printer.ts';

const zebra: Printer = { name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, default: true };
const ready: PrinterState = {
  name: 'Zebra A',
  connection: zebra.connection,
  isDefault: true,
  reasons: [],
  since: null,
  sending: false,
  warnings: [],
  answers: true,
  words: null,
  labelsInPrinter: null,
  standIn: null,
};
const lines = (printer: Printer, state: PrinterState | null) =>
  printerLineWords(printer, state).map(({ words }) => words);

describe('a printer’s line', () => {
  test('says where the printer is, and nothing more where all is as usual', () => {
    expect(lines(zebra, ready)).toEqual(['10.0.0.8, port 9100.']);
    expect(lines(zebra, null)).toEqual(['10.0.0.8, port 9100.']);
  });

  test('says first what mends it, then where it is and what stands behind it', () => {
    const held: PrinterState = { ...ready, reasons: ['paper out'], words: 'Printer says: media out.' };
    expect(lines(zebra, held)).toEqual([
      expect.stringMatching(/new roll/),
      '10.0.0.8, port 9100.',
      'Printer says: media out.',
    ]);
  });

  test('says what was said of it, and its warnings as warnings', () => {
    const customized: Printer = { ...zebra, shared: true, standIn: { printer: 'Zebra B', automatic: true } };
    const words = printerLineWords(customized, { ...ready, warnings: ['clean the head'] });
    expect(words).toContainEqual({
      words: 'Zebra B stands in by itself. Other computers print on it too.',
      isWarning: false,
    });
    expect(words.at(-1)).toEqual({ words: 'Clean the print head', isWarning: true });
  });
});

describe('what a printer can be told', () => {
  test('is asked about first where it costs labels', () => {
    const asked = commandsFor('tcp').filter((command) => printerCommandWords[command].confirmation !== null);
    expect(asked).toEqual(['calibrate', 'cancel all']);
  });

  test('is less over a print queue, and nothing over Windows', () => {
    expect(commandsFor('cups')).toEqual(['calibrate', 'ignore media commands']);
    expect(commandsFor('windows')).toEqual([]);
  });
});
