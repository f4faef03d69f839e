import { z } from 'zod';
import { barcodeCommands } from '../../scanning/command-barcode.ts';
import { scanModes, scanReadingSchema } from '../../scanning/scan.ts';
import { scanAnswerSchema } from '../../scanning/scan-answer.ts';
import { hidScannerFoundSchema } from '../../scanning/scanner-settings.ts';
import { sentScanSchema, serialPortSchema, serialScannerViewSchema } from '../../scanning/serial-scanner.ts';
import { forwardedKeySchema } from '../forwarded-key.ts';
import { type CallContract, id, meantFor, nothing } from './call-contract.ts';

const printerChoice = z.object({ printer: z.string() });

/** Calls of scans, scanners and command cards. */
export const scanCallContracts = {
  'scan.submit': {
    scope: 'environment',
    needs: 'work',
    schemas: () => [z.object({ reading: scanReadingSchema, mode: z.enum(scanModes), ...meantFor }), scanAnswerSchema],
  },
  'scan.answer': { scope: 'environment', needs: 'read', schemas: () => [z.object({ scanId: id }), scanAnswerSchema] },
  'scans.recent': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ scans: z.array(scanAnswerSchema), today: z.int() })],
  },

  // The bars and spaces of each command card in turn, first a bar, in modules.
  'command-barcodes.read': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(z.object({ command: z.enum(barcodeCommands), barWidths: z.array(z.int()) }))],
  },
  'command-barcodes.save-sheet': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [nothing, z.object({ file: z.string() }).nullable()],
  },
  // The bars and spaces of the scanner's test card, as above; and the card on a label.
  'scanner-test.read-card': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.object({ barWidths: z.array(z.int()) })],
  },
  'scanner-test.print-card': { scope: 'station', needs: 'set up', schemas: () => [printerChoice, nothing] },
  'command-barcodes.print': { scope: 'station', needs: 'set up', schemas: () => [printerChoice, nothing] },

  // Scanners on serial ports; a scan is given until the next call, in its order.
  'serial-scanners.read': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(serialScannerViewSchema)],
  },
  'serial-scanners.find-ports': {
    scope: 'station',
    needs: 'set up',
    schemas: () => [nothing, z.array(serialPortSchema)],
  },
  'serial-scanners.take-scans': { scope: 'station', needs: 'read', schemas: () => [nothing, z.array(sentScanSchema)] },

  // What was typed while the page's process had ended and its page loaded again; given once.
  'missed-keys.take': {
    scope: 'station',
    needs: 'read',
    schemas: () => [nothing, z.array(forwardedKeySchema)],
  },

  // What the window found when it looked for scanners in HID POS mode, which main alone is shown; each list is given once.
  'hid-scanners.find': { scope: 'station', needs: 'set up', schemas: () => [nothing, z.array(hidScannerFoundSchema)] },
} as const satisfies Record<string, CallContract>;
