import { describe, expect, test } from 'vitest';
import {
  confirmationHint,
  connectionText,
  printerStateText,
  recoveryInstructions,
  warningText,
} from '../../../src/renderer/presentation/printer-text.ts';
import { text } from '../../../src/renderer/text/text.ts';
import { heldReasons } from '../../../src/shared/printing/printer.ts';
import { printerState } from '../screens/samples.ts';

describe('printer state', () => {
  test('a held printer: its reasons, and each instruction once', () => {
    const held = printerState({ reasons: ['paper out', 'head open'] });
    expect(printerStateText(held)).toBe('Paper out and Printer lid open');
    expect(recoveryInstructions(held)).toEqual([
      'Put in a new roll and close the printer lid. Printing resumes automatically.',
    ]);
  });

  test.each(heldReasons)('a printer held by “%s”: its recovery instruction', (reason) => {
    expect(recoveryInstructions(printerState({ reasons: [reason] }))).toEqual([text(`printer.recovery.${reason}`)]);
  });

  test('a printer that never reported its status: status checks can be turned off', () => {
    const silent = printerState({ reasons: ['not answering'], answers: false });
    expect(recoveryInstructions(silent)).toContain(text('printer.no-status-hint'));
    expect(recoveryInstructions({ ...silent, answers: true })).not.toContain(text('printer.no-status-hint'));
  });

  test('warnings are one list', () => {
    expect(warningText(printerState())).toBeNull();
    expect(warningText(printerState({ warnings: ['paper near its end', 'clean the head'] }))).toBe(
      'Paper low and Clean the print head',
    );
  });

  test('a working printer is ready or sending', () => {
    expect(printerStateText(printerState({ sending: true }))).toBe('Sending');
    expect(printerStateText(printerState())).toBe('Ready');
  });

  test('a printer that cannot confirm prints: the state mentions this', () => {
    const queue = printerState({ connection: { kind: 'cups', queue: 'office' }, answers: false });
    expect(connectionText(queue.connection)).toBe('CUPS queue office');
    expect(confirmationHint(queue)).toBe(text('printer.cannot-confirm'));
    expect(confirmationHint(printerState({ answers: false }))).toBe(text('printer.has-not-answered'));
    expect(confirmationHint(printerState())).toBeNull();
    expect(connectionText(printerState().connection)).toBe('10.0.0.8, port 9100');
    expect(confirmationHint(printerState({ connection: { kind: 'virtual' }, answers: false }))).toBeNull();
  });
});
