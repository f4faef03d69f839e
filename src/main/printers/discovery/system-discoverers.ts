import { message } from '../../../shared/messages/message.ts';
import type { DiscoveryMethod } from '../../../shared/printing/printer-discovery.ts';
import { listCupsQueues } from '../cups/cups-queues.ts';
import { listUsbPrinters } from '../usb/usb-devices.ts';
import { dnsSdDiscoverer } from './dns-sd.ts';
import type { PrinterDiscoverer } from './find-printers.ts';
import { type ListWindowsPrinters, printQueueDiscoverer, usbDiscoverer, windowsDiscoverer } from './local-printers.ts';
import { zebraBroadcastDiscoverer } from './zebra-broadcast.ts';

export interface SystemDiscoverersParts {
  platform: NodeJS.Platform;
  /** Lists the printers of the Windows spooler; null where there is none. */
  listWindowsPrinters: ListWindowsPrinters | null;
}

/** Every method to search for printers, the quick ones first; one that this kind of computer does not have reports that. */
export function systemDiscoverers({ platform, listWindowsPrinters }: SystemDiscoverersParts): PrinterDiscoverer[] {
  const isWindows = platform === 'win32';
  return [
    isWindows
      ? unsupported('cups', 'printer.discovery.linux-and-macos-only')
      : printQueueDiscoverer((signal) => listCupsQueues(signal)),
    platform === 'linux' ? usbDiscoverer(() => listUsbPrinters()) : unsupported('usb', 'printer.discovery.linux-only'),
    isWindows && listWindowsPrinters
      ? windowsDiscoverer(listWindowsPrinters)
      : unsupported('windows', 'printer.discovery.windows-only'),
    dnsSdDiscoverer(),
    zebraBroadcastDiscoverer(),
  ];
}

type UnsupportedCode = `printer.discovery.${'linux-and-macos' | 'linux' | 'windows'}-only`;

const unsupported = (name: DiscoveryMethod, problem: UnsupportedCode): PrinterDiscoverer => ({
  name,
  discover: async () => message(problem),
});
