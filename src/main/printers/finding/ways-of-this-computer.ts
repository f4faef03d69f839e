import type { FindingWay } from '../../../shared/found-printer.ts';
import { listCupsQueues } from '../cups/queues.ts';
import { listUsbPrinters } from '../usb/devices.ts';
import { networkNames } from './network-names.ts';
import { printQueues } from './print-queues.ts';
import { usbPrinters } from './usb-printers.ts';
import type { Way } from './way.ts';
import { type ListWindowsPrinters, windowsPrinters } from './windows-printers.ts';
import { zebraCall } from './zebra-call.ts';

export interface ThisComputer {
  platform: NodeJS.Platform;
  /** Asks the spooler of Windows; null where there is none. */
  listWindowsPrinters: ListWindowsPrinters | null;
}

/** Every way to look for printers, the quick ones first; one that this kind of computer does not have says so. */
export function waysOfThisComputer({ platform, listWindowsPrinters }: ThisComputer): Way[] {
  const isWindows = platform === 'win32';
  return [
    isWindows ? notHere('print queues', 'Only on Linux and macOS.') : printQueues((signal) => listCupsQueues(signal)),
    platform === 'linux' ? usbPrinters(() => listUsbPrinters()) : notHere('USB', 'Only on Linux.'),
    isWindows && listWindowsPrinters
      ? windowsPrinters(listWindowsPrinters)
      : notHere('Windows printers', 'Only on Windows.'),
    networkNames(),
    zebraCall(),
  ];
}

const notHere = (name: FindingWay, words: string): Way => ({ name, look: async () => words });
