import { assertNever } from '../../shared/contract/failure.ts';
import type { PrinterConnection } from '../../shared/printing/printer.ts';

/** How a printer is reached, in words. */
export function connectionWords(connection: PrinterConnection): string {
  switch (connection.kind) {
    case 'tcp':
      return `${connection.host}, port ${connection.port}`;
    case 'cups':
      return `CUPS queue ${connection.queue}`;
    case 'usb':
      return `USB, ${connection.path}`;
    case 'windows':
      return `Windows printer ${connection.printer}`;
    case 'virtual':
      return 'Shows each label as a picture in this window';
    default:
      return assertNever(connection);
  }
}
