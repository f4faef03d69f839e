import { assertNever } from '../../../../shared/contract/failure.ts';
import {
  type Printer,
  type PrinterConnection,
  printerSchema,
  usualPaper,
} from '../../../../shared/printing/printer.ts';

export type ConnectionKind = PrinterConnection['kind'];

/** A printer as it is being written: texts as they stand in the fields. */
export interface PrinterFields {
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly host: string;
  readonly port: string;
  readonly queue: string;
  readonly path: string;
  /** The name under which Windows knows it. */
  readonly printer: string;
  readonly isDefault: boolean;
  readonly neverAnswers: boolean;
  readonly shared: boolean;
  readonly productionOnly: boolean;
  /** Dots per millimetre; blank where the printer is asked. */
  readonly resolution: string;
  /** Millimetres; null where nothing is written. */
  readonly paperWidth: number | null;
  readonly paperLength: number | null;
  /** The stand-in's name; blank for none. */
  readonly standIn: string;
  readonly isStandInAutomatic: boolean;
}
export type PrinterErrors = Readonly<Partial<Record<keyof PrinterFields, string>>>;

export type ReadPrinter =
  | { readonly ok: true; readonly printer: Printer }
  | { readonly ok: false; readonly errors: PrinterErrors };

/** Raw printing listens on 9100 on nearly every label printer. */
export const blankPrinter: PrinterFields = {
  name: '',
  kind: 'tcp',
  host: '',
  port: '9100',
  queue: '',
  path: '',
  printer: '',
  isDefault: false,
  neverAnswers: false,
  shared: false,
  productionOnly: false,
  resolution: '',
  paperWidth: usualPaper.width,
  paperLength: usualPaper.length,
  standIn: '',
  isStandInAutomatic: false,
};

/** The fields of a printer that is known. */
export function fieldsOfPrinter(printer: Printer): PrinterFields {
  const { name, connection, standIn, dotsPerMillimetre, paper = usualPaper } = printer;
  return {
    ...blankPrinter,
    name,
    ...connectionFields(connection),
    isDefault: printer.default,
    neverAnswers: printer.neverAnswers ?? false,
    shared: printer.shared ?? false,
    productionOnly: printer.productionOnly ?? false,
    resolution: dotsPerMillimetre === undefined ? '' : String(dotsPerMillimetre),
    paperWidth: paper.width,
    paperLength: paper.length,
    standIn: standIn?.printer ?? '',
    isStandInAutomatic: standIn?.automatic ?? false,
  };
}

/** What a connection fills in; the fields of the other kinds are left as they are. */
export function connectionFields(connection: PrinterConnection): Partial<PrinterFields> {
  switch (connection.kind) {
    case 'tcp':
      return { kind: 'tcp', host: connection.host, port: String(connection.port) };
    case 'cups':
      return { kind: 'cups', queue: connection.queue };
    case 'usb':
      return { kind: 'usb', path: connection.path };
    case 'windows':
      return { kind: 'windows', printer: connection.printer };
    case 'virtual':
      return { kind: 'virtual' };
    default:
      return assertNever(connection);
  }
}

/** A new printer under a name that no other has: "Zebra", "Zebra 2". */
export function fieldsOfFoundPrinter(
  name: string,
  connection: PrinterConnection,
  printers: readonly Printer[],
): PrinterFields {
  const taken = new Set(printers.map((printer) => printer.name.toLowerCase()));
  let freeName = name;
  for (let number = 2; taken.has(freeName.toLowerCase()); number += 1) {
    const ending = ` ${number}`;
    freeName = name.slice(0, maxNameLength - ending.length) + ending;
  }
  return { ...blankPrinter, ...connectionFields(connection), name: freeName };
}

/** Reads the fields, or says what is wrong beside which. The first printer of a station is its default. */
export function readPrinter(fields: PrinterFields, others: readonly Printer[]): ReadPrinter {
  const { resolution, paperWidth: width, paperLength: length, standIn } = fields;
  const isUsual = width === usualPaper.width && length === usualPaper.length;
  const parsed = printerSchema.safeParse({
    name: fields.name,
    connection: enteredConnection(fields),
    default: fields.isDefault || others.length === 0,
    ...(fields.neverAnswers && { neverAnswers: true }),
    ...(fields.shared && { shared: true }),
    ...(fields.productionOnly && { productionOnly: true }),
    ...(resolution !== '' && { dotsPerMillimetre: Number(resolution) }),
    ...(!isUsual && { paper: { width, length } }),
    ...(standIn !== '' && { standIn: { printer: standIn, automatic: fields.isStandInAutomatic } }),
  });
  const errors: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.map(String);
    const field = fieldOfPath[path.join('.')] ?? path.at(-1) ?? 'name';
    errors[field] ??= errorMessages[field] ?? issue.message;
  }
  const name = fields.name.trim().toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === name)) errors.name = 'Another printer has this name';
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, printer: parsed.data };
}

function enteredConnection({ kind, host, port, queue, path, printer }: PrinterFields): unknown {
  switch (kind) {
    case 'tcp':
      return { kind, host, port: /^\d+$/.test(port.trim()) ? Number(port) : Number.NaN };
    case 'cups':
      return { kind, queue };
    case 'usb':
      return { kind, path: path.trim() };
    case 'windows':
      return { kind, printer };
    case 'virtual':
      return { kind };
    default:
      return assertNever(kind);
  }
}

const maxNameLength = 60;

const fieldOfPath: Readonly<Record<string, keyof PrinterFields>> = {
  'paper.width': 'paperWidth',
  'paper.length': 'paperLength',
};

const errorMessages: Readonly<Record<string, string>> = {
  name: 'Fill in a name of at most 60 characters',
  host: 'Fill in the printer’s host name or address, such as 10.0.0.8',
  port: 'A number from 1 to 65535; most label printers use 9100',
  queue: 'Fill in the queue’s name as CUPS knows it',
  path: 'Fill in a USB printer’s device, such as /dev/usb/lp0',
  printer: 'Fill in the name as Windows shows it',
  paperWidth: 'From 10 to 300 mm',
  paperLength: 'From 10 to 600 mm',
};
