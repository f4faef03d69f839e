import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failed, type Result, success } from '../../../shared/failure.ts';
import type { UsbPrinter } from '../finding/usb-printers.ts';
import { errorName } from './usb-failures.ts';

/** Where the system keeps its USB printers. */
export interface UsbPlaces {
  /** The device files. */
  readonly devices: string;
  /** What the kernel knows of each, by the same names. */
  readonly facts: string;
}

const usualPlaces: UsbPlaces = { devices: '/dev/usb', facts: '/sys/class/usbmisc' };
const mostPrinters = 32;
const mostFactCharacters = 100;

/** The printers that usblp serves, in the order of their numbers. None is an empty list; a failure is a folder that cannot be read. */
export async function listUsbPrinters(places: UsbPlaces = usualPlaces): Promise<Result<readonly UsbPrinter[]>> {
  let names: string[];
  try {
    names = await readdir(places.devices);
  } catch (error) {
    // The folder comes with the first printer.
    return errorName(error) === 'ENOENT' ? success([]) : failed(notListed(places.devices));
  }
  const numbers = names
    .flatMap((name) => /^lp(\d{1,3})$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((one, other) => one - other)
    .slice(0, mostPrinters);
  return success(await Promise.all(numbers.map((number) => describe(`lp${number}`, places))));
}

/** Descriptor strings of the device (sysfs-bus-usb), and where it has none, its IEEE 1284 identification (sysfs of usblp). */
async function describe(name: string, places: UsbPlaces): Promise<UsbPrinter> {
  // The link leads to the interface; the device is the folder around it.
  const printerInterface = await realpath(join(places.facts, name, 'device')).catch(() => null);
  const device = printerInterface && dirname(printerInterface);
  const fact = (folder: string | null, file: string): Promise<string | null> =>
    folder ? readFact(join(folder, file)) : Promise.resolve(null);
  const [maker, model, serial, identification] = await Promise.all([
    fact(device, 'manufacturer'),
    fact(device, 'product'),
    fact(device, 'serial'),
    fact(printerInterface, 'ieee1284_id'),
  ]);
  const told = readDeviceIdentification(identification ?? '');
  return {
    path: join(places.devices, name),
    maker: shown(maker) ?? told.maker,
    model: shown(model) ?? told.model,
    serial: shown(serial) ?? told.serial,
  };
}

/**
 * "MFG:Zebra Technologies ;CMD:ZPL;MDL:ZTC ZD420-203dpi ZPL;CLS:PRINTER;" as printers tell it, with short or long keys
 * (IEEE 1284-2000, 7.6).
 */
export function readDeviceIdentification(text: string): Pick<UsbPrinter, 'maker' | 'model' | 'serial'> {
  const pairs = text.split(';').map((part) => {
    const colon = part.indexOf(':');
    return [part.slice(0, colon).trim().toUpperCase(), part.slice(colon + 1)] as const;
  });
  const of = (...keys: string[]): string | null =>
    shown(pairs.find(([key, value]) => keys.includes(key) && value.trim() !== '')?.[1] ?? null);
  return {
    maker: of('MFG', 'MANUFACTURER'),
    model: of('MDL', 'MODEL'),
    serial: of('SN', 'SERN', 'SERIALNUMBER'),
  };
}

/** A file of sysfs holds at most one page. */
const readFact = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** Printable and short, or null. */
function shown(text: string | null): string | null {
  const printable = text?.replace(/[\p{Cc}\ufffd]/gu, '').trim();
  return printable ? printable.slice(0, mostFactCharacters) : null;
}

const notListed = (folder: string) => ({
  code: 'printer-unreachable' as const,
  message: `The USB printers of this computer cannot be listed: ${folder} cannot be read.`,
  next: 'Have the rights of the folder looked at.',
});
