import { defaultPaper, type Printer, printerSchema } from '../../../../shared/printing/printer.ts';
import { connectionValues, type PrinterConnection } from '../../../../shared/printing/printer-connection.ts';
import {
  type TransportFieldName,
  type TransportKind,
  transportFields,
  transportKinds,
} from '../../../../shared/printing/printer-transports.ts';
import { type FieldErrors, type FormReading, numberAsTyped } from '../../../data/use-form.ts';

/** A printer in the form: the texts of the fields, those of other kinds of connection included. */
export type PrinterFields = Readonly<Record<TransportFieldName, string>> & {
  readonly name: string;
  readonly kind: TransportKind;
  readonly isDefault: boolean;
  readonly neverAnswers: boolean;
  readonly shared: boolean;
  readonly productionOnly: boolean;
  /** Dots per millimetre; empty where the printer reports it. */
  readonly resolution: string;
  /** Millimetres, as typed. */
  readonly paperWidth: string;
  readonly paperLength: string;
  /** The stand-in's name; empty for none. */
  readonly standIn: string;
  readonly isStandInAutomatic: boolean;
};

type CheckedField = TransportFieldName | 'name' | 'resolution' | 'paperWidth' | 'paperLength' | 'standIn';
/** What is wrong with a field: the catalogue has the sentence under `printer-settings.error.<error>`. */
export type PrinterError = CheckedField | 'name-taken';

const initialValues = Object.fromEntries(
  transportKinds.flatMap((kind) => transportFields(kind).map(({ name, initial }) => [name, initial])),
) as Record<TransportFieldName, string>;

export const blankPrinter: PrinterFields = {
  ...initialValues,
  name: '',
  kind: 'tcp',
  isDefault: false,
  neverAnswers: false,
  shared: false,
  productionOnly: false,
  resolution: '',
  paperWidth: String(defaultPaper.width),
  paperLength: String(defaultPaper.length),
  standIn: '',
  isStandInAutomatic: false,
};

/** The fields of an existing printer. */
export function fieldsOfPrinter(printer: Printer): PrinterFields {
  const { name, connection, standIn, dotsPerMillimetre, paper = defaultPaper } = printer;
  return {
    ...blankPrinter,
    name,
    ...connectionFields(connection),
    isDefault: printer.default,
    neverAnswers: printer.neverAnswers ?? false,
    shared: printer.shared ?? false,
    productionOnly: printer.productionOnly ?? false,
    resolution: dotsPerMillimetre === undefined ? '' : String(dotsPerMillimetre),
    paperWidth: String(paper.width),
    paperLength: String(paper.length),
    standIn: standIn?.printer ?? '',
    isStandInAutomatic: standIn?.automatic ?? false,
  };
}

/** The fields of a connection; those of other kinds stay as they are. */
export const connectionFields = (connection: PrinterConnection): Partial<PrinterFields> => ({
  kind: connection.kind,
  ...connectionValues(connection),
});

/** A new printer under a free name: "Zebra", "Zebra 2". */
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

/** The printer that the fields describe, or their errors. The first printer of a station is its default. */
export function readPrinter(
  fields: PrinterFields,
  others: readonly Printer[],
): FormReading<Printer, FieldErrors<PrinterFields, PrinterError>> {
  const { resolution, standIn } = fields;
  const width = numberAsTyped(fields.paperWidth.trim());
  const length = numberAsTyped(fields.paperLength.trim());
  const isUsual = width === defaultPaper.width && length === defaultPaper.length;
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
  const errors: Partial<Record<CheckedField, PrinterError>> = {};
  for (const { path } of parsed.error?.issues ?? []) {
    const field = fieldOfPath(path);
    errors[field] = field;
  }
  const name = fields.name.trim().toLowerCase();
  if (others.some((other) => other.name.toLowerCase() === name)) errors.name = 'name-taken';
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: parsed.data };
}

function enteredConnection(fields: PrinterFields): unknown {
  const values = transportFields(fields.kind).map(({ name, isNumber }) => [
    name,
    isNumber ? integerOf(fields[name]) : fields[name],
  ]);
  return { kind: fields.kind, ...Object.fromEntries(values) };
}

const integerOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);

const maxNameLength = 60;

function fieldOfPath([first, second]: readonly PropertyKey[]): CheckedField {
  switch (first) {
    case 'connection':
      return isTransportField(second) ? second : 'name';
    case 'paper':
      return second === 'width' ? 'paperWidth' : 'paperLength';
    case 'dotsPerMillimetre':
      return 'resolution';
    case 'standIn':
      return 'standIn';
    default:
      return 'name';
  }
}

const isTransportField = (name: PropertyKey | undefined): name is TransportFieldName =>
  name !== undefined && Object.hasOwn(initialValues, name);
