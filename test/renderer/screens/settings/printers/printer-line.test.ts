import { describe, expect, test } from 'vitest';
import {
  needsConfirmation,
  printerDetails,
  printerNotes,
} from '../../../../../src/renderer/screens/settings/printers/printer-line.tsx';
import { message } from '../../../../../src/shared/messages/message.ts';
import type { Printer, PrinterState } from '../../../../../src/shared/printing/printer.ts';
import { transportCapabilities } from '../../../../../src/shared/printing/printer-transports.ts';
import { printerState } from '../../samples.ts';

const zebra: Printer = { name: 'Zebra A', connection: { kind: 'tcp', host: '10.0.0.8', port: 9100 }, default: true };
const ready = printerState({ connection: zebra.connection, isDefault: true });
const lines = (printer: Printer, state: PrinterState | null) => printerNotes(printer, state).map((note) => note.text);

describe('printer in the settings', () => {
  test('shows nothing more where all settings are usual; its address and resolution are details', () => {
    expect(lines(zebra, ready)).toEqual([]);
    expect(lines(zebra, null)).toEqual([]);
    expect(printerDetails({ ...zebra, dotsPerMillimetre: 8 })).toEqual(['10.0.0.8, port 9100', '8 dots per mm.']);
    expect(printerDetails({ ...zebra, connection: { kind: 'virtual' } })).toEqual([]);
  });

  test('shows first what to do, then the cause', () => {
    const held: PrinterState = { ...ready, reasons: ['paper out'], message: message('printer.queue-status.busy') };
    expect(lines(zebra, held)).toEqual([
      expect.stringMatching(/new roll/),
      expect.stringMatching(/^The printer is busy/),
    ]);
  });

  test('shows its settings, and its warnings as warnings', () => {
    const customized: Printer = { ...zebra, shared: true, standIn: { printer: 'Zebra B', automatic: true } };
    const notes = printerNotes(customized, { ...ready, warnings: ['clean the head'] });
    expect(notes).toContainEqual({ text: 'Backup printer: Zebra B, used automatically.', isWarning: false });
    expect(notes).toContainEqual({ text: 'Shared with other computers.', isWarning: false });
    expect(notes.at(-1)).toEqual({ text: 'Clean the print head', isWarning: true });
  });
});

describe('a printer of several benches', () => {
  test('names the others', () => {
    const shared = { ...ready, sharedWith: ['bench-2', 'bench-3'] };
    expect(lines(zebra, shared)).toEqual([expect.stringMatching(/^Shared with bench-2 and bench-3\./)]);
  });
});

describe('printer commands', () => {
  test('need confirmation where they cost labels', () => {
    const { commands } = transportCapabilities({ kind: 'tcp' });
    expect(commands.filter(needsConfirmation)).toEqual(['calibrate', 'cancel all']);
  });

  test('are fewer over a print queue, and none over Windows', () => {
    expect(transportCapabilities({ kind: 'cups' }).commands).toEqual(['calibrate', 'ignore media commands']);
    expect(transportCapabilities({ kind: 'windows' }).commands).toEqual([]);
  });
});
