import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Failure, failed, type Result, success } from '../../../shared/contract/failure.ts';
import { message } from '../../../shared/messages/message.ts';
import { unreachable } from '../printer-failures.ts';
import { errorName } from './usb-failures.ts';

/** A USB printer as a search finds it. */
export interface UsbPrinter {
  /** "/dev/usb/lp0". */
  readonly path: string;
  readonly maker: string | null;
  readonly model: string | null;
  readonly serial: string | null;
}

/** The system's folders for USB printers. */
export interface UsbFolders {
  /** The device files. */
  readonly devices: string;
  /** The kernel's attributes of each device, under the same names. */
  readonly facts: string;
}

const defaultFolders: UsbFolders = { devices: '/dev/usb', facts: '/sys/class/usbmisc' };
const maxPrinters = 32;
const maxFactCharacters = 100;

/** Lists the printers of usblp by number; fails where the folder cannot be read. */
export async function listUsbPrinters(folders: UsbFolders = defaultFolders): Promise<Result<readonly UsbPrinter[]>> {
  let names: string[];
  try {
    names = await readdir(folders.devices);
  } catch (error) {
    // The folder does not exist before the first printer is connected.
    return errorName(error) === 'ENOENT' ? success([]) : failed(listingFailed(folders.devices));
  }
  const numbers = names
    .flatMap((name) => /^lp(\d{1,3})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
    .slice(0, maxPrinters);
  return success(await Promise.all(numbers.map((number) => describe(`lp${number}`, folders))));
}

/** Reads the device's descriptor strings (sysfs-bus-usb), or its IEEE 1284 identification where there are none (sysfs of usblp). */
async function describe(name: string, folders: UsbFolders): Promise<UsbPrinter> {
  // The link leads to the interface; the device is the folder around it.
  const printerInterface = await realpath(join(folders.facts, name, 'device')).catch(() => null);
  const device = printerInterface && dirname(printerInterface);
  const attribute = (folder: string | null, file: string): Promise<string | null> =>
    folder ? readAttribute(join(folder, file)) : Promise.resolve(null);
  const [maker, model, serial, identification] = await Promise.all([
    attribute(device, 'manufacturer'),
    attribute(device, 'product'),
    attribute(device, 'serial'),
    attribute(printerInterface, 'ieee1284_id'),
  ]);
  const identified = readDeviceIdentification(identification ?? '');
  return {
    path: join(folders.devices, name),
    maker: printableText(maker) ?? identified.maker,
    model: printableText(model) ?? identified.model,
    serial: printableText(serial) ?? identified.serial,
  };
}

/**
 * Reads "MFG:Zebra Technologies ;CMD:ZPL;MDL:ZTC ZD420-203dpi ZPL;CLS:PRINTER;", with short or long keys (IEEE 1284-2000, 7.6).
 */
export function readDeviceIdentification(text: string): Pick<UsbPrinter, 'maker' | 'model' | 'serial'> {
  const pairs = text.split(';').map((part) => {
    const colon = part.indexOf(':');
    return [part.slice(0, colon).trim().toUpperCase(), part.slice(colon + 1)] as const;
  });
  const of = (...keys: string[]): string | null =>
    printableText(pairs.find(([key, value]) => keys.includes(key) && value.trim() !== '')?.[1] ?? null);
  return {
    maker: of('MFG', 'MANUFACTURER'),
    model: of('MDL', 'MODEL'),
    serial: of('SN', 'SERN', 'SERIALNUMBER'),
  };
}

const readAttribute = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** The text without control characters, cut to the limit; null where nothing is left. */
function printableText(text: string | null): string | null {
  const printable = text?.replace(/[\p{Cc}\ufffd]/gu, '').trim();
  return printable ? printable.slice(0, maxFactCharacters) : null;
}

const listingFailed = (folder: string): Failure => unreachable(message('printer.usb-list-failed', { folder }));
