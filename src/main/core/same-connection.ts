import { assertNever } from '../../shared/failure.ts';
import type { PrinterConnection } from '../../shared/printer.ts';

/** True where both lead to the same place. Host names are the same without case; names of queues are not. */
export function sameConnection(one: PrinterConnection, other: PrinterConnection): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(connection: PrinterConnection): string {
  switch (connection.kind) {
    case 'tcp':
      return `tcp ${connection.host.toLowerCase()} ${connection.port}`;
    case 'cups':
      return `cups ${connection.queue}`;
    case 'usb':
      return `usb ${connection.path}`;
    case 'windows':
      return `windows ${connection.printer}`;
    case 'virtual':
      return 'virtual';
    default:
      return assertNever(connection);
  }
}
