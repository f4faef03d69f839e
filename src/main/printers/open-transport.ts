import { assertNever, type Failure, failed } from '../../shared/failure.ts';
import type { OpenTransport, PrinterTransport } from '../core/ports/printing.ts';
import { tcpTransport } from './tcp.ts';
import { virtualTransport } from './virtual.ts';

/** Picks the transport by the connection's kind. Virtual printers keep their labels in `virtualLabelFolder`. */
export function openTransportWith(options: { virtualLabelFolder: string }): OpenTransport {
  const virtual = virtualTransport(options.virtualLabelFolder);
  return (connection) => {
    switch (connection.kind) {
      case 'tcp':
        return tcpTransport(connection);
      case 'virtual':
        return virtual;
      case 'cups':
        return notYet(`the print queue ${connection.queue}`);
      case 'usb':
        return notYet(`the USB printer ${connection.path}`);
      case 'windows':
        return notYet(`the Windows printer ${connection.printer}`);
      default:
        return assertNever(connection);
    }
  };
}

function notYet(what: string): PrinterTransport {
  const failure: Failure = {
    code: 'printer-unreachable',
    message: `This version of Packbench does not print on ${what}.`,
    next: 'Set the printer up by its network address in Settings.',
  };
  return { open: async () => failed(failure) };
}
