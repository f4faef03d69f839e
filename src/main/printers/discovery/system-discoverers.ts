import type { DiscoveryMethod } from '../../../shared/printing/printer-discovery.ts';
import { listCupsQueues } from '../cups/cups-queues.ts';
import { listUsbPrinters } from '../usb/usb-devices.ts';
import { dnsSdDiscoverer } from './dns-sd.ts';
import type { PrinterDiscoverer } from './find-printers.ts';
import { type ListWindowsPrinters, printQueueDiscoverer, usbDiscoverer, windowsDiscoverer } from './local-printers.ts';
import { zebraBroadcastDiscoverer } from './zebra-broadcast.ts';

export interface SystemDiscoverersParts {
  platform: NodeJS.Platform;
  /** Asks the spooler of Windows; null where there is none. */
  listWindowsPrinters: ListWindowsPrinters | null;
}

/** Every way to look for printers, the quick ones first; one that this kind of computer does not have says so. */
export function systemDiscoverers({ platform, listWindowsPrinters }: SystemDiscoverersParts): PrinterDiscoverer[] {
  const isWindows = platform === 'win32';
  return [
    isWindows
      ? unsupported('cups', 'Only on Linux and macOS.')
      : printQueueDiscoverer((signal) => listCupsQueues(signal)),
    platform === 'linux' ? usbDiscoverer(() => listUsbPrinters()) : unsupported('usb', 'Only on Linux.'),
    isWindows && listWindowsPrinters
      ? windowsDiscoverer(listWindowsPrinters)
      : unsupported('windows', 'Only on Windows.'),
    dnsSdDiscoverer(),
    zebraBroadcastDiscoverer(),
  ];
}

const unsupported = (name: DiscoveryMethod, words: string): PrinterDiscoverer => ({
  name,
  discover: async () => words,
});
