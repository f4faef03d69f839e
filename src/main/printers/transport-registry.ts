import { assertNever, type Failure, failed } from '../../shared/contract/failure.ts';
import type { OpenTransport, PrinterTransport } from '../core/ports/printing.ts';
import { cupsTransport } from './cups/cups.ts';
import { tcpTransport } from './tcp.ts';
import { usbTransport } from './usb/usb.ts';
import { virtualTransport } from './virtual.ts';
import { createThreadedSpooler, type SpoolerThreadOptions } from './windows/spooler.ts';
import { windowsTransport } from './windows/windows.ts';

export interface TransportOptions {
  /** Virtual printers keep their labels there. */
  readonly virtualLabelFolder: string;
  /** The program that speaks to the Windows spooler; without it no Windows printer is reached. */
  readonly spoolerThread?: SpoolerThreadOptions;
}

/** Picks the transport by the connection's kind. */
export function createTransportRegistry({ virtualLabelFolder, spoolerThread }: TransportOptions): OpenTransport {
  const virtual = virtualTransport(virtualLabelFolder);
  return (connection) => {
    switch (connection.kind) {
      case 'tcp':
        return tcpTransport(connection);
      case 'virtual':
        return virtual;
      case 'cups':
        return cupsTransport(connection);
      case 'usb':
        return usbTransport(connection);
      case 'windows':
        // Its calls block: a thread of its own, so that one printer keeps no other waiting.
        return spoolerThread
          ? windowsTransport(connection, createThreadedSpooler(spoolerThread))
          : unreachable(`the Windows printer ${connection.printer}`);
      default:
        return assertNever(connection);
    }
  };
}

function unreachable(what: string): PrinterTransport {
  const failure: Failure = {
    code: 'printer-unreachable',
    message: `This station does not reach ${what}.`,
    next: 'Set the printer up by its network address in Settings.',
  };
  return { open: async () => failed(failure) };
}
