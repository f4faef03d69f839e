import { failed } from '../../shared/contract/failure.ts';
import { message } from '../../shared/messages/message.ts';
import type { ConnectionOf, PrinterConnection } from '../../shared/printing/printer-connection.ts';
import type { TransportKind } from '../../shared/printing/printer-transports.ts';
import type { OpenTransport, PrinterTransport } from '../core/ports/printing.ts';
import { cupsTransport } from './cups/cups.ts';
import { unreachable } from './printer-failures.ts';
import { tcpTransport } from './tcp.ts';
import { usbTransport } from './usb/usb.ts';
import { virtualTransport } from './virtual.ts';
import { createThreadedSpooler, type SpoolerThreadOptions } from './windows/spooler.ts';
import { windowsTransport } from './windows/windows.ts';

export interface TransportOptions {
  /** The folder in which virtual printers store labels. */
  readonly virtualLabelFolder: string;
  /** The thread that calls the Windows spooler; without it no Windows printer can be used. */
  readonly spoolerThread?: SpoolerThreadOptions;
}

/** One factory for each kind of connection in shared/printing/printer-transports.ts. */
export type TransportFactories = { readonly [K in TransportKind]: (connection: ConnectionOf<K>) => PrinterTransport };

/** Opens the transport of a connection by its kind. */
export function createTransportRegistry({ virtualLabelFolder, spoolerThread }: TransportOptions): OpenTransport {
  const virtual = virtualTransport(virtualLabelFolder);
  const factories: TransportFactories = {
    tcp: (connection) => tcpTransport(connection),
    usb: (connection) => usbTransport(connection),
    cups: (connection) => cupsTransport(connection),
    // Spooler calls block: one thread per printer, so that no printer blocks another.
    windows: (connection) =>
      spoolerThread
        ? windowsTransport(connection, createThreadedSpooler(spoolerThread))
        : notSupported(connection.printer),
    virtual: () => virtual,
  };
  return (connection) =>
    (factories[connection.kind] as (connection: PrinterConnection) => PrinterTransport)(connection);
}

const notSupported = (target: string): PrinterTransport => ({
  open: async () => failed(unreachable(message('printer.not-supported', { target }))),
});
