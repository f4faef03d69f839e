import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { DiscoveryMethod } from '../../../shared/printing/printer-discovery.ts';
import { type CupsQueue, listCupsQueues } from '../cups/cups-queues.ts';
import { listUsbPrinters, type UsbPrinter } from '../usb/usb-devices.ts';
import type { WindowsPrinter } from '../windows/windows.ts';
import { dnsSdDiscoverer } from './dns-sd.ts';
import type { PrinterDiscoverer } from './find-printers.ts';
import { zebraBroadcastDiscoverer } from './zebra-broadcast.ts';

export interface SystemDiscoverersParts {
  platform: NodeJS.Platform;
  /** Lists the printers of the Windows spooler; null on other systems. */
  listWindowsPrinters: ListWindowsPrinters | null;
}

/** Every discovery method, the quick ones first. A method that this system does not have reports that. */
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

/** The attributes of a CUPS queue that a search needs. */
export type PrintQueue = Pick<
  CupsQueue,
  'name' | 'description' | 'makeAndModel' | 'deviceUri' | 'isRaw' | 'errorPolicy' | 'direct'
>;

export type ListPrintQueues = (signal: AbortSignal) => Promise<Result<readonly PrintQueue[]>>;

/** Finds the print queues of this computer. A raw queue also gives its direct connection, because raw queues are deprecated. */
export function printQueueDiscoverer(list: ListPrintQueues): PrinterDiscoverer {
  return {
    name: 'cups',
    async discover(onPrinter, signal) {
      const queues = await list(signal);
      if (!queues.ok) return problemOf(queues.failure);
      for (const queue of queues.value) {
        const { name, description, makeAndModel, deviceUri, isRaw, direct } = queue;
        onPrinter({
          name,
          details: [
            description,
            isRaw ? message('printer.discovery.raw-queue') : makeAndModel,
            deviceUri && withoutCredentials(deviceUri),
            resendsAfterError(queue) ? message('printer.discovery.retrying-queue') : null,
          ],
          connection: { kind: 'cups', queue: name },
          direct: isRaw ? direct : null,
        });
      }
      return null;
    },
  };
}

/** The device URI without user name, password and query. */
const withoutCredentials = (deviceUri: string): string => deviceUri.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** lpadmin(8), printer-error-policy. */
const resendsAfterError = ({ errorPolicy }: PrintQueue): boolean => errorPolicy.startsWith('retry-');

export type ListUsbPrinters = (signal: AbortSignal) => Promise<Result<readonly UsbPrinter[]>>;

/** Finds the printers at this computer's USB ports. */
export function usbDiscoverer(list: ListUsbPrinters): PrinterDiscoverer {
  return {
    name: 'usb',
    async discover(onPrinter, signal) {
      const printers = await list(signal);
      if (!printers.ok) return problemOf(printers.failure);
      for (const { path, maker, model, serial } of printers.value) {
        onPrinter({
          name: [maker, model].filter(Boolean).join(' '),
          details: [serial && message('printer.discovery.serial', { serial }), path],
          connection: { kind: 'usb', path },
        });
      }
      return null;
    },
  };
}

export type ListWindowsPrinters = (signal: AbortSignal) => Promise<Result<readonly WindowsPrinter[]>>;

/** Finds the printers of the Windows spooler. */
export function windowsDiscoverer(list: ListWindowsPrinters): PrinterDiscoverer {
  return {
    name: 'windows',
    async discover(onPrinter, signal) {
      const printers = await list(signal);
      if (!printers.ok) return problemOf(printers.failure);
      for (const { name, driver, port } of printers.value) {
        onPrinter({ name, details: [driver, port], connection: { kind: 'windows', printer: name } });
      }
      return null;
    },
  };
}

const problemOf = ({ message: problem }: Failure): Message =>
  typeof problem === 'string' ? message('printer.discovery.failed') : problem;
