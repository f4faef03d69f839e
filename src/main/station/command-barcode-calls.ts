import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Failure, failed, type Result, success } from '../../shared/contract/failure.ts';
import type { Handlers } from '../../shared/contract/station-contract.ts';
import { message } from '../../shared/messages/message.ts';
import type { Printer } from '../../shared/printing/printer.ts';
import { barcodeCommands, commandText } from '../../shared/scanning/command-barcode.ts';
import { testCardText } from '../../shared/scanning/scanner-test.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import type { Notices } from '../core/notices.ts';
import { instant } from '../core/ports/clock.ts';
import type { HidAccess, MissedKeys, SerialScanners } from '../core/ports/desktop.ts';
import type { ChooseExportFile } from '../core/ports/files.ts';
import { writeFailure } from '../files/export-writer.ts';
import type { CommandSheet } from '../labels/command-sheet.ts';
import { unknownPrinter } from './printer-calls.ts';

/** Loaded on demand: it brings the libraries for PDF and bar codes. */
const sheets = () => import('../labels/command-sheet.ts');

export interface CommandBarcodeCallsParts {
  settings(): Settings;
  chooseFile: ChooseExportFile;
  /** The file name of a path. */
  nameOf(path: string): string;
  sendLabel(printer: Printer, label: Uint8Array): Promise<Result<null>>;
}

type CommandBarcodeCall =
  | 'command-barcodes.read'
  | 'command-barcodes.save-sheet'
  | 'command-barcodes.print'
  | 'scanner-test.read-card'
  | 'scanner-test.print-card';

/** The calls that show and print the command cards of this site, and the test card of scanners. */
export function commandBarcodeCalls(parts: CommandBarcodeCallsParts): Handlers<CommandBarcodeCall> {
  const sheet = (): CommandSheet => sheetOf(parts.settings());
  const print = async (name: string, labels: readonly Uint8Array[]): Promise<Result<null>> => {
    const printer = parts.settings().printers.find((entry) => entry.name === name);
    if (!printer) return failed(unknownPrinter);
    for (const label of labels) {
      const sent = await parts.sendLabel(printer, label);
      if (!sent.ok) return sent;
    }
    return success(null);
  };
  return {
    async 'command-barcodes.read'() {
      const { code128Widths } = await import('../labels/code-128.ts');
      const { key } = sheet();
      return success(
        barcodeCommands.map((command) => ({ command, barWidths: code128Widths(commandText(key, command)) })),
      );
    },
    async 'command-barcodes.save-sheet'() {
      const path = await parts.chooseFile('command-barcodes.pdf');
      if (path === null) return success(null);
      const written = await writeCommandSheet(path, sheet());
      return written.ok ? success({ file: parts.nameOf(path) }) : written;
    },
    'command-barcodes.print': async ({ printer }) => print(printer, (await sheets()).commandLabels(sheet().key)),
    async 'scanner-test.read-card'() {
      const { code128Widths } = await import('../labels/code-128.ts');
      return success({ barWidths: code128Widths(testCardText) });
    },
    'scanner-test.print-card': async ({ printer }) => print(printer, [(await sheets()).testCardLabel()]),
  };
}

type ScannerCall =
  | 'serial-scanners.read'
  | 'serial-scanners.find-ports'
  | 'serial-scanners.take-scans'
  | 'missed-keys.take'
  | 'hid-scanners.find';

/** Absent where the system has no such scanners, and without a window. */
export interface ScannerCallsParts {
  serial: SerialScanners | undefined;
  hid: HidAccess | undefined;
  missedKeys: MissedKeys | undefined;
  notices: Pick<Notices, 'notify'>;
}

/** The calls about scanners that are no keyboards, and about keys that no page got. */
export const scannerCalls = ({ serial, hid, missedKeys, notices }: ScannerCallsParts): Handlers<ScannerCall> => ({
  'serial-scanners.read': async () => success(serial?.views() ?? []),
  'serial-scanners.find-ports': async () => serial?.findPorts() ?? success([]),
  'serial-scanners.take-scans': async () => success(serial?.takeScans() ?? []),
  async 'missed-keys.take'() {
    const { keys, lostAt } = missedKeys?.take() ?? { keys: [], lostAt: null };
    if (lostAt !== null)
      notices.notify({ tone: 'warning', message: message('station.page-restarted', { at: instant(lostAt) }) });
    return success([...keys]);
  },
  'hid-scanners.find': async () => success(hid?.takeFound() ?? []),
});

/** Settings have a key from the first start on. */
export const sheetOf = ({ station }: Pick<Settings, 'station'>): CommandSheet => ({
  stationName: station.name,
  key: station.commandKey ?? '',
});

/**
 * Writes the cards: as a page for `.pdf`, as the text of each command for `.json`, and as labels for `.zpl`. Fails for any other ending,
 * and where the file cannot be written.
 */
export async function writeCommandSheet(path: string, sheet: CommandSheet): Promise<Result<null>> {
  const { commandSheetPdf, commandLabels, commandTexts } = await sheets();
  const ending = extname(path).toLowerCase();
  if (ending !== '.pdf' && ending !== '.json' && ending !== '.zpl') return failed(unknownEnding);
  try {
    if (ending === '.json') await writeFile(path, `${JSON.stringify(commandTexts(sheet.key), null, 2)}\n`);
    else
      await writeFile(path, ending === '.pdf' ? await commandSheetPdf(sheet) : Buffer.concat(commandLabels(sheet.key)));
    return success(null);
  } catch (error) {
    return failed(writeFailure(path, error));
  }
}

const unknownEnding: Failure = { code: 'invalid-input', message: message('command-barcodes.unknown-ending') };
