import type { Failure, Result } from '../../../shared/contract/failure.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import type { CupsQueue } from '../cups/cups-queues.ts';
import type { PrinterDiscoverer } from './find-printers.ts';

/** The facts about a CUPS queue that a search needs. */
export type PrintQueue = Pick<
  CupsQueue,
  'name' | 'description' | 'makeAndModel' | 'deviceUri' | 'isRaw' | 'errorPolicy' | 'direct'
>;

export type ListPrintQueues = (signal: AbortSignal) => Promise<Result<readonly PrintQueue[]>>;

/** The print queues of this computer. A raw one shows the socket behind it: raw queues are deprecated. */
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

/** The device without a user's name and password, and without its settings. */
const withoutCredentials = (deviceUri: string): string => deviceUri.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** lpadmin(8), printer-error-policy. */
const resendsAfterError = ({ errorPolicy }: PrintQueue): boolean => errorPolicy.startsWith('retry-');

/** The facts about a USB printer that a search needs. */
export interface UsbPrinter {
  /** "/dev/usb/lp0". */
  readonly path: string;
  readonly maker: string | null;
  readonly model: string | null;
  readonly serial: string | null;
}

export type ListUsbPrinters = (signal: AbortSignal) => Promise<Result<readonly UsbPrinter[]>>;

/** The printers at this computer's own USB ports. */
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

/** The facts about a printer of the Windows spooler that a search needs. */
export interface WindowsPrinter {
  readonly name: string;
  readonly driver: string | null;
  /** "USB001", "IP_10.0.0.8". */
  readonly port: string | null;
}

export type ListWindowsPrinters = (signal: AbortSignal) => Promise<Result<readonly WindowsPrinter[]>>;

/** The printers of Windows. */
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
